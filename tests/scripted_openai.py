"""A server on this machine that speaks the OpenAI protocol and answers what a test tells it to.

    def test_it(scripted_openai):
        scripted_openai.say('{"claims": []}')                       # what the next chat completion contains
        scripted_openai.say(Reply(429, headers={"Retry-After": "1"}), '{"claims": []}')
        settings = Settings(model="any", base_url=scripted_openai.base_url)

Chat answers are taken from the script in order; when it is used up, the answer is status 400. Embeddings are answered
by `HashEmbedder` unless `say_vectors` was told otherwise. `requests` keeps every body that came in.
Import the fixture where it is used: `from tests.scripted_openai import scripted_openai`, or name it in a conftest.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import pytest

from tests.embedders import HashEmbedder


@dataclass(frozen=True)
class Reply:
    """A whole response. `body` as text is sent as it is; `delay` is in seconds."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass(frozen=True)
class Request:
    """What came in: `path` without the base, the decoded body, the headers in lower case."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


Scripted = str | Reply | Callable[[dict[str, Any]], "str | Reply"]


def completion(content: str | None, finish_reason: str = "stop", refusal: str | None = None) -> Reply:
    """A chat completion with `content`, ended for `finish_reason` (`stop`, `length`)."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    return Reply(200, _chat_body([choice], usage))


def refused(status: int, message: str = "no", code: str | None = None, **headers: str) -> Reply:
    """An error as OpenAI phrases it. Header names are written with `_`: `Retry_After="1"`."""
    error = {"message": message, "type": code, "code": code, "param": None}
    return Reply(status, {"error": error}, {name.replace("_", "-"): value for name, value in headers.items()})


def vectors(rows: list[list[float]], order: list[int] | None = None) -> Reply:
    """An embeddings response; `order` is the order in which the rows are listed."""
    places = range(len(rows)) if order is None else order
    data = [{"object": "embedding", "index": place, "embedding": rows[place]} for place in places]
    return Reply(200, {"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 5, "total_tokens": 5}})


class ScriptedOpenAI:
    """The server; also a context manager. `base_url` is what `Settings.base_url` takes."""

    def __init__(self, dimensions: int = 384) -> None:
        self.requests: list[Request] = []
        self._embedder = HashEmbedder(dimensions)
        self._chat: deque[Scripted] = deque()
        self._vectors: deque[Scripted] = deque()
        self._always: Scripted | None = None
        self._guard = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def say(self, *answers: Scripted) -> Self:
        """Add to the script of chat answers: contents, whole replies, or functions of the request's body."""
        self._chat.extend(answers)
        return self

    def always(self, answer: Scripted | None) -> Self:
        """What chat is answered when the script is used up."""
        self._always = answer
        return self

    def say_vectors(self, *replies: Scripted) -> Self:
        """Add to the script of embedding replies."""
        self._vectors.extend(replies)
        return self

    def asked(self, place: int = -1) -> str:
        """All messages of a chat request as one text."""
        chats = [request.body for request in self.requests if request.path.endswith("/chat/completions")]
        return "\n".join(message["content"] for message in chats[place]["messages"])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def reply(self, request: Request) -> Reply:
        """The response to `request`, by the script."""
        with self._guard:
            self.requests.append(request)
            next_one: Scripted | None
            if request.path.endswith("/embeddings"):
                next_one = self._vectors.popleft() if self._vectors else self._embed
            elif request.path.endswith("/chat/completions"):
                next_one = self._chat.popleft() if self._chat else self._always
            else:
                return refused(404, f"no such path: {request.path}")
        answer = next_one(request.body) if callable(next_one) else next_one
        if answer is None:
            return refused(400, "the script of this test is used up")
        return completion(answer) if isinstance(answer, str) else answer

    def _embed(self, body: dict[str, Any]) -> Reply:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        return vectors(self._embedder.passages(texts).tolist())


@pytest.fixture
def scripted_openai() -> Iterator[ScriptedOpenAI]:
    """A scripted server of its own for each test."""
    with ScriptedOpenAI() as server:
        yield server


def _chat_body(choices: list[dict[str, Any]], usage: dict[str, int]) -> dict[str, Any]:
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": choices, "usage": usage}


def _handler(script: ScriptedOpenAI) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = script.reply(Request(self.path, json.loads(raw or b"{}"), headers))
            time.sleep(reply.delay)
            text = isinstance(reply.body, str)
            body = (reply.body if text else json.dumps(reply.body)).encode()
            try:
                self.send_response(reply.status)
                for name, value in ({"content-type": "application/json"} | reply.headers).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *args: object) -> None: ...

    return Handler
