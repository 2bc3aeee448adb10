"""Prompts: files of text with a version, filled with data that is never taken for part of the prompt.

A prompt file begins with `version:` and `response:` (the name of the pydantic model of the answer, `-` for none) and a
line `---`. Then come a line `# system` and a line `# user`, each followed by its text; one of them may be missing.
`{{name}}` is a field.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib.resources import files

from mnemosaic.errors import ModelError
from mnemosaic.models.protocols import AnswerT, LanguageModel

_FIELD = re.compile(r"\{\{(\w+)\}\}")
_SECTION = re.compile(r"^# (system|user)[ \t]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt whose fields are filled."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as its file has it. `response` is the name of the model of the answer."""

    name: str
    version: int
    response: str
    system: str
    user: str

    @property
    def label(self) -> str:
        """Name and version, such as `decompose@1`: what atoms remember of the prompt that made them."""
        return f"{self.name}@{self.version}"

    @property
    def fields(self) -> frozenset[str]:
        """The names of the fields to fill."""
        return frozenset(_FIELD.findall(self.system + self.user))

    def render(self, **values: str) -> Rendered:
        """Fill every field once; what is inserted is data and may itself contain braces.

        Raises `ModelError` where a value is missing or has no field.
        """
        if values.keys() != self.fields:
            wrong = ", ".join(sorted(values.keys() ^ self.fields))
            raise ModelError(f"the prompt {self.label} was given other fields than it has: {wrong}")

        def fill(template: str) -> str:
            return _FIELD.sub(lambda match: values[match[1]], template)

        return Rendered(fill(self.system), fill(self.user))

    def ask(self, model: LanguageModel, kind: type[AnswerT], **values: str) -> AnswerT:
        """The answer of `model` to this prompt. Raises `ModelError` where `kind` is not the response the file names."""
        if kind.__name__ != self.response:
            raise ModelError(f"the prompt {self.label} is answered by {self.response}, not by {kind.__name__}")
        rendered = self.render(**values)
        return model.answer(rendered.system, rendered.user, kind)


@functools.cache
def load_prompt(name: str) -> Prompt:
    """The prompt of the package called `name`. Raises `ModelError` where there is none, or its file is malformed."""
    path = files("mnemosaic.models").joinpath("prompts", f"{name}.md")
    try:
        return parse_prompt(name, path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"there is no prompt called {name!r}") from error


def parse_prompt(name: str, text: str) -> Prompt:
    """A prompt from the text of its file. Raises `ModelError` with what is wrong."""
    front, _, body = text.replace("\r\n", "\n").partition("\n---\n")
    head = dict(re.findall(r"^(\w+):[ \t]*(\S+)[ \t]*$", front, re.MULTILINE))
    if head.keys() != {"version", "response"} or not head["version"].isdecimal():
        raise ModelError(f"the prompt {name} must begin with a version number and a response, then ---")
    before, *parts = _SECTION.split(body)
    sections = dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))
    if before.strip() or not sections or len(sections) * 2 != len(parts):
        raise ModelError(f"the prompt {name} must have a section '# system' or '# user', each once, and nothing before")
    return Prompt(name, int(head["version"]), head["response"], sections.get("system", ""), sections.get("user", ""))
