"""What did not go in, in one line for each kind of problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mnemosaic.cli.output import counted, plain

if TYPE_CHECKING:
    from mnemosaic.reports import Problem, WriteReport

NAMED = 5


def problem_lines(report: WriteReport) -> Iterator[str]:
    """A line for each kind of problem with its first places, and one that says how to go on with waiting turns."""
    kinds: dict[str, list[Problem]] = {}
    for problem in report.problems:
        kinds.setdefault(re.sub(r"\d+", "#", _split(problem)[1]), []).append(problem)
    for found in kinds.values():
        yield _line(found)
    waiting = report.turns.pending + report.turns.failed
    if waiting:
        kept = "is stored" if waiting == 1 else "are stored"
        yield (
            f"{counted(waiting, 'turn')} without atoms {kept} and can be tried again: "
            f"run `mnemosaic resume --scope {report.scope}`"
        )


def _line(found: Sequence[Problem]) -> str:
    reason = plain(_split(found[0])[1])
    if found[0].turn is not None:
        return f"no atoms were made of {counted(len(found), 'turn')}: {reason}"
    places = ", ".join(plain(_split(problem)[0]) for problem in found[:NAMED])
    more = f" and {len(found) - NAMED:,} more" if len(found) > NAMED else ""
    return f"{counted(len(found), 'line')} left out: {reason} ({places}{more})"


def _split(problem: Problem) -> tuple[str, str]:
    """Where a problem is and what it is; a reader's reason begins with the place."""
    if problem.line is None:
        return "", problem.reason
    where, _, reason = problem.reason.partition(": ")
    return where, reason
