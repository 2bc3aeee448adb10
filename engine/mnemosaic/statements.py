"""Loads the Cypher files into typed statements. A file is one statement behind a `//` header.

// Purpose, in one or more lines.
//
// mode: read | write | schema | autocommit
// param scopes: LIST<STRING> - the reader's scopes
// returns id: STRING
CYPHER 25
MATCH ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from mnemosaic.errors import StatementError

_PARAM = re.compile(r"^param (\w+): ([^-]+?)(?: - (.+))?$")
_RETURNS = re.compile(r"^returns (\w+): (.+)$")
_USED = re.compile(r"\$(\w+)")


class Mode(StrEnum):
    """How a statement is run. `autocommit` runs outside a managed transaction."""

    READ = "read"
    WRITE = "write"
    SCHEMA = "schema"
    AUTOCOMMIT = "autocommit"


class Statement(BaseModel):
    """A Cypher file: its text, and what its header declares."""

    model_config = ConfigDict(frozen=True)

    name: str
    purpose: str
    mode: Mode
    params: dict[str, str]
    returns: dict[str, str]
    text: str

    def check(self, given: set[str]) -> None:
        """Raise `StatementError` unless exactly the declared parameters are given."""
        if given != set(self.params):
            raise StatementError(
                f"{self.name} takes {sorted(self.params)}, was given {sorted(given)}: "
                f"missing {sorted(set(self.params) - given)}, unknown {sorted(given - set(self.params))}"
            )


def root() -> Path:
    """The folder of the Cypher files: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).parent
    for folder in (package / "cypher", package.parent.parent / "cypher"):
        if folder.is_dir():
            return folder
    raise StatementError(f"no cypher folder beside {package}: the installation is incomplete, install it again")


@cache
def load(name: str) -> Statement:
    """The statement in `cypher/<name>.cypher`, such as `read/recall`. Raises `StatementError`."""
    path = root() / f"{name}.cypher"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise StatementError(f"there is no statement {name!r}: no file {path}") from error
    return parse(name, text)


def names(folder: str = "") -> Iterator[str]:
    """The names of all statements under a folder of `cypher/`, sorted."""
    base = root()
    for path in sorted((base / folder).rglob("*.cypher")):
        yield path.relative_to(base).with_suffix("").as_posix()


def parse(name: str, text: str) -> Statement:
    """Read a file's header. Raises `StatementError` where it lacks a mode or declares other parameters than it uses."""
    purpose: list[str] = []
    params: dict[str, str] = {}
    returns: dict[str, str] = {}
    mode = ""
    for line in _header(text):
        if line.startswith("mode:"):
            mode = line.removeprefix("mode:").strip()
        elif match := _PARAM.match(line):
            params[match[1]] = match[2].strip()
        elif match := _RETURNS.match(line):
            returns[match[1]] = match[2].strip()
        elif line:
            purpose.append(line)
    if mode not in set(Mode):
        raise StatementError(f"{name}: the header must say mode: read, write, schema or autocommit, not {mode!r}")
    code = _code(text)
    if not code.startswith("CYPHER 25"):
        raise StatementError(f"{name}: the statement must begin with CYPHER 25")
    if set(_USED.findall(code)) != set(params):
        raise StatementError(f"{name}: declares {sorted(params)}, uses {sorted(set(_USED.findall(code)))}")
    return Statement(name=name, purpose=" ".join(purpose), mode=Mode(mode), params=params, returns=returns, text=text)


def _header(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if not line.startswith("//"):
            return
        yield line.removeprefix("//").strip()


def _code(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//")).strip()
