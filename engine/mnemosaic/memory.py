"""`Memory`: the facade that an application holds. Open one, remember turns, recall evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mnemosaic import scopes
from mnemosaic.conflicts import Conflict
from mnemosaic.errors import InputError, SettingsError
from mnemosaic.exemplars.store import ExemplarStore
from mnemosaic.graph import Graph
from mnemosaic.lifecycle.correct import clarify, correct
from mnemosaic.lifecycle.forget import forget
from mnemosaic.lifecycle.settle import settle, undo
from mnemosaic.models.checked import CheckedEmbedder
from mnemosaic.models.protocols import Embedder, LanguageModel, Reranker
from mnemosaic.opening import adviser_for, connect, decomposer_for, jobs_for, prepare, weigher_for
from mnemosaic.read.asking import Asking
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import Router
from mnemosaic.reports import ForgetReceipt, Problem, WriteReport
from mnemosaic.settings import Settings
from mnemosaic.write.ask_kinds import kind_asker
from mnemosaic.write.classify import ExemplarClassifier
from mnemosaic.write.entity_store import Entities
from mnemosaic.write.firewall import Firewall
from mnemosaic.write.intake import Given, as_turns, readable
from mnemosaic.write.protocols import Decomposer
from mnemosaic.write.remember import Writer
from mnemosaic.write.rules import Rules

BULK_TURNS = 50
Progress = Callable[[WriteReport], None]


class Memory(Asking):
    """A memory over one graph. Synchronous; may be shared by threads. Scope is always given: there is no default.

    What only reads, such as `recall`, is in `read/asking.py`.

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
        reranker: Reranker | None = None,
    ) -> None:
        """Use `Memory.open`; this is for those who bring their own parts."""
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        checked = CheckedEmbedder(embedder)
        self.exemplars = ExemplarStore(graph, checked)
        self.entities = Entities(graph)
        router = Router(self.exemplars, weigher_for(settings, model))
        self._reader = Reader(graph, settings, checked, router, reranker=reranker)
        self._answering = model if settings.uses_model else None
        self._judge = Rules() if settings.compare else None
        self._writer = Writer(
            graph,
            settings,
            checked,
            decomposer or decomposer_for(settings, model),
            ExemplarClassifier(self.exemplars, kind_asker(settings, model)),
            Firewall(self._judge, settings.confidence_gate),
            adviser_for(graph, settings, model),
        )
        self.jobs = jobs_for(graph, settings, model)
        self._ending = ExitStack()
        self._ending.callback(graph.close)

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
        reranker: Reranker | None = None,
        schedule: str | None = None,
        **given: Any,
    ) -> Self:
        """Open a memory: on the embedded server, which is started or attached to, or on the server at `uri`.

        `embedder` and `model` may be named or brought along, and a `reranker` brought. `given` are settings by name,
        such as `data=Path(...)`; they come instead of `settings`. With `schedule`, such as `15m` or five fields of cron
        in UTC, the jobs run in the background until it is closed. The schema is brought up to date, and the embedding
        model is checked against the graph's. Raises `UnavailableError` or `AuthError` within seconds,
        `ServerTooOldError`, `ModelMismatchError`, `SettingsError`.
        """
        from mnemosaic import models

        named = {"embedder": embedder, "model": model}
        given |= {name: value for name, value in named.items() if isinstance(value, str)}
        if settings is not None and given:
            raise SettingsError(f"settings were given, and {', '.join(given)} beside them: put these into the settings")
        chosen = settings or Settings.load(**given)
        embedder = models.embedder_from(chosen) if embedder is None or isinstance(embedder, str) else embedder
        model = models.language_model_from(chosen) if model is None or isinstance(model, str) else model
        reranker = models.reranker_from(chosen, model) if reranker is None else reranker
        graph = connect(chosen, uri, auth)
        with ExitStack() as undo:
            undo.callback(graph.close)
            prepare(graph, embedder)
            memory = cls(graph, chosen, embedder, model, decomposer, reranker)
            memory.exemplars.seed()
            if schedule is not None:
                memory._ending.callback(memory.jobs.schedule(schedule).stop)
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

    def preview(self, turns: Given | Iterable[Given], *, scope: str) -> WriteReport:
        """What `remember` would decide on these turns, with its verdicts; nothing is written."""
        given = as_turns(turns)
        if not given:
            raise InputError("there are no turns to look at: give at least one")
        return self._writer.preview(scopes.parse(scope), given)

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
        turns = readable(readers.read(path, kind, **options), problems)
        total = WriteReport(scope=scope)
        for report in self._writer.remember(turns, scope, bulk=True):
            total = total.merged(report, keep=False)
            if progress is not None:
                progress(total)
        return total.model_copy(update={"problems": (*total.problems, *problems)})

    def resume(self, *, scope: str) -> WriteReport:
        """Work again on the turns of a scope that are pending or failed. Raises `UnknownScopeError`."""
        scope = self._known(scope)
        return _total(scope, self._writer.resume(scope))

    def correct(self, atom_id: str, text: str) -> WriteReport:
        """State `text` instead of what the atom says, which is believed no more; its type and metadata go on.

        Raises `NotFoundError`, and `InputError` for an empty text or an atom that is not current.
        """
        return correct(self._graph, self._writer, self.get(atom_id), text)

    def resolve(self, conflict: str, *, keep: str) -> Conflict:
        """Decide on a contradiction: keep one side, by its atom's id, and believe the other no more; or keep "both".

        Raises `NotFoundError`, and `InputError` where it was decided before or `keep` is neither side.
        """
        return settle(self._graph, conflict, keep)

    def undo(self, decision: str) -> None:
        """Take back what was decided, by the id of a conflict or of a change in a history: what it ended holds again.

        Raises `NotFoundError`, and `InputError` for a conflict that is open.
        """
        undo(self._graph, decision)

    def clarify(self, atom_id: str, answer: bool | str) -> WriteReport:
        """Answer such a question: True stores the statement, False drops it, a text takes its place.

        Raises `NotFoundError`, and `InputError` for an atom that is not kept apart.
        """
        return clarify(self._graph, self._writer, self.get(atom_id), answer)

    def forget(
        self,
        *,
        turn: str | None = None,
        atom: str | None = None,
        entity: str | None = None,
        scope: str | None = None,
        subtree: bool = False,
    ) -> ForgetReceipt:
        """Forget exactly one of a turn, an atom, an entity or a scope; the receipt says what went, by kind.

        A turn goes with the atoms that rest on it alone; an atom or an entity goes with the turns that stated nothing
        else; what a forgotten atom had superseded holds again. `subtree` takes the scopes below a scope too. Raises
        `InputError` for none or several of them, `NotFoundError`, and `UnknownScopeError`.
        """
        path = scopes.parse(scope) if scope is not None else None
        return forget(self._graph, self._judge, turn=turn, atom=atom, entity=entity, scope=path, subtree=subtree)

    def drop_scope(self, *, scope: str) -> None:
        """Remove one scope with everything in it, for benchmarks and tests; nothing else is touched."""
        self._graph.schema("lifecycle/drop_scope", scope=scopes.parse(scope))

    @property
    def settings(self) -> Settings:
        """What it was opened with."""
        return self._settings

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
        self._ending.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _total(scope: str, reports: Iterator[WriteReport]) -> WriteReport:
    return reduce(WriteReport.merged, reports, WriteReport(scope=scope))
