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
