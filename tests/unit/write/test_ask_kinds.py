"""The language model's say on what exemplars leave open, against good, odd and broken answers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from mnemosaic.atoms import AtomType, Claim, Facet, Source
from mnemosaic.errors import SettingsError
from mnemosaic.exemplars.index import Verdict
from mnemosaic.models import language_model_from
from mnemosaic.settings import Settings
from mnemosaic.turns import Role
from mnemosaic.write.ask_kinds import KindAsker, ModelKinds, Open, kind_asker
from mnemosaic.write.classify import MOST_ASKED, classified
from mnemosaic.write.protocols import Classification, ClassifyPath
from tests.scripted_openai import Reply, ScriptedOpenAI, refused
from tests.scripted_openai import scripted_openai as scripted_openai

ANY = frozenset(AtomType)
DATA = frozenset({AtomType.SEMANTIC, AtomType.EPISODIC})


def settings(server: ScriptedOpenAI, **given: Any) -> Settings:
    return Settings(model="tiny", base_url=server.base_url, api_key="k", model_attempts=2, **given)


@pytest.fixture
def ask(scripted_openai: ScriptedOpenAI) -> KindAsker:
    model = language_model_from(settings(scripted_openai))
    assert model is not None
    return ModelKinds(model)


def answer(*kinds: tuple[int, str, str | None]) -> str:
    return json.dumps({"statements": [{"number": n, "type": kind, "facet": facet} for n, kind, facet in kinds]})


def statements(count: int) -> list[Open]:
    return [Open(f"Statement {place}", ANY) for place in range(count)]


def test_all_are_asked_about_in_one_call(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((2, "Episodic", "event"), (1, "procedural", None), (3, "semantic", "nonsense")))
    found = ask([Open("Say {{statements}}", ANY), Open("Ann left", ANY), Open("x", DATA)])
    assert [(place, kind.type.value, kind.facet) for place, kind in sorted(found.items())] == [
        (0, "procedural", None),
        (1, "episodic", Facet.EVENT),
        (2, "semantic", None),
    ]
    asked = scripted_openai.asked()
    assert len(scripted_openai.requests) == 1
    assert '{"number": 1, "statement": "Say {{statements}}"}' in asked
    assert '{"number": 3, "statement": "x", "may_be": ["episodic", "semantic"]}' in asked


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (answer((0, "semantic", None), (4, "semantic", None), (-1, "episodic", None), (2, "episodic", None)), {1}),
        (answer((1, "eternal", None), (3, "semantic", None)), {2}),
        (answer((1, "semantic", None), (1, "episodic", None), (2, "semantic", None), (2, "semantic", "event")), {1}),
        ('```json\n[{"number": 3, "type": "semantic"}]\n```', {2}),
        ('{"statements": []}', set()),
    ],
    ids=["numbers not given", "no such type", "answered twice", "a fenced list", "nothing"],
)
def test_of_an_odd_answer_the_sound_part_counts(
    ask: KindAsker, scripted_openai: ScriptedOpenAI, given: str, kept: set[int]
) -> None:
    scripted_openai.say(given)
    assert set(ask(statements(3))) == kept


def test_data_cannot_be_made_procedural(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "procedural", None)))
    assert ask([Open("Always pay at once", DATA)]) == {}


@pytest.mark.parametrize(
    "reply", ["I think they are semantic.", '{"statements": [{"number": 1, "ty', "", refused(401), Reply(200, "<html>")]
)
def test_a_broken_answer_leaves_all_open(ask: KindAsker, scripted_openai: ScriptedOpenAI, reply: str | Reply) -> None:
    scripted_openai.always(reply)
    assert ask(statements(2)) == {}


def test_it_is_asked_only_where_the_setting_says_so(scripted_openai: ScriptedOpenAI) -> None:
    model = language_model_from(settings(scripted_openai))
    assert kind_asker(settings(scripted_openai), model) is None
    assert isinstance(kind_asker(settings(scripted_openai, classify_with_model=True), model), ModelKinds)
    with pytest.raises(SettingsError, match="needs a language model"):
        kind_asker(Settings(classify_with_model=True), None)


def claim(details: str, kind: AtomType | None = None) -> Claim:
    return Claim(title=details, details=details, sources=(Source(turn_id="t"),), type=kind)


class Index:
    """Stands in for an index: says of the texts, in order, what it was given."""

    def __init__(self, verdicts: list[Verdict]) -> None:
        self.said = verdicts

    def verdicts(self, *_: object) -> list[Verdict]:
        return self.said


PLAIN = Verdict("semantic", {"semantic": 0.9, "episodic": 0.1}, hashed=True)
OPEN = Verdict("semantic", {"semantic": 0.6, "episodic": 0.4}, hashed=False)
NEARLY = Verdict("semantic", {"semantic": 0.9, "episodic": 0.1}, hashed=False)


def classify(
    claims: list[Claim], said: list[Verdict], ask: KindAsker | None, role: Role, about: list[Verdict] | None = None
) -> list[Classification]:
    types: Any = Index(said)
    facets: Any = Index(about) if about else None
    return classified(claims, np.zeros((len(claims), 1), np.float32), types, facets, [role] * len(claims), ask)


def test_only_what_is_open_is_asked_about(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "procedural", "persona")))
    claims = [claim("Plain"), claim("Open"), claim("Given", AtomType.EPISODIC), claim("Nearly")]
    plain, opened, given, nearly = classify(claims, [PLAIN, OPEN, OPEN, NEARLY], ask, Role.USER)
    assert (plain.type, plain.path) == (AtomType.SEMANTIC, ClassifyPath.HASHED)
    assert (opened.type, opened.facet, opened.path) == (AtomType.PROCEDURAL, Facet.PERSONA, ClassifyPath.MODEL)
    assert (given.type, given.path) == (AtomType.EPISODIC, ClassifyPath.GIVEN)
    assert (nearly.type, nearly.path) == (AtomType.SEMANTIC, ClassifyPath.EXACT)
    asked = scripted_openai.asked()
    assert '"Open"' in asked
    assert not any(f'"{name}"' in asked for name in ("Plain", "Given", "Nearly"))


def test_a_facet_that_is_open_is_asked_about_and_the_type_kept(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "episodic", "event"), (2, "episodic", "event"), (3, "episodic", None)))
    none = Verdict("event", {"event": 0.4, "persona": 0.35, "relationship": 0.25}, hashed=False)
    persona = Verdict("persona", {"event": 0.1, "persona": 0.9}, hashed=True)
    claims = [claim("Clear"), claim("Faceless"), claim("Open"), claim("Both"), claim("Given", AtomType.SEMANTIC)]
    found = classify(claims, [PLAIN, PLAIN, OPEN, OPEN, PLAIN], ask, Role.USER, [persona, none, persona, none, none])
    assert [(item.type.value, item.facet, item.path) for item in found] == [
        ("semantic", Facet.PERSONA, ClassifyPath.HASHED),
        ("semantic", Facet.EVENT, ClassifyPath.HASHED),
        ("episodic", Facet.PERSONA, ClassifyPath.MODEL),
        ("episodic", None, ClassifyPath.MODEL),
        ("semantic", None, ClassifyPath.GIVEN),
    ]
    assert len(scripted_openai.requests) == 1


def test_where_nothing_is_open_nobody_is_asked(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    assert classify([claim("Plain")], [PLAIN], ask, Role.USER)[0].path is ClassifyPath.HASHED
    assert scripted_openai.requests == []


def test_a_broken_answer_leaves_the_exact_path(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always("no")
    without = classify([claim("Open")], [OPEN], None, Role.USER)
    assert classify([claim("Open")], [OPEN], ask, Role.USER) == without
    assert without[0].path is ClassifyPath.EXACT


def test_data_stays_within_its_types(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "procedural", None)))
    (found,) = classify([claim("Open")], [OPEN], ask, Role.DOCUMENT)
    assert (found.type in DATA, found.path) == (True, ClassifyPath.EXACT)


def test_a_call_is_bounded(ask: KindAsker, scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((MOST_ASKED, "procedural", None), (MOST_ASKED + 1, "procedural", None)))
    many = [claim(f"Open {place}") for place in range(MOST_ASKED + 5)]
    found = classify(many, [OPEN] * len(many), ask, Role.USER)
    assert [item.path for item in found].count(ClassifyPath.MODEL) == 1
    assert len(scripted_openai.requests) == 1
