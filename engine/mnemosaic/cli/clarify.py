"""`mnemosaic clarifications, clarify`: statements that are kept apart, and the answers to what is asked about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.outcomes import advise, outcome_lines
from mnemosaic.cli.output import complain, hint, plain, print_json, print_lines, styled
from mnemosaic.cli.problems import problem_lines

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.conflicts import Clarification

AtomId = Annotated[str, typer.Argument(metavar="ATOM", help="Id of the statement that is kept apart.")]
Yes = Annotated[bool, typer.Option("--yes", help="It is true: store it.")]
No = Annotated[bool, typer.Option("--no", help="It is not true: drop it.")]
Instead = Annotated[str | None, typer.Option("--text", help="What is true instead.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="Statements at most.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    app.command()(clarifications)
    app.command()(clarify)


@connected
def clarifications(connection: Connection, scope: Scope, limit: Limit = 100, as_json: AsJson = False) -> None:
    """List what is kept apart in a scope, newest first, each with the question to answer."""
    from mnemosaic import scopes
    from mnemosaic.cli.reports import ClarificationPage

    scopes.parse(scope)
    with opened(connection, as_json) as memory:
        found = memory.clarifications(scope=scope, limit=limit)
    if as_json:
        print_json(ClarificationPage(scope=scope, clarifications=tuple(found)))
        return
    print_lines(line for item in found for line in _lines(item))
    hint("answer with: mnemosaic clarify ATOM --yes, --no or --text" if found else f"nothing is kept apart in {scope}")


@connected
def clarify(
    connection: Connection,
    atom_id: AtomId,
    yes: Yes = False,
    no: No = False,
    text: Instead = None,
    as_json: AsJson = False,
) -> None:
    """Answer the question about a statement that is kept apart: store it, drop it, or say what is true instead."""
    answer = _answer(yes, no, text)
    with opened(connection, as_json) as memory:
        report = memory.clarify(atom_id, answer)
    if as_json:
        print_json(report)
    else:
        print_lines(outcome_lines(report) if answer is not False else ["dropped"])
        advise(report)
    complain(list(problem_lines(report)))


def _answer(yes: bool, no: bool, text: str | None) -> bool | str:
    from mnemosaic.errors import InputError

    if yes + no + (text is not None) != 1:
        raise InputError("give exactly one answer: --yes, --no or --text TEXT")
    if text is None:
        return yes
    if not text.strip():
        raise InputError("the text is empty: say what is true instead")
    return text


def _lines(item: Clarification) -> Iterator[Text]:
    why = item.reason.value.replace("_", " ")
    about = f"  {why}, confidence {item.confidence:.2f}, {item.proposed_type.value}, atom {item.atom_id}"
    yield styled((plain(item.details), ""), (about, "dim"))
    yield styled((f"  {plain(item.question)}", "dim"))
