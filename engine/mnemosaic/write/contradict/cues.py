"""How far a clause binds: its cues of permission, duty and denial taken together, and what it keeps to some."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from mnemosaic.write.contradict.moments import MONTHS
from mnemosaic.write.contradict.tables import DATA, words
from mnemosaic.write.contradict.tokens import Token

NEGATORS = frozenset("not never no none nobody nothing neither no-longer hardly cannot".split())
CARRIERS = frozenset(
    "is are was were be been do does did have has had will would can could may might must should shall need to and or "
    "am usually generally normally still 's".split()
)
_ASIDES = frozenset("because since so owing thanks which as due".split())
CONDITIONS = frozenset("if when unless once except until only-if even-if provided whenever where apart".split())
_CONFINED = frozenset(["confined", "restricted", "limited", "kept"])
_ORDERING = frozenset("then after afterwards afterward once if when must has have a an be".split())
_NO = frozenset("other more later longer earlier less matter sooner doubt fewer".split())


@cache
def _cues() -> re.Pattern[str]:
    with DATA.joinpath("gist.toml").open("rb") as file:
        cues = tomllib.load(file)["cues"]
    return re.compile("|".join(rf"(?P<{name}>(?<!\S)(?:{form})(?!\S))" for name, form in cues.items()))


def is_whole(lowers: Sequence[str], main: Sequence[int]) -> bool:
    """Whether it is said of all or of none: not where "all of" something is merely reached."""
    following = [*lowers[1:], ""]
    return any(
        (lowers[at] in words("all") and following[at] != "of") or lowers[at] in ("nobody", "no", "neither")
        for at in main
    )


def only_at(lowers: Sequence[str], start: int) -> int:
    """The place of a word that keeps it to some: not of "only then" or "not only"."""
    for at, word in enumerate(lowers):
        following = lowers[at + 1] if at + 1 < len(lowers) else ""
        confined = (
            word in _CONFINED and following == "to" and not any(c.isdigit() for c in " ".join(lowers[at : at + 4]))
        )
        if confined or (word in ("only", "solely", "exclusively", "reserved") and following not in _ORDERING):
            return start + at if not at or lowers[at - 1] not in ("not", "that", "which", "who") else -1
    return -1


def lowered(token: Token, taken: bool) -> str:
    """A token as the cues see it: May is no permission."""
    return "-" if taken and token.lower in MONTHS else token.lower


def marks(lowers: Sequence[str]) -> tuple[dict[int, str], set[int], bool]:
    """The cues by place, the places that they take up, and whether one says "even so"."""
    text = " ".join(lowers)
    cues: dict[int, str] = {}
    used: set[int] = set()
    even = False
    for match in _cues().finditer(text):
        at = text.count(" ", 0, match.start())
        name = match.lastgroup or ""
        if name == "even":
            even = True
        else:
            cues[at] = name
        used |= set(range(at, at + match[0].count(" ") + 1))
    return cues, used, even


def aside(lowers: Sequence[str]) -> int:
    """Where the reason or an aside begins."""
    return next(
        (at for at, word in enumerate(lowers) if at > 2 and word in _ASIDES and not (word == "as" and at < 4)),
        len(lowers),
    )


def condition(lowers: Sequence[str]) -> range:
    """The places of a condition: up to the comma in front, else to the end."""
    at = next((at for at, word in enumerate(lowers) if word in CONDITIONS), -1)
    if at < 0:
        return range(0)
    if at > 1:
        return range(at, len(lowers))
    return range(at, next((place for place in range(at, len(lowers)) if lowers[place] == ","), len(lowers)))


def stand(lowers: Sequence[str], main: Sequence[int], cues: dict[int, str]) -> str:
    """How far the clause binds: its cues and denials taken together."""
    places = set(main)
    held = [cues[at] for at in sorted(cues) if at in places]
    denied = sum(_denies(lowers, at) for at in main if at not in cues) % 2 == 1
    if "exempt" in held:
        return "permit" if "forbid" in held else "exempt" if not denied else "require"
    if "forbid" in held:
        return "permit" if denied and lowers[:1] != ["nobody"] else "forbid"
    if "permit" in held:
        return "forbid" if denied else "permit"
    if "require" in held or "recommend" in held:
        strong = "require" in held
        modal = bool(places & {at for at in cues if lowers[at] in ("must", "shall", "should", "ought", "is", "are")})
        if denied:
            return "forbid" if modal or not strong else "exempt"
        return "require" if strong else "recommend"
    return "deny" if denied else "affirm"


def _denies(lowers: Sequence[str], at: int) -> bool:
    word = lowers[at]
    if word not in NEGATORS:
        return False
    following = lowers[at + 1] if at + 1 < len(lowers) else ""
    if word in ("no", "not") and (following in _NO or following in ("only", "just", "all", "every")):
        return False
    if following == "else":
        return False
    return word != "not" or (at > 0 and lowers[at - 1] in CARRIERS) or at == 0
