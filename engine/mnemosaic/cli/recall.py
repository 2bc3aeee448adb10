"""`mnemosaic recall`: a question and the evidence for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.evidence import explanation_lines, omitted_line, recall_lines, why_line
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.output import hint, print_json, print_lines

if TYPE_CHECKING:
    from mnemosaic.evidence import Recall

Question = Annotated[str, typer.Argument(help="What to look for.")]
Count = Annotated[int | None, typer.Option("--k", "-k", help="Entries at most.", show_default="20")]
Similarity = Annotated[
    float | None,
    typer.Option(
        "--min-similarity", help="Leave out what is less similar, in 0..1.", show_default="the engine's own floor"
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Show weights, quotas, scores and paths.")]


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(recall)


@connected
def recall(
    connection: Connection,
    question: Question,
    scope: Scope,
    k: Count = None,
    min_similarity: Similarity = None,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Recall what the reader of a scope knows about a question: typed, sourced evidence.

    The reader sees its own scope and those above it, never siblings or what is below.
    """
    check(question, scope)
    when = moment(as_of, as_recorded)
    with opened(connection, as_json) as memory:
        found = memory.recall(question, scope=scope, k=k, min_similarity=min_similarity, as_of=when, explain=explain)
    if as_json:
        print_json(found)
    else:
        _print(found, min_similarity, explain)


def check(question: str, scope: str) -> None:
    """What can be found wrong before a server is started for it."""
    from mnemosaic import scopes
    from mnemosaic.errors import InputError

    scopes.parse(scope)
    if not question.strip():
        raise InputError("the question is empty: say what to look for")


def _print(found: Recall, min_similarity: float | None, explain: bool) -> None:
    if explain:
        print_lines(explanation_lines(found))
    if not found.entries:
        print_lines([why_line(found, min_similarity)])
    print_lines(recall_lines(found, explain))
    if found.evidence.omitted:
        hint(omitted_line(found))
