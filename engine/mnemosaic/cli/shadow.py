"""`mnemosaic why-not, shadow`: why an atom was not recalled, and typed reading beside flat reading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.output import counted, plain, print_json, print_lines, styled
from mnemosaic.cli.recall import Count, Question, Similarity, check

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.explained import ShadowEntry, ShadowReport

AtomId = Annotated[str, typer.Argument(metavar="ATOM", help="Id of the atom that is missed.")]
File = Annotated[
    Path, typer.Argument(help="Questions, one a line; or JSON Lines with a question.", exists=True, dir_okay=False)
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    app.command("why-not")(why_not)
    app.command()(shadow)


@connected
def why_not(
    connection: Connection,
    atom_id: AtomId,
    question: Question,
    scope: Scope,
    k: Count = None,
    min_similarity: Similarity = None,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    as_json: AsJson = False,
) -> None:
    """Say which rule keeps an atom out of a recall."""
    check(question, scope)
    when = moment(as_of, as_recorded)
    with opened(connection, as_json) as memory:
        found = memory.why_not(atom_id, question, scope=scope, k=k, min_similarity=min_similarity, as_of=when)
    if as_json:
        print_json(found)
        return
    rank = f", rank {found.rank}" if found.rank else ""
    print_lines([f"{found.rule.value}: {plain(found.reason)}{rank}"])


@connected
def shadow(connection: Connection, file: File, scope: Scope, k: Count = None, as_json: AsJson = False) -> None:
    """Read a file of questions both ways over the same atoms, typed and as flat top-k, and show the differences."""
    questions = _questions(file)
    check(questions[0], scope)
    with opened(connection, as_json) as memory:
        report = memory.shadow(questions, scope=scope, k=k)
    if as_json:
        print_json(report)
    else:
        print_lines(_lines(report))


def _questions(file: Path) -> list[str]:
    from mnemosaic.errors import FormatError

    found = []
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"{file} cannot be read as text: {error}") from error
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("{"):
            try:
                text = _question(json.loads(text))
            except (ValueError, RecursionError) as error:
                raise FormatError(f"{file}, line {number}: give a JSON object with a question") from error
        if text:
            found.append(text)
    if not found:
        raise FormatError(f"{file} holds no question: give one a line")
    return found


def _question(line: object) -> str:
    asked = line.get("question") if isinstance(line, dict) else None
    if not isinstance(asked, str) or not asked.strip():
        raise ValueError("no question")
    return asked.strip()


def _lines(report: ShadowReport) -> Iterator[Text]:
    for row in report.questions:
        tokens = f"  {row.both} in both, tokens: flat {row.flat_tokens}, typed {row.typed_tokens}"
        yield styled((plain(row.question), "bold"), (tokens, "dim"))
        yield from (_entry("- flat ", entry) for entry in row.only_flat)
        yield from (_entry("+ typed", entry) for entry in row.only_typed)
    asked = counted(len(report.questions), "question")
    yield styled((f"{asked}, k {report.k}: {report.overlap:.0%} of the flat entries are in both", "bold"))
    yield styled((f"tokens: flat {report.flat_tokens:,}, typed {report.typed_tokens:,}", ""))
    if report.abstained:
        yield styled((f"typed reading abstained {report.abstained} times", ""))


def _entry(sign: str, entry: ShadowEntry) -> Text:
    relation = f" by {entry.relation}" if entry.relation else ""
    return styled((f"  {sign}  ", "dim"), (plain(entry.details), ""), (f"  {entry.score:.3f}{relation}", "dim"))
