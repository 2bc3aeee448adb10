"""A recall in lines for a person: the evidence by section, where it comes from, and how it was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mnemosaic.cli.output import counted, plain, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.evidence import Entry, Recall, SourceTurn, Why


def recall_lines(found: Recall, explain: bool) -> Iterator[Text]:
    """The evidence block: a heading for each section, two lines for each entry."""
    from mnemosaic.evidence import Section

    entries = {entry.atom.id: entry for entry in found.entries}
    section = None
    for line in sorted(found.evidence.lines, key=lambda line: _order(line.section)):
        if line.section is not section:
            section = line.section
            yield styled((section.value.capitalize(), "bold"))
        if section is Section.CONFLICTS:
            yield styled(("  ≠ ", "yellow"), (plain(line.text.removeprefix("- ")), ""))
            continue
        yield from _entry_lines(entries[line.atom_id], entries, explain)
    if found.caution:
        yield styled((f"Beware: {found.caution}.", "yellow"))


def _order(section: str) -> int:
    from mnemosaic.evidence import Section

    return list(Section).index(Section(section))


def _entry_lines(entry: Entry, entries: dict[str, Entry], explain: bool) -> Iterator[Text]:
    yield styled(("  • ", "dim"), (plain(entry.atom.details), ""))
    source = f"    {origin(entry)}, atom {entry.atom.id[:8]}"
    if entry.path:
        # an association has no direction that would mean something to a reader
        relation = entry.relation.replace("inverse_associated", "associated")
        reached = entries.get(entry.reached_from or "")
        named = f"“{plain(reached.atom.title)}”" if reached else f"atom {(entry.reached_from or '')[:8]}"
        source += f", by {relation} from {named}"
    yield styled((source, "dim"))
    if explain:
        signals = "".join(f", {name} {value:.2f}" for name, value in entry.signals.items())
        yield styled((f"    score {entry.score:.3f}, similarity {entry.similarity:.3f}{signals}", "dim green"))


def origin(entry: Entry) -> str:
    """Who said it, when, and in which turn."""
    return said(entry.turns[0]) if entry.turns else "no source turn"


def said(turn: SourceTurn) -> str:
    """Speaker, day and turn, such as `Ann, 2 Apr 2024, turn D1:3`."""
    moment = turn.said_at or turn.received_at
    return f"{plain(turn.speaker)}, {moment.day} {moment:%b %Y}, turn {plain(turn.source_id or turn.turn_id[:8])}"


def why_line(found: Recall, min_similarity: float | None, why: Why | None = None) -> str:
    """Why there is no entry, in plain words; `min_similarity` as it was asked for, None: the engine's own floor."""
    from mnemosaic.evidence import Why

    if found.sufficiency is not None and not found.entries and why is None:
        return f"Nothing suffices: what is nearest answers {found.sufficiency.score:.2f} of 1 of the question."
    least = (
        "is similar enough to the question" if min_similarity is None else f"reaches a similarity of {min_similarity:g}"
    )

    held, ended = ("holds any more", "has ended") if found.as_of is None else ("held then", "holds at other times")
    words = {
        Why.FOUND: "",
        Why.NOTHING_STORED: f"Nothing is known: no atom is stored in {found.scope} or above it.",
        Why.NOTHING_IN_SCOPE: f"Nothing is known: {found.scope} was never written to, and nothing is stored above it.",
        Why.NOTHING_CURRENT: f"Nothing {held}: what {found.scope} and the scopes above it know {ended}.",
        Why.NOTHING_KNOWN_THEN: f"Nothing was known then: {found.scope} and those above it learnt it all later.",
        Why.IN_CONFLICT: "Nothing is sure: what is nearest is contradicted, and nobody has decided.",
        Why.ONLY_EVENTS: f"Nothing is sure: {found.caution}.",
        Why.UNSUPPORTED: "Nothing is sure: the evidence supports no answer.",
        Why.BELOW_THRESHOLD: f"Nothing is near enough: no atom {least}.",
    }
    return words[why or found.why]


def omitted_line(found: Recall) -> str:
    """Which entries did not fit into the block."""
    budget = found.evidence.budget
    names = ", ".join(found.evidence.omitted)
    return f"{counted(len(found.evidence.omitted), 'atom')} did not fit into the budget of {budget} tokens: {names}"


def explanation_lines(found: Recall) -> Iterator[Text]:
    """How the budget was shared over the types, and what was looked at."""
    route = found.route
    shown = Counter(entry.atom.type for entry in found.entries)
    yield styled((f"Asks for: {route.intent} (confidence {route.confidence:.2f}, decided by {route.path})", "bold"))
    if route.reason:
        yield styled((f"  {plain(route.reason)}", "dim"))
    for kind, weight in route.weights.items():
        numbers = f"weight {weight:.2f}   quota {route.quotas[kind]:>3}   shown {shown[kind]:>3}"
        yield styled((f"  {kind.value:<12}", ""), (numbers, "dim"))
    details = found.explanation or {}
    hits = details.get("hits", {})
    yield styled(("Looked at", "bold"))
    yield styled(("  scopes      ", ""), (", ".join(details.get("scopes", [])) or "none", "dim"))
    yield styled(("  hits        ", ""), (", ".join(f"{count} {plain(name)}" for name, count in hits.items()), "dim"))
    if (enough := found.sufficiency) is not None:
        parts = f"{enough.score:.2f}: nearness {enough.nearness:.2f}, own {enough.own:.2f}, person {enough.person:.2f}"
        yield styled(("  sufficient  ", ""), (parts, "dim"))
    left_out = details.get("below_min_similarity", 0)
    yield styled(("  candidates  ", ""), (f"{details.get('candidates', 0)}, {left_out} too dissimilar", "dim"))
    filtered = ", ".join(f"{count} {plain(rule)}" for rule, count in details.get("filtered", {}).items() if count)
    yield styled(("  left out    ", ""), (filtered or "none", "dim"))
    yield styled(("", ""))
