"""`mnemosaic answer`: a question, and an answer with its sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.evidence import said, why_line
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.output import hint, plain, print_json, print_lines, styled
from mnemosaic.cli.recall import Count, Question, check

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.answers import Answer


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(answer)


@connected
def answer(
    connection: Connection,
    question: Question,
    scope: Scope,
    k: Count = None,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from what the reader of a scope knows, with sources, or say why there is no answer.

    A language model answers where one is set up (MNEMOSAIC_MODEL); otherwise the best sentences are shown.
    """
    check(question, scope)
    when = moment(as_of, as_recorded)
    with opened(connection, as_json) as memory:
        made = memory.answer(question, scope=scope, k=k, as_of=when)
    if as_json:
        print_json(made)
        return
    print_lines(_lines(made))
    if made.problem is not None:
        hint(f"the language model failed, these are the best sentences: {plain(made.problem)}")


def _lines(made: Answer) -> Iterator[Text]:
    if made.abstained:
        yield styled((why_line(made.evidence, None, made.why), "bold"))
    else:
        yield styled((plain(made.text), "bold"))
    for citation in made.citations:
        source = said(citation.turns[0]) if citation.turns else "no source turn"
        yield styled(
            ("  • ", "dim"), (plain(citation.details), ""), (f"  {source}, atom {citation.atom_id[:8]}", "dim")
        )
    for left in made.dropped:
        yield styled((f"  dropped: {plain(left.text)} ({plain(left.reason)})", "dim"))
