"""HaluMem (arXiv 2511.03506): are the memory points that an update replaces looked at, and do only they end?

Every point is written as one atom, one after the other, as the local pipeline would take it, with the gate off. An
update's original is the earlier point that equals what the data says it replaces, or else is most similar to it; where
none is similar enough, there is nothing to be found. An atom that a point ended which is no update is a true fact lost.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomType, Claim, entity_key
from mnemosaic.errors import InputError
from mnemosaic.evaluate.halumem import FILES, Point, User, users
from mnemosaic.memory import Memory
from mnemosaic.models.similarity import similarity
from mnemosaic.reports import SCHEMA, WrittenAtom
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.verdicts import CONTRADICTING, Verdict
from mnemosaic.write.claims import Setting, claim_of
from mnemosaic.write.persons import Names
from mnemosaic.write.protocols import Decomposition
from mnemosaic.write.units import Unit

SIMILAR = 0.9
"""Cosine from which an earlier point counts as the original of an update."""

Say = Callable[[str], None]


class Alarm(BaseModel):
    """A verdict on a point beside an earlier one: that it ended it, or that it contradicts it. `kind` is the check."""

    model_config = ConfigDict(frozen=True)

    point: str
    against: str
    verdict: Verdict
    ended: bool = Field(description="whether the earlier one is superseded or retired now")
    kind: str
    reason: str
    type: AtomType
    interference: bool = Field(description="whether the data says of one of the two that it never was true")


class Overlooked(BaseModel):
    """An update whose original was not among the candidates."""

    model_config = ConfigDict(frozen=True)

    point: str
    type: AtomType
    original: str
    original_type: AtomType
    similarity: float = Field(description="of update and original, 0..1")
    current: bool = Field(description="whether the original still held when the update was written")


class UpdateScores(BaseModel):
    """Fractions of 1. `candidates` to `contradicted` are of the updates that have an original, `originals` of them.

    `false_updates` and `false_conflicts` are of the points that are no update: those for which an earlier atom ended,
    and those that were taken to contradict one.
    """

    model_config = ConfigDict(frozen=True)

    points: int
    updates: int
    originals: int
    equal: int = Field(description="of the originals, those that occur word for word")
    without_original: int
    same_type: int = Field(description="of the originals, those of the update's type: no other can be superseded")
    candidates: float = Field(description="the original was found as a candidate")
    judged: float = Field(description="a verdict was asked for it")
    superseded: float
    contradicted: float = Field(description="of the updates with an original: an open contradiction joins the two")
    false_updates: float
    false_conflicts: float
    false_update_kinds: dict[str, int]
    false_conflict_kinds: dict[str, int]


class UpdatesReport(BaseModel):
    """Scores of all points together, and by user; the alarms of points that are no update, and what was overlooked."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    embedder: str
    similar_from: float = SIMILAR
    overall: UpdateScores
    by_user: dict[str, UpdateScores]
    false_alarms: tuple[Alarm, ...]
    overlooked: tuple[Overlooked, ...]


class _Written(NamedTuple):
    """What became of one point: the atom that it ended as, what was looked at and judged before, and what it ended."""

    point: Point
    atom: WrittenAtom
    looked_at: frozenset[str]
    judged: frozenset[str]
    ended: frozenset[str]


class _Original(NamedTuple):
    """The earlier point that an update replaces, by its place, and how similar the update itself is to it."""

    place: int
    equal: bool
    similarity: float


class _Outcome(NamedTuple):
    written: list[_Written]
    originals: dict[int, _Original]


class PointDecomposer:
    """Each turn as the one claim that it states: its words as they are, the rest as the local pipeline finds it."""

    extractor = "points/1"

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:  # noqa: ARG002 -- a protocol's
        """One claim a turn, in order."""
        return Decomposition(claims=tuple(_claim(turn) for turn in turns))


def _claim(turn: StoredTurn) -> Claim:
    text, speaker = turn.turn.text, turn.turn.speaker
    setting = Setting(turn, Names(speaker, None), frozenset({entity_key(speaker)}))
    claim = claim_of(Unit(0, len(text), text, turn.turn.role), setting, None)
    return claim.model_copy(update={"details": text})


def run(memory: Memory, data: Path, say: Say | None = None) -> UpdatesReport:
    """Write the points of the users in the folder `data` to scopes of their own, which are removed again.

    Raises `InputError` where there are none and `FormatError` for a file of another form.
    """
    tell = say or (lambda _: None)
    found = users(data)
    if not found:
        raise InputError(f"{data} holds no user of HaluMem: files are named {FILES}")
    settings = memory.settings.model_copy(update={"confidence_gate": 0.0, "compare": True})
    writer = Memory(memory.graph, settings, memory.embedder, decomposer=PointDecomposer())
    outcomes = {}
    for user in found:
        scope = f"bench-{uuid.uuid4().hex[:8]}"
        try:
            written = _write(writer, user, scope, tell)
        finally:
            memory.drop_scope(scope=scope)
        outcomes[user.label] = _Outcome(written, _originals(memory, user.points))
    every = list(outcomes.values())
    return UpdatesReport(
        embedder=memory.embedder.name,
        overall=_scores(every),
        by_user={label: _scores([one]) for label, one in outcomes.items()},
        false_alarms=tuple(alarm for one in every for alarm in _false_alarms(one)),
        overlooked=tuple(missed for one in every for missed in _overlooked(one)),
    )


def _write(memory: Memory, user: User, scope: str, tell: Say) -> list[_Written]:
    written = []
    for place, point in enumerate(user.points):
        tell(f"{user.label}: point {place + 1} of {len(user.points)}")
        session = f"s{point.session}"
        turn = Turn(text=point.text, speaker=user.name, session=session, said_at=point.said_at, position=place)
        seen = memory.preview(turn, scope=scope)
        atom = memory.remember(turn, scope=scope).atoms[0]
        ended: frozenset[str] = frozenset()
        if any(against.verdict in CONTRADICTING for against in atom.against):
            changes = memory.history(atom.id).changes
            ended = frozenset(change.older for change in changes if change.newer == atom.id)
        written.append(_Written(point, atom, frozenset(seen.looked_at), frozenset(seen.judged), ended))
    return written


def _originals(memory: Memory, points: Sequence[Point]) -> dict[int, _Original]:
    """The original of each update that has one, by the places of both."""
    texts = list(dict.fromkeys(text for point in points for text in point.originals))
    vectors = memory.embedder.passages([*(point.text for point in points), *texts])
    own, told = vectors[: len(points)], dict(zip(texts, vectors[len(points) :], strict=True))
    found = {}
    for place, point in enumerate(points):
        if not (point.update and point.originals and place):
            continue
        scores = similarity(np.vstack([told[text] for text in point.originals]), own[:place]).max(axis=0)
        equal = np.array([earlier.text in point.originals for earlier in points[:place]])
        best = int(np.argmax(np.where(equal, 2.0, scores)))
        if equal[best] or scores[best] >= SIMILAR:
            near = float(similarity(own[place : place + 1], own[best : best + 1])[0, 0])
            found[place] = _Original(best, bool(equal[best]), round(near, 4))
    return found


def _scores(outcomes: Sequence[_Outcome]) -> UpdateScores:
    pairs = [
        (one.written[place], one.written[original.place], original)
        for one in outcomes
        for place, original in one.originals.items()
    ]
    written = [item for one in outcomes for item in one.written]
    others = [item for item in written if not item.point.update]
    alarms = [alarm for one in outcomes for alarm in _false_alarms(one)]
    return UpdateScores(
        points=len(written),
        updates=len(written) - len(others),
        originals=len(pairs),
        equal=sum(original.equal for _, _, original in pairs),
        without_original=len(written) - len(others) - len(pairs),
        same_type=sum(new.atom.type is old.atom.type for new, old, _ in pairs),
        candidates=_share(_among(new.looked_at, new, old) for new, old, _ in pairs),
        judged=_share(_among(new.judged, new, old) for new, old, _ in pairs),
        superseded=_share(old.atom.id in new.ended for new, old, _ in pairs),
        contradicted=_share(_contradicts(new, old.atom.id) for new, old, _ in pairs),
        false_updates=_share(bool(item.ended) for item in others),
        false_conflicts=_share(_contradicts(item, None) for item in others),
        false_update_kinds=_kinds(alarm.kind for alarm in alarms if alarm.ended),
        false_conflict_kinds=_kinds(alarm.kind for alarm in alarms if not alarm.ended),
    )


def _among(atoms: frozenset[str], new: _Written, old: _Written) -> bool:
    """Whether an earlier point is among the atoms; one that the new one equals ended as the same atom and is found."""
    return old.atom.id in atoms or old.atom.id == new.atom.id


def _contradicts(item: _Written, atom: str | None) -> bool:
    """Whether a point was taken to contradict an earlier atom, or the one given, without ending it."""
    return any(
        against.verdict in CONTRADICTING and against.atom not in item.ended and atom in (None, against.atom)
        for against in item.atom.against
    )


def _false_alarms(one: _Outcome) -> list[Alarm]:
    interference = {item.atom.id: item.point.interference for item in one.written}
    return [
        Alarm(
            point=item.point.text,
            against=against.details,
            verdict=against.verdict,
            ended=against.atom in item.ended,
            kind=against.kind,
            reason=against.reason,
            type=item.atom.type,
            interference=item.point.interference or interference.get(against.atom, False),
        )
        for item in one.written
        if not item.point.update
        for against in item.atom.against
        if against.verdict in CONTRADICTING
    ]


def _overlooked(one: _Outcome) -> list[Overlooked]:
    found = []
    for place, original in one.originals.items():
        new, old = one.written[place], one.written[original.place]
        if not _among(new.looked_at, new, old):
            ended_before = any(old.atom.id in item.ended for item in one.written[:place])
            found.append(
                Overlooked(
                    point=new.point.text,
                    type=new.atom.type,
                    original=old.point.text,
                    original_type=old.atom.type,
                    similarity=original.similarity,
                    current=not ended_before,
                )
            )
    return found


def _kinds(kinds: Iterable[str]) -> dict[str, int]:
    return dict(Counter(kinds).most_common())


def _share(found: Iterable[bool]) -> float:
    values = list(found)
    return round(sum(values) / len(values), 4) if values else 0.0
