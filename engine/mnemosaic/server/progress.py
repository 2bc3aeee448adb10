"""How long work reports itself: a callback, and one that draws it on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    """Told what is being done and how far it is. Calls may come from several threads."""

    def __call__(self, what: str, done: int = 0, total: int = 0) -> None:
        """Show `done` of `total` bytes; a `total` of 0 means that the end is not known."""


def silent(what: str, done: int = 0, total: int = 0) -> None:
    """A `Progress` that shows nothing."""


@contextmanager
def terminal() -> Iterator[Progress]:
    """A `Progress` drawn by rich on standard error: a bar for bytes, a spinner for the rest. Gone when it ends.

    Where standard error is no terminal nothing is drawn: all that rich leaves there is an empty line.
    """
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, SpinnerColumn, Task, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars
    from rich.text import Text

    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return

    class Bytes(DownloadColumn):
        def render(self, task: Task) -> Text:
            return super().render(task) if task.total else Text()

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), Bytes(), TimeElapsedColumn())
    with Bars(*columns, console=console, transient=True) as bars:
        task = bars.add_task("", total=None)

        def show(what: str, done: int = 0, total: int = 0) -> None:
            bars.update(task, description=what, completed=done, total=total or None)

        yield show
