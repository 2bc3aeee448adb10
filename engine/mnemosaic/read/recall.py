"""The way of one recall: embed, gather candidates, score, route, choose, compose, assemble. Two round trips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mnemosaic import lexemes, scopes, times
from mnemosaic.errors import InputError, UnknownScopeError
from mnemosaic.evidence import Recall, Why
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder
from mnemosaic.read import block, candidates
from mnemosaic.read.candidates import Candidates
from mnemosaic.read.compose import compose
from mnemosaic.read.fuse import Scored, Weights, fuse
from mnemosaic.read.lexical import bm25
from mnemosaic.read.quotas import select
from mnemosaic.read.route import Router
from mnemosaic.settings import Settings

MAX_QUESTION = 20_000


class Reader:
    """The read path over one graph. It never writes, and is safe for threads."""

    def __init__(self, graph: Graph, settings: Settings, embedder: Embedder, router: Router) -> None:
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        self._router = router

    def recall(
        self,
        question: str,
        scope: str,
        *,
        k: int | None = None,
        min_similarity: float = 0.0,
        explain: bool = False,
    ) -> Recall:
        """What the reader of `scope` knows about `question`: at most `k` entries, best first, and their evidence block.

        Raises `InputError` for an empty question, `ScopeError` for a malformed scope, and `UnknownScopeError` where
        neither the scope nor an ancestor of it was ever written to.
        """
        budget = _checked(question, k if k is not None else self._settings.k, min_similarity)
        readable = scopes.readable_from(scope)
        vector = self._embedder.queries([question])[0]
        words = lexemes.query_lexemes(question)
        now = times.now()
        found = candidates.find(self._graph, readable, vector, words, now, budget)
        if not found.scopes:
            raise UnknownScopeError(f"nothing was ever written to the scope {scope!r} or above it: check its name")
        scored = _score(found, words)
        passing = [item for item in scored if item.similarity >= min_similarity]
        route = self._router.route(question, vector, budget, found.exemplars)
        places = select([item.type for item in passing], route.quotas)
        entries = compose(
            self._graph,
            readable,
            vector,
            now,
            [passing[place] for place in places],
            hops=self._settings.hops,
            decay=self._settings.decay,
            explain=explain,
        )
        return Recall(
            question=question,
            scope=scope,
            entries=tuple(entries),
            evidence=block.assemble(entries, self._settings.evidence_tokens),
            route=route,
            abstained=not entries,
            why=_why(found, scored, bool(entries)),
            explanation=_explained(found, scored, passing) if explain else None,
        )


def _checked(question: str, k: int, min_similarity: float) -> int:
    if not isinstance(question, str) or not question.strip():
        raise InputError("the question is empty: say what to look for")
    if len(question) > MAX_QUESTION:
        raise InputError(f"the question has {len(question)} characters, at most {MAX_QUESTION}: shorten it")
    if any("\ud800" <= character <= "\udfff" for character in question):
        raise InputError("the question holds half a surrogate pair, which is no text: remove it")
    if not 1 <= k <= 1000:
        raise InputError(f"k is {k}: ask for 1 to 1000 entries")
    if not 0.0 <= min_similarity <= 1.0:
        raise InputError(f"min_similarity is {min_similarity}: similarities lie in 0..1")
    return k


def _score(found: Candidates, words: list[str]) -> list[Scored]:
    turns = sum(scope["turns"] for scope in found.scopes)
    length = sum(scope["lexemes"] for scope in found.scopes)
    lexical = bm25(words, found.text_hits, turns, length)
    asked = set(words)
    named = frozenset(
        speaker
        for speaker in {turn.speaker for turn in found.turns.values()}
        if (name := set(lexemes.lexemes(speaker))) and name <= asked
    )
    return fuse(found, lexical, named, Weights())


def _why(found: Candidates, scored: Sequence[Scored], any_entry: bool) -> Why:
    if any_entry:
        return Why.FOUND
    if scored:
        return Why.BELOW_THRESHOLD
    return Why.NOTHING_CURRENT if any(scope["atoms"] for scope in found.scopes) else Why.NOTHING_STORED


def _explained(found: Candidates, scored: Sequence[Scored], passing: Sequence[Scored]) -> dict[str, Any]:
    return {
        "scopes": [scope["path"] for scope in found.scopes],
        "hits": {
            "atoms": len(found.atom_hits),
            "turns": len(found.turn_hits),
            "texts": len(found.text_hits),
            "with_neighbours": len(found.turns),
        },
        "candidates": len(scored),
        "below_min_similarity": len(scored) - len(passing),
    }
