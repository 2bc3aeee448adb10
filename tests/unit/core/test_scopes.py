from __future__ import annotations

import re

import pytest

from mnemosaic import scopes
from mnemosaic.errors import ScopeError


def test_a_reader_sees_its_own_scope_first_and_then_every_ancestor() -> None:
    assert scopes.readable_from("acme/support/ann") == ["acme/support/ann", "acme/support", "acme"]


def test_the_tenant_is_the_first_segment() -> None:
    assert scopes.tenant("acme/support/ann") == "acme"


@pytest.mark.parametrize(("one", "other"), [("a/bc", "ab/c"), ("user", "users"), ("u/a", "u/A"), ("a", "a/a")])
def test_scopes_that_look_alike_are_apart(one: str, other: str) -> None:
    assert scopes.key(one) != scopes.key(other)
    assert one not in scopes.readable_from(other) or other.startswith(f"{one}/")
    assert other not in scopes.readable_from(one)


def test_composed_and_decomposed_forms_are_one_scope() -> None:
    assert scopes.parse("cafe\u0301/ann") == scopes.parse("caf\u00e9/ann") == "caf\u00e9/ann"


def test_a_scope_may_hold_any_script_quotes_and_cypher() -> None:
    for scope in ("東京/太郎", 'a"b', "a'b`c", "}) DETACH DELETE n //".replace("//", "--"), "a b", "🙂", "a\\b"):
        assert scopes.parse(scope) == scope


def test_sixteen_segments_are_the_most() -> None:
    assert len(scopes.readable_from("/".join("abcdefghijklmnop"))) == 16
    with pytest.raises(ScopeError, match="17 segments, at most 16"):
        scopes.parse("/".join("abcdefghijklmnopq"))


@pytest.mark.parametrize(
    "scope",
    ["", "/", "a/", "/a", "a//b", " a", "a ", "a/ b", "a\nb", "a\x00b", "a\x7f", "\t", "\ud800", "x" * 1025],
)
def test_what_is_no_scope_is_refused(scope: str) -> None:
    with pytest.raises(ScopeError):
        scopes.parse(scope)


@pytest.mark.parametrize("scope", [None, 7, b"a", ["a"]])
def test_what_is_no_text_is_refused_with_an_example(scope: object) -> None:
    with pytest.raises(ScopeError, match="a scope is a string such as 'acme/ann'"):
        scopes.parse(scope)  # type: ignore[arg-type]


def test_a_key_is_one_letter_and_digits_so_that_no_analyzer_changes_it() -> None:
    assert re.fullmatch(r"k\d{30,39}", scopes.key("acme/ann"))
