from importlib.resources import files

import pytest
from pydantic import BaseModel

from mnemosaic.errors import ModelError
from mnemosaic.models import responses
from mnemosaic.models.prompting import load_prompt, parse_prompt
from mnemosaic.models.protocols import AnswerT, Usage

TEXT = (
    "version: 3\nresponse: Thing\n---\n# system\nBe {{tone}}.\n\n## A heading\nmore\n# user\n{{text}} {not} {{text}}\n"
)
NAMES = [path.name.removesuffix(".md") for path in files("mnemosaic.models").joinpath("prompts").iterdir()]


class Thing(BaseModel):
    value: int


class Parrot:
    name = "parrot"
    usage = Usage()

    def answer(self, system: str, user: str, kind: type[AnswerT]) -> AnswerT:
        return kind.model_validate({"value": len(system) + len(user)})


def test_a_file_is_read() -> None:
    prompt = parse_prompt("demo", TEXT)
    assert (prompt.label, prompt.response, prompt.fields) == ("demo@3", "Thing", frozenset({"tone", "text"}))
    assert prompt.system == "Be {{tone}}.\n\n## A heading\nmore"


def test_windows_line_ends_are_read_alike() -> None:
    assert parse_prompt("demo", TEXT.replace("\n", "\r\n")) == parse_prompt("demo", TEXT)


def test_what_is_inserted_is_data() -> None:
    rendered = parse_prompt("demo", TEXT).render(tone="{{text}}", text=r"{tone} {{tone}} {0} \1 %s")
    assert rendered.system.startswith("Be {{text}}.")
    assert rendered.user == r"{tone} {{tone}} {0} \1 %s {not} {tone} {{tone}} {0} \1 %s"


@pytest.mark.parametrize("values", [{}, {"tone": "a"}, {"tone": "a", "text": "b", "more": "c"}])
def test_fields_must_match(values: dict[str, str]) -> None:
    with pytest.raises(ModelError, match="demo@3"):
        parse_prompt("demo", TEXT).render(**values)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no front",
        "version: one\nresponse: A\n---\n# user\nx",
        "version: 1\n---\n# user\nx",
        "version: 1\nresponse: A\n---\nnothing",
        "version: 1\nresponse: A\n---\nstray\n# user\nx",
        "version: 1\nresponse: A\n---\n# user\nx\n# user\ny",
    ],
)
def test_malformed_files_are_refused(text: str) -> None:
    with pytest.raises(ModelError, match="demo"):
        parse_prompt("demo", text)


def test_ask_checks_the_response() -> None:
    prompt = parse_prompt("demo", TEXT)
    assert prompt.ask(Parrot(), Thing, tone="a", text="b").value > 0
    with pytest.raises(ModelError, match="RouteWeights"):
        prompt.ask(Parrot(), responses.RouteWeights, tone="a", text="b")


def test_unknown_prompt() -> None:
    with pytest.raises(ModelError, match="nowhere"):
        load_prompt("nowhere")


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_of_the_package_names_a_response_that_exists(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.response == "-" or issubclass(getattr(responses, prompt.response), BaseModel)
