"""What the new statement says of itself as a change: from A to B, no longer A, switched off, I wrote A and meant B."""

from __future__ import annotations

import re

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.moments import WEEKDAYS
from mnemosaic.write.contradict.overlap import counterparts, how
from mnemosaic.write.contradict.reading import Reading

_TOLD = re.compile(
    r"(?<!\S)(?:since (?!then)|from (?:\S+ ){1,8}?on(?:wards?)?(?!\S)|as of|effective|with effect"
    r"|starting (?:on|from|in)"
    r"|(?:have|has) (?:just |now )?(?:started|begun) to|(?:have|has) been \w+ing"
    r"|this (?:week|month|year)|by now|from now)"
)
_SAID = frozenset("write say give enter state type put tell wrote said".split())
_MEANT = frozenset(["i-meant", "meant", "i-mean", "mean"])


def tells(reading: Reading) -> bool:
    """Whether it says that things are so from some time on, or no longer as they were."""
    return reading.changes or bool(_TOLD.search(" ".join(token.lower for token in reading.tokens)))


def check(new: Reading, old: Reading) -> Finding | None:
    """The old value is named and given up, or the thing is."""
    if old.past or old.unreal:
        return None
    if _from_to(new, old) or _instead(new, old) or _no_longer(new, old) or _upgraded(new, old):
        return Finding(Dimension.SEMANTIC, "update", "the new statement says that the old one held until then", 0.8)
    if _misspoke(new, old):
        return Finding(Dimension.NUMERICAL, "correction", "the new statement takes back what the old one says", 0.8)
    if _ended(new, old):
        return Finding(Dimension.SEMANTIC, "ended", "what the old statement is about has been given up", 0.7)
    return None


def _terms(reading: Reading) -> list[Term]:
    return list({term.at: term for part in reading.parts for term in part.terms}.values())


def _common(new: Reading, old: Reading, without: set[int]) -> list[Term]:
    """The new statement's heavy terms that the old one has too, apart from some places."""
    mine = [term for term in _terms(new) if term.heavy and term.at not in without]
    found = counterparts(mine, _terms(old))
    return [term for term in mine if term.at in found and found[term.at][1] != "opposite"]


def _from_to(new: Reading, old: Reading) -> bool:
    """A change from A to B, where the old statement holds A."""
    lowers = [token.lower for token in new.tokens]
    if not {token.lemma for token in new.tokens} & table()["change_verbs"]:
        return False
    for at, word in enumerate(lowers):
        if word != "from":
            continue
        to = next((p for p in range(at + 1, min(at + 8, len(lowers))) if lowers[p] in ("to", "into", "onto")), -1)
        if to < 0 or not _holds(new, old, at + 1, to) or _holds(new, old, to + 1, min(to + 4, len(lowers))):
            continue
        if _common(new, old, set(range(at, len(lowers) if to < 0 else to + 4))):
            return True
    return False


def _holds(new: Reading, old: Reading, start: int, end: int) -> bool:
    """Whether the old statement has the amount, day or words that stand there."""
    places = range(start, end)
    theirs = {token.lower for token in old.tokens}
    if any(new.tokens[at].lower in WEEKDAYS for at in places):
        return any(new.tokens[at].lower in theirs for at in places if new.tokens[at].lower in WEEKDAYS)
    amounts = [q for q in new.quantities if q.at in places]
    if amounts:
        return any(a.is_equal(b) and a.dimension == b.dimension for a in amounts for b in old.quantities)
    if any(token.kind == "number" for token in new.tokens[start:end]):
        return any(token.kind == "number" and token.lower in theirs for token in new.tokens[start:end])
    terms = [term for term in _terms(new) if term.at in places and (term.heavy or term.name)]
    found = counterparts(terms, _terms(old))
    return bool(terms) and all(term.at in found and found[term.at][1] in ("same", "alike") for term in terms)


def _no_longer(new: Reading, old: Reading) -> bool:
    """B and no longer A, where A is what the old statement says of the same."""
    lowers = [token.lower for token in new.tokens]
    at = next((at for at, word in enumerate(lowers) if word in ("no-longer", "anymore", "any-longer")), -1)
    if at < 0 or any(part.stand in ("deny", "forbid") for part in old.parts):
        return False
    end = next((p for p in range(at + 1, len(lowers)) if new.tokens[p].kind == "mark"), len(lowers))
    if not _holds(new, old, at + 1, end) or end - at < 2:
        return False
    given_up = counterparts([term for term in _terms(new) if at < term.at < end], _terms(old))
    told = {other.at for other, _ in given_up.values()}
    common = _common(new, old, set(range(at, end)))
    return bool(common) and len(common) >= 0.5 * sum(term.heavy for term in _terms(old) if term.at not in told)


def _upgraded(new: Reading, old: Reading) -> bool:
    """Another version of what the old statement names, reached by a change."""
    if not new.changes and not {token.lemma for token in new.tokens} & {"upgrade", "downgrade", "migrate", "update"}:
        return False
    mine, theirs = (
        {q.dimension: q.low for q in r.quantities if q.dimension.startswith("version:")} for r in (new, old)
    )
    differing = [name for name in mine.keys() & theirs.keys() if mine[name] != theirs[name]]
    return (
        len(differing) == 1
        and not (new.parts and _is_subject(new, differing[0]))
        and bool({t.lemma for t in new.tokens} & table()["change_verbs"])
        and bool(_common(new, old, set()))
    )


def _is_subject(reading: Reading, name: str) -> bool:
    """Whether the version is that of what acts: version 2 dropped it."""
    verb = reading.clauses[0].verb
    others = [q for q in reading.quantities if q.dimension.startswith("version:") and q.at < verb]
    return (bool(others) and name not in {q.dimension for q in others}) or len(others) > 1


def _instead(new: Reading, old: Reading) -> bool:
    """Thirty instead of fifteen, where the old statement says fifteen."""
    theirs = {t.lower for at, t in enumerate(old.tokens) if t.kind == "number" and at not in old.timed}
    for at, token in enumerate(new.tokens[:-1]):
        following = new.tokens[at + 1]
        if token.lower == "not" and following.kind == "number" and following.lower in theirs:
            return any(t.kind == "number" for t in new.tokens[:at]) and len(_common(new, old, set())) > 1
    return False


def _misspoke(new: Reading, old: Reading) -> bool:
    """Said one amount and meant another, where the old statement holds the first."""
    lowers = [token.lower for token in new.tokens]
    meant = next((at for at, word in enumerate(lowers) if word in _MEANT), -1)
    if meant < 0 or not {token.lemma for token in new.tokens} & _SAID:
        return False
    before = [
        token.lower for token in new.tokens[:meant] if token.kind in ("number", "date") or token.lower in WEEKDAYS
    ]
    after = [token.lower for token in new.tokens[meant:] if token.kind in ("number", "date") or token.lower in WEEKDAYS]
    theirs = {token.lower for token in old.tokens}
    wrong = before or after[1:]
    return bool(set(wrong) & theirs) and len(_common(new, old, set())) >= min(
        2, sum(term.heavy for term in _terms(old))
    )


def _ended(new: Reading, old: Reading) -> bool:
    """A named thing was switched off, where the old statement says what it does."""
    for part in new.parts:
        subject = [term for term in part.terms if term.zone == "subject" and term.heavy]
        lowers = [token.lower for token in new.tokens[part.start : part.end]]
        ended = part.deed is not None and part.deed.lemma in table()["ending"]
        gone = bool({"gone", "defunct"} & set(lowers))
        if (
            not subject
            or part.stand not in ("affirm", "deny")
            or not (gone or ended or {"disabled", "closed"} & set(lowers))
        ):
            continue
        if not gone and not {"was", "were", "been", "got"} & set(lowers):
            continue
        if len([t for t in part.terms if t.heavy]) > 3 + len(subject) or any(t.prep == "from" for t in part.terms):
            continue
        first = old.parts[0] if old.parts else None
        if first is None or first.stand in ("deny", "forbid"):
            continue
        zones = [{o.zone for o in first.terms if how(t, o) == "same"} for t in subject]
        theirs = [o for o in first.terms if o.zone == "subject" and o.heavy]
        if all("subject" in zone for zone in zones) and len(theirs) == len(subject):
            return True
        if gone and all(zones) and subject[0].name and _common(new, old, {t.at for t in subject}):
            return True
    return False
