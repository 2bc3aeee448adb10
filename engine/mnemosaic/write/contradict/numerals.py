"""Numbers in digits and in words."""

from __future__ import annotations

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS: dict[str, float] = {word: float(i) for i, word in enumerate(_ONES.split())}
WORDS |= {word: 10.0 * (i + 2) for i, word in enumerate(_TENS.split())}
WORDS |= {f"{ten}-{one}": WORDS[ten] + WORDS[one] for ten in _TENS.split() for one in _ONES.split()[1:10]}
WORDS |= {"dozen": 12.0, "half": 0.5}
SCALES = {"hundred": 100.0, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "dozen": 12.0}
ORDINALS = {
    word: i + 1
    for i, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
    )
}
TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
FREQUENCIES = {
    "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "weekly": 604800.0, "fortnightly": 1209600.0,
    "biweekly": 1209600.0,
    "monthly": 2629800.0, "quarterly": 7889400.0, "yearly": 31557600.0, "annually": 31557600.0, "annual": 31557600.0,
}  # fmt: skip
"""Seconds between two times."""


def amount(text: str) -> float | None:
    """The value of a number as a token holds it: `1,050`, `2.5`, `two`, `twenty-one`; None where it is none."""
    if text in WORDS:
        return WORDS[text]
    digits = text.lstrip("$€£ ")
    if not digits[:1].isdigit() or ":" in digits or "/" in digits:
        return None
    grouped = digits.split(",")
    if len(grouped) > 1:
        thousands = all(len(part.split(".")[0]) == 3 for part in grouped[1:])
        digits = "".join(grouped) if thousands else ".".join(grouped)
    try:
        return float(digits)
    except ValueError:
        return None
