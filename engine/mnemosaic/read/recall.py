"""The way of one recall: embed, gather candidates, score, route, choose, compose, assemble. Two round trips."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mnemosaic import lexemes, scopes, times
from mnemosaic.asof import AsOf, Bounds, bounds
from mnemosaic.atoms import AtomType
from mnemosaic.errors import InputError, UnknownScopeError
from mnemosaic.evidence import Entry, Evidence, Recall, Sufficiency, Why
from mnemosaic.graph import Graph
from mnemosaic.models import guard
from mnemosaic.models.protocols import Embedder, Reranker, Vectors
from mnemosaic.read import block, candidates, words
from mnemosaic.read.candidates import Candidates
from mnemosaic.read.compose import NOTHING, Composed, Wanted, compose, nearest
from mnemosaic.read.fuse import Fused, Weights, fuse, weights_with
from mnemosaic.read.lexical import bm25
from mnemosaic.read.quotas import quotas
from mnemosaic.read.rerank import DEPTH, reranked
from mnemosaic.read.route import Router
from mnemosaic.read.sufficiency import Asked, sufficiency
from mnemosaic.read.words import Period
from mnemosaic.settings import Settings
from mnemosaic.turns import Role

MAX_QUESTION = 20_000
MAX_K = 1_000
CAUTION = "only events answer this: no fact or rule that is stored bears on it, and a wrong answer could do harm"
_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+")


class Reader:
    """The read path over one graph. It never writes, and is safe for threads."""

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        embedder: Embedder,
        router: Router,
        weights: Weights | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        """Without `weights`, those of the settings over the measured ones. Raises `SettingsError` for unknown ones."""
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        self._router = router
        self._weights = weights_with(settings.signals) if weights is None else weights
        self._reranker = reranker

    def recall(
        self,
        question: str,
        scope: str,
        *,
        k: int | None = None,
        min_similarity: float | None = None,
        as_of: AsOf | None = None,
        explain: bool = False,
    ) -> Recall:
        """What the reader of `scope` knows about `question`: at most `k` entries, best first, and their evidence block.

        Atoms below `min_similarity` are left out. Without one, nothing is returned where no turn shares a word with the
        question and no atom is as near as the embedder calls related, or where what is found does not suffice.
        With `as_of`, what held or was known then.

        Raises `InputError` for an empty question, `ScopeError` for a malformed scope, and `UnknownScopeError` where
        neither the scope nor an ancestor of it was ever written to.
        """
        budget = _checked(question, k if k is not None else self._settings.k, min_similarity)
        readable = scopes.readable_from(scope)
        vector = self._embedder.queries([question])[0]
        asked_for = lexemes.query_lexemes(question)
        within, looked_at = bounds(as_of, times.now()), self._looked_at(budget)
        found = self._find(readable, vector, asked_for, within, looked_at)
        fused = self._fused(found, question, asked_for)
        route = self._router.route(question, vector, budget, found.exemplars)
        wanted = Wanted(
            readable=readable,
            vector=vector,
            bounds=within,
            quotas=quotas(route.weights, looked_at),
            speakers=_named(found, asked_for),
            floor=self._floor(found, min_similarity),
            hops=self._settings.hops,
            decay=self._settings.decay,
            period=words.period(question, _asked_at(as_of)),
            negated=words.negated(question),
            embed=self._embedder.passages if self._settings.compose_exactly else None,
        )
        # a filtered search finds an atom wherever one holds: without a hit there is only to say why
        composed = compose(self._graph, fused, wanted, self._weights, explain) if found.atom_hits else NOTHING
        composed, problem = self._reranked(question, composed, route.quotas)
        asked = _asked(found, question, wanted.speakers)
        composed, enough = self._sufficient(asked, composed, min_similarity)
        caution = CAUTION if route.risk and _only_events(composed.entries, question, asked.persons) else None
        evidence = block.assemble(composed.entries, self._settings.evidence_tokens, caution)
        return Recall(
            question=question,
            scope=readable[0],
            as_of=as_of,
            entries=tuple(composed.entries),
            evidence=evidence,
            route=route,
            sufficiency=enough,
            caution=caution,
            abstained=not composed.entries,
            why=self._why(readable, found, within, composed),
            explanation=self._explained(found, composed, evidence, asked, wanted.period, problem) if explain else None,
        )

    def _find(
        self, readable: list[str], vector: Vectors, asked_for: list[str], within: Bounds, count: int
    ) -> Candidates:
        found = candidates.find(
            self._graph,
            readable,
            vector,
            asked_for,
            within,
            count,
            bool(self._weights.bridge),
            bool(self._weights.community),
        )
        guard.check(self._embedder, **found.model)
        if not found.scopes:
            scope = readable[0]
            raise UnknownScopeError(f"nothing was ever written to the scope {scope!r} or above it: check its name")
        return found

    def _looked_at(self, budget: int) -> int:
        return budget if self._reranker is None else min(MAX_K, budget * DEPTH)

    def _sufficient(self, asked: Asked, composed: Composed, floor: float | None) -> tuple[Composed, Sufficiency | None]:
        """How far the entries suffice; without a floor of the caller's own, none of them where that is too little."""
        if not composed.entries:
            return composed, None
        enough = sufficiency(asked, composed.entries, self._embedder.thresholds)
        abstains = floor is None and enough.score < self._settings.sufficiency
        return (composed._replace(entries=[]) if abstains else composed), enough

    def _fused(self, found: Candidates, question: str, asked_for: list[str]) -> Fused:
        lexical, several = _lexical(found, asked_for), words.several(question)
        return fuse(found, lexical, self._weights, lexemes.lexemes(question), several)

    def _reranked(
        self, question: str, composed: Composed, shares: Mapping[AtomType, int]
    ) -> tuple[Composed, str | None]:
        """The entries in the reranker's order, where there is one, and what it failed at."""
        if self._reranker is None or not composed.entries:
            return composed, None
        entries, problem = reranked(self._reranker, question, composed.entries, shares)
        return composed._replace(entries=entries), problem

    def flat(self, question: str, scope: str, k: int) -> list[Entry]:
        """The `k` atoms nearest to the question by vector alone, whatever their type: what typed reading replaces."""
        vector = self._embedder.queries([question])[0]
        readable, within = scopes.readable_from(scope), bounds(None, times.now())
        found = candidates.find(self._graph, readable, vector, [], within, _checked(question, k, None))
        guard.check(self._embedder, **found.model)
        return nearest(self._graph, found.atom_hits, k)

    def _why(self, readable: list[str], found: Candidates, within: Bounds, composed: Composed) -> Why:
        if composed.entries:
            return Why.FOUND
        if composed.candidates:
            return Why.BELOW_THRESHOLD
        standing = self._graph.read("read/standing", scopes=readable, known=within.known)[0]
        if not standing["stored"]:
            known = {scope["path"] for scope in found.scopes}
            return Why.NOTHING_STORED if readable[0] in known else Why.NOTHING_IN_SCOPE
        return Why.NOTHING_CURRENT if standing["known"] else Why.NOTHING_KNOWN_THEN

    def _explained(
        self,
        found: Candidates,
        composed: Composed,
        evidence: Evidence,
        asked: Asked,
        period: Period | None,
        problem: str | None,
    ) -> dict[str, Any]:
        shown = sum(not entry.path for entry in composed.entries)
        return {
            "scopes": [scope["path"] for scope in found.scopes],
            "hits": {
                "atoms": len(found.atom_hits),
                "turns": len(found.turn_hits),
                "texts": len(found.text_hits),
                "in the nearest communities": len(found.inside_hits),
            },
            "candidates": composed.candidates,
            "below_min_similarity": composed.candidates - composed.passing,
            "signal_weights": self._weights._asdict(),
            "asked": _named_by(asked, period),
            "reranker_failed": problem,
            "filtered": {
                "below the floor of similarity": composed.candidates - composed.passing,
                "beyond the quotas": composed.passing - shown if composed.entries else 0,
                "insufficient": 0 if composed.entries else composed.passing,
                "beyond the token budget": len(evidence.omitted),
            },
        }

    def _floor(self, found: Candidates, given: float | None) -> float:
        if given is not None:
            return given
        return 0.0 if found.text_hits else self._embedder.thresholds.unrelated


def _asked_at(as_of: AsOf | None) -> datetime:
    """When the question is asked, in the world: what "last week" is seen from."""
    if as_of is None:
        return times.now()
    return as_of.valid or as_of.recorded or times.now()


def _only_events(entries: Sequence[Entry], question: str, persons: frozenset[str]) -> bool:
    """Whether nothing but events bears on a question.

    A fact or a rule bears on it that shares a word with it which is no name, or is at least as near as the nearest
    event: that Ann likes tea says nothing of whether she may be given penicillin.
    """
    nearest = max((entry.similarity for entry in entries if entry.atom.type is AtomType.EPISODIC), default=None)
    if nearest is None:
        return False
    names = {lexeme for name in (*persons, *_NAME.findall(question)) for lexeme in lexemes.lexemes(name)}
    asked = set(lexemes.query_lexemes(question)) - names
    others = [entry for entry in entries if entry.atom.type is not AtomType.EPISODIC]
    return not any(entry.similarity >= nearest or asked & set(lexemes.lexemes(entry.atom.details)) for entry in others)


def _checked(question: str, k: int, min_similarity: float | None) -> int:
    if not isinstance(question, str) or not question.strip():
        raise InputError("the question is empty: say what to look for")
    if len(question) > MAX_QUESTION:
        raise InputError(f"the question has {len(question)} characters, at most {MAX_QUESTION}: shorten it")
    if any("\ud800" <= character <= "\udfff" for character in question):
        raise InputError("the question holds half a surrogate pair, which is no text: remove it")
    if not isinstance(k, int) or not 1 <= k <= MAX_K:
        raise InputError(f"k is {k!r}: ask for 1 to {MAX_K} entries")
    if min_similarity is not None and not (isinstance(min_similarity, int | float) and 0.0 <= min_similarity <= 1.0):
        raise InputError(f"min_similarity is {min_similarity!r}: similarities lie in 0..1")
    return k


def _lexical(found: Candidates, asked: list[str]) -> dict[str, float]:
    turns = sum(scope["turns"] for scope in found.scopes)
    length = sum(scope["lexemes"] for scope in found.scopes)
    return bm25(asked, found.text_hits, turns, length, found.holding)


def _named(found: Candidates, lexed: list[str]) -> frozenset[str]:
    """The speakers among the hits whose names the question holds in full."""
    asked = set(lexed)
    speakers = {turn.speaker: set(lexemes.lexemes(turn.speaker)) for turn in found.turns.values()}
    return frozenset(speaker for speaker, name in speakers.items() if name and name <= asked)


def _asked(found: Candidates, question: str, named: frozenset[str]) -> Asked:
    """What is asked, and of whom: the title of a document is a subject, on which all words count, and no person."""
    persons = {turn.speaker for turn in found.turns.values() if turn.role != Role.DOCUMENT}
    turns = sum(scope["turns"] for scope in found.scopes)
    return Asked(question, found.holding, turns, named & persons)


def _named_by(asked: Asked, period: Period | None) -> dict[str, Any]:
    """What the question's own words name."""
    return {
        "persons": sorted(asked.persons),
        "negated": words.negated(asked.question),
        "several": words.several(asked.question),
        "from": times.iso(period.start) if period else None,
        "until": times.iso(period.end) if period else None,
    }
