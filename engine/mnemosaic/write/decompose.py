"""The local decomposer: claims by rules alone, every sentence of a turn either in a claim or listed as skipped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from mnemosaic.atoms import Claim, entity_key
from mnemosaic.relations import StatedRelation
from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write.claims import Question, Setting, claim_of, display_name
from mnemosaic.write.corrects import corrects_next
from mnemosaic.write.cover import cover
from mnemosaic.write.fillers import is_question
from mnemosaic.write.persons import Names
from mnemosaic.write.protocols import Decomposition, Skipped
from mnemosaic.write.sentences import sentences
from mnemosaic.write.stated import Link
from mnemosaic.write.states import states
from mnemosaic.write.units import Unit, units

VERSION = 4
"""Raised whenever the same turns would give other claims."""

_SPEAKING = frozenset({Role.USER, Role.ASSISTANT})


class LocalDecomposer:
    """Sentences and clauses as claims, with persons, dates and names resolved. Deterministic; no model, no network.

    English is rewritten; other languages are kept as they are behind the speaker's name. `Claim.type` and `facet` are
    left to the classifier, except that an order found in data is semantic: data never becomes a procedure. A claim that
    states no time has none (see `dates.assumed_start`).
    """

    @property
    def extractor(self) -> str:
        """Name and version, as kept on the atoms it makes."""
        return f"local/{VERSION}"

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        """Claims of `turns` in order; `context` are the turns just before, which lend questions, names and months."""
        speakers = _speakers([*context, *turns])
        claims: list[Claim] = []
        skipped: list[Skipped] = []
        last = {_session(turn): turn for turn in context}
        before: dict[tuple[str, str], list[StoredTurn]] = defaultdict(list)
        for turn in context:
            before[_session(turn)].append(turn)
        for turn in turns:
            session = _session(turn)
            known = frozenset(entity_key(name) for name in speakers[session])
            asked = _question(last.get(session), turn)
            names = _names(turn, speakers[session])
            _read(Setting(turn, names, known, asked, before[session]), claims, skipped)
            before[session].append(turn)
            last[session] = turn
        claims += states(claims, {turn.id: turn.time for turn in turns})
        return Decomposition(claims=tuple(claims), skipped=tuple(skipped), coverage=cover(turns, claims, skipped))


def _session(turn: StoredTurn) -> tuple[str, str]:
    return turn.scope, turn.turn.session


def _speakers(turns: Sequence[StoredTurn]) -> dict[tuple[str, str], list[str]]:
    """Who speaks in each session, by name, in order of appearance."""
    found: dict[tuple[str, str], list[str]] = {}
    for turn in turns:
        names = found.setdefault(_session(turn), [])
        name = display_name(turn.turn.speaker)
        if turn.turn.role in _SPEAKING and name not in names:
            names.append(name)
    return found


def _names(turn: StoredTurn, speakers: list[str]) -> Names:
    """The speaker, and the other one where exactly two speak in the session."""
    name = display_name(turn.turn.speaker)
    others = [other for other in speakers if other != name]
    return Names(name, others[0] if len(others) == 1 else None)


def _question(before: StoredTurn | None, turn: StoredTurn) -> Question | None:
    """The question with which the turn before ends, if somebody else asked it."""
    if before is None or before.turn.speaker == turn.turn.speaker:
        return None
    text = before.turn.text.rstrip()
    if before.turn.role not in _SPEAKING or not is_question(text[-12:]):
        return None
    last = sentences(text)[-1]
    return Question(before.id, last.start, last.end, last.of(text), display_name(before.turn.speaker))


def _read(setting: Setting, claims: list[Claim], skipped: list[Skipped]) -> None:
    """Add the claims and the skipped pieces of one turn."""
    previous: Unit | None = None
    before = ""
    for piece in units(setting.turn, setting.question.text if setting.question else None):
        announced, before = corrects_next(before, piece.text), piece.text
        if isinstance(piece, Skipped):
            skipped.append(piece)
            previous = None
            continue
        claim = claim_of(piece, setting, previous)
        own = announced and setting.turn.turn.role is Role.USER
        claims.append(claim.model_copy(update={"corrects": True}) if own else claim)
        if piece.link is not None and previous is not None:
            _relate(claims, piece.link)
        previous = piece


def _relate(claims: list[Claim], link: Link) -> None:
    """Tie the last claim to the one before it."""
    last = len(claims) - 1
    holder, target = (last, last - 1) if link.backward else (last - 1, last)
    relation = StatedRelation(target=target, relation=link.relation, confidence=link.confidence)
    claims[holder] = claims[holder].model_copy(update={"relations": (*claims[holder].relations, relation)})
