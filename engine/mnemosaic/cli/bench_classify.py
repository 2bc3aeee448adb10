"""`mnemosaic bench classify, halumem`: how right types and facets are, and what questions and updates find."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.bench_retrieval import Rankings, halumem_points
from mnemosaic.cli.connection import AsJson, Connection, connected, opened, progress, ready_embedder
from mnemosaic.cli.output import print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from mnemosaic.evaluate.classify import ClassifyReport, PathFigures
    from mnemosaic.evaluate.halumem_facets import FacetScores, FacetsReport
    from mnemosaic.evaluate.halumem_updates import UpdatesReport
    from mnemosaic.models.protocols import Embedder
    from mnemosaic.settings import Settings

EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", help="Embedding model, local or openai:<name>.", envvar="MNEMOSAIC_EMBEDDER"),
]
ModelSample = Annotated[
    int,
    typer.Option(
        "--model-sample", min=1, help="Statements of each task that the model is asked about, where one is configured."
    ),
]
Folder = Annotated[Path, typer.Option("--data", help="The folder of HaluMem users.", exists=True, file_okay=False)]
Facets = Annotated[bool, typer.Option("--facets", help="Facets of the memory points; needs no server.")]
Updates = Annotated[bool, typer.Option("--updates", help="What updates replace, and what ends by mistake.")]


def register(group: typer.Typer) -> None:
    """Add the commands of this module to the group `bench`."""
    group.command("classify")(classify)
    group.command("halumem")(halumem)


def classify(embedder: EmbedderName = None, model_sample: ModelSample = 40, as_json: AsJson = False) -> None:
    """Accuracy and time of the hashed path, of exact neighbours, and of one model call a statement."""
    from mnemosaic import models
    from mnemosaic.evaluate.classify import run

    with _embedding(embedder, as_json) as (found, settings), said(as_json, "embedding") as say:
        report = run(found, models.language_model_from(settings), say, model_sample)
    if as_json:
        print_json(report)
    else:
        print_lines(_classify_lines(report))


@connected
def halumem(
    connection: Connection,
    data: Folder,
    facets: Facets = False,
    updates: Updates = False,
    rankings: Rankings = None,
    as_json: AsJson = False,
) -> None:
    """HaluMem: recall of the memory points that answer its questions; or their facets; or what its updates find."""
    from mnemosaic.errors import InputError

    if facets and updates:
        raise InputError("say what to measure: --facets or --updates, one at a time")
    if rankings is not None and (facets or updates):
        raise InputError("only questions are ranked: leave --rankings out, or --facets and --updates")
    if facets:
        _facets(connection, data, as_json)
    elif updates:
        _updates(connection, data, as_json)
    else:
        halumem_points(connection, data, rankings, as_json)


def _facets(connection: Connection, data: Path, as_json: bool) -> None:
    from mnemosaic.evaluate.halumem_facets import run

    with _embedding(connection.embedder, as_json) as (found, _), said(as_json, "embedding") as say:
        report = run(found, data, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_facet_lines(report))


def _updates(connection: Connection, data: Path, as_json: bool) -> None:
    from mnemosaic.evaluate.halumem_updates import run

    with opened(connection, as_json) as memory, said(as_json, "writing") as say:
        report = run(memory, data, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_update_lines(report))


@contextmanager
def _embedding(name: str | None, quiet: bool) -> Iterator[tuple[Embedder, Settings]]:
    from mnemosaic.settings import Settings

    settings = Settings.load(embedder=name)
    with progress(quiet) as show:
        found = ready_embedder(settings, show)
    yield found, settings


def _classify_lines(report: ClassifyReport) -> Iterator[str]:
    yield f"{report.embedder}; embedding takes {report.embedding_microseconds:,.0f} µs a statement, not counted below"
    for task, figures in report.tasks.items():
        yield f"{task}: {figures.exemplars} exemplars"
        yield f"{'':<26}{'answered':>9}{'accuracy':>9}{'macro-F1':>9}{'µs':>13}"
        for name, path in figures.fifth.items():
            yield _path_line(f"{name}, unseen fifth", path)
        for name, scores in figures.folds.items():
            yield f"  {name + ', five folds':<24}{'':>9}{scores.accuracy:>9.1%}{scores.macro_f1:>9.1%}"
        for name, path in figures.sample.items():
            yield _path_line(f"{name}, {figures.sampled} of that fifth", path)
    if report.model is None:
        yield "one model call a statement: not measured, no language model is configured (MNEMOSAIC_MODEL)"
    else:
        costs = f"{report.model_calls:,} calls, {report.model_tokens:,} tokens"
        yield f"model: {report.model}, {costs}, {report.model_failed} without a usable answer"


def _path_line(name: str, path: PathFigures) -> str:
    scores = path.scores
    shares = f"{path.answered:>9.1%}{scores.accuracy:>9.1%}{scores.macro_f1:>9.1%}"
    return f"  {name:<24}{shares}{path.microseconds:>13,.1f}"


def _facet_lines(report: FacetsReport) -> Iterator[str]:
    yield f"{report.embedder}, {report.exemplars} exemplars of our own writing"
    for name, scores in {"all": report.overall, **report.by_user}.items():
        counts = ", ".join(f"{count} {label}" for label, count in scores.true.items())
        yield f"{name}: {scores.points} points ({counts})"
        yield from _rows(scores)


def _rows(scores: FacetScores) -> Iterator[str]:
    yield f"{'':<34}{'accuracy':>9}{'macro-F1':>9}"
    rows = {
        "our exemplars": scores.exemplars,
        "our exemplars, unclear left out": scores.written,
        "majority": scores.majority,
        "nearest points of other users": scores.nearest,
    }
    for name, found in rows.items():
        yield f"  {name:<32}{found.accuracy:>9.1%}{found.macro_f1:>9.1%}"


def _update_lines(report: UpdatesReport) -> Iterator[str]:
    yield f"{report.embedder}; an original has a cosine of {report.similar_from:g} at least"
    for name, found in {"all": report.overall, **report.by_user}.items():
        yield f"{name}: {found.points} points, {found.updates} updates, {found.without_original} without an original"
        yield f"  of {found.originals} originals ({found.equal} word for word, {found.same_type} of the update's type)"
        yield f"    {'candidates':<16}{found.candidates:>7.1%}"
        yield f"    {'judged':<16}{found.judged:>7.1%}"
        yield f"    {'superseded':<16}{found.superseded:>7.1%}"
        yield f"    {'contradicted':<16}{found.contradicted:>7.1%}"
        yield f"  of {found.points - found.updates} points that update nothing"
        yield f"    {'false updates':<16}{found.false_updates:>7.1%}  {_listed(found.false_update_kinds)}"
        yield f"    {'false conflicts':<16}{found.false_conflicts:>7.1%}  {_listed(found.false_conflict_kinds)}"


def _listed(kinds: dict[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items())
