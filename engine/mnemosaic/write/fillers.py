"""Which sentences state nothing: greetings, acknowledgements, questions. In doubt a sentence is kept."""

from __future__ import annotations

import re

from mnemosaic.write.protocols import SkipReason
from mnemosaic.write.verbs import nearest_tense

_NAME = r"(?:,? [A-Z]\w+)?"
_GREETING = re.compile(
    r"^\W*(?:(?:hey|hi|hello|yo|hiya|howdy|greetings|dear|morning|evening|good (?:morning|evening|afternoon|night|"
    r"day)|"
    r"bye(?:[ -]bye)?|goodbye|see (?:you|ya)|cya|take care|talk (?:to you |again )?(?:soon|later)|(?:it(?:['’]s|"
    r" was) )?"
    r"(?:so |really )?(?:nice|good|great|lovely) (?:to (?:see|hear|meet|talk|chat|be)|chatting|talking|seeing|hearing|"
    r"catching)|long time no|welcome back|happy (?:birthday|new year)|have a (?:great|good|nice|lovely|wonderful|"
    r"safe)|"
    r"enjoy your|until next time|catch you|cheers|sweet dreams|hope (?:you are|you['’]re|all is) (?:well|doing)|"
    r"你好|您好|再见|早上好|晚安|привет|здравствуйте|пока|hallo|guten (?:tag|morgen|abend)|hola|buenos d[ií]as|bonjour|"
    r"salut|ciao|こんにちは|مرحبا|السلام عليكم)(?!\w))",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^\W*(?:(?:aww?|oh|wow|yeah|ok(?:ay)?|hey|sure),? )*(?:thanks|thank you|thx|ty|no (?:problem|worries)|you['’]?re "
    r"(?:so |very )?(?:welcome|kind|sweet)|my pleasure|any ?time|don['’]t mention it|谢谢|спасибо|danke|gracias|"
    r"merci)(?!\w)",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"^\W*(?:(?:aww?|oh|wow|whoa|yeah|yes|yep|yup|ok(?:ay)?|haha+|hey|cool|nice|great|awesome|amazing|totally|"
    r"absolutely|"
    r"definitely|exactly|right|sure|lol|no|nope|nah|man|oof|hmm+|true|indeed|alright|fine|perfect|wonderful|fantastic|"
    r"incredible|congrats|congratulations|well done|good (?:luck|job|call|point|idea|one)|way to go|same here|me too|"
    r"sounds? (?:so |really |like )?(?:a )?(?:good|great|fun|plan|awesome|amazing|nice|cool|lovely|perfect)|"
    r"(?:that(?:['’]s| is| was| sounds| looks| must be)|it(?:['’]s| is)|how|what an?|looks|this is|so|pretty|really|"
    r"very|such|"
    r"too|super|truly|is|quite|a|an)|glad|got it|i (?:totally |completely |really )?(?:see|agree|get it|understand)|"
    r"agreed|no doubt|of course|for sure|not bad|you rock|go for it|keep (?:it|at it)(?: up)?|keep me posted|"
    r"(?:good|great|cool|nice|awesome|amazing|wonderful|fantastic|lovely|beautiful|gorgeous|impressive|interesting|"
    r"true|"
    r"right|inspiring|incredible|terrific|tough|exciting|sweet|neat|fun|funny|cute|sad|fair|stunning|brilliant|"
    r"excellent)"
    r"(?: (?:stuff|work|news|to hear|idea|point|job|one|shot|pic|photo))?|to hear(?: that)?|i know|let['’]s do it|"
    r"let me know|fingers crossed|my goodness|omg|oh my|ha|yay|woo+(?:hoo)?|bravo|phew|ugh|damn|gosh|ok thanks|"
    r"well|anyway|by the way|btw|check (?:it|this|these) out|take a look(?: at this)?|look at this|"
    r"好的?|嗯|是的|да|нет|ja|"
    r"nein|sí|oui|non|guys|all|buddy|dude|pal|mate|bro|friend|too|though|then|there|again|now|u)(?!\w)[\s,!.’'…-]*)+"
    rf"{_NAME}\W*$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#{1,6}\s")
_OPENS_QUESTION = re.compile(
    r"^\W*(?:(?:so|and|but|well|oh|wow|hey|hi|cool|yeah|nice|great|thanks|btw|by the way|also|anyway|[A-Z]\w+)[,!]? )*"
    r"(?:what|who|whom|whose|which|where|when|why|how|is|are|am|was|were|do|does|did|have|has|had|can|could|will|"
    r"would|"
    r"shall|should|may|might|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|haven['’]t|hasn['’]t|can['’]t|"
    r"couldn['’]t|won['’]t|wouldn['’]t|any|anything|got any|ever)\b",
    re.IGNORECASE,
)
_CARRIES = re.compile(
    r"^\W*(?:(?:hey|hi|so|and|but|well|oh|btw|by the way|also)[,!]? (?:[A-Z]\w+[,!]? )?)*(?:did|have|do|does|would|"
    r"can) (?:I|you|u) "
    r"(?:ever )?(?:tell|told|mention|mentioned|know|remember|heard|hear|believe|see|recall)(?: (?:you|that|"
    r"me))* (?=(?:that )?"
    r"(?:I|my|we|our|the|[A-Z]\w+)(?:['’]\w+)? \w+)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",? (?:right|you know|isn['’]t it|don['’]t you(?: think)?|do you|have you|how about you|what about you|and you|"
    r"are you|did you|would you|can you believe it|eh|huh|no|yes|ok(?:ay)?|is that ok(?:ay)?)\s*\?+\W*$",
    re.IGNORECASE,
)
_STATES_FIRST = re.compile(
    r"^\W*(?:(?:so|and|but|well|oh|yeah|btw|also|actually)[,!]? )*(?:I(?:['’](?:m|ve|d|ll))?|[Mm]y \w+|"
    r"[Ww]e(?:['’](?:re|ve))?|"
    r"[Oo]ur \w+)(?! (?:wonder|was wondering))\b(?=.*[ ,])"
)
_ENDS_QUESTION = re.compile(r"[?？؟][\s\"'”’)\]»*_!\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]*$")
_SPEAKER_ACTS = re.compile(r"^(?:I|[Ww]e)(?:['’]\w+)? \w")
_THIRD_PERSON = re.compile(r"^\w+(?: \w+)+? \w+[a-rt-z]s \w")
_INTRODUCTION = re.compile(
    r"^\W*(?:(?:ok|okay|sure|so|well)[,!]? )?(?:here(?:['’]s| is| are|['’]re)|this is what|these are the|"
    r"below (?:is|are)|(?:let me|I['’]ll|I will) (?:list|sum|tell|give|explain))\b[^.!?\n]*:\W*$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W_]")
_WORDS = re.compile(r"[^\W_]+(?:['’]\w+)*")


def is_question(sentence: str) -> bool:
    """Whether a sentence ends with a question mark, or opens as a question and has no end."""
    return bool(_ENDS_QUESTION.search(sentence))


def statement_in_question(sentence: str) -> str | None:
    """What a question states by the way, or None: "Did I tell you I moved to Oslo?" gives "I moved to Oslo".

    The statement is a piece of the sentence as it stands, without its question mark.
    """
    carried = _CARRIES.match(sentence)
    if carried is not None:
        rest = sentence[carried.end() :].rstrip(" ?？!")
        rest = rest[5:] if rest.startswith("that ") else rest
        return rest if _has_verb(rest) else None
    if _OPENS_QUESTION.match(sentence):
        return None
    tag = _TAG.search(sentence)
    if tag is not None:
        stated = sentence[: tag.start()].rstrip(" ,")
        return stated if len(_WORDS.findall(stated)) >= 3 else None
    if _STATES_FIRST.match(sentence) and len(_WORDS.findall(sentence)) >= 5:
        return sentence.rstrip(" ?？")
    return None


def reason_to_skip(sentence: str) -> SkipReason | None:
    """Why a sentence that is no question makes no atom, or None where it may state something."""
    if not _LETTER.search(sentence):
        return SkipReason.NO_STATEMENT
    if _HEADING.match(sentence):
        return SkipReason.HEADING
    if _INTRODUCTION.match(sentence):
        return SkipReason.NO_STATEMENT
    if len(sentence) > 90:
        return None
    words = len(_WORDS.findall(sentence))
    if words <= 10 and _GREETING.match(sentence) and not _states_more(sentence):
        return SkipReason.GREETING
    if words <= 9 and _THANKS.match(sentence) and not _states_more(sentence):
        return SkipReason.ACKNOWLEDGEMENT
    if words <= 8 and sentence.isascii() and _PRAISE.match(sentence):
        return SkipReason.ACKNOWLEDGEMENT
    if words < 2 and sentence.isascii() and not any(character.isdigit() for character in sentence):
        return SkipReason.NO_STATEMENT
    return None


def says_nothing_alone(sentence: str) -> bool:
    """Whether a sentence has only pronouns, auxiliaries and fillers: "It was great.", "Mine is the same."."""
    words = [word.lower().replace("’", "'") for word in _WORDS.findall(sentence)]
    return 0 < len(words) <= 10 and _EMPTY_WORDS.issuperset(words) and not _NOT_PROSE.search(sentence)


def _has_verb(text: str) -> bool:
    """Whether what follows "Do you remember" is a statement and no bare thing such as "my mother"."""
    return bool(_SPEAKER_ACTS.match(text) or nearest_tense(text)[0] or _THIRD_PERSON.match(text))


_NOT_PROSE = re.compile(r"[\"()\[\]{}<>\\/:;=|]")
"""Marks of a fragment that is kept for its wording, whatever its words are."""
_EMPTY_WORDS = frozenset(
    """i i'm i'll i'd i've me my mine you you're you'll your yours he she it they we we'll we're us them him her his
    hers its our ours their theirs this that these those it's that's it'll that'll he's she's they're there there's
    here is am are was were be been being do did does done have has had will would can could shall should may might
    must not don't didn't doesn't can't couldn't won't wouldn't isn't wasn't aren't weren't the a an same so too very
    really much also just all and but or of to for with in at on thanks thank great good nice fine cool awesome
    amazing wonderful lovely perfect fun bad okay ok sure yes no yeah well then now again one ones mean know think
    agree see try guess oh wow definitely absolutely totally such pretty super what""".split()
)
_MORE = re.compile(r"\b(?:I(?:['’](?:m|ve|ll|d))?|my|we|our)\b|\d")


def _states_more(sentence: str) -> bool:
    """Whether a polite sentence goes on to say something of the speaker."""
    return bool(_MORE.search(sentence))
