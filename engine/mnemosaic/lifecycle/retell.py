"""The order of time as it is once a turn counts as never told.

An atom knows every time it was told, and since when each of these says that it holds. What is left of them is told
again, in memory and in the order in which it came, by the rules by which a commit places a statement in time. That is
trusted only where telling all of it again, with the forgotten turn, comes to what is there: elsewhere somebody decided
something, or more bears on it than times.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from mnemosaic import times
from mnemosaic.atoms import AtomStatus, AtomType
from mnemosaic.graph import Row, Transaction
from mnemosaic.lifecycle.exclusions import Exclusions, live_key
from mnemosaic.lifecycle.orders import MOST
from mnemosaic.relations import Relation
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.write.firewall import Judge
from mnemosaic.write.identity import moved_id, verdict_id
from mnemosaic.write.known import Known, of_row
from mnemosaic.write.resolve import Finding, Link
from mnemosaic.write.timeline import Part, start
from mnemosaic.write.told_again import equal, late, placed, tell_again


class Telling(NamedTuple):
    """One time at which an atom was told: by which turn, when that came, and what it says of the atom."""

    atom: str
    turn: str
    known: Known
    received: datetime


class Retold(NamedTuple):
    """What an order of time comes to: the records, each with the tellings that belong to it, and the changes."""

    records: list[Known]
    sources: dict[str, list[Telling]]
    links: list[Link]


class Forgotten(NamedTuple):
    """What came of it: how many atoms hold again, those that are one with another now and rest on nothing any more,
    and how many keep their times because these were not understood."""

    restored: int = 0
    emptied: tuple[str, ...] = ()
    unclear: int = 0


def retell(
    tx: Transaction, orders: Sequence[Sequence[Row]], turn: str, now: datetime, judge: Judge | None
) -> Forgotten:
    """Give the atoms of some orders of time, as they were before `turn` was forgotten, the times they have without it.

    `judge` is asked of pairs that nothing joins; without one these are left beside one another.
    """
    done = [_retell(tx, rows, turn, now, judge) for rows in orders]
    return Forgotten(
        sum(one.restored for one in done),
        tuple(atom for one in done for atom in one.emptied),
        sum(one.unclear for one in done),
    )


def _retell(tx: Transaction, rows: Sequence[Row], turn: str, now: datetime, judge: Judge | None) -> Forgotten:
    whole, apart = _told(rows), Exclusions(rows, judge)
    staying = {one.atom for one in whole if one.turn != turn}
    unclear = Forgotten(unclear=len(staying))
    if len(rows) > MOST or len(whole) > MOST or not _understood(rows, _again(apart, whole)):
        return unclear
    left = _again(apart, [one for one in whole if one.turn != turn])
    homes = _homes(rows, left)
    if homes is None:
        return unclear
    changed = [_row(record, homes[record.id], left.sources[record.id]) for record in left.records]
    changed.sort(key=lambda row: row["status"] == AtomStatus.CURRENT.value)
    ids = [homes[record.id] for record in left.records]
    emptied = [row for row in rows if row["id"] in staying - {*ids}]
    # what is one with another now leaves its key to that one first
    atoms = [*map(_ended, emptied), *changed]
    restored = tx.run("lifecycle/retell", now=now, forever=times.FOREVER, atoms=atoms) if atoms else []
    if ids:
        tx.run("lifecycle/rejoin", now=now, ids=ids, changes=_changes(rows, left, homes))
    # a contradiction stays as it is, even where the forgotten turn brought it up
    disputed = sum(bool(row["against"]) for row in rows if row["id"] in ids)
    return Forgotten(restored[0]["restored"] if restored else 0, tuple(row["id"] for row in emptied), disputed)


def _told(rows: Sequence[Row]) -> list[Telling]:
    """Every time one of the atoms was told, in the order in which the memory heard of it."""
    heard = [(one, row) for row in rows for one in row["told"]]
    heard.sort(key=lambda item: _heard(item[0]))
    return [Telling(row["id"], one["turn"], _known(row, one), _moment(one["received"])) for one, row in heard]


def _heard(told: Row) -> tuple[datetime, int, str, int]:
    return _moment(told["received"]), told["position"] or 0, told["turn"], told["start"] or 0


def _known(row: Row, told: Row) -> Known:
    """An atom as it was when it was told so: of full trust, for what was decided then stands."""
    atom, said = row["atom"], _moment(told["said"])
    until = _moment(atom["until"] or atom["valid_until"])
    since = _since(row, told)
    known = of_row(atom)
    statement = known.statement.model_copy(
        update={
            "speaker": told["speaker"] or "",
            "said_at": said,
            "valid_from": _moment(told["since"]) if told["since"] else None,
            "valid_until": until if until < FOREVER else None,
        }
    )
    return replace(
        known,
        id=str(uuid.uuid4()),
        statement=statement,
        trust=1.0,
        confidence=1.0,
        valid_from=since if since <= until else BEGINNING,
        valid_until=until,
        status=AtomStatus.CURRENT,
        belief=None,
        fresh=True,
        told=(said,),
    )


def _since(row: Row, told: Row) -> datetime:
    """Since when a telling itself says that it holds; the beginning where it does not say.

    An atom may have a start that no telling gives and at which none was said: that of a statement which it took back.
    Its main telling carries that start.
    """
    if told["since"]:
        return _moment(told["since"])
    atom = row["atom"]
    if atom["type"] == AtomType.EPISODIC.value and atom["occurred_from"]:
        return _moment(atom["occurred_from"])
    own = _moment(atom["valid_from"])
    given = {atom["occurred_from"], *(one["since"] for one in row["told"]), *(one["said"] for one in row["told"])}
    known = {_moment(text) for text in given if text}
    return own if told["main"] and own not in known else BEGINNING


def _again(apart: Exclusions, tellings: Sequence[Telling]) -> Retold:
    """What telling all this comes to, one after the other."""
    records: list[Known] = []
    links: list[Link] = []
    ended: dict[str, datetime] = {}
    for telling in tellings:
        new = replace(telling.known, id=str(uuid.uuid4()))
        seen = [known for known in records if apart.seen(new, known, telling.received, ended.get(known.id))]
        findings = [Finding(known, apart.judged(new, known)) for known in seen]
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
        for known in records:
            if not known.current:
                ended.setdefault(known.id, telling.received)
    return Retold(records, _shared(records, tellings), links)


def _shared_out(link: Link, cut: Part, records: Sequence[Known]) -> Link:
    """A change by which what was cut in two followed what was before goes to the earlier part."""
    if link.source != cut.after.id or link.target == cut.before.id:
        return link
    ended = next((known for known in records if known.id == link.target), None)
    earlier = ended is not None and ended.valid_from < cut.before.valid_until
    return link._replace(source=cut.before.id) if earlier else link


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
            live_key(row),
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
    """Which atom each record becomes, by their ids; None where there are fewer atoms than records of one statement.

    Where there are more, the ones that begin last stay.
    """
    atoms: dict[str, list[str]] = defaultdict(list)
    staying = {one.atom for told in left.sources.values() for one in told}
    for row in sorted(rows, key=lambda row: _moment(row["atom"]["valid_from"])):
        if row["id"] in staying:
            atoms[live_key(row)].append(row["id"])
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


def _ended(row: Row) -> Row:
    times_of = {name: row["atom"][name] for name in ("valid_from", "valid_until")}
    return {"id": row["id"], "status": AtomStatus.SUPERSEDED.value, **times_of, "sources": []}


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
