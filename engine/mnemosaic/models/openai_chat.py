"""A language model behind any provider that speaks the OpenAI protocol."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from mnemosaic.errors import ModelAnswerCutError, ModelAnswerError, ModelUnavailableError
from mnemosaic.models.answers import parse_answer, quote
from mnemosaic.models.connection import Connection
from mnemosaic.models.metering import Meter
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import AnswerT, Usage
from mnemosaic.models.retrying import persistently
from mnemosaic.models.schemas import strict_schema
from mnemosaic.models.text import well_formed

if TYPE_CHECKING:
    from openai import APIStatusError
    from openai.types.chat import ChatCompletion

FORM, CORRECTION = "answer_form", "answer_correction"

UNSUPPORTED_STATUS = (400, 422)
_UNSUPPORTED = re.compile(r"response.?format|json.?(schema|object|mode)|structured|guided|\bstrict\b", re.IGNORECASE)
_TOO_LONG = re.compile(r"context.?length|maximum context|too long|too many tokens", re.IGNORECASE)


class Mode(IntEnum):
    """How the form of the answer is asked for, from the surest to the one that every provider takes."""

    JSON_SCHEMA = 0
    JSON_OBJECT = 1
    PLAIN = 2


class OpenAIChat:
    """A `LanguageModel` over `/chat/completions`, with structured output where the provider has it.

    A provider that refuses the parameter is asked again in the next simpler `Mode`, which the instance remembers.
    One call makes at most `attempts` requests, and one more for each mode refused.
    """

    def __init__(self, model: str, connection: Connection, sleep: Callable[[float], None] = time.sleep) -> None:
        self._model = model
        self._connection = connection
        self._sleep = sleep
        self._meter = Meter()
        self._mode = Mode.JSON_SCHEMA

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    @property
    def mode(self) -> Mode:
        """The mode that the next call begins with."""
        return self._mode

    @property
    def usage(self) -> Usage:
        """Requests, tokens as the provider counts them, seconds."""
        return self._meter.usage

    def answer(self, system: str, user: str, kind: type[AnswerT]) -> AnswerT:
        """One call; the answer parsed and validated as `kind`.

        An answer that cannot be understood is asked for again, with a short word on what was wrong with it.
        Raises `ModelAnswerError` that quotes the last one, or `ModelUnavailableError`.
        """
        correction = ""

        def attempt() -> AnswerT:
            nonlocal correction
            try:
                return parse_answer(self._complete(system, user + correction, kind), kind)
            except ModelAnswerError as error:
                correction = "\n\n" + load_prompt(CORRECTION).render(reason=str(error)).user
                raise

        try:
            return persistently(
                attempt, what=f"the model {self._model}", attempts=self._connection.attempts, sleep=self._sleep
            )
        except ModelAnswerError as error:
            # what was too long for the provider stays told apart: less may be asked for
            raise type(error)(
                f"the model {self._model} gave no usable {kind.__name__} in {self._connection.attempts} tries: {error}"
            ) from error

    def _complete(self, system: str, user: str, kind: type[BaseModel]) -> str:
        """The text of one answer; the modes that the provider does not know are passed over here."""
        from openai import APIStatusError

        while True:
            mode = self._mode
            try:
                return self._text(self._request(system, user, kind, mode))
            except APIStatusError as error:
                if mode is Mode.PLAIN or not _is_unsupported(error):
                    raise
                self._mode = max(self._mode, Mode(mode + 1))

    def _request(self, system: str, user: str, kind: type[BaseModel], mode: Mode) -> ChatCompletion:
        """One request; below `JSON_SCHEMA` the schema is part of the system message."""
        schema = strict_schema(kind)
        form: dict[str, Any] = {}
        if mode is Mode.JSON_SCHEMA:
            named = {"name": kind.__name__, "schema": schema, "strict": True}
            form = {"response_format": {"type": "json_schema", "json_schema": named}}
        else:
            system += "\n\n" + load_prompt(FORM).render(schema=json.dumps(schema, ensure_ascii=False)).system
        if mode is Mode.JSON_OBJECT:
            form = {"response_format": {"type": "json_object"}}
        messages = [_message("system", system), _message("user", user)]
        create: Any = self._connection.client().chat.completions.create
        try:
            with self._meter.call():
                completion: ChatCompletion = create(model=self._model, messages=messages, **form)
        except ValueError as error:
            raise ModelAnswerError(f"the body of the response is broken: {error}") from error
        return completion

    def _text(self, completion: ChatCompletion) -> str:
        """What the model said. Raises `ModelAnswerError` where it was cut off or withheld."""
        from openai.types.chat import ChatCompletion

        if not isinstance(completion, ChatCompletion):
            raise ModelUnavailableError(
                f"the model {self._model} does not answer in the OpenAI protocol: check base_url;"
                f" the answer was: {quote(str(completion))!r}"
            )
        if completion.usage:
            used = completion.usage
            self._meter.add(Usage(prompt_tokens=used.prompt_tokens, completion_tokens=used.completion_tokens))
        if not completion.choices:
            raise ModelAnswerError("it has no choices")
        choice = completion.choices[0]
        text = choice.message.content or ""
        if choice.finish_reason == "length":
            raise ModelAnswerCutError(
                "it was cut off at the provider's limit: raise that, or lower window_turns or window_tokens;"
                f" the answer was: {quote(text)!r}"
            )
        if not text and choice.message.refusal:
            raise ModelAnswerError(f"it is a refusal; the answer was: {quote(choice.message.refusal)!r}")
        return text


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": well_formed(content)}


def _is_unsupported(error: APIStatusError) -> bool:
    """Whether the provider refuses the way the form was asked for, rather than the request."""
    said = f"{error.message} {error.body}"
    return error.status_code in UNSUPPORTED_STATUS and bool(_UNSUPPORTED.search(said)) and not _TOO_LONG.search(said)
