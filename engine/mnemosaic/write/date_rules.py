"""The rules by which single time expressions become periods: a pattern and a function each, the surest first."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from mnemosaic.write import calendar
from mnemosaic.write.calendar import MONTHS, SEASONS, WEEKDAYS, Period
from mnemosaic.write.last_days import is_one_of_several

MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
DAY_NAME = r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
COUNT = (
    r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple(?: of)?|couple(?: of)?)"
)
UNIT = r"(?:day|week|weekend|month|year)"
YEAR = r"(?:19|20)\d\d"
SEASON = f"(?:{'|'.join(SEASONS)})"

_COUNTS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1, "an": 1, "a couple": 2, "a couple of": 2, "couple": 2, "couple of": 2}


class Said(NamedTuple):
    """What a rule may look at: the moment of speaking, and whether the sentence speaks of the past or the future."""

    moment: datetime
    past: bool
    future: bool

    @property
    def direction(self) -> int:
        """-1 for what lies behind, 1 for what is to come, 0 where the sentence does not tell."""
        return -1 if self.past else 1 if self.future else 0


Rule = Callable[[re.Match[str], Said], Period | None]


def _count(words: str) -> int:
    return int(words) if words.isdigit() else _COUNTS.get(words.lower(), 1)


def _month_number(name: str) -> int:
    return MONTHS[name.lower().rstrip(".")]


def _shift(word: str) -> int:
    return {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1, "following": 1}.get(word.lower(), 0)


def _near_day(match: re.Match[str], said: Said) -> Period:
    word = " ".join(match.group().lower().split())
    shift = {"yesterday": -1, "last night": -1, "tomorrow": 1}.get(word, 0)
    if "before yesterday" in word:
        shift = -2
    elif "after tomorrow" in word:
        shift = 2
    elif word.startswith(("yesterday", "tomorrow")):
        shift = -1 if word[0] == "y" else 1
    return calendar.day(said.moment, shift)


def _unit(moment: datetime, unit: str, shift: int) -> Period:
    if unit == "day":
        return calendar.day(moment, shift)
    if unit == "week":
        return calendar.week(moment, shift)
    if unit == "weekend":
        return calendar.weekend(moment, shift)
    if unit == "month":
        return calendar.month(moment.year, moment.month + shift)
    return calendar.year(moment.year + shift)


def _relative_unit(match: re.Match[str], said: Said) -> Period | None:
    return None if is_one_of_several(match) else _unit(said.moment, match["unit"].lower(), _shift(match["which"]))


def _weekend(_match: re.Match[str], said: Said) -> Period | None:
    """The one behind or ahead; in the mere present it is any weekend."""
    if not said.direction:
        return None
    past = said.past and said.moment.weekday() < 5
    return calendar.weekend(said.moment, -1 if past else 0)


def _ago(match: re.Match[str], said: Said) -> Period:
    return _unit(said.moment, match["unit"].lower(), -_count(match["count"]))


def _ahead(match: re.Match[str], said: Said) -> Period | None:
    return _unit(said.moment, match["unit"].lower(), _count(match["count"])) if not said.past else None


def _so_long(match: re.Match[str], said: Said) -> Period | None:
    """Since when, where something has been so for a time: "I have had them for three years"."""
    lasting = _LASTING.search(match.string, 0, match.start())
    return _unit(said.moment, match["unit"].lower(), -_count(match["count"])) if lasting else None


def _weekday(match: re.Match[str], said: Said) -> Period | None:
    which = (match["which"] or "").lower()
    number = WEEKDAYS[match["day"].lower()]
    if which == "this":
        return calendar.day(calendar.week(said.moment).start, number)
    if _shift(which):
        return calendar.weekday(said.moment, number, _shift(which))
    if _THIS_PAST.search(match.string, 0, match.start()):
        return calendar.weekday(said.moment, number, -1)
    if not said.future and (_TO.search(match.string, 0, match.start()) or _TO_DAY.match(match.string, match.end())):
        return None
    return calendar.weekday(said.moment, number, -1 if said.past else 1)


def _around(match: re.Match[str], said: Said) -> Period | None:
    """The week before 9 June 2023; the Sunday after 25 May."""
    day = _calendar_day(match, said)
    if day is None:
        return None
    shift = -1 if match["side"].lower() in ("before", "prior to") else 1
    unit = match["unit"].lower()
    if unit in WEEKDAYS:
        return calendar.weekday(day.start, WEEKDAYS[unit], shift)
    if unit == "week":
        return calendar.days(day.start, -7, -1) if shift < 0 else calendar.days(day.start, 1, 7)
    return _unit(day.start, unit, shift)


def _calendar_day(match: re.Match[str], said: Said) -> Period | None:
    number, day = _month_number(match["month"]), int(match["day"])
    if match["year"]:
        return calendar.date(int(match["year"]), number, day)
    return _nearest([calendar.date(said.moment.year + shift, number, day) for shift in (-1, 0, 1)], said)


def _nearest(periods: list[Period | None], said: Said) -> Period | None:
    """The nearest to the moment of speaking: behind it where the clause speaks in the past, else what is to come."""
    known = [period for period in periods if period is not None]
    fitting = [period for period in known if (period.start <= said.moment if said.past else period.end > said.moment)]
    return min(fitting or known, key=lambda period: abs(period.start - said.moment), default=None)


def _month(match: re.Match[str], said: Said) -> Period | None:
    number = _month_number(match["month"])
    if match["year"]:
        return calendar.month(int(match["year"]), number)
    shift = _shift(match["which"] or "")
    tense = Said(said.moment, shift < 0 or (not shift and said.past), shift > 0 or (not shift and said.future))
    candidates: list[Period | None] = [calendar.month(said.moment.year + n, number) for n in (-1, 0, 1)]
    if shift:
        candidates = [p for p in candidates if p and not p.start <= said.moment < p.end]
    return _nearest(candidates, tense)


def _season(match: re.Match[str], said: Said) -> Period | None:
    name = match["season"].lower()
    if match["year"]:
        return calendar.season(int(match["year"]), name)
    candidates: list[Period | None] = [calendar.season(said.moment.year + n, name) for n in (-1, 0, 1)]
    shift = _shift(match["which"] or "")
    if not shift:
        return _nearest(candidates, said) if said.direction else None
    ended = [p for p in candidates if p and (p.end <= said.moment if shift < 0 else p.start > said.moment)]
    return ended[-1 if shift < 0 else 0] if ended else None


def _numeric(match: re.Match[str], _said: Said) -> Period | None:
    """ISO and dotted dates; with slashes only where day and month cannot be mistaken for each other."""
    if match["iso"]:
        return calendar.date(int(match["iso"]), int(match["iso_month"]), int(match["iso_day"]))
    first, second, year = int(match["first"]), int(match["second"]), int(match["last"])
    if match["sep"] == ".":
        return calendar.date(year, second, first)
    if first > 12 or first == second:
        return calendar.date(year, second, first)
    return calendar.date(year, first, second) if second > 12 else None


def _cjk(match: re.Match[str], said: Said) -> Period | None:
    word = match["word"]
    if word:
        return calendar.day(said.moment, {"昨": -1, "前": -2, "明": 1, "后": 2, "後": 2}.get(word[0], 0))
    if match["month"] is None:
        return calendar.year(int(match["year"]))
    year, month = int(match["year"] or said.moment.year), int(match["month"])
    if not match["year"]:
        return _nearest([calendar.date(year + n, month, int(match["day"])) for n in (-1, 0, 1)], said)
    return calendar.date(year, month, int(match["day"])) if match["day"] else calendar.month(year, month)


_WORDS_OF_OTHERS = {
    **dict.fromkeys(("gestern", "hier", "ayer", "вчера", "ieri", "ontem"), -1),
    **dict.fromkeys(("heute", "hoy", "сегодня", "oggi", "hoje", "aujourd'hui"), 0),
    **dict.fromkeys(("завтра", "demain", "amanhã"), 1),
}


def _other_word(match: re.Match[str], said: Said) -> Period:
    return calendar.day(said.moment, _WORDS_OF_OTHERS[match.group().lower()])


@lru_cache(maxsize=4096)
def _parsed(words: str) -> Period | None:
    """A day, month and year with the month in any language; slow on the first call of a wording."""
    import dateparser  # imported here: it takes a good part of a second, and few texts need it

    moment = dateparser.parse(words, settings={"STRICT_PARSING": True, "DATE_ORDER": "DMY"})
    return None if moment is None else calendar.day(moment.replace(tzinfo=UTC))


_THIS_PAST = re.compile(r"\bthis past\s+$", re.IGNORECASE)
_TO = re.compile(r"\bto\s$", re.IGNORECASE)
_TO_DAY = re.compile(rf"\s(?:to|through)\s{DAY_NAME}", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:have|has|been)\b|['’](?:ve|s)\b", re.IGNORECASE)


def _compiled(pattern: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.@/-])(?:{pattern})(?![\w@]|[-/.:]\d)", flags)


_DAY_MONTH = rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH})(?:,? (?P<year>{YEAR}))?"
_MONTH_DAY = rf"(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>{YEAR}))?"
_NAMED = rf"(?:{DAY_NAME},? (?:the )?)?"  # it belongs to the date: it is no second one
_AROUND = rf"the (?P<unit>week|weekend|month|day|{DAY_NAME}) (?P<side>before|after|prior to) (?:the )?"

RULES: tuple[tuple[re.Pattern[str], Rule], ...] = (
    (_compiled(_AROUND + _DAY_MONTH), _around),
    (_compiled(_AROUND + _MONTH_DAY), _around),
    (
        _compiled(
            r"(?P<iso>\d{4})-(?P<iso_month>\d\d)-(?P<iso_day>\d\d)(?:T[\d:.]+Z?)?|(?P<first>\d{1,2})(?P<sep>[./])"
            r"(?P<second>\d{1,2})(?P=sep)(?P<last>\d{4})"
        ),
        _numeric,
    ),
    (_compiled(_NAMED + _DAY_MONTH), _calendar_day),
    (_compiled(_NAMED + _MONTH_DAY), _calendar_day),
    (
        _compiled(rf"\d{{1,2}}\.? (?:de |of )?[^\W\d_]{{3,12}}\.?,? (?:de )?{YEAR}"),
        lambda match, _said: _parsed(match.group()),
    ),
    (
        _compiled(
            r"the day (?:before yesterday|after tomorrow)|(?:yesterday|tomorrow)(?: (?:morning|afternoon|evening|"
            r"night))?|today|tonight|last night|this (?:morning|afternoon|evening)"
        ),
        _near_day,
    ),
    (
        _compiled(
            rf"(?:(?P<which>last|this|next|past|coming|previous) |on |(?<=for )|(?<=\bto )|"
            rf"(?<=\bthis past )|(?<=until )|(?<=by )|(?<=since )|(?<=before )|(?<=after )|(?<=from ))"
            rf"(?P<day>{DAY_NAME})(?: (?:"
            r"morning|afternoon|evening|night))?"
        ),
        _weekday,
    ),
    (_compiled(rf"(?P<which>last|this|next|past|previous) (?P<unit>{UNIT})"), _relative_unit),
    (_compiled(r"(?:over|on|at) the weekend"), _weekend),
    (_compiled(rf"(?P<count>{COUNT}) (?P<unit>{UNIT})s? (?:ago|back)"), _ago),
    (_compiled(r"(?:a )?few days ago"), lambda _match, said: calendar.days(said.moment, -6, -2)),
    (_compiled(rf"for (?P<count>{COUNT}) (?P<unit>{UNIT})s?(?: now)?"), _so_long),
    (_compiled(rf"in (?P<count>{COUNT}) (?P<unit>{UNIT})s?(?: time)?"), _ahead),
    (
        _compiled(
            rf"(?:(?:in|of) |(?<=since )|(?<=until )|(?<=by )|(?P<which>last|this|next) |(?:in )?(?:early|mid|"
            rf"late)[ -])(?P<month>"
            rf"{MONTH})(?:,? (?:of )?(?P<year>{YEAR}))?(?! \d)"
        ),
        _month,
    ),
    (_compiled(rf"(?P<which>)(?P<month>{MONTH}),? (?P<year>{YEAR})"), _month),
    (
        _compiled(
            rf"(?:(?P<which>last|this|next) |in (?:the )?)(?P<season>{'|'.join(SEASONS)})(?: (?:of )?"
            rf"(?P<year>{YEAR}))?"
        ),
        _season,
    ),
    (_compiled(rf"(?P<which>)(?P<season>{'|'.join(SEASONS)}) (?:of )?(?P<year>{YEAR})"), _season),
    (
        _compiled(rf"(?:(?:back )?in |during |of |(?<=since )|(?<=until )|(?<=by ))(?P<year>{YEAR})"),
        lambda match, _said: calendar.year(int(match["year"])),
    ),
    (
        re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号])|(?P<word>[昨今明前后後]天)"),
        _cjk,
    ),
    (_compiled("|".join(_WORDS_OF_OTHERS)), _other_word),
)
