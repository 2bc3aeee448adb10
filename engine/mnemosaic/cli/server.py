"""`mnemosaic up, down, status, logs, backup, restore`: the embedded server from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic import server
from mnemosaic.errors import BackupError

if TYPE_CHECKING:
    from mnemosaic.server.records import Record, ServerStatus

Data = Annotated[
    Path | None, typer.Option("--data", help="Data directory.", envvar="MNEMOSAIC_DATA", show_default="the user's own")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Port = Annotated[int | None, typer.Option("--port", help="Bolt port.", show_default="7687, or a free one")]
HttpPort = Annotated[int | None, typer.Option("--http-port", help="HTTP port.", show_default="7474, or a free one")]
Memory = Annotated[
    str | None,
    typer.Option("--memory", help="Heap, such as 2g; half as much again is page cache.", envvar="MNEMOSAIC_MEMORY"),
]
IdleStop = Annotated[
    float | None, typer.Option("--idle-stop", min=0.0, help="Stop after so many minutes without a client.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    for command in (up, down, status, logs, backup, restore):
        app.command()(command)


def up(
    data: Data = None,
    port: Port = None,
    http_port: HttpPort = None,
    memory: Memory = None,
    idle_stop: IdleStop = None,
    as_json: AsJson = False,
) -> None:
    """Start the embedded Neo4j, or attach to the one that runs."""
    with _progress(as_json) as progress:
        report = server.up(data, port=port, http_port=http_port, memory=memory, idle_stop=idle_stop, progress=progress)
    done = "was already running" if report.attached else f"started in {report.seconds:.1f} s"
    _show(report, as_json, [f"Neo4j {report.version} {done}", *_running_lines(report)])


def down(data: Data = None, as_json: AsJson = False) -> None:
    """Stop the embedded Neo4j and wait for its clean end."""
    with _progress(as_json) as progress:
        report = server.stop(data, progress)
    _show(report, as_json, [f"stopped in {report.seconds:.1f} s" if report.was_running else "it was not running"])


def status(data: Data = None, as_json: AsJson = False) -> None:
    """Tell whether the embedded Neo4j runs, where, and on which Java."""
    report = server.status(data)
    if report.running:
        lines = [f"Neo4j {report.version} runs, process {report.pid}", *_running_lines(report)]
    else:
        store = f"a store of Neo4j {report.version}, {report.store_mib} MiB" if report.version else "no store yet"
        lines = ["not running", f"data      {report.data} ({store})"]
    _show(report, as_json, lines)


def logs(
    data: Data = None,
    log: Annotated[str, typer.Option("--log", help="neo4j, debug, security or jvm.")] = "neo4j",
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="How many of the last lines.")] = 40,
    as_json: AsJson = False,
) -> None:
    """Print the last lines of one of the server's logs."""
    report = server.tail(data, log=log, lines=lines)
    _show(report, as_json, report.lines or [f"nothing in {report.file} yet"])


def backup(
    file: Annotated[Path, typer.Argument(help="File to write.")],
    data: Data = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Dump the memories into one file. The server stops for it, and starts again if it ran."""
    folder = file.expanduser().resolve().parent
    if not folder.is_dir():
        raise BackupError(f"there is no folder {folder} to write {file.name} to: check the name, or make it first")
    with _progress(as_json) as progress:
        report = server.backup(file, data, force=force, progress=progress)
    again = "; the server was stopped for it and runs again" if report.restarted else ""
    _show(report, as_json, [f"wrote {report.bytes:,} bytes to {report.file} in {report.seconds:.1f} s{again}"])


def restore(
    file: Annotated[Path, typer.Argument(help="File that `backup` wrote.")],
    data: Data = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Load a dump into a data directory. The server stops for it, and starts again if it ran."""
    with _progress(as_json) as progress:
        report = server.restore(file, data, force=force, progress=progress)
    again = "; the server was stopped for it and runs again" if report.restarted else ""
    _show(report, as_json, [f"loaded {report.file} into {report.data} in {report.seconds:.1f} s{again}"])


def _running_lines(report: ServerStatus) -> list[str]:
    vector = "" if report.vector_module else ", without the vector module: a full JDK searches faster"
    idle = f"idle stop after {report.idle_stop:g} minutes" if report.idle_stop is not None else "up until `down`"
    return [
        f"bolt      {report.uri}",
        f"browser   {report.browser}",
        f"user      neo4j, password in {report.password_file}",
        f"data      {report.data} ({report.store_mib} MiB)",
        f"java      {report.java_version} at {report.java}{vector}",
        f"memory    {report.memory} of heap, {report.memory_used_mib} MiB in use; {idle}",
    ]


@contextmanager
def _progress(as_json: bool) -> Iterator[server.Progress | None]:
    """Progress on standard error; none where a program reads the output."""
    if as_json:
        yield None
        return
    with server.terminal() as progress:
        yield progress


def _show(report: Record, as_json: bool, lines: list[str]) -> None:
    """Print a report as JSON, or the lines that say the same to a person."""
    if as_json:
        typer.echo(report.model_dump_json(by_alias=True, indent=2))
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for line in lines:
        console.print(line)
