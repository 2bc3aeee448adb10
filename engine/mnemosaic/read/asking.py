"""What can be asked of a memory: every call here reads, and none writes."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic import scopes
from mnemosaic.answers import Answer
from mnemosaic.asof import When, given
from mnemosaic.atoms import Atom, AtomType
from mnemosaic.conflicts import Clarification, Conflict
from mnemosaic.errors import InputError, NotFoundError
from mnemosaic.evidence import Recall
from mnemosaic.explained import ShadowReport, WhyNot
from mnemosaic.graph import Graph
from mnemosaic.history import History
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.read.answer import answer
from mnemosaic.read.atoms import get, listing
from mnemosaic.read.conflicts import clarifications, conflicts
from mnemosaic.read.history import history
from mnemosaic.read.recall import Reader
from mnemosaic.read.shadow import shadow
from mnemosaic.read.why_not import why_not
from mnemosaic.settings import Settings


class Asking:
    """The reading half of `Memory`.

    `as_of` is a moment: `AsOf(valid=...)`, `AsOf(recorded=...)` or both; a bare datetime is the valid clock.
    """

    _graph: Graph
    _reader: Reader
    _settings: Settings
    _answering: LanguageModel | None

    def recall(
        self,
        question: str,
        *,
        scope: str,
        k: int | None = None,
        min_similarity: float | None = None,
        as_of: When = None,
        explain: bool = False,
    ) -> Recall:
        """What the reader of `scope` knows about `question`: at most `k` entries, best first, and their evidence block.

        Atoms below `min_similarity` are left out. Without one, nothing is returned where no turn shares a word with the
        question and no atom is as near as the embedder calls related, or where `found.sufficiency` is below the setting
        of that name; `found.why` says how it ended. Raises `InputError`, `ScopeError`, and `UnknownScopeError` where
        nothing was ever written to the scope or above it.
        """
        return self._reader.recall(
            question, scope, k=k, min_similarity=min_similarity, as_of=given(as_of), explain=explain
        )

    def answer(self, question: str, *, scope: str, k: int | None = None, as_of: When = None) -> Answer:
        """An answer from what the reader of `scope` knows, every statement of it with the atoms that say it.

        A language model, where one is in use, drafts it from the evidence alone, and what the evidence does not support
        is dropped; without one, or where it fails, the best sentences are shown as they are. `answer.abstained` and
        `answer.why` say where there is none. Raises as `recall` does.
        """
        return answer(self.recall(question, scope=scope, k=k, as_of=as_of), self._answering)

    def why_not(
        self,
        atom_id: str,
        question: str,
        *,
        scope: str,
        k: int | None = None,
        min_similarity: float | None = None,
        as_of: When = None,
    ) -> WhyNot:
        """Which rule keeps an atom out of the recall with these arguments, or that it is returned. Raises as `recall`.

        Raises `NotFoundError` where the reader of `scope` may not see the atom.
        """
        return why_not(
            self._graph,
            self._reader,
            atom_id,
            question,
            scope,
            k=k,
            min_similarity=min_similarity,
            as_of=given(as_of),
        )

    def shadow(self, questions: Sequence[str], *, scope: str, k: int | None = None) -> ShadowReport:
        """Typed reading beside the `k` nearest atoms, for each question: differences, and tokens of evidence.

        Raises as `recall`, and `InputError` where there is no question.
        """
        if isinstance(questions, str) or not questions:
            raise InputError("there is no question to replay: give a list of them")
        settings = self._settings
        return shadow(self._reader, questions, scope, settings.k if k is None else k, settings.evidence_tokens)

    def get(self, atom_id: str, *, scope: str | None = None) -> Atom:
        """One atom by its id; with `scope`, only if that scope's reader may see it. Raises `NotFoundError`."""
        atom = get(self._graph, atom_id)
        if atom is None or (scope is not None and atom.scope not in scopes.readable_from(scope)):
            raise NotFoundError(f"there is no atom {atom_id!r}: list the atoms of its scope")
        return atom

    def atoms(
        self,
        *,
        scope: str,
        kind: AtomType | None = None,
        limit: int = 100,
        after: str | None = None,
        as_of: When = None,
    ) -> list[Atom]:
        """The current atoms of exactly this scope, or those that held at `as_of`, newest first.

        `after` is the id of the last one of the page before. Raises `UnknownScopeError` for a scope that was never
        written to.
        """
        return listing(self._graph, scopes.parse(scope), kind, limit, after, given(as_of))

    def history(self, atom_id: str, *, as_of: When = None) -> History:
        """What an atom replaced, what replaced it, and the contradictions it stands in. Raises `NotFoundError`.

        With `as_of`, the versions and changes that were known then; on the valid clock, what held then.
        """
        return history(self._graph, atom_id, given(as_of))

    def conflicts(self, *, scope: str, limit: int = 100, as_of: When = None) -> list[Conflict]:
        """The contradictions of a scope that are open, or were at `as_of`, newest first. Raises `UnknownScopeError`."""
        return conflicts(self._graph, self._known(scope), limit, given(as_of))

    def clarifications(self, *, scope: str, limit: int = 100) -> list[Clarification]:
        """What is kept apart in a scope, newest first, each with a question. Raises `UnknownScopeError`."""
        return clarifications(self._graph, self._known(scope), limit)

    def _known(self, scope: str) -> str:
        scope = scopes.parse(scope)
        listing(self._graph, scope, None, 1, None)
        return scope
