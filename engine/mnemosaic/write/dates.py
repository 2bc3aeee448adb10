"""Dates said in words, made absolute by the time at which they were said.

Times of a claim: what the text states becomes `occurred_from` and `occurred_until`. A claim that states no time has
neither; if it turns out to be episodic, `assumed_start` gives its start: the day on which it was said, with an open
end. A day and not a moment, so that one message stated twice on a day is one atom. Where the turn has no time of its
own, it stays unknown: the time of an import is no time of an event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from mnemosaic.turns import StoredTurn
from mnemosaic.write import calendar
from mnemosaic.write.calendar import Period
from mnemosaic.write.date_rules import COUNT, DAY_NAME, MONTH, RULES, SEASON, UNIT, YEAR, Said
from mnemosaic.write.verbs import nearest_tense

# looked for in lower case: that is five times as fast as ignoring case
_ANYTIME = re.compile(
    rf"(?<![\w-])(?:(?:{MONTH.lower()})(?![\w-])|{DAY_NAME.lower()}|yesterday|today|tonight|tomorrow|(?:this|last|next|past|coming|"
    rf"previous|following) [a-z]+|ago\b|{YEAR}\b|weekend|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|(?:in|for) (?:{COUNT}) "
    rf"{UNIT}s?\b)|[年月日天]|(?:gestern|heute|hier|ayer|hoy|вчера|сегодня|завтра|ieri|ontem|oggi|hoje|demain|amanhã|"
    rf"aujourd)\b"
)
_FUTURE = re.compile(
    r"\b(?:will|going to|gonna|plan(?:s|ning|ned)? (?:to|on|for)|upcoming|looking forward|hop(?:e|es|ing) to|"
    r"can't wait|have to|has to|need to|should|appointment|deadline|due|by|until|before)\b|['’]ll\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[;,:.!?–—]\s|\s(?:and|but|because|so|while|which|who|although|though|if|when|that)\s", re.IGNORECASE
)
_MOVED = re.compile(
    r"\b(?:moved|postponed|rescheduled|pushed|shifted|changed|brought|put off|delayed)\b[^.!?;]* (?:to|until|till|for)"
    r"(?: the)?\s*$",
    re.IGNORECASE,
)
_ARRANGED = re.compile(
    r"\b(?:scheduled|rescheduled|booked|planned|arranged|set|due|invited|registered|signed up|postponed|moved|"
    r"confirmed)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:asked|told|wanted|invited|reminded|promised|agreed|decided|offered|hoped|planned|meant|expected|ordered|"
    r"said|got|given|gave|extended|postponed|moved)\b",
    re.IGNORECASE,
)
_ASKED_TO = re.compile(
    r"\b(?:asked|told|wanted|invited|reminded|promised|agreed|offered|hoped|planned|meant|expected|ordered)\b"
    r"(?: [\w'’]+){0,3} to \w+",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:appointment|meeting|interview|exam|deadline|flight|reservation|booking|surgery|delivery)"
    r"(?: (?:with|at|in) [\w.]+(?: [\w.]+)?)?\s*(?:for )?$",
    re.IGNORECASE,
)
_TOOK_PART = frozenset("had was were went attended missed came left did took gave".split())
_GENERAL = re.compile(
    r"\b(?:never|always|every|usually|normally|generally|must not|whenever|on an? [A-Z][a-z]+day)\b", re.IGNORECASE
)
_NO_OWN_YEAR = re.compile(
    rf"(?:(?:on|in|at|over|the|early|mid|late)[ -])*(?:{DAY_NAME}|{MONTH}|weekend|{SEASON})\b.*", re.I
)
_YEAR_IN = re.compile(YEAR)
_BORN = re.compile(r"\bborn\W+$", re.IGNORECASE)


_YEARLY = re.compile(
    r"\b(?:birthday|anniversary|name day)s? (?:is|are|falls) (?!(?:today|tomorrow|next|this|coming)\b)", re.IGNORECASE
)
_EVERY = re.compile(r"\b(?:every|each|most|all|version|v)\s+(?:the\s+|single\s+|other\s+)?$", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?P<bound>by|until|till|before|since|from|after)\s+(?:the\s+|about\s+|around\s+)?$", re.IGNORECASE
)


class Dated(NamedTuple):
    """A time expression: where it stands, the period it means, and the word that makes it a bound, such as *until*."""

    start: int
    end: int
    period: Period
    bound: str = ""


def find(text: str, moment: datetime) -> list[Dated]:
    """The time expressions of a sentence that was said at `moment`, in order, none overlapping another.

    Repeated times ("every Friday", "my birthday is 3 March") and numbers that are no dates are left out.
    """
    if not _ANYTIME.search(text.lower()) or _YEARLY.search(text):
        return []
    found: list[Dated] = []
    taken: list[tuple[int, int]] = []
    for start, end, period in _all(text, moment):
        if any(start < last and first < end for first, last in taken):
            continue
        taken.append((start, end))
        if period is None or _EVERY.search(text, max(0, start - 16), start):
            continue
        found.append(Dated(start, end, period, _bound(text, start)))
    return sorted(_without_old(text, found))


def names_time(text: str) -> bool:
    """Whether a text may hold a time expression; quick, and never wrongly False."""
    return bool(_ANYTIME.search(text.lower()))


def annotate(text: str, dates: list[Dated]) -> str:
    """`text` with the absolute date in brackets behind each expression that does not name it already."""
    parts: list[str] = []
    at = 0
    for dated in dates:
        parts.append(text[at : dated.end])
        at = dated.end
        name = dated.period.name
        if dated.bound == "for":
            name = f"since {name.partition(' to ')[0]}"
        if name not in text[dated.start : dated.end]:
            parts.append(f" ({name})")
    return "".join(parts) + text[at:]


def assumed_start(turn: StoredTurn) -> datetime | None:
    """When an episodic claim that states no time is taken to have happened: the day of saying, or None if unknown.

    The last day that the calendar has cannot be told either, for its end lies outside.
    """
    if turn.turn.said_at is None:
        return None
    try:
        return calendar.day(turn.turn.said_at).start
    except OverflowError:
        return None


def _without_old(text: str, found: list[Dated]) -> list[Dated]:
    """The dates, where the last is what something was moved to: those before it no more say when it is."""
    new = next((dated.start for dated in found if _MOVED.search(text, 0, dated.start)), None)
    if new is None:
        return found
    return [dated if dated.start >= new or dated.bound else dated._replace(bound="from") for dated in found]


def _bound(text: str, start: int) -> str:
    if text[start : start + 4].lower() == "for ":
        return "for"
    bound = _BOUND.search(text, max(0, start - 18), start)
    return bound["bound"].lower() if bound and not _MOVED.search(text, 0, start) else ""


def _all(text: str, moment: datetime) -> Iterator[tuple[int, int, Period | None]]:
    """Every match of a rule, with its period, or None where the sentence does not tell which one is meant."""
    general = bool(_GENERAL.search(text))
    for pattern, rule in RULES:
        for match in pattern.finditer(text):
            period = None
            bare = _NO_OWN_YEAR.fullmatch(match.group()) and not _YEAR_IN.search(match.group())
            if not (bare and (general or _BORN.search(text, 0, match.start()))):
                try:
                    meant = {rule(match, Said(moment, way < 0, way > 0)) for way in _ways(text, match)}
                    period = meant.pop() if len(meant) == 1 else None
                except (OverflowError, ValueError):
                    period = None
            yield match.start(), match.end(), period


def _ways(text: str, match: re.Match[str]) -> tuple[int, ...]:
    """Where a time lies by the clause it stands in: behind (-1), now or ahead (0), ahead (1); both in doubt."""
    start, end = match.span()
    before, after = text[:start], text[end:]
    clause = before[max((cut.end() for cut in _CLAUSE_END.finditer(before)), default=0) :]
    rest = after[: cut.start()] if (cut := _CLAUSE_END.search(after)) else after
    if not (clause.strip() or rest.strip(" ,")):
        rest = after
    tense, verb = nearest_tense(clause, rest, before, after)
    bound = _bound(text, start)
    if bound == "since":
        return (-1,)
    if _MOVED.search(before):
        return (1,)
    if bound in ("by", "until", "till", "before"):
        if tense >= 0 or _ASKED.search(clause) or (bound == "by" and not re.search(r"\bhad\b", clause)):
            return (1,)
        return (-1, 1)
    if tense < 0:
        return _ways_of_past(clause, rest, verb)
    return (1,) if _FUTURE.search(clause + rest) else (0,)


def _ways_of_past(clause: str, rest: str, verb: str) -> tuple[int, ...]:
    """Told in the past, and yet it may be ahead: what was arranged or asked for."""
    if _ASKED_TO.search(clause):
        return (-1, 1)
    if _PLAN.search(clause):
        if verb in _TOOK_PART and not _ARRANGED.search(rest):
            return (-1,)
        return (1,) if _ARRANGED.search(clause + rest) or verb in ("got", "made", "moved") else (-1, 1)
    if re.search(r"\bfor\s*$", clause) or (_ARRANGED.fullmatch(verb) and re.search(r"\b(?:is|are)\b", clause)):
        return (1,) if _ARRANGED.search(clause) else (-1, 1)
    return (-1,)
