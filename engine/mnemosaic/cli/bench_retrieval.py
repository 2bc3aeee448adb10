"""`mnemosaic bench musique`, and the questions of `bench halumem`: recall of the texts that a question needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.output import print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from mnemosaic.evaluate.retrieval import RetrievalReport

Rankings = Annotated[Path | None, typer.Option("--rankings", help="File for the ranked turns of each question.")]
Folder = Annotated[
    Path, typer.Option("--data", help="The folder of passages and triples.", exists=True, file_okay=False)
]


def register(group: typer.Typer) -> None:
    """Add the commands of this module to the group `bench`."""
    group.command("musique")(musique)


@connected
def musique(connection: Connection, data: Folder, rankings: Rankings = None, as_json: AsJson = False) -> None:
    """MuSiQue: recall of the passages that a question needs several of, over a graph of ready triples."""
    from mnemosaic.evaluate.musique import run

    with opened(connection, as_json) as memory, written(rankings) as file, said(as_json, "reading") as say:
        report = run(memory, data, file, say)
    show(report, as_json)


def halumem_points(connection: Connection, data: Path, rankings: Path | None, as_json: bool) -> None:
    """HaluMem: recall of the memory points that answer a question."""
    from mnemosaic.evaluate.halumem_points import run

    with opened(connection, as_json) as memory, written(rankings) as file, said(as_json, "reading") as say:
        report = run(memory, data, file, say)
    show(report, as_json)


def show(report: RetrievalReport, as_json: bool) -> None:
    """Print a report, as lines or as JSON."""
    if as_json:
        print_json(report)
    else:
        print_lines(retrieval_lines(report))


def retrieval_lines(report: RetrievalReport) -> Iterator[str]:
    """A report as a table of percentages."""
    cuts = list(report.recall)
    asked = f"{report.questions} questions, {report.abstained} of them not answered"
    yield f"{asked}, {report.texts} texts, {report.embedder}"
    yield f"{'':<32}" + "".join(f"{'R@' + cut:>8}" for cut in cuts)
    inner = {f"  {name}": values for name, values in {**report.by_category, **report.by_part}.items()}
    rows = {"mnemosaic": report.recall, **inner, **report.baselines}
    for name, values in rows.items():
        yield f"{name:<32}" + "".join(f"{100 * values[cut]:>8.1f}" for cut in cuts)


@contextmanager
def written(path: Path | None) -> Iterator[TextIO | None]:
    """The file for rankings, opened to be written anew; None without one. Raises `InputError`."""
    from mnemosaic.errors import InputError

    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error
    with file:
        yield file
