"""A model that a script plays in the llm pipeline: it takes turns apart, overlooks one kind of sentence, and judges."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.scripted_openai import Reply

Verdicts = Callable[[list[dict[str, Any]]], "str | Reply"]


def lines_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body["messages"][-1]["content"].splitlines() if line.startswith("{")]


def script(verdicts: Verdicts) -> Callable[[dict[str, Any]], str | Reply]:
    """A model that leaves out every sentence with "never" at first, finds it on a second look, and judges as told."""

    def claim(line: dict[str, Any], text: str, **more: Any) -> dict[str, Any]:
        person = {"name": line["speaker"], "kind": "person", "role": "subject"}
        stated = {"title": text[:30], "details": f"{line['speaker']}: {text}", "type": "semantic", "entities": [person]}
        return stated | {"turns": [line["turn"]], "quote": text} | more

    def sentences(line: dict[str, Any]) -> list[str]:
        return [part.strip() + "." for part in line["text"].split(".") if part.strip()]

    def answer(body: dict[str, Any]) -> str | Reply:
        lines = lines_of(body)
        take = [line for line in lines if line.get("read") == "take"]
        kind = body["response_format"]["json_schema"]["name"]
        if kind == "ClaimsAnswer":
            kept = [claim(line, text) for line in take for text in sentences(line) if "never" not in text]
            return json.dumps({"claims": kept})
        left = [(line, text) for line in take for text in sentences(line) if "never" in text]
        if kind == "VerifyAnswer":
            found = [{"text": text, "reason": "constraint", "turns": [line["turn"]]} for line, text in left]
            return json.dumps({"missing": found})
        if kind == "RecoveredAnswer":
            return json.dumps({"claims": [claim(*one, finding=at) for at, one in enumerate(left, start=1)]})
        return verdicts([line for line in lines if "candidate" in line])

    return answer


def every(verdict: str) -> Verdicts:
    def answer(candidates: list[dict[str, Any]]) -> str:
        entries = [{"candidate": one["candidate"], "verdict": verdict, "reason": "so told"} for one in candidates]
        return json.dumps({"reasoning": "told so", "verdicts": entries})

    return answer
