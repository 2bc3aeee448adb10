"""Just enough English morphology for rules: which words are verbs in the past, and their third person."""

from __future__ import annotations

import re

IRREGULAR_PAST = frozenset(
    """ate became began bent bit bled blew bought bound bred broke brought built came caught chose clung crept
    dealt did drank drew drove dug fell fed felt fled flew forgot fought found froze gave got grew had
    heard held hid hung kept knelt knew laid lay led left lent lit lost made meant met misunderstood
    overcame paid rang ran rode rose said sang sank sat saw sent shook shone shot shrank slept slid sold
    sought spent spoke sprang stole stood stuck struck stung swam swept swore swung taught thought threw
    told took tore understood undertook was were went woke won wore wound wove wrote withdrew learnt dreamt
    burnt spelt""".split()
)
PARTICIPLES = frozenset(
    """been done gone seen had made known given taken written become begun broken chosen driven eaten fallen
    felt found forgotten gotten got grown heard kept left lost met paid read run said sent sold spent
    spoken stood taught thought told won worn better""".split()
)
_TOLD_WHEN_DONE = frozenset("quit hurt hit split burst".split())
"""Of those that look the same in the past, the ones that are hardly said of what one does as a rule."""
SAME_IN_PAST = frozenset("put cut hit let set quit spread cost read shut hurt bet burst cast split".split())
MODALS = frozenset(
    """will would can could shall should may might must cannot can't won't wouldn't couldn't shouldn't mustn't
    ought 'd better gotta gonna wanna dare didn't wasn't weren't hadn't ain't hafta""".split()
)
ADVERBS = frozenset(
    """also always almost already actually absolutely again certainly completely constantly currently
    definitely even ever eventually fully finally first frequently generally genuinely gradually hardly
    honestly just kinda kindof largely lately literally mainly maybe mostly much never normally nearly now
    obviously occasionally often once only originally perhaps personally primarily probably quickly quite
    rarely rather really recently regularly seriously simply slowly soon sometimes somehow still strongly
    sure surely then therefore too totally truly typically ultimately usually very well clearly deeply
    especially sorta myself both all first further instead""".split()
)
NOT_VERBS = frozenset(
    """and or but nor if when while as than that who which what where why how the a an in on at to for of with
    from by about into over under after before because since so yet not no""".split()
)
_PAST_NEGATED = frozenset("didn't wasn't weren't hadn't".split())
_PRESENT = frozenset(
    """is are am has have do does don't doesn't isn't aren't it's that's he's she's there's what's start starts begin
    begins leave leaves fly flies open opens close closes end ends arrive arrives want wants need needs plan plans
    hope hopes go goes see work works live lives stay
    stays""".split()
)
_NO_VERB_AFTER = frozenset("to a an the my our your his her their its some of with".split())
_HAVE_GOT = re.compile(r"(?:\b(?:have|has)|'ve|'s) got(?:ta)?\b")
_PERFECT = re.compile(
    rf"(?:\b(?:have|has)|'ve)(?: not| just| already| \w+ly)* ({'|'.join(sorted(PARTICIPLES - {'better'}))})\b"
)
_IS_DONE = re.compile(
    r"(?:\b(?:am|is|are|be|being)|'m|\b(?:he|she|it|that|there)'s|'re)(?: (?:\w+ly|so|very|not|pretty|super|still))* "
    r"(?:\w+ed)\b"
)
_ED_BASE = frozenset("need feed bleed speed breed proceed succeed exceed embed shed wed seed weed heed".split())
_S_BASE = frozenset("focus bias gas bus canvas".split())
_ADVERB_LY = re.compile(r"^\w{3,}ly$")
_LY_VERBS = frozenset("apply reply supply rely imply comply multiply fly ally".split())
_ODD_THIRD = {
    "am": "is",
    "are": "is",
    "'m": "is",
    "have": "has",
    "do": "does",
    "don't": "doesn't",
    "haven't": "hasn't",
    "go": "goes",
    "were": "was",
    "weren't": "wasn't",
    "aren't": "isn't",
    "dont": "doesn't",
}


def is_past(verb: str) -> bool:
    """Whether a lower-case word is a verb in the past tense, as far as its form tells."""
    return verb in IRREGULAR_PAST or (verb.endswith("ed") and len(verb) > 3 and verb not in _ED_BASE)


def nearest_tense(*pieces: str) -> tuple[int, str]:
    """The tense of the finite verb nearest to a place, and that verb: -1 past, 1 present or future, 0 where none is.

    `pieces` are looked at in order: what stands before the place in its clause, what stands after it there, and the
    same of the whole sentence. Of what stands before, the last verb counts, of the rest the first.
    """
    for place, piece in enumerate(pieces):
        words = re.findall(r"[a-z']+", _finite_only(piece))
        verbs = [
            (tense, word)
            for before, word in zip(["", *words], words, strict=False)
            if before not in _NO_VERB_AFTER and (tense := _tense(word, before))
        ]
        if verbs:
            return verbs[-1] if place % 2 == 0 else verbs[0]
    return 0, ""


def _finite_only(text: str) -> str:
    """Compound forms as their tense: "is tired" is present, "has gone" past."""
    text = _HAVE_GOT.sub(" have ", text.lower().replace("’", "'"))
    text = _PERFECT.sub(" was ", text)
    return _IS_DONE.sub(" is ", text)


def _tense(word: str, before: str) -> int:
    if word in _PAST_NEGATED or is_past(word):
        return -1
    if (
        word in _TOLD_WHEN_DONE
        and before not in MODALS | {"to", "not", "and", "or"}
        and not before.endswith(("n't", "'ll"))
    ):
        return -1
    return int(word in MODALS or word in _PRESENT or word.endswith(("'ll", "'m", "'re")))


def is_adverb(word: str) -> bool:
    """Whether a lower-case word may stand between a subject and its verb."""
    return word in ADVERBS or (word not in _LY_VERBS and bool(_ADVERB_LY.match(word)))


def third_person(verb: str) -> str:
    """The form of a lower-case verb after he, she or a name; past forms and modals stay as they are.

    >>> third_person("try"), third_person("watch"), third_person("went"), third_person("have")
    ('tries', 'watches', 'went', 'has')
    """
    odd = _ODD_THIRD.get(verb)
    if odd is not None:
        return odd
    unchanged = verb in MODALS or verb in SAME_IN_PAST or verb in NOT_VERBS or is_past(verb)
    if unchanged or not verb.isalpha() or not verb.isascii() or verb.endswith("ing"):
        return verb
    if verb.endswith("s") and not verb.endswith("ss") and verb not in _S_BASE:
        return verb
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    return verb + "s"
