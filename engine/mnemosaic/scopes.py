"""Scopes: where an atom lives, who may read it, and the key that full text filters on."""

from __future__ import annotations

import hashlib
import unicodedata

from mnemosaic.errors import ScopeError

MAX_SEGMENTS = 16
MAX_LENGTH = 1024


def parse(scope: str) -> str:
    """Return `scope` in its one canonical form (NFC), or raise `ScopeError`.

    A scope is a path such as `acme/support/ann`: 1 to 16 non-empty segments joined by `/`, case-sensitive,
    without control characters or white space at the edges of a segment.
    """
    if not isinstance(scope, str):
        raise ScopeError(f"a scope is a string such as 'acme/ann', not {type(scope).__name__}: pass scope='...'")
    text = unicodedata.normalize("NFC", scope)
    segments = text.split("/")
    if not text:
        raise ScopeError("the scope is empty: name where the memory lives, such as 'acme/ann'")
    if len(text) > MAX_LENGTH:
        raise ScopeError(f"the scope has {len(text)} characters, at most {MAX_LENGTH} are allowed: shorten it")
    if len(segments) > MAX_SEGMENTS:
        raise ScopeError(f"the scope {scope!r} has {len(segments)} segments, at most {MAX_SEGMENTS} are allowed")
    for segment in segments:
        if not segment or segment != segment.strip():
            raise ScopeError(f"the scope {scope!r} has an empty or padded segment: write it as 'acme/ann'")
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in segment):
            raise ScopeError(f"the scope {scope!r} holds a control character or half a surrogate pair: remove it")
    return text


def tenant(scope: str) -> str:
    """The first segment."""
    return scope.split("/", 1)[0]


def readable_from(scope: str) -> list[str]:
    """The scopes that a reader of `scope` sees: its own first, then every ancestor; no sibling, no descendant."""
    segments = parse(scope).split("/")
    return ["/".join(segments[:length]) for length in range(len(segments), 0, -1)]


def key(scope: str) -> str:
    """The full-text filter token of a scope: the letter k and the decimal digits of a 128-bit hash.

    An analyzer stems and splits whatever it is given; one letter and digits pass through all of them unchanged.
    """
    digest = hashlib.blake2b(scope.encode("utf-8"), digest_size=16).digest()
    return f"k{int.from_bytes(digest, 'big')}"
