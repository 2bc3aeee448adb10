from __future__ import annotations

import hashlib
import http.server
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mnemosaic.server.lock import Jar
from mnemosaic.server.records import ServerState


class Repository:
    """A Maven repository of made-up jars behind a local HTTP server, which can be told to misbehave."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.cut: dict[str, int] = {}
        self.answers: dict[str, list[int]] = {}

    def add(self, name: str, content: bytes, *, part: str = "server", plugin: bool = False) -> Jar:
        sha256 = hashlib.sha256(content).hexdigest()
        jar = Jar("org.example", name, "1.0", "", part, plugin, len(content), sha256)
        self.files["/" + jar.repository_path] = content
        return jar

    def serve(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        self.requests.append(handler.path)
        statuses = self.answers.get(handler.path, [])
        status = statuses.pop(0) if statuses else (200 if handler.path in self.files else 404)
        content = self.files.get(handler.path, b"") if status == 200 else b""
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[: self.cut.pop(handler.path, len(content))])


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    found = Repository()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.serve(self)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    monkeypatch.setenv("MNEMOSAIC_MAVEN_URL", f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setenv("MNEMOSAIC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    monkeypatch.setattr("mnemosaic.server.download.PAUSE_SECONDS", 0.0)
    yield found
    server.shutdown()
    server.server_close()


def make_state(pid: int, created: float, **changes: object) -> ServerState:
    values = {
        "pid": pid,
        "created": created,
        "bolt_port": 1,
        "http_port": 2,
        "version": "2026.08.1",
        "java": "/java",
        "java_version": "25",
        "vector_module": True,
        "memory": "1g",
        "started_at": datetime.now(UTC),
    }
    return ServerState.model_validate(values | changes)


@pytest.fixture
def server_state() -> Callable[..., ServerState]:
    """Makes the state of a server, by process id and time of birth."""
    return make_state
