"""Whether a text is English, which decides if English rules may rewrite it."""

from __future__ import annotations

import re

_ENGLISH = frozenset(
    """i i'm i've i'd i'll the and is are was were be been have has had do does did my your his her their our this
    that these those with for from of to in on at it it's its he she they we you not but what when where which who
    how there about just so if or as by will would can could should some any all an am don't""".split()
)
_OTHER = frozenset(
    """el la los las un una unos que y es en mi mis tu su de del por para con pero muy me gusta yo soy estoy tengo fue
    le les des une et est je j'ai mon ma mes dans pour avec mais pas nous vous il elle sur au aux ce cette suis der
    die das ein eine einen und ist ich mein meine nicht mit auf für aber sehr bin habe hat wir sie ihr zu im den
    dem il lo gli uno ed sono ho mio mia non per che molto della nel o os as um uma e eu meu minha não com mas
    muito na estou het een en ik mijn niet met voor maar van ben heb naar""".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_LETTER = re.compile(r"[^\W\d_]")


def is_english(text: str) -> bool:
    """Whether the text can be read as English: mostly Latin letters, and not more marks of another language."""
    if not text.isascii():
        letters = len(_LETTER.findall(text))
        if letters and len(_LATIN.findall(text)) < 0.7 * letters:
            return False
    words = [word.replace("’", "'") for word in _WORD.findall(text.lower())]
    english = sum(word in _ENGLISH for word in words)
    return english >= sum(word in _OTHER for word in words)
