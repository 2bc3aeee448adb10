"""What opening a memory takes: a verified connection, a schema that is up to date, and the parts that settings name."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from mnemosaic import schema
from mnemosaic.errors import InputError, SettingsError
from mnemosaic.graph import Graph
from mnemosaic.models import guard
from mnemosaic.models.protocols import Embedder, LanguageModel
from mnemosaic.read.route import Weigher
from mnemosaic.settings import Settings
from mnemosaic.write.protocols import Decomposer

if TYPE_CHECKING:
    from gds_jobs import Jobs
    from mnemosaic.server import ServerAddress
    from mnemosaic.write.llm_adviser import Adviser


def connect(settings: Settings, uri: str | None = None, auth: tuple[str, str] | None = None) -> Graph:
    """A verified connection to the server that the arguments or the settings name, else to the embedded one."""
    address = uri or settings.uri
    if address is None and auth is not None:
        raise InputError("auth was given without an address: the embedded server has its own, give uri too")
    if address is None:
        server = _embedded(settings)
        graph = Graph(server.uri, (server.user, server.password), settings.database)
    else:
        graph = Graph(address, auth or _auth(settings), settings.database)
    with ExitStack() as undo:
        undo.callback(graph.close)
        graph.verify()
        undo.pop_all()
    return graph


def prepare(graph: Graph, embedder: Embedder) -> None:
    """Bring the schema up to date and see that the graph was written with this embedding model."""
    schema.migrate(graph, embedder.dimensions)
    thresholds = embedder.thresholds
    found = graph.write(
        "lifecycle/set_model_info",
        name=embedder.name,
        dimensions=embedder.dimensions,
        associated=thresholds.associated,
        duplicate=thresholds.duplicate,
        unrelated=thresholds.unrelated,
    )[0]
    guard.check(embedder, **found)


def _embedded(settings: Settings) -> ServerAddress:
    from mnemosaic import server

    return server.ensure_running(settings.data, memory=settings.memory)


def _auth(settings: Settings) -> tuple[str, str] | None:
    return (settings.user, settings.password.get_secret_value()) if settings.password else None


def decomposer_for(settings: Settings, model: LanguageModel | None) -> Decomposer:
    """The decomposer of the pipeline that the settings name."""
    if settings.uses_model and model is not None:
        from mnemosaic.write.llm_decompose import LlmDecomposer

        return LlmDecomposer(model, settings)
    from mnemosaic.write.decompose import LocalDecomposer

    return LocalDecomposer()


def adviser_for(graph: Graph, settings: Settings, model: LanguageModel | None) -> Adviser | None:
    """Who asks the model to judge what is new, where the llm pipeline is in use."""
    if model is None or not settings.uses_model or not settings.compare:
        return None
    from mnemosaic.write.llm_adviser import Adviser

    return Adviser(graph, settings, model)


def weigher_for(settings: Settings, model: LanguageModel | None) -> Weigher | None:
    """What weighs the types of a recall by a model, where the settings want it."""
    if not settings.route_with_model:
        return None
    if model is None:
        raise SettingsError("route_with_model needs a language model: set MNEMOSAIC_MODEL, and a key or a base_url")
    from mnemosaic.read.ask_route import ModelWeigher

    return ModelWeigher(model)


def jobs_for(graph: Graph, settings: Settings, model: LanguageModel | None) -> Jobs:
    """The jobs that keep what is derived fresh; the algorithms are connected to when one runs."""
    from gds_jobs import Jobs

    return Jobs(graph, settings, model)
