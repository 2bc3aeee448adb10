"""Import a long conversation and watch the memory of the importer and of the server.

    python benchmarks/import_100k.py [--turns 100000] [--batch 200] [--associations 10] [--no-compare] [--json]

Texts are made up, two statements a turn, and so are their vectors: what is measured is the engine and the database. The
file is written first and read as any file is. The run is stopped once in the middle, as Ctrl-C does, and started again.
Needs the embedded server.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psutil

from mnemosaic import server
from mnemosaic.evaluate.synthetic import SyntheticEmbedder, conversation
from mnemosaic.memory import Memory
from mnemosaic.reports import WriteReport
from mnemosaic.settings import Settings

PART = 10_000
SCOPE = "import/long"
MEGABYTE = 2**20


def main() -> None:
    """Write the file, import it with one break, print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=200, help="turns a transaction")
    parser.add_argument("--associations", type=int, default=10)
    parser.add_argument("--no-compare", action="store_true", help="store without comparing with what is known")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mnemosaic-import-") as folder:
        path = Path(folder) / "turns.jsonl"
        write(path, args.turns)
        settings = Settings(
            data=Path(folder) / "data",
            batch_turns=args.batch,
            associations=args.associations,
            compare=not args.no_compare,
        )
        try:
            found = measure(path, args.turns, settings)
        finally:
            server.stop(settings.data)
    if args.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:<28}{value}")


def write(path: Path, turns: int) -> None:
    """Lines of turns, part by part, in bounded memory."""
    with path.open("w", encoding="utf-8") as file:
        for line in lines(turns):
            file.write(line + "\n")


def lines(turns: int) -> Iterator[str]:
    """Turns of two statements each, as JSON."""
    for start in range(0, turns, PART):
        for turn in conversation(2 * min(PART, turns - start), seed=start // PART + 1):
            said = turn.said_at + timedelta(days=start // PART * 30) if turn.said_at else None
            named = turn.model_copy(update={"session": f"{start // PART}-{turn.session}", "said_at": said})
            yield named.model_dump_json(by_alias=True, exclude_none=True)


class Watch:
    """Notes time and memory at every batch, and breaks the import off once."""

    def __init__(self, settings: Settings, stop_at: int) -> None:
        self._own = psutil.Process()
        self._server = psutil.Process(server.status(settings.data).pid)
        self._stop_at = stop_at
        self._start = time.perf_counter()
        self.own: list[int] = []
        self.database: list[int] = []

    def __call__(self, report: WriteReport) -> None:
        """`progress` of `Memory.ingest`."""
        self.own.append(self._own.memory_info().rss // MEGABYTE)
        self.database.append(self._server.memory_info().rss // MEGABYTE)
        done = report.turns.stored + report.turns.existing
        if len(self.own) % 25 == 0:
            seconds = time.perf_counter() - self._start
            print(f"{done} turns, {report.added} atoms, {seconds:.0f} s, {self.own[-1]} MB", file=sys.stderr)
        if done >= self._stop_at:
            self._stop_at = sys.maxsize
            raise KeyboardInterrupt


def measure(path: Path, turns: int, settings: Settings) -> dict[str, object]:
    """What the import took, in seconds and megabytes of resident memory."""
    with Memory.open(settings=settings, embedder=SyntheticEmbedder()) as memory:
        watch = Watch(settings, stop_at=turns // 2)
        start = time.perf_counter()
        try:
            memory.ingest(path, scope=SCOPE, progress=watch)
        except KeyboardInterrupt:
            print("stopped in the middle, starting again", file=sys.stderr)
        report = memory.ingest(path, scope=SCOPE, progress=watch)
        seconds = time.perf_counter() - start
        again = memory.ingest(path, scope=SCOPE)
    quarter = len(watch.own) // 4
    return {
        "schema": 1,
        "turns": turns,
        "compared": settings.compare,
        "ok": report.ok,
        "turns_done": report.turns.stored + report.turns.existing,
        "added_after_the_break": report.added,
        "added_by_importing_again": again.added,
        "seconds": round(seconds, 1),
        "turns_per_second": round(turns / seconds, 1),
        "importer_mb_after_a_quarter": watch.own[quarter],
        "importer_mb_at_the_end": watch.own[-1],
        "importer_mb_most": max(watch.own),
        "server_mb_most": max(watch.database),
    }


if __name__ == "__main__":
    main()
