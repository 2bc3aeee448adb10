"""All checks in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mnemosaic.checkup import database, machine
from mnemosaic.checkup.findings import Finding, Health, good, warning
from mnemosaic.errors import MnemosaicError
from mnemosaic.graph import Graph
from mnemosaic.opening import connect
from mnemosaic.settings import Settings

NOT_RUNNING = "start it (mnemosaic up), or open a memory, which starts it; the graph was not checked"


def checkup(settings: Settings) -> Health:
    """Check what these settings use. Nothing is started, fetched or changed."""
    return Health(findings=tuple(_findings(settings)))


def _findings(settings: Settings) -> Iterator[Finding]:
    embedder, finding = machine.embedder(settings)
    parts = machine.local_parts(settings)
    if settings.uri is None:
        yield machine.java()
    if parts:
        yield machine.cache(parts)
    yield from _room(settings)
    yield finding
    graph, finding = _reached(settings)
    yield finding
    if graph is not None:
        try:
            yield from database.findings(graph, embedder)
        except MnemosaicError as problem:
            yield database.unreachable(problem)
        finally:
            graph.close()


def _room(settings: Settings) -> Iterator[Finding]:
    """Memory and disk of this machine; the embedded server's only where it is used."""
    from mnemosaic import server
    from mnemosaic.server.paths import Layout, cache_dir

    folders: dict[str, Path] = {"cache": cache_dir()}
    if settings.uri is None:
        folders["data"] = Layout.of(settings.data).home
        yield machine.memory(settings, server.status(settings.data).running)
    yield from machine.disk(folders)


def _reached(settings: Settings) -> tuple[Graph | None, Finding]:
    """The graph where its server answers, and whether it does."""
    try:
        address, auth = (settings.uri, None) if settings.uri else _embedded(settings)
        if address is None:
            return None, warning("server", "the embedded server is not running", NOT_RUNNING)
        graph = connect(settings, address, auth)
        return graph, good("server", f"Neo4j {graph.verify()} at {address}")
    except MnemosaicError as problem:
        return None, database.unreachable(problem)


def _embedded(settings: Settings) -> tuple[str | None, tuple[str, str] | None]:
    """Address and credentials of the embedded server where it runs."""
    from mnemosaic import server
    from mnemosaic.server.admin import USER, read_password
    from mnemosaic.server.paths import Layout

    status = server.status(settings.data)
    return status.uri, (USER, read_password(Layout.of(settings.data))) if status.uri else None
