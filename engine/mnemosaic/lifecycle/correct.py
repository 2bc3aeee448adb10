"""Corrections and clarifications by hand: what somebody says of an atom takes its place."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from mnemosaic import times
from mnemosaic.atoms import Atom, AtomStatus, AtomType, Claim, Mention, Source, collapse
from mnemosaic.errors import InputError
from mnemosaic.graph import Graph, Transaction
from mnemosaic.relations import Relation
from mnemosaic.reports import Outcome, WriteReport
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.decompose import LocalDecomposer
from mnemosaic.write.identity import verdict_id
from mnemosaic.write.remember import Writer

SESSION = "corrections"
TITLE = 80
MAX_STATEMENT = 10_000
REASON = "corrected by hand"


def correct(graph: Graph, writer: Writer, atom: Atom, text: str) -> WriteReport:
    """State `text` instead of what the atom says: the atom is believed no more, its type and metadata go on.

    Where another atom states the text already, that one takes its place.

    Raises `InputError` for an empty text and for an atom that is not current.
    """
    kind = atom.type
    if kind is None or atom.status is not AtomStatus.CURRENT:
        raise InputError(f"the atom {atom.id!r} is {atom.status.value}: only what is current can be corrected")
    judged = Judgement(verdict=Verdict.CONFLICTS, kind="correction", reason=REASON, confidence=1.0, by="user")
    report = writer.state(atom.scope, _turn(atom, text), lambda turn: _claim(turn, atom, kind), {atom.id: judged})
    known = next((made.id for made in report.atoms if made.outcome is Outcome.SKIP), atom.id)
    if known != atom.id:
        graph.transaction(partial(_as_known, atom=atom, known=known), "correct")
    return report


def _as_known(tx: Transaction, atom: Atom, known: str) -> None:
    """Let an atom that is known already take the place of the corrected one."""
    now = tx.run("write/lock_scope", scope=atom.scope, now=times.now())[0]["recorded_at"]
    change = verdict_id(known, atom.id, Relation.UPDATES.value)
    tx.run("lifecycle/correct_as_known", id=atom.id, known=known, change=change, reason=REASON, now=now)


def clarify(graph: Graph, writer: Writer, atom: Atom, answer: bool | str) -> WriteReport:
    """Answer the question about an atom that is kept apart: True stores it, False drops it, a text takes its place.

    Raises `InputError` for an atom that is not kept apart.
    """
    if atom.proposed_type is None or atom.status is not AtomStatus.QUARANTINED:
        raise InputError(f"the atom {atom.id!r} is not kept apart: there is nothing to clarify")
    kind, report = atom.proposed_type, WriteReport(scope=atom.scope)
    if answer is not False:
        text = atom.details if answer is True else str(answer)
        report = writer.state(atom.scope, _turn(atom, text), lambda turn: _clarified(turn, atom, kind, answer), {})
    graph.write("lifecycle/drop_kept_apart", id=atom.id)
    return report


def _clarified(turn: StoredTurn, atom: Atom, kind: AtomType, answer: bool | str) -> Claim:
    """What was kept apart rests on its own sources too, once it is confirmed."""
    claim = _claim(turn, atom, kind).model_copy(update={"corrects": False})
    if answer is not True:
        return claim
    earlier = tuple(source.model_copy(update={"main": False}) for source in atom.sources)
    return claim.model_copy(update={"sources": (*claim.sources, *earlier)})


def _turn(atom: Atom, text: str) -> Turn:
    said = collapse(text) if isinstance(text, str) else ""
    if len(said) > MAX_STATEMENT:
        raise InputError(f"the text has {len(said)} characters, at most {MAX_STATEMENT} are one statement: shorten it")
    if not said:
        raise InputError("the text is empty: say what is true instead")
    return Turn(text=said, speaker=atom.speaker or "user", session=SESSION, said_at=times.now())


def _claim(turn: StoredTurn, atom: Atom, kind: AtomType) -> Claim:
    """The turn's text as it is, with what the local decomposer reads in it, and what the atom says beside its text."""
    text = turn.turn.text
    read = next(iter(LocalDecomposer().decompose([turn]).claims), None)
    claim = read or Claim(title=text, details=text, sources=(Source(turn_id=turn.id),))
    named = claim.mentions or tuple(Mention(name=name) for name in atom.entities)
    return claim.model_copy(
        update={
            "title": text[:TITLE],
            "details": text,
            "sources": (Source(turn_id=turn.id, start=0, end=len(turn.turn.content)),),
            "type": kind,
            "facet": atom.facet,
            "mentions": named,
            "metadata": atom.metadata,
            "directness": 1.0,
            "specificity": max(claim.specificity, 0.7),
            "corrects": True,
            "relations": (),
            **_times(claim, atom),
        }
    )


def _times(claim: Claim, atom: Atom) -> dict[str, datetime | None]:
    """When it happened and holds: as the atom says, where the text names no time of its own."""
    if claim.occurred_from or claim.valid_from or claim.valid_until:
        return {}
    return {
        "occurred_from": atom.occurred_from,
        "occurred_until": atom.occurred_until,
        "valid_from": atom.valid_from if atom.valid_from > times.BEGINNING else None,
        "valid_until": atom.valid_until if atom.valid_until < times.FOREVER else None,
    }
