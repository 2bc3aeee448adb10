"""Days, clock times and dates of one thing that differ."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link, others_on_both
from mnemosaic.write.contradict.moments import WEEKDAYS
from mnemosaic.write.contradict.moves import takes_along
from mnemosaic.write.contradict.numerals import WORDS
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.wordnet import is_a

ONCE = frozenset("wedding birth expire die engage graduate retirement move valid passport contract deadline".split())
_PARTS = frozenset("mornings afternoons evenings nights".split())
PUT_OFF = frozenset("postpone reschedule move delay push bring change shift put".split())
_ALSO = frozenset("also too another additionally besides sometimes occasionally extra".split())
_HOURS = {word: int(value) for word, value in WORDS.items() if value == int(value) and 1 <= value <= 12}
_BEFORE, _AFTER = frozenset(["before", "by", "until"]), frozenset(["after", "from", "past"])


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """The checks of this module in order."""
    if {token.lower for token in new.tokens} & _ALSO or not by.holds() or not by.topics:
        return None
    return _days(new, old, by) or _dates(new, old, by) or _clocks(new, old, by)


def _days(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Other weekdays of what is done every week."""
    assert new.scene is not None
    assert old.scene is not None
    mine, theirs = new.scene.days, old.scene.days
    if not mine or not theirs or mine <= theirs or theirs <= mine:
        return None
    if others_on_both(new.scene, old.scene, by) or not (_weekly(new) and _weekly(old)):
        return None
    if _dated(new) or _dated(old):
        return None
    return Finding(Dimension.NUMERICAL, "days", "the days of one thing differ", 0.75)


def _weekly(reading: Reading) -> bool:
    """Whether it tells of every week: Mondays, every Monday, a verb in the present, a change."""
    if any(clause.sign < 0 for clause in reading.clauses) and not reading.scene.change if reading.scene else True:
        return False
    lowers = {token.lower for token in reading.tokens}
    plural = any(word in WEEKDAYS and word.endswith("s") for word in lowers) or bool(lowers & _PARTS)
    verb = next((token for token in reading.tokens if token.lower in ("is", "has", "are", "meets") or (
        token.lower != token.lemma and token.lower.endswith("s") and is_a(token.lemma, "v"))), None)  # fmt: skip
    return plural or bool(lowers & {"every", "each"}) or verb is not None


def _dated(reading: Reading) -> bool:
    plural = any(word in reading.text for word in ("mornings", "afternoons", "evenings", "nights"))
    return any(token.kind == "date" for token in reading.tokens) and not plural


def _dates(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Another year, month or day of what happens once."""
    part = new.moment.differs(old.moment)
    if part not in ("year", "month", "day") or by.people < 2:
        return None
    if part == "year" and new.moment.day == old.moment.day is not None and not (_says_year(new) and _says_year(old)):
        return None
    put_off = new.lemmas & PUT_OFF and by.topics and new.moment.month and old.moment.month
    once = by.topics & (ONCE - {"move"} if _moves_things(new) or _moves_things(old) else ONCE)
    if not once and not put_off:
        return None
    return Finding(Dimension.NUMERICAL, "date", f"the {part} of one event differs", 0.75)


def _says_year(reading: Reading) -> bool:
    """Whether the year was said, and not only taken from the day."""
    return any(token.raw == str(reading.moment.year) for token in reading.tokens)


def _clocks(new: Reading, old: Reading, by: Link) -> Finding | None:
    """A clock time outside of the limits that the other sets."""
    mine, theirs = _clock(new.tokens), _clock(old.tokens)
    if mine is None or theirs is None or by.people < 2 or new.moment.weekday != old.moment.weekday:
        return None
    if _bare(new) or _bare(old):
        mine, theirs = ((span[0] % 720, span[0] % 720 + 1) for span in (mine, theirs))
    bounded = mine[1] - mine[0] > 1 or theirs[1] - theirs[0] > 1
    if (mine[0] < theirs[1] and theirs[0] < mine[1]) or (not bounded and len(by.topics) < 2):
        return None
    return Finding(Dimension.NUMERICAL, "clock", "the times of one thing differ", 0.7)


def _clock(tokens: Sequence[Token]) -> tuple[float, float] | None:
    """The first clock time as an interval of minutes: before noon, at four in the afternoon, from half past six."""
    for at, _token in enumerate(tokens):
        minutes = _minutes(tokens, at)
        if minutes is None:
            continue
        before = tokens[at - 1].lower if at else ""
        if before == "half" or before == "past":
            continue
        if before in _BEFORE or (before == "than" and at > 1 and tokens[at - 2].lower == "later"):
            return 0.0, float(minutes)
        if before in _AFTER:
            return float(minutes), 1440.0
        return float(minutes), minutes + 1.0
    return None


def clock_time(tokens: Sequence[Token]) -> int | None:
    """The first time of day in minutes: 9:30, half past six, seven o'clock, eight in the evening."""
    for at, token in enumerate(tokens):
        found = _minutes(tokens, at)
        if found is not None:
            return found
        hour, minute = _hour(token)
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        if token.lower in ("half", "quarter") and following in ("past", "to") and at + 2 < len(tokens):
            full = _hour(tokens[at + 2])[0]
            if full is not None:
                part = 30 if token.lower == "half" else 15
                return full * 60 + (part if following == "past" else -part)
        before = tokens[at - 1].lower if at else ""
        if hour is None or (token.kind == "number" and ":" not in token.raw and "." not in token.raw):
            continue
        if following in ("o'clock", "sharp") or (
            before in ("at", "until", "till", "by") and following in ("", ".", ",")
        ):
            return hour * 60 + minute
        if token.kind == "number" and ":" in token.raw:
            return hour * 60 + minute
    return None


def _minutes(tokens: Sequence[Token], at: int) -> int | None:
    token = tokens[at]
    if token.lower in ("noon", "midday"):
        return 720
    if token.lower == "midnight":
        return 1440
    following = [word.lower for word in tokens[at + 1 : at + 4]]
    hour, minute = _hour(token)
    if token.lower == "half" and following[:1] == ["past"] and at + 2 < len(tokens):
        hour, minute = _hour(tokens[at + 2])[0], 30
        following = [word.lower for word in tokens[at + 3 : at + 6]]
    if hour is None:
        return None
    if (
        at
        and tokens[at - 1].lower == "at"
        and token.lower in _HOURS
        and following[:1] in ([], ["to"], ["and"], [","], ["."])
    ):
        return hour * 60
    if following[:1] in (["pm"], ["p.m"]) or following[:3] in (["in", "the", "afternoon"], ["in", "the", "evening"]):
        return (hour % 12 + 12) * 60 + minute
    if following[:1] == ["am"] or following[:3] == ["in", "the", "morning"]:
        return hour % 12 * 60 + minute
    return None


def _bare(reading: Reading) -> bool:
    """Whether an hour is named without the half of the day."""
    words_ = {token.lower for token in reading.tokens}
    return not words_ & {"am", "pm", "noon", "midday", "midnight", "morning", "afternoon", "evening"}


def _hour(token: Token) -> tuple[int | None, int]:
    if token.lower in _HOURS:
        return _HOURS[token.lower], 0
    hour, _, minute = token.raw.replace(".", ":").partition(":")
    if token.kind == "number" and hour.isdigit() and int(hour) < 24 and (minute or "0").isdigit():
        return int(hour), int(minute or 0)
    return None, 0


def _moves_things(reading: Reading) -> bool:
    """Whether a move is that of a thing, of which there are many, where one's own is told of once."""
    return any(takes_along(reading.tokens, at) for at in range(len(reading.tokens)))
