"""Years of birth that statements tell, in so many words or by an age: two that cannot both be."""

from __future__ import annotations

from collections.abc import Iterator

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.numerals import ORDINALS, WORDS, amount
from mnemosaic.write.contradict.reading import Reading

_TENTHS = {
    "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
    "hundredth": 100, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17,
    "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "twenty-first": 21,
}  # fmt: skip


def check(new: Reading, old: Reading) -> Finding | None:
    """Two years of birth of one person, or two ages."""
    for who, age in _ages(new).items():
        if _ages(old).get(who, age) < age and new.lemmas & {"turn", "now", "birthday"}:
            return Finding(Dimension.NUMERICAL, "age", f"{who} is older now", 0.75)
    mine, theirs = _births(new), _births(old)
    for who, (low, high) in mine.items():
        known = theirs.get(who) or next((span for key, span in theirs.items() if key.endswith(f"'s {who}")), None)
        if known is not None and (low > known[1] or high < known[0]):
            return Finding(Dimension.NUMERICAL, "age", f"{who} cannot have been born in both years", 0.8)
    return None


def _ages(reading: Reading) -> dict[str, int]:
    """How old whom it is about is said to be: Bo is nine, Bo's nine, Bo turned nine."""
    scene = reading.scene
    if scene is None:
        return {}
    found: dict[str, int] = {}
    for at in range(1, len(reading.tokens) - 1):
        token, before, after = reading.tokens[at], reading.tokens[at - 1], reading.tokens[at + 1]
        age = amount(token.lower)
        if (
            not age
            or age > 110
            or (
                after.kind == "word"
                and after.lower not in ("and", "now", "yesterday", "today", "last", "in", "on", "year")
            )
        ):
            continue
        names = at - 1 in scene.cast.places and before.lower.endswith("'s")
        is_ = before.lower == "is" and at > 1 and at - 2 in scene.cast.places
        if names or is_ or before.lemma == "turn":
            whose = [one.key for one in scene.cast.people if one.end in (at, at - 1)] or sorted(scene.cast.core)[:1]
            found |= dict.fromkeys(whose[-1:], int(age))
    return found


def _births(reading: Reading) -> dict[str, tuple[int, int]]:
    """The first and last possible year of birth of each person that is said to be of an age, or born in a year."""
    scene = reading.scene
    if scene is None or not (reading.quantities or reading.lemmas & {"born", "birthday", "turn"}):
        return {}
    core = sorted(scene.cast.core) or ([scene.cast.speaker] if scene.cast.ours else [])
    if len({key for key in core if "'s " not in key} or core) != 1 or any(
        clause.sign < 0 for clause in reading.clauses
    ):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for low, high in _told(reading):
        found |= dict.fromkeys(core, (low, high))
        for who, years in _relative(reading):
            found[who] = (low + years, high + years)
        break
    return found


def _told(reading: Reading) -> Iterator[tuple[int, int]]:
    year, said = reading.moment.year, reading.statement.said_at
    tokens = reading.tokens
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.lower == "born" and year:
            yield year, year
        if after is not None and after.lemma == "birthday" and (age := _ordinal(token.raw.lower())):
            when = year or (said.year if said else None)
            if when:
                yield when - age, when - age
        turned = token.lemma == "turn" and after is not None and amount(after.lower)
        if turned and said:
            when = year or said.year
            yield when - int(turned) - (0 if year else 1), when - int(turned)
    for quantity in reading.quantities:
        if quantity.dimension == "age" and said and quantity.bound == "exact" and _is_now(reading, quantity.at):
            yield said.year - int(quantity.low) - 1, said.year - int(quantity.low)
    for at, token in enumerate(tokens[1:-1], 1):
        if (
            token.kind == "number"
            and token.raw.isdigit()
            and tokens[at - 1].lower in ("is", "am", "she's", "he's")
            and said
        ):
            ends = tokens[at + 1].lower in (",", ".", "and", "now") and 0 < int(token.raw) < 115
            named = tokens[at - 1].lower[-2:] == "'s" or (reading.scene and at - 2 in reading.scene.cast.places)
            if ends and named:
                yield said.year - int(token.raw) - 1, said.year - int(token.raw)


def _is_now(reading: Reading, at: int) -> bool:
    before = [token.lower for token in reading.tokens[max(0, at - 3) : at]]
    return any(word in ("is", "am", "now") or word.endswith("'s") for word in before) and "when" not in before


def _ordinal(raw: str) -> int:
    """What an ordinal counts: 40th, fortieth."""
    if raw[:-2].isdigit() and raw[-2:] in ("st", "nd", "rd", "th"):
        return int(raw[:-2])
    return _TENTHS.get(raw) or ORDINALS.get(raw, 0)


def _relative(reading: Reading) -> Iterator[tuple[str, int]]:
    """Whom it tells to have been born how many years later: five years before Ann."""
    tokens, scene = reading.tokens, reading.scene
    for at, token in enumerate(tokens[:-1]):
        years = WORDS.get(token.lower) or amount(token.lower)
        if not years or tokens[at + 1].lemma != "year":
            continue
        signs = {"before": 1, "older": 1, "after": -1, "younger": -1}
        for place in range(at + 2, min(at + 4, len(tokens))):
            sign = signs.get(tokens[place].lower, 0)
            behind = next((one for one in scene.cast.people if 0 < one.at - place <= 2), None) if scene else None
            if sign and behind is not None:
                yield behind.key, sign * int(years)
