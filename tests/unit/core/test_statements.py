from __future__ import annotations

import pytest

from mnemosaic import statements
from mnemosaic.errors import StatementError
from mnemosaic.statements import Mode

GOOD = """// Find things.
// In two lines.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param limit: INTEGER
// returns id: STRING
// returns score: FLOAT - in 0..1
CYPHER 25
// $unused is only spoken of
MATCH (n:Atom) WHERE n.scope IN $scopes
RETURN n.id AS id, 1.0 AS score LIMIT $limit
"""


def test_a_header_says_what_the_statement_is() -> None:
    found = statements.parse("read/things", GOOD)
    assert (found.name, found.mode) == ("read/things", Mode.READ)
    assert found.purpose == "Find things. In two lines."
    assert found.params == {"scopes": "LIST<STRING>", "limit": "INTEGER"}
    assert set(found.returns) == {"id", "score"}
    assert found.text == GOOD


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("// mode: read\n", "", "the header must say mode"),
        ("// mode: read", "// mode: reed", "not 'reed'"),
        ("CYPHER 25\n", "", "must begin with CYPHER 25"),
        ("CYPHER 25", "CYPHER 5", "must begin with CYPHER 25"),
        ("// param limit: INTEGER\n", "", r"declares \['scopes'\], uses \['limit', 'scopes'\]"),
        (" LIMIT $limit", "", r"declares \['limit', 'scopes'\], uses \['scopes'\]"),
    ],
)
def test_a_malformed_file_is_refused_by_name(old: str, new: str, reason: str) -> None:
    with pytest.raises(StatementError, match=f"read/things: .*{reason}"):
        statements.parse("read/things", GOOD.replace(old, new))


def test_exactly_the_declared_parameters_are_taken() -> None:
    found = statements.parse("read/things", GOOD)
    found.check({"scopes", "limit"})
    with pytest.raises(StatementError, match=r"missing \['limit'\], unknown \['limits'\]"):
        found.check({"scopes", "limits"})


def test_an_unknown_statement_is_named() -> None:
    with pytest.raises(StatementError, match="there is no statement 'read/nothing'"):
        statements.load("read/nothing")


@pytest.mark.parametrize("name", list(statements.names()))
def test_every_file_can_be_loaded_and_says_what_it_is_for(name: str) -> None:
    found = statements.load(name)
    assert found.purpose
    assert found.text.count("CYPHER 25") == 1
    folder = name.split("/")[0]
    assert (found.mode is Mode.SCHEMA) == (folder == "schema") or name == "lifecycle/drop_index"
    assert found.mode is not Mode.WRITE or folder not in ("read", "inspect")
