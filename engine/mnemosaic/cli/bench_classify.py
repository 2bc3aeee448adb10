"""`mnemosaic bench classify, halumem`: how right types and facets are. Neither needs a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, progress, ready_embedder
from mnemosaic.cli.output import print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from mnemosaic.evaluate.classify import ClassifyReport
    from mnemosaic.evaluate.halumem_facets import FacetScores, FacetsReport
    from mnemosaic.models.protocols import Embedder
    from mnemosaic.settings import Settings

EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", help="Embedding model, local or openai:<name>.", envvar="MNEMOSAIC_EMBEDDER"),
]
Folder = Annotated[Path, typer.Option("--data", help="The folder of HaluMem users.", exists=True, file_okay=False)]
Facets = Annotated[bool, typer.Option("--facets", help="Facets of the memory points.")]


def register(group: typer.Typer) -> None:
    """Add the commands of this module to the group `bench`."""
    group.command("classify")(classify)
    group.command("halumem")(halumem)


def classify(embedder: EmbedderName = None, as_json: AsJson = False) -> None:
    """Accuracy and time of the hashed path, of exact neighbours, and of one model call a statement."""
    from mnemosaic import models
    from mnemosaic.evaluate.classify import run

    with _embedding(embedder, as_json) as (found, settings), said(as_json, "embedding") as say:
        report = run(found, models.language_model_from(settings), say)
    if as_json:
        print_json(report)
    else:
        print_lines(_classify_lines(report))


def halumem(data: Folder, facets: Facets = False, embedder: EmbedderName = None, as_json: AsJson = False) -> None:
    """HaluMem: facets of its memory points, beside the majority and the nearest points of other users."""
    from mnemosaic.errors import InputError
    from mnemosaic.evaluate.halumem_facets import run

    if not facets:
        raise InputError("say what to measure: --facets")
    with _embedding(embedder, as_json) as (found, _), said(as_json, "embedding") as say:
        report = run(found, data, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_facet_lines(report))


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
        yield f"{'':<26}{'answered':>9}{'accuracy':>9}{'macro-F1':>9}{'µs':>11}"
        for name, path in figures.fifth.items():
            scores = path.scores
            shares = f"{path.answered:>9.1%}{scores.accuracy:>9.1%}{scores.macro_f1:>9.1%}"
            yield f"  {name + ', unseen fifth':<24}{shares}{path.microseconds:>11,.1f}"
        for name, scores in figures.folds.items():
            yield f"  {name + ', five folds':<24}{'':>9}{scores.accuracy:>9.1%}{scores.macro_f1:>9.1%}"
    if report.model is None:
        yield "one model call a statement: not measured, no language model is configured (MNEMOSAIC_MODEL)"
    else:
        yield f"model: {report.model}, {report.model_calls:,} calls, {report.model_tokens:,} tokens"


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
