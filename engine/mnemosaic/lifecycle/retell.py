"""The order of time as it is once a turn counts as never told.

An atom knows every time it was told, and since when each of these says that it holds. What is left of them is told
again, in memory and in the order in which it came, by the rules by which a commit places a statement in time. That is
trusted only where telling all of it again, with the forgotten turn, comes to what is there: elsewhere somebody decided
something, or more bears on it than times.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic import times
from mnemosaic.atoms import AtomStatus, AtomType, Slot
from mnemosaic.graph import Row, Transaction
from mnemosaic.relations import Relation
from mnemosaic.times import BEGINNING
from mnemosaic.verdicts import UNRELATED, Judgement, Statement, Verdict
from mnemosaic.write.identity import moved_id, verdict_id
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import Finding, Link
from mnemosaic.write.timeline import Part, start
from mnemosaic.write.told_again import equal, late, placed, tell_again

MOST = 60
"""Atoms of one order of time, and times that they were told, beyond which it is left as it is."""
STEPS = 20

SAME = Judgement(verdict=Verdict.SAME, by="user")
AFTER = Judgement(verdict=Verdict.CHANGES_OVER_TIME, by="user")
"""That it was decided before stands for a decision."""


class Telling(NamedTuple):
    """One time at which an atom was told: by which turn, and what that says of it."""

    atom: str
    turn: str
    known: Known


class Retold(NamedTuple):
    """What an order of time comes to: the records, each with the tellings that belong to it, and the changes."""

    records: list[Known]
    sources: dict[str, list[Telling]]
    links: list[Link]


def timeline(tx: Transaction, seeds: Iterable[str]) -> list[Row]:
    """The rows of all atoms that share an order of time with `seeds`; empty where they are too many."""
    found: dict[str, Row] = {}
    waiting = list(dict.fromkeys(seeds))
    for _ in range(STEPS):
        if not waiting:
            return list(found.values())
        if len(found) + len(waiting) > MOST:
            return []
        rows = tx.run("lifecycle/told", ids=waiting, values=MOST)
        asked = {*found, *waiting}
        found |= {row["id"]: row for row in rows}
        waiting = list(dict.fromkeys(other for row in rows for other in row["near"] if other not in asked))
    return []


def retell(tx: Transaction, rows: Sequence[Row], turn: str, now: datetime) -> tuple[int, list[str]]:
    """Give the atoms of `rows`, as they were before `turn` was forgotten, the times that they have without it.

    Returns how many hold again, and the atoms that are one with another now and rest on nothing any more.
    """
    whole = _told(rows)
    if not rows or len(whole) > MOST or not _understood(rows, _again(rows, whole)):
        return 0, []
    left = _again(rows, [one for one in whole if one.turn != turn])
    homes = _homes(rows, left)
    if homes is None:
        return 0, []
    changed = [_row(record, homes[record.id], left.sources[record.id]) for record in left.records]
    changed.sort(key=lambda row: row["status"] == AtomStatus.CURRENT.value)
    restored = tx.run("lifecycle/retell", now=now, forever=times.FOREVER, atoms=changed) if changed else []
    ids = [homes[record.id] for record in left.records]
    if ids:
        tx.run("lifecycle/rejoin", now=now, ids=ids, changes=_changes(rows, left, homes))
    told = {one.atom for one in whole if one.turn != turn}
    return (restored[0]["restored"] if restored else 0), sorted(told - set(ids))


def _told(rows: Sequence[Row]) -> list[Telling]:
    """Every time one of the atoms was told, in the order in which the memory heard of it."""
    heard = [(one, row) for row in rows for one in row["told"]]
    heard.sort(key=lambda item: _heard(item[0]))
    return [Telling(row["id"], one["turn"], _known(row, one)) for one, row in heard]


def _heard(told: Row) -> tuple[datetime, int, str, int]:
    return _moment(told["received"]), told["position"] or 0, told["turn"], told["start"] or 0


def _known(row: Row, told: Row) -> Known:
    atom = row["atom"]
    said = datetime.fromisoformat(told["said"])
    until = datetime.fromisoformat(atom["until"] or atom["valid_until"])
    since = _since(row, told)
    occurred = datetime.fromisoformat(atom["occurred_from"]) if atom["occurred_from"] else None
    slot = Slot(entity="-", attribute=atom["slot"], single=True) if atom["slot"] and atom["single"] else None
    return Known(
        id=str(uuid.uuid4()),
        scope=atom["scope"],
        statement=Statement(
            details=atom["details"], type=AtomType(atom["type"]), slot=slot, said_at=said, occurred_from=occurred
        ),
        live_key=atom["live_key"] or "",
        trust=1.0,
        confidence=1.0,
        valid_from=since if since <= until else BEGINNING,
        valid_until=until,
        fresh=True,
        told=(said,),
    )


def _since(row: Row, told: Row) -> datetime:
    """Since when a telling itself says that it holds.

    A start that no telling gives, and at which none was made, is that of the first: it stands where another stood.
    """
    if told["since"]:
        return datetime.fromisoformat(told["since"])
    atom = row["atom"]
    if atom["type"] == AtomType.EPISODIC.value and atom["occurred_from"]:
        return datetime.fromisoformat(atom["occurred_from"])
    own = datetime.fromisoformat(atom["valid_from"])
    given = {atom["occurred_from"], *(one["since"] for one in row["told"]), *(one["said"] for one in row["told"])}
    known = {datetime.fromisoformat(text) for text in given if text}
    return own if told["main"] and own not in known else BEGINNING


def _again(rows: Sequence[Row], tellings: Sequence[Telling]) -> Retold:
    """What telling all this comes to, one after the other."""
    apart = _exclusive(rows)
    records: list[Known] = []
    links: list[Link] = []
    for telling in tellings:
        new = _fresh(telling.known)
        findings = [Finding(known, _judged(new, known, apart)) for known in records]
        current = next((found.known for found in equal(new, findings) if found.known.current), None)
        if current is not None and not late(new, start(current)):
            tell_again(current, new)
            continue
        decision = placed(new, findings)
        links += decision.links
        for cut in decision.parts:
            links = [_shared_out(link, cut, records) for link in links]
        if decision.target == new.id:
            records += [*(cut.before for cut in decision.parts), new]
        else:
            tell_again(next(known for known in records if known.id == decision.target), new)
    return Retold(records, _shared(records, tellings), links)


def _shared_out(link: Link, cut: Part, records: Sequence[Known]) -> Link:
    """A change by which what was cut in two followed what was before goes to the earlier part."""
    if link.source != cut.after.id or link.target == cut.before.id:
        return link
    ended = next((known for known in records if known.id == link.target), None)
    earlier = ended is not None and ended.valid_from < cut.before.valid_until
    return link._replace(source=cut.before.id) if earlier else link


def _fresh(known: Known) -> Known:
    return Known(
        **{name: getattr(known, name) for name in Known.__dataclass_fields__ if name not in ("id", "reading")},
        id=str(uuid.uuid4()),
    )


def _exclusive(rows: Sequence[Row]) -> set[frozenset[str]]:
    """Pairs of what is stated, by live key, of which one ends where the other begins."""
    keys = {row["id"]: row["atom"]["live_key"] for row in rows}
    joined = {
        frozenset((keys[change["newer"]], keys[change["older"]]))
        for row in rows
        for change in row["changes"]
        if change["newer"] in keys and change["older"] in keys
    }
    slots: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row["atom"]["slot"] and row["atom"]["single"]:
            slots[row["atom"]["type"], row["atom"]["slot"]].append(row["atom"]["live_key"])
    joined |= {frozenset((one, two)) for values in slots.values() for one in values for two in values}
    against = {frozenset((keys[row["id"]], keys[other])) for row in rows for other in row["against"] if other in keys}
    return joined - against


def _judged(new: Known, old: Known, apart: set[frozenset[str]]) -> Judgement:
    if new.live_key == old.live_key:
        return SAME
    return AFTER if frozenset((new.live_key, old.live_key)) in apart else UNRELATED


def _shared(records: Sequence[Known], tellings: Sequence[Telling]) -> dict[str, list[Telling]]:
    """The tellings that belong to each record: those of its times."""
    found: dict[str, list[Telling]] = {record.id: [] for record in records}
    for telling in tellings:
        key, said = telling.known.live_key, telling.known.told[0]
        home = next(one for one in records if one.live_key == key and said in one.told)
        found[home.id].append(telling)
    return found


def _understood(rows: Sequence[Row], whole: Retold) -> bool:
    """Whether telling everything again comes to what is there."""
    kept = sorted(
        (
            row["atom"]["live_key"] or "",
            _moment(row["atom"]["valid_from"]),
            _moment(row["atom"]["valid_until"]),
            row["atom"]["status"],
            sorted(one["turn"] for one in row["told"]),
        )
        for row in rows
    )
    made = sorted(
        (
            record.live_key,
            record.valid_from,
            record.valid_until,
            record.status.value,
            sorted(one.turn for one in whole.sources[record.id]),
        )
        for record in whole.records
    )
    return kept == made


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _homes(rows: Sequence[Row], left: Retold) -> dict[str, str] | None:
    """Which atom each record becomes: of those that state the same the last ones; None where they are too few."""
    atoms: dict[str, list[str]] = defaultdict(list)
    staying = {one.atom for told in left.sources.values() for one in told}
    for row in sorted(rows, key=lambda row: _moment(row["atom"]["valid_from"])):
        if row["id"] in staying:
            atoms[row["atom"]["live_key"] or ""].append(row["id"])
    homes: dict[str, str] = {}
    for record in sorted(left.records, key=start, reverse=True):
        if not atoms[record.live_key]:
            return None
        homes[record.id] = atoms[record.live_key].pop()
    return homes


def _row(record: Known, atom: str, sources: Sequence[Telling]) -> Row:
    return {
        "id": atom,
        "status": record.status.value,
        "valid_from": record.valid_from.isoformat(),
        "valid_until": record.valid_until.isoformat(),
        "sources": [{"atom": one.atom, "turn": one.turn} for one in sources if one.atom != atom],
    }


def _changes(rows: Sequence[Row], left: Retold, homes: dict[str, str]) -> list[Row]:
    """The changes that there are now, each under the id that it had where it joins the same atoms."""
    there: dict[tuple[str, str, bool], list[str]] = defaultdict(list)
    for change in sorted((one for row in rows for one in row["changes"]), key=lambda one: one["at"], reverse=True):
        there[change["newer"], change["older"], change["moved"]].append(change["id"])
    found: dict[str, Row] = {}
    for link in left.links:
        made = link.change
        if made is None or link.source not in homes or link.target not in homes:
            continue
        newer, older = homes[link.source], homes[link.target]
        since = link.since.isoformat() if link.since else None
        had = there[newer, older, since is not None]
        new = moved_id(newer, older, link.since) if link.since else verdict_id(newer, older, Relation.UPDATES.value)
        name = had.pop() if had else new
        found.setdefault(
            name,
            {
                "id": name,
                "newer": newer,
                "older": older,
                "until": made.until.isoformat(),
                "status": made.status.value,
                "since": since,
            },
        )
    return list(found.values())
