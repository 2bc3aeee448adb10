"""What became of the claims of a write, in words, and how to look at what waits for a decision."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mnemosaic.cli.output import hint, plain, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.reports import Against, Outcome, WriteReport, WrittenAtom

WORDS = {
    "add": "added",
    "update": "updated",
    "flag": "flagged",
    "skip": "known already",
    "reject": "rejected",
    "quarantine": "kept apart",
}
"""Each outcome as it is told, in the order in which they are counted."""
STYLES = {"add": "green", "update": "cyan", "flag": "yellow", "skip": "dim", "reject": "red", "quarantine": "red"}
WIDTH = max(len(word) for word in WORDS.values())


def counts_line(report: WriteReport) -> str:
    """The outcomes by kind, such as `12 added, 1 flagged`; those that did not occur are left out."""
    counts = {str(outcome): count for outcome, count in report.outcomes.items()}
    return ", ".join(f"{counts[name]:,} {word}" for name, word in WORDS.items() if counts.get(name))


def outcome_lines(report: WriteReport) -> Iterator[Text]:
    """Every claim with its outcome, then the verdicts that led to it, then what made no claim."""
    for atom in report.atoms:
        yield from _claim_lines(atom)
    for left in report.left_out:
        yield styled((f"{'left out':<{WIDTH}}  ", "dim"), (plain(left.text), ""), (f"  {plain(left.reason)}", "dim"))


def _claim_lines(atom: WrittenAtom) -> Iterator[Text]:
    kind = f"  {atom.type.value}, confidence {atom.confidence:.2f}, atom {atom.id}"
    yield styled((f"{WORDS[atom.outcome]:<{WIDTH}}  ", STYLES[atom.outcome]), (plain(atom.title), ""), (kind, "dim"))
    if atom.reason:
        yield styled((f"{'':<{WIDTH}}  {plain(atom.reason)}", "dim"))
    for against in atom.against:
        yield _against_line(against)


def _against_line(against: Against) -> Text:
    verdict = against.verdict.value.replace("_", " ")
    reason = f"  {plain(against.reason)}, atom {against.atom}" if against.reason else f"  atom {against.atom}"
    return styled((f"{'':<{WIDTH}}  {verdict}: ", "dim"), (plain(against.details), ""), (reason, "dim"))


def advise(report: WriteReport) -> None:
    """Where something waits for somebody's decision, say on standard error how to see it."""
    for message in advice(report.outcomes, report.scope):
        hint(message)


def advice(outcomes: dict[Outcome, int], scope: str) -> Iterator[str]:
    """A line for contradictions and one for what is kept apart, where there are any."""
    counts = {str(outcome): count for outcome, count in outcomes.items()}
    where = f"--scope {shlex.quote(scope)}"
    if counts.get("flag"):
        yield f"some of it contradicts what was known: mnemosaic conflicts {where}"
    if counts.get("reject") or counts.get("quarantine"):
        yield f"some of it is kept apart until somebody confirms it: mnemosaic clarifications {where}"
