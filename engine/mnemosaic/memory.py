"""`Memory`: the facade that an application holds. Open one, remember turns, recall evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from mnemosaic import schema, scopes
from mnemosaic.atoms import Atom, AtomType
from mnemosaic.errors import InputError, NotFoundError, SettingsError
from mnemosaic.evidence import Recall
from mnemosaic.exemplars.store import ExemplarStore
from mnemosaic.graph import Graph
from mnemosaic.models import guard
from mnemosaic.models.checked import CheckedEmbedder
from mnemosaic.models.protocols import Embedder, LanguageModel, Usage
from mnemosaic.read.atoms import get, listing
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import Router, Weigher
from mnemosaic.reports import Problem, WriteReport
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from mnemosaic.write.ask_kinds import kind_asker
from mnemosaic.write.classify import ExemplarClassifier
from mnemosaic.write.intake import Given, as_turns
from mnemosaic.write.protocols import Decomposer
from mnemosaic.write.remember import Writer

if TYPE_CHECKING:
    from mnemosaic.server import ServerAddress

BULK_TURNS = 50
Progress = Callable[[WriteReport], None]


class Memory:
    """A memory over one graph. Synchronous; may be shared by threads. Scope is always given: there is no default.

    with Memory.open() as memory:
        memory.remember("I am allergic to penicillin.", scope="acme/ann")
        print(memory.recall("Which medicines must Ann avoid?", scope="acme/ann").evidence.text)
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        embedder: Embedder,
        model: LanguageModel | None = None,
        decomposer: Decomposer | None = None,
    ) -> None:
        """Use `Memory.open`; this is for those who bring their own parts."""
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        checked = CheckedEmbedder(embedder)
        self.exemplars = ExemplarStore(graph, checked)
        self._reader = Reader(graph, settings, checked, Router(self.exemplars, _weigher(settings, model)))
        self._writer = Writer(
            graph,
            settings,
            checked,
            decomposer or _decomposer(settings, model),
            ExemplarClassifier(self.exemplars, kind_asker(settings, model)),
            (lambda: model.usage) if model is not None else Usage,
        )

    @classmethod
    def open(
        cls,
        uri: str | None = None,
        auth: tuple[str, str] | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | str | None = None,
        model: LanguageModel | str | None = None,
        decomposer: Decomposer | None = None,
        **given: Any,
    ) -> Self:
        """Open a memory: on the embedded server, which is started or attached to, or on the server at `uri`.

        `embedder` and `model` may be named or brought along. `given` are settings by name, such as `data=Path(...)`;
        they come instead of `settings`. The schema is brought up to date, and the embedding model is checked against
        the graph's. Raises `UnavailableError` or `AuthError` within seconds, `ServerTooOldError`,
        `ModelMismatchError`, `SettingsError`.
        """
        from mnemosaic import models

        named = {"embedder": embedder, "model": model}
        given |= {name: value for name, value in named.items() if isinstance(value, str)}
        if settings is not None and given:
            raise SettingsError(f"settings were given, and {', '.join(given)} beside them: put these into the settings")
        chosen = settings or Settings.load(**given)
        embedder = models.embedder_from(chosen) if embedder is None or isinstance(embedder, str) else embedder
        model = models.language_model_from(chosen) if model is None or isinstance(model, str) else model
        graph = connect(chosen, uri, auth)
        with ExitStack() as undo:
            undo.callback(graph.close)
            prepare(graph, embedder)
            memory = cls(graph, chosen, embedder, model, decomposer)
            memory.exemplars.seed()
            undo.pop_all()
        return memory

    def remember(self, turns: Given | Iterable[Given], *, scope: str) -> WriteReport:
        """Store turns and make them into atoms. Text, `Turn`s, dictionaries and chat messages are understood.

        The report says for every claim what became of it; `report.ok` is False where a turn had to be left pending,
        which `resume` works on again. Raises `InputError` or `ScopeError` before anything is written, and
        `ModelMismatchError` for an embedder that returns another size than it declares; the turns wait then.
        """
        scope = scopes.parse(scope)
        given = as_turns(turns)
        if not given:
            raise InputError("there are no turns to remember: give at least one")
        return _total(scope, self._writer.remember(given, scope, bulk=len(given) > BULK_TURNS))

    def ingest(
        self, path: str | Path, *, scope: str, kind: str = "auto", progress: Progress | None = None, **options: Any
    ) -> WriteReport:
        """Remember a file: turns as JSON Lines, chat messages, a ChatGPT export, LoCoMo, Markdown or plain text.

        Memory stays bounded and `progress` is called after each batch. Broken lines are named in `report.problems` and
        the others still go in. Importing again, also after an interruption, adds only what is missing.
        Raises `FormatError` or `InputError` where the file cannot be read as `kind`.
        """
        from mnemosaic import readers

        scope = scopes.parse(scope)
        problems: list[Problem] = []
        turns = _readable(readers.read(path, kind, **options), problems)
        total = WriteReport(scope=scope)
        for report in self._writer.remember(turns, scope, bulk=True):
            total = total.merged(report, keep=False)
            if progress is not None:
                progress(total)
        return total.model_copy(update={"problems": (*total.problems, *problems)})

    def resume(self, *, scope: str) -> WriteReport:
        """Work again on the turns of a scope that are pending or failed. Raises `UnknownScopeError`."""
        scope = scopes.parse(scope)
        listing(self._graph, scope, None, 1, None)
        return _total(scope, self._writer.resume(scope))

    def recall(
        self,
        question: str,
        *,
        scope: str,
        k: int | None = None,
        min_similarity: float | None = None,
        explain: bool = False,
    ) -> Recall:
        """What the reader of `scope` knows about `question`: at most `k` entries, best first, and their evidence block.

        Atoms below `min_similarity` are left out. Without one, nothing is returned where no turn shares a word with the
        question and no atom is as near as the embedder calls related; `found.why` says how it ended. Raises
        `InputError`, `ScopeError`, and `UnknownScopeError` where nothing was ever written to the scope or above it.
        """
        return self._reader.recall(question, scope, k=k, min_similarity=min_similarity, explain=explain)

    def get(self, atom_id: str, *, scope: str | None = None) -> Atom:
        """One atom by its id; with `scope`, only if that scope's reader may see it. Raises `NotFoundError`."""
        atom = get(self._graph, atom_id)
        if atom is None or (scope is not None and atom.scope not in scopes.readable_from(scope)):
            raise NotFoundError(f"there is no atom {atom_id!r}: list the atoms of its scope")
        return atom

    def atoms(
        self, *, scope: str, kind: AtomType | None = None, limit: int = 100, after: str | None = None
    ) -> list[Atom]:
        """The current atoms of exactly this scope, newest first; `after` is the id of the last one of the page before.

        Raises `UnknownScopeError` for a scope that was never written to.
        """
        return listing(self._graph, scopes.parse(scope), kind, limit, after)

    def drop_scope(self, *, scope: str) -> None:
        """Remove one scope with everything in it, for benchmarks and tests; nothing else is touched."""
        self._graph.schema("lifecycle/drop_scope", scope=scopes.parse(scope))

    @property
    def embedder(self) -> Embedder:
        """The embedder in use."""
        return self._embedder

    @property
    def graph(self) -> Graph:
        """The connection, for jobs and inspection."""
        return self._graph

    def close(self) -> None:
        """Close the connection. The embedded server goes on running until `mnemosaic down`, or until it is idle."""
        self._graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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


def _decomposer(settings: Settings, model: LanguageModel | None) -> Decomposer:
    if settings.uses_model and model is not None:
        from mnemosaic.write.llm_decompose import LlmDecomposer

        return LlmDecomposer(model, settings)
    from mnemosaic.write.decompose import LocalDecomposer

    return LocalDecomposer()


def _weigher(settings: Settings, model: LanguageModel | None) -> Weigher | None:
    if not settings.route_with_model:
        return None
    if model is None:
        raise SettingsError("route_with_model needs a language model: set MNEMOSAIC_MODEL, and a key or a base_url")
    from mnemosaic.read.ask_route import ModelWeigher

    return ModelWeigher(model)


def _total(scope: str, reports: Iterator[WriteReport]) -> WriteReport:
    return reduce(WriteReport.merged, reports, WriteReport(scope=scope))


def _readable(items: Iterable[Any], problems: list[Problem]) -> Iterator[Turn]:
    """The turns among what a reader yields; its broken lines are put into `problems`."""
    for item in items:
        if isinstance(item, Turn):
            try:
                yield from as_turns(item)
            except InputError as error:
                where = f"session {item.session}, turn {item.source_id or item.position}"
                problems.append(Problem(reason=f"{where}: {error}", text=item.text[:80]))
        else:
            problems.append(Problem(reason=f"{item.where}: {item.reason}", line=item.line, text=item.text[:80]))
