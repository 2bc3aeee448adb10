"""Takes turns in: checks them, gives each its id and place, and stores them as they arrived, before anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mnemosaic import metadata, times
from mnemosaic.errors import InputError
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.readers.chat import turn_of
from mnemosaic.readers.items import Options, Place
from mnemosaic.reports import Problem
from mnemosaic.turns import Role, StoredTurn, Turn, TurnStatus
from mnemosaic.write.policy import trust_of

CONTEXT_TURNS = 2
MAX_CHARACTERS = 1_000_000
_OWN = ("session", "position", "caption", "trust", "metadata")

Given = str | Turn | Mapping[str, Any]


class Intake(BaseModel):
    """Turns that were stored: the ones to work on, in order, and counts.

    `context` are the turns just before each session's first one; `last_atoms` the atom that ends each of them.
    """

    model_config = ConfigDict(frozen=True)

    work: tuple[StoredTurn, ...]
    context: tuple[StoredTurn, ...] = ()
    last_atoms: dict[str, str] = {}
    stored: int = 0
    existing: int = 0


def as_turns(given: Given | Iterable[Given]) -> list[Turn]:
    """Turns from text, turns, dictionaries in the project's form, or chat messages (`role` and `content`).

    Raises `InputError` that names the place of the first one that cannot be used.
    """
    if given is None or isinstance(given, (bytes, int, float)):
        raise InputError(f"a {type(given).__name__} is no turn: give text, a Turn, a dictionary, or a list of them")
    items = [given] if isinstance(given, (str, Turn, Mapping)) else list(given)
    tools: dict[str, str] = {}
    turns = [_as_turn(item, place, tools) for place, item in enumerate(items)]
    for place, turn in enumerate(turns):
        _check(turn, place)
    return turns


def readable(items: Iterable[Any], problems: list[Problem]) -> Iterator[Turn]:
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


def take_in(graph: Graph, scope: str, turns: Sequence[Turn], first: int = 0) -> Intake:
    """Store the turns that are new, as pending; turns that are done are not worked on again.

    `first` is the place of the first turn in the whole list that is being written.
    """
    moment = times.now()
    unique = _by_id(scope, turns, first, moment)
    stored, fresh = graph.transaction(lambda tx: _store(tx, scope, unique, moment), "store turns")
    work = tuple(turn for turn in stored if turn.status in (TurnStatus.PENDING, TurnStatus.FAILED))
    context, last_atoms = _preceding(graph, scope, work)
    return Intake(work=work, context=context, last_atoms=last_atoms, stored=fresh, existing=len(turns) - fresh)


def untaken(scope: str, turns: Sequence[Turn]) -> Intake:
    """The turns as they would be worked on, without storing anything."""
    moment = times.now()
    return Intake(work=tuple(_placed(scope, _by_id(scope, turns, 0, moment), {}, {}, moment)))


def _by_id(scope: str, turns: Sequence[Turn], first: int, moment: datetime) -> dict[str, Turn]:
    day = f"{moment:%Y-%m-%d}"
    return {turn.id_in(scope, index, day): turn for index, turn in enumerate(turns, start=first)}


def _store(tx: Transaction, scope: str, turns: Mapping[str, Turn], moment: datetime) -> tuple[list[StoredTurn], int]:
    """The turns as they are stored now, and how many of them are new. Writers of a scope follow each other, so that
    each turn gets a place of its own in its session."""
    # the scope's own time, which never runs backwards: the order of arrival stands whatever the clock does
    moment = tx.run("write/lock_scope", scope=scope, now=moment)[0]["recorded_at"]
    sessions = list(dict.fromkeys(turn.session for turn in turns.values()))
    row = tx.run("write/known_turns", scope=scope, ids=list(turns), sessions=sessions)[0]
    known = {item["id"]: item for item in row["known"]}
    stored = _placed(scope, turns, known, {item["session"]: item["last"] for item in row["sessions"]}, moment)
    fresh = [turn_row(turn) for turn in stored if turn.id not in known]
    if fresh:
        tx.run("write/store_turns", scope=scope, now=moment, turns=fresh)
    return stored, len(fresh)


def waiting(graph: Graph, scope: str, limit: int, tried: Sequence[str] = ()) -> Intake:
    """Turns of a scope that are pending or failed, oldest first, to be worked on again, but for the ones `tried`.

    Turns of a session that do not follow each other are not worked on together: each needs what came before it.
    """
    rows = graph.read("write/waiting_turns", scope=scope, limit=limit, tried=list(tried))
    work = _unbroken([(turn_from(row["turn"]), row["previous"]) for row in rows])
    context, last_atoms = _preceding(graph, scope, work)
    return Intake(work=work, context=context, last_atoms=last_atoms, existing=len(work))


def _unbroken(found: Sequence[tuple[StoredTurn, str | None]]) -> tuple[StoredTurn, ...]:
    """The first of the turns, up to one that does not follow the last one of its session; each comes with the id of the
    turn before it."""
    work: list[StoredTurn] = []
    last: dict[str, str] = {}
    for turn, previous in found:
        if last.get(turn.turn.session, previous) != previous:
            break
        work.append(turn)
        last[turn.turn.session] = turn.id
    return tuple(work)


def _preceding(graph: Graph, scope: str, work: Sequence[StoredTurn]) -> tuple[tuple[StoredTurn, ...], dict[str, str]]:
    places: dict[str, int] = {}
    for turn in work:
        places.setdefault(turn.turn.session, turn.position)
    if not places:
        return (), {}
    rows = graph.read(
        "write/preceding_turns",
        scope=scope,
        places=[{"session": session, "position": position} for session, position in places.items()],
        count=CONTEXT_TURNS,
    )
    last_atoms = {row["turn"]["id"]: row["last_atom"] for row in rows if row["last_atom"]}
    return tuple(turn_from(row["turn"]) for row in rows), last_atoms


def turn_row(stored: StoredTurn) -> Row:
    """A turn as `write/store_turns` takes it."""
    turn = stored.turn
    properties = {
        "scope": stored.scope,
        "session": turn.session,
        "position": stored.position,
        "source_id": turn.source_id,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "text": turn.text,
        "caption": turn.caption,
        "question": turn.text.rstrip().endswith(("?", "？", "؟")),
        "trust": trust_of(turn),
        "status": stored.status.value,
        "metadata": metadata.encode(turn.metadata),
    }
    said_at = turn.said_at.isoformat() if turn.said_at else None
    return {"id": stored.id, "said_at": said_at, "properties": properties}


def turn_from(row: Row) -> StoredTurn:
    """A turn from the properties of its node."""
    turn = Turn(
        text=row["text"],
        speaker=row["speaker"],
        role=Role(row["role"]),
        session=row["session"],
        said_at=row.get("said_at"),
        source_id=row.get("source_id"),
        position=row["position"],
        caption=row.get("caption"),
        trust=row.get("trust"),
        metadata=metadata.decode(row.get("metadata")),
    )
    return StoredTurn(
        id=row["id"],
        scope=row["scope"],
        turn=turn,
        position=row["position"],
        received_at=row["received_at"],
        status=TurnStatus(row["status"]),
    )


def _placed(
    scope: str, turns: Mapping[str, Turn], known: Mapping[str, Row], last: dict[str, int], moment: datetime
) -> list[StoredTurn]:
    placed = []
    for turn_id, turn in turns.items():
        before = known.get(turn_id)
        position = before["position"] if before else turn.position
        if position is None:
            position = last.get(turn.session, -1) + 1
        last[turn.session] = max(position, last.get(turn.session, -1))
        status = TurnStatus(before["status"]) if before else TurnStatus.PENDING
        received = before["received_at"] if before else moment
        placed.append(
            StoredTurn(id=turn_id, scope=scope, turn=turn, position=position, received_at=received, status=status)
        )
    return placed


def _as_turn(item: Given, place: int, tools: dict[str, str]) -> Turn:
    if isinstance(item, Turn):
        return item
    if isinstance(item, str):
        return Turn(text=item)
    if not isinstance(item, Mapping):
        raise InputError(f"turn {place} is a {type(item).__name__}: give text, a Turn or a dictionary")
    try:
        return _from_message(item, place, tools) if "content" in item else Turn.model_validate(dict(item))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"turn {place} cannot be used: {where}: {first['msg']}") from error


def _from_message(message: Mapping[str, Any], place: int, tools: dict[str, str]) -> Turn:
    """A chat message as a turn. What the project's own form has besides, such as session and metadata, is kept."""
    own = {name: message[name] for name in _OWN if message.get(name) is not None}
    plain = {"role": "user"} | {name: value for name, value in message.items() if name not in _OWN}
    where, session = Place(0, f"turn {place}"), str(own.get("session", "default"))
    made = turn_of(plain, where, session=session, position=0, options=Options(), tools=tools)
    if not isinstance(made, Turn):
        raise InputError(f"{made}: mend it, or leave it out")
    fields = made.model_dump(exclude={"position"}) | own
    return Turn.model_validate(fields | {"metadata": made.metadata | dict(own.get("metadata", {}))})


def _check(turn: Turn, place: int) -> None:
    if not turn.content.strip():
        raise InputError(f"turn {place} is empty: there is nothing to remember, leave it out")
    if len(turn.content) > MAX_CHARACTERS:
        raise InputError(f"turn {place} has {len(turn.content)} characters, at most {MAX_CHARACTERS}: split it")
    for name in ("text", "speaker", "session", "source_id", "caption"):
        value = getattr(turn, name) or ""
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise InputError(f"turn {place}: its {name} holds half a surrogate pair, which is no text: remove it")
    metadata.encode(turn.metadata)
