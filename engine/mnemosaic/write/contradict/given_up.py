"""The new statement tells of the end of what the old one says is so: sold, quit, died, handed over, switched off."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.ended import ends_nothing
from mnemosaic.write.contradict.everyday import listed
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, is_plain, of_others
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.tables import words

_OVER = frozenset("die expire collapse burn close end finish retire".split())
_TELLS = frozenset("was were been has have had 've 's is are now got since yesterday today finally".split())
_BEHIND = frozenset("for after because since on in at with to when as due following".split())


def check(laid: Laid) -> Finding | None:
    """What is ended is what the old statement affirms."""
    if len(laid.new.parts) > 1 or laid.new.parts[0].link or laid.new.reading.unreal or laid.old.reading.past:
        return None
    if laid.new.parts[0].stand != "affirm" or any(
        part.stand in ("deny", "forbid", "exempt") for part in laid.old.parts
    ):
        return None
    end = next((t for t in laid.new.terms if _ends(laid.new, t)), None)
    if end is None or laid.new.reading.general or any(token.lemma == end.lemma for token in laid.old.tokens):
        return None
    if laid.old.reading.general and len(laid.new.shared) < 2:
        return None
    if end.lemma in ("hand", "give", "put") and laid.new.reading.lemmas & {"notice", "resignation"}:
        return None
    ended = _ended(laid.new, end)
    held = [t for t in ended if laid.new.kind(t) in ("same", "alike")]
    if not held or any(laid.new.kind(t) not in ("same", "alike", "under") for t in ended if not is_plain(t)):
        return None
    if _others(laid):
        return None
    return Finding(Dimension.SEMANTIC, "ended", f'"{held[-1].lemma}" is said to be over', 0.7)


def _ends(half: Half, term: Term) -> bool:
    """Whether a word is a verb of ending, told as done."""
    token = half.reading.tokens[term.at]
    known = listed("end_of_thing") | words("ending") | table()["ending"] | _OVER | {"hand", "disable", "kill", "axe"}
    if term.lemma not in known or term.prep or term.zone == "condition":
        return False
    before = half.reading.tokens[term.at - 1].lower if term.at else ""
    if ends_nothing(half.reading.tokens, term.at):
        return False
    if before in ("is", "are", "be", "being") and not half.reading.changes:
        return False
    return (token.lower != token.lemma and not token.lower.endswith(("s", "ing"))) or token.lower == "quit"


def _ended(half: Half, end: Term) -> list[Term]:
    """The heavy words for what is ended: behind the verb, or before it where nothing stands behind or it is passive."""
    behind = [
        t
        for t in half.terms
        if t.at > end.at
        and t.heavy
        and t.prep not in _BEHIND
        and not (t.at == end.at + 1 and half.reading.tokens[t.at].lower.endswith("ing"))
    ]
    before = half.reading.tokens[end.at - 1].lower if end.at else ""
    if behind and before not in ("was", "were", "been", "is", "are", "got", "being"):
        return behind
    following = half.reading.tokens[end.at + 1].lower if end.at + 1 < len(half.reading.tokens) else ""
    if following.endswith("ing"):
        # a deed is given up, not who does it
        return []
    return [t for t in half.terms if t.at < end.at and t.heavy and not t.prep and t.lemma not in half.reading.cast]


def _others(laid: Laid) -> bool:
    """Whether they tell of different people, or one tells of people and the other of none."""
    mine, theirs = laid.new.reading.cast, laid.old.reading.cast
    if of_others(laid) or (mine and theirs and {key for key in mine ^ theirs if "'s " in key}):
        return True
    return bool(mine or theirs) and not mine & theirs and len(laid.new.shared) < 2
