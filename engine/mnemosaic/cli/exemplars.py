"""`mnemosaic exemplars add, remove, list`: the labelled texts that teach the classifier and the router."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.output import counted, plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.cli.reports import ListedExemplar
    from mnemosaic.exemplars.store import ExemplarTask
    from mnemosaic.graph import Graph

Task = Annotated[str, typer.Option("--task", help="What it teaches: type, facet, route or risk.")]
AnyTask = Annotated[str | None, typer.Option("--task", help="Those of one task only.")]
Label = Annotated[str, typer.Option("--label", help="The label of the text, such as semantic for the task type.")]
Texts = Annotated[list[str], typer.Argument(help="One text or more; questions for route and risk.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`, as a group."""
    group = typer.Typer(help="Labelled texts that teach the classifier and the router.", no_args_is_help=False)
    group.command("add")(add)
    group.command("remove")(remove)
    group.command("list")(listing)
    app.add_typer(group, name="exemplars")


@connected
def add(connection: Connection, texts: Texts, task: Task, label: Label, as_json: AsJson = False) -> None:
    """Add exemplars; they count at once in every running engine."""
    from mnemosaic.cli.reports import ExemplarsAdded
    from mnemosaic.exemplars.store import Exemplar

    wanted = _task_named(task)
    given = _written(texts)
    with opened(connection, as_json) as memory:
        added = memory.exemplars.add(Exemplar(task=wanted, label=label, text=text) for text in given)
        report = ExemplarsAdded(added=added, version=memory.exemplars.version())
    if as_json:
        print_json(report)
    else:
        print_lines([f"added {counted(report.added, 'exemplar')}"])


@connected
def remove(connection: Connection, texts: Texts, task: Task, label: Label, as_json: AsJson = False) -> None:
    """Remove exemplars, by the very text they were added with; every running engine forgets them at once."""
    from mnemosaic.cli.reports import ExemplarsRemoved
    from mnemosaic.errors import NotFoundError
    from mnemosaic.exemplars.store import Exemplar

    wanted = _task_named(task)
    given = _written(texts)
    with opened(connection, as_json) as memory:
        removed = memory.exemplars.remove(Exemplar(task=wanted, label=label, text=text) for text in given)
        if not removed:
            raise NotFoundError(f"no exemplar of {task} has this label and text: see `mnemosaic exemplars list`")
        report = ExemplarsRemoved(removed=removed, version=memory.exemplars.version())
    if as_json:
        print_json(report)
    else:
        print_lines([f"removed {counted(report.removed, 'exemplar')}"])


@connected
def listing(connection: Connection, task: AnyTask = None, as_json: AsJson = False) -> None:
    """List the exemplars of the graph."""
    from mnemosaic.cli.reports import ExemplarPage

    wanted = _task_named(task) if task is not None else None
    with opened(connection, as_json) as memory:
        found = tuple(item for item in _stored(memory.graph) if wanted is None or item.task is wanted)
    if as_json:
        print_json(ExemplarPage(exemplars=found))
    else:
        print_lines(_lines(found))


def _written(texts: list[str]) -> list[str]:
    from mnemosaic.errors import InputError

    if not all(text.strip() for text in texts):
        raise InputError("the text of an exemplar is empty: leave it out")
    return texts


def _stored(graph: Graph) -> Iterator[ListedExemplar]:
    from mnemosaic.cli.reports import ListedExemplar

    for item in graph.read("lifecycle/exemplars")[0]["exemplars"]:
        yield ListedExemplar(**{name: item[name] for name in ListedExemplar.model_fields})


def _task_named(name: str) -> ExemplarTask:
    from mnemosaic.errors import InputError
    from mnemosaic.exemplars.store import ExemplarTask

    if name not in set(ExemplarTask):
        raise InputError(f"there is no task {name!r}: it is one of {', '.join(ExemplarTask)}")
    return ExemplarTask(name)


def _lines(found: tuple[ListedExemplar, ...]) -> Iterator[Text]:
    for item in sorted(found, key=lambda item: (item.task, item.label, item.text)):
        yield styled((f"{item.task:<6} {item.label:<13}", "dim"), (plain(item.text), ""))
