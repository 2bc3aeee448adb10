"""`AsyncMemory`: the same memory for asynchronous code. Calls run in worker threads, so it belongs to no event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

import anyio.to_thread

from mnemosaic.answers import Answer
from mnemosaic.asof import When
from mnemosaic.atoms import Atom, AtomType
from mnemosaic.conflicts import Clarification, Conflict
from mnemosaic.evidence import Recall
from mnemosaic.explained import ShadowReport, WhyNot
from mnemosaic.history import History
from mnemosaic.memory import Memory, Progress
from mnemosaic.reports import ForgetReceipt, WriteReport
from mnemosaic.write.intake import Given

P = ParamSpec("P")
T = TypeVar("T")


class AsyncMemory:
    """Has the methods of `Memory`, awaited. Works on asyncio and trio, in any number of event loops."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @classmethod
    async def open(cls, uri: str | None = None, auth: tuple[str, str] | None = None, **given: Any) -> Self:
        """See `Memory.open`."""
        return cls(await _in_thread(Memory.open, uri, auth, **given))

    async def remember(self, turns: Given | Iterable[Given], *, scope: str) -> WriteReport:
        """See `Memory.remember`."""
        return await _in_thread(self._memory.remember, turns, scope=scope)

    async def preview(self, turns: Given | Iterable[Given], *, scope: str) -> WriteReport:
        """See `Memory.preview`."""
        return await _in_thread(self._memory.preview, turns, scope=scope)

    async def ingest(
        self, path: str | Path, *, scope: str, kind: str = "auto", progress: Progress | None = None, **options: Any
    ) -> WriteReport:
        """See `Memory.ingest`. `progress` is called in the worker thread."""
        return await _in_thread(self._memory.ingest, path, scope=scope, kind=kind, progress=progress, **options)

    async def resume(self, *, scope: str) -> WriteReport:
        """See `Memory.resume`."""
        return await _in_thread(self._memory.resume, scope=scope)

    async def recall(
        self,
        question: str,
        *,
        scope: str,
        k: int | None = None,
        min_similarity: float | None = None,
        as_of: When = None,
        explain: bool = False,
    ) -> Recall:
        """See `Memory.recall`."""
        return await _in_thread(
            self._memory.recall,
            question,
            scope=scope,
            k=k,
            min_similarity=min_similarity,
            as_of=as_of,
            explain=explain,
        )

    async def answer(self, question: str, *, scope: str, k: int | None = None, as_of: When = None) -> Answer:
        """See `Memory.answer`."""
        return await _in_thread(self._memory.answer, question, scope=scope, k=k, as_of=as_of)

    async def why_not(
        self,
        atom_id: str,
        question: str,
        *,
        scope: str,
        k: int | None = None,
        min_similarity: float | None = None,
        as_of: When = None,
    ) -> WhyNot:
        """See `Memory.why_not`."""
        return await _in_thread(
            self._memory.why_not, atom_id, question, scope=scope, k=k, min_similarity=min_similarity, as_of=as_of
        )

    async def shadow(self, questions: Sequence[str], *, scope: str, k: int | None = None) -> ShadowReport:
        """See `Memory.shadow`."""
        return await _in_thread(self._memory.shadow, questions, scope=scope, k=k)

    async def get(self, atom_id: str, *, scope: str | None = None) -> Atom:
        """See `Memory.get`."""
        return await _in_thread(self._memory.get, atom_id, scope=scope)

    async def atoms(
        self,
        *,
        scope: str,
        kind: AtomType | None = None,
        limit: int = 100,
        after: str | None = None,
        as_of: When = None,
    ) -> list[Atom]:
        """See `Memory.atoms`."""
        return await _in_thread(self._memory.atoms, scope=scope, kind=kind, limit=limit, after=after, as_of=as_of)

    async def history(self, atom_id: str, *, as_of: When = None) -> History:
        """See `Memory.history`."""
        return await _in_thread(self._memory.history, atom_id, as_of=as_of)

    async def correct(self, atom_id: str, text: str) -> WriteReport:
        """See `Memory.correct`."""
        return await _in_thread(self._memory.correct, atom_id, text)

    async def conflicts(self, *, scope: str, limit: int = 100, as_of: When = None) -> list[Conflict]:
        """See `Memory.conflicts`."""
        return await _in_thread(self._memory.conflicts, scope=scope, limit=limit, as_of=as_of)

    async def resolve(self, conflict: str, *, keep: str) -> Conflict:
        """See `Memory.resolve`."""
        return await _in_thread(self._memory.resolve, conflict, keep=keep)

    async def undo(self, decision: str) -> None:
        """See `Memory.undo`."""
        await _in_thread(self._memory.undo, decision)

    async def clarifications(self, *, scope: str, limit: int = 100) -> list[Clarification]:
        """See `Memory.clarifications`."""
        return await _in_thread(self._memory.clarifications, scope=scope, limit=limit)

    async def clarify(self, atom_id: str, answer: bool | str) -> WriteReport:
        """See `Memory.clarify`."""
        return await _in_thread(self._memory.clarify, atom_id, answer)

    async def forget(
        self,
        *,
        turn: str | None = None,
        atom: str | None = None,
        entity: str | None = None,
        scope: str | None = None,
        subtree: bool = False,
    ) -> ForgetReceipt:
        """See `Memory.forget`."""
        return await _in_thread(self._memory.forget, turn=turn, atom=atom, entity=entity, scope=scope, subtree=subtree)

    async def close(self) -> None:
        """See `Memory.close`."""
        await _in_thread(self._memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def _in_thread(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return await anyio.to_thread.run_sync(partial(call, *args, **kwargs))
