"""`mnemosaic bench locomo, musique, halumem, speed, conflicts, classify`: the figures of the README."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli import bench_classify, bench_retrieval
from mnemosaic.cli.bench_retrieval import Rankings, written
from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.output import print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from mnemosaic.evaluate.conflicts import ConflictReport
    from mnemosaic.evaluate.locomo import LocomoReport
    from mnemosaic.evaluate.speed import SpeedReport

CUTS = ("5", "10", "20")
CATEGORIES = {"1": "multi-hop", "2": "temporal", "3": "open-domain", "4": "single-hop", "5": "adversarial"}

# takes the place of the connection's --data: the server's data directory is named by MNEMOSAIC_DATA here
DataSet = Annotated[Path, typer.Option("--data", help="The LoCoMo file.", exists=True, dir_okay=False)]
Suite = Annotated[Path, typer.Option("--data", help="A suite as JSON Lines.", exists=True, dir_okay=False)]
Names = Annotated[str | None, typer.Option("--conversations", help="Some only, such as conv-26,conv-30.")]
Atoms = Annotated[int, typer.Option("--atoms", min=1000, help="Atoms to write and read.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`, as a group."""
    group = typer.Typer(help="Measure recall, speed and typing.")
    group.command("locomo")(locomo)
    group.command("speed")(speed)
    group.command("conflicts")(conflicts)
    bench_classify.register(group)
    bench_retrieval.register(group)
    app.add_typer(group, name="bench")


@connected
def locomo(
    connection: Connection,
    data: DataSet,
    conversations: Names = None,
    rankings: Rankings = None,
    as_json: AsJson = False,
) -> None:
    """Recall of the turns that hold the evidence, beside flat dense retrieval and BM25."""
    from mnemosaic.evaluate.locomo import run

    wanted = [name.strip() for name in conversations.split(",")] if conversations else None
    with opened(connection, as_json) as memory, written(rankings) as file, said(as_json, "reading") as say:
        report = run(memory, data, wanted, file, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_locomo_lines(report))


@connected
def conflicts(connection: Connection, data: Suite, as_json: AsJson = False) -> None:
    """How many contradictions of a suite are found, and how many true statements are taken for one."""
    from mnemosaic.evaluate.conflicts import run

    with opened(connection, as_json) as memory, said(as_json, "writing") as say:
        report = run(memory, data, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_conflict_lines(report))


def speed(atoms: Atoms = 10_000, as_json: AsJson = False) -> None:
    """Milliseconds of a recall, atoms written a second, recall of the indexes; on a server of its own."""
    from mnemosaic.evaluate.speed import run

    with said(as_json, "starting") as say:
        report = run(atoms, say)
    if as_json:
        print_json(report)
    else:
        print_lines(_speed_lines(report))


def _locomo_lines(report: LocomoReport) -> Iterator[str]:
    yield f"{report.questions} questions on {', '.join(report.conversations)}, {report.embedder}"
    yield f"{'':<24}" + "".join(f"{'R@' + cut:>8}" for cut in CUTS)
    categories = {f"  {CATEGORIES.get(name, name)}": values for name, values in sorted(report.by_category.items())}
    rows = {"mnemosaic": report.recall, **categories, **report.baselines}
    for name, values in rows.items():
        yield f"{name:<24}" + "".join(f"{100 * values[cut]:>8.1f}" for cut in CUTS if cut in values)
    if (found := report.abstention) is not None:
        low, high = found.interval
        yield f"abstention: AUROC {found.sufficiency:.3f}, top score alone {found.top_score:.3f}"
        yield f"  difference {found.difference:+.3f} (95% from {low:+.3f} to {high:+.3f})"
        yield f"  at {found.threshold:g}: {found.kept:.1%} of answerable kept, {found.refused:.1%} of others refused"


def _speed_lines(report: SpeedReport) -> Iterator[str]:
    yield f"{report.atoms:,} atoms, Java {report.java}"
    yield f"recall            p50 {report.recall_ms.p50:.1f} ms, p95 {report.recall_ms.p95:.1f} ms"
    yield f"raw vector query  p50 {report.raw_vector_ms.p50:.1f} ms, p95 {report.raw_vector_ms.p95:.1f} ms"
    yield f"round trips       {report.round_trips}; recall takes {report.recall_to_raw:g} times the raw query"
    rates = f"{report.write_atoms_per_second:,.0f} atoms a second, {report.write_with_edges_per_second:,.0f} with edges"
    rates += f", {report.write_checked_per_second:,.0f} compared with what is known"
    yield f"writing           {rates}"
    shares = ", ".join(f"{float(share):.0%}: {found:.3f}" for share, found in report.index_recall.items())
    yield f"index recall      {shares} (by share of atoms let through)"


def _conflict_lines(report: ConflictReport) -> Iterator[str]:
    yield f"{report.probes} probes"
    yield f"detected          {report.detected:.3f} (a line of them was looked at: {report.candidates:.3f})"
    yield f"false alarms      {report.false_alarms:.3f}"
    yield f"verdict accuracy  {report.verdict_accuracy:.3f}"
    dimensions = ", ".join(f"{name.value} {share:.3f}" for name, share in report.by_dimension.items())
    yield f"conflicts         {dimensions}; implicit {report.implicit:.3f}, explicit {report.explicit:.3f}"
    yield f"changes           {report.updates:.3f}"
