"""The options by which a command finds its graph, and the memory opened with them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from mnemosaic.graph import Graph
    from mnemosaic.memory import Memory
    from mnemosaic.models.protocols import Embedder
    from mnemosaic.server import Progress
    from mnemosaic.settings import Settings

P = ParamSpec("P")
PANEL = "Connection"
MEGABYTE = 1_000_000

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Scope = Annotated[str, typer.Option("--scope", "-s", help="Where the memory lives, such as acme/support/ann.")]


def _option(flag: str, meaning: str, default: str | bool = False) -> Any:
    variable = f"MNEMOSAIC_{flag.removeprefix('--').upper()}"
    return typer.Option(flag, help=meaning, envvar=variable, rich_help_panel=PANEL, show_default=default)


@dataclass(frozen=True)
class Connection:
    """Which graph, and the embedding model to open it with. None: as the environment and the defaults say."""

    uri: Annotated[str | None, _option("--uri", "Address of a Neo4j server.", "the embedded one")] = None
    user: Annotated[str | None, _option("--user", "Its user.", "neo4j")] = None
    password: Annotated[str | None, _option("--password", "Its password; better set in the environment.")] = None
    database: Annotated[str | None, _option("--database", "Database.", "the server's own")] = None
    data: Annotated[Path | None, _option("--data", "Data directory of the embedded server.", "the user's own")] = None
    embedder: Annotated[str | None, _option("--embedder", "Embedding model, local or openai:<name>.")] = None

    def settings(self) -> Settings:
        """The settings that these options make. Raises `SettingsError`."""
        from mnemosaic.settings import Settings

        return Settings.load(**asdict(self))


def connected(command: Callable[Concatenate[Connection, P], None]) -> Callable[..., None]:
    """Give a command the options of `Connection` in place of its first parameter.

    A parameter of its own takes the place of the option that has its name.
    """
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
    taken = {parameter.name for parameter in own}
    options = inspect.signature(Connection, eval_str=True).parameters
    shared = [option for name, option in options.items() if name not in taken]
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in (*own, *shared)]

    def with_options(**given: Any) -> None:
        connection = Connection(**{option.name: given.pop(option.name) for option in shared})
        command(connection, **given)  # type: ignore[call-arg]

    with_options.__name__ = command.__name__
    with_options.__doc__ = command.__doc__
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return with_options


@contextmanager
def opened(connection: Connection, quiet: bool = False) -> Iterator[Memory]:
    """The memory of a connection; the embedded server and the model are fetched and started in front of the user."""
    from mnemosaic.memory import Memory

    settings = connection.settings()
    embedder, uri, auth = ready(settings, quiet)
    with _hinted(), Memory.open(uri, auth, settings=settings, embedder=embedder) as memory:
        yield memory


@contextmanager
def graph_of(connection: Connection, quiet: bool = False) -> Iterator[tuple[Graph, Embedder]]:
    """A verified connection and the embedder named; whether they belong together is not looked at."""
    from mnemosaic.opening import connect

    settings = connection.settings()
    embedder, uri, auth = ready(settings, quiet)
    with _hinted():
        graph = connect(settings, uri, auth)
        try:
            yield graph, embedder
        finally:
            graph.close()


@contextmanager
def graph_alone(connection: Connection, quiet: bool = False) -> Iterator[Graph]:
    """A verified connection without an embedder, for what needs no vectors made."""
    from mnemosaic import server
    from mnemosaic.opening import connect

    settings = connection.settings()
    uri, auth = settings.uri, None
    if uri is None:
        with progress(quiet) as show:
            address = server.ensure_running(settings.data, memory=settings.memory, progress=show)
        uri, auth = address.uri, (address.user, address.password)
    with _hinted():
        graph = connect(settings, uri, auth)
        try:
            yield graph
        finally:
            graph.close()


def ready(settings: Settings, quiet: bool = False) -> tuple[Embedder, str | None, tuple[str, str] | None]:
    """The embedder with its files at hand, and address and credentials of the embedded server where that is used."""
    from mnemosaic import server

    with progress(quiet) as show:
        embedder = ready_embedder(settings, show)
        if settings.uri is not None:
            return embedder, None, None
        address = server.ensure_running(settings.data, memory=settings.memory, progress=show)
    return embedder, address.uri, (address.user, address.password)


def ready_embedder(settings: Settings, show: Progress) -> Embedder:
    """The embedder with its files at hand."""
    from mnemosaic import models, server

    embedder = models.embedder_from(settings)
    if not settings.embedder.startswith(models.OPENAI_PREFIX):
        server.ensure(models.catalogue.local_model(settings.embedder).part, show)
    return embedder


@contextmanager
def progress(quiet: bool) -> Iterator[Progress]:
    """What the server part is doing, on standard error."""
    with said(quiet, "looking for the server") as show:

        def line(what: str, done: int = 0, total: int = 0) -> None:
            show(f"{what}: {done / MEGABYTE:.0f} of {total / MEGABYTE:.0f} MB" if total else what)

        yield line


@contextmanager
def _hinted() -> Iterator[None]:
    """Say in the command line's words how to give credentials."""
    from mnemosaic.errors import AuthError

    try:
        yield
    except AuthError as error:
        what = str(error).rpartition(": ")[0]
        raise AuthError(f"{what}: set MNEMOSAIC_USER and MNEMOSAIC_PASSWORD") from error
