"""Type and facet of claims by exemplars in the graph: hashed where that is clear, else exact, else asked (MOSAIC)."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from mnemosaic.atoms import AtomType, Claim, Facet
from mnemosaic.errors import InputError
from mnemosaic.exemplars.index import ExemplarIndex, Verdict
from mnemosaic.exemplars.store import ExemplarStore, ExemplarTask, Labelled
from mnemosaic.models.protocols import Vectors
from mnemosaic.turns import Role
from mnemosaic.write.ask_kinds import KindAsker, Open
from mnemosaic.write.cues import statement_cues
from mnemosaic.write.policy import permitted
from mnemosaic.write.protocols import Classification, ClassifyPath

FACET_FROM = 0.5
"""Share of the votes that a facet needs; below it a claim has none."""
CLEAR_EXACT = 0.7
"""Lead of the votes below which exact neighbours leave a type open: seven of ten are right there, nine of ten above."""
MOST_ASKED = 100
"""Claims that one call to the model asks about at most: the least clear ones."""


class ExemplarClassifier:
    """A `Classifier` over the exemplars of a graph. Thread-safe; exemplars added meanwhile count at the next call."""

    def __init__(self, exemplars: ExemplarStore, ask: KindAsker | None = None) -> None:
        """`ask` is asked, once a call, about the claims whose type or facet the exemplars leave open."""
        self._exemplars = exemplars
        self._ask = ask
        self._lock = threading.Lock()
        self._known: dict[ExemplarTask, tuple[Labelled, ExemplarIndex]] = {}

    def classify(
        self, claims: Sequence[Claim], vectors: Vectors, roles: Sequence[Role] | None = None
    ) -> list[Classification]:
        """One classification a claim, in order; row i of `vectors` embeds claim i. One small round trip.

        Raises `InputError` where the graph holds no exemplars of types.
        """
        if not claims:
            return []
        version = self._exemplars.version()
        types, facets = (self._index(task, version) for task in (ExemplarTask.TYPE, ExemplarTask.FACET))
        if types is None:
            raise InputError("there are no exemplars of types in this graph: put the shipped ones back with seed()")
        return classified(claims, vectors, types, facets, roles, self._ask)

    def _index(self, task: ExemplarTask, version: int) -> ExemplarIndex | None:
        labelled = self._exemplars.labelled(task, version)
        with self._lock:
            known = self._known.get(task)
            if known is None or known[0] is not labelled:
                if not labelled.labels:
                    return None
                known = labelled, statement_index(labelled.labels, labelled.texts, labelled.vectors)
                self._known[task] = known
            return known[1]


def statement_index(labels: Sequence[str], texts: Sequence[str], vectors: Vectors) -> ExemplarIndex:
    """An index of exemplars that are statements: their embeddings joined with their surface marks."""
    return ExemplarIndex(labels, vectors, statement_cues(texts))


def classified(
    claims: Sequence[Claim],
    vectors: Vectors,
    types: ExemplarIndex,
    facets: ExemplarIndex | None = None,
    roles: Sequence[Role] | None = None,
    ask: KindAsker | None = None,
) -> list[Classification]:
    """What the indexes say of each claim, within the types that the role of its turn permits; else what `ask` says."""
    cues = statement_cues([claim.details for claim in claims])
    found = types.verdicts(vectors, cues)
    about = facets.verdicts(vectors, cues) if facets is not None else [None] * len(claims)
    allowed = [_types_of(role) for role in roles] if roles is not None else [frozenset(AtomType)] * len(claims)
    made = [
        _classification(claim, verdict, facet, may)
        for claim, verdict, facet, may in zip(claims, found, about, allowed, strict=True)
    ]
    return made if ask is None else _asked(claims, made, found, allowed, facets is not None, ask)


def _types_of(role: Role) -> frozenset[AtomType]:
    return permitted(role) or frozenset(AtomType)


def _classification(
    claim: Claim, verdict: Verdict, about: Verdict | None, allowed: frozenset[AtomType]
) -> Classification:
    facet = claim.facet
    if facet is None and about is not None and about.confidence >= FACET_FROM:
        facet = Facet(about.label)
    if claim.type is not None:
        return Classification(type=claim.type, facet=facet, path=ClassifyPath.GIVEN)
    shares = {AtomType(label): share for label, share in verdict.shares.items()}
    chosen = max(sorted(allowed), key=lambda kind: shares.get(kind, 0.0))
    path = ClassifyPath.HASHED if verdict.hashed else ClassifyPath.EXACT
    return Classification(type=chosen, facet=facet, confidence=shares.get(chosen, 0.0), path=path)


def _asked(
    claims: Sequence[Claim],
    made: list[Classification],
    found: Sequence[Verdict],
    allowed: Sequence[frozenset[AtomType]],
    with_facets: bool,
    ask: KindAsker,
) -> list[Classification]:
    """The same, with what the model says where the exact path left a type open, or no facet was clear."""
    types = {place for place, item in enumerate(made) if _is_open(item, found[place])}
    facets = {place for place, item in enumerate(made) if with_facets and item.facet is None and _is_ours(item)}
    least_clear = sorted(types | facets, key=lambda place: (place not in types, found[place].lead))
    places = sorted(least_clear[:MOST_ASKED])
    kinds = ask([Open(claims[place].details, allowed[place]) for place in places]) if places else {}
    settled = list(made)
    for order, kind in kinds.items():
        place = places[order]
        update: dict[str, object] = {"facet": made[place].facet or kind.facet}
        if place in types:
            update |= {"type": kind.type, "confidence": kind.confidence, "path": ClassifyPath.MODEL}
        settled[place] = made[place].model_copy(update=update)
    return settled


def _is_ours(item: Classification) -> bool:
    return item.path is not ClassifyPath.GIVEN


def _is_open(item: Classification, verdict: Verdict) -> bool:
    return item.path is ClassifyPath.EXACT and verdict.lead < CLEAR_EXACT
