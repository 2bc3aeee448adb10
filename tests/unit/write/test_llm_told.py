import json
from datetime import UTC, datetime
from typing import Any

import numpy as np

from mnemosaic.atoms import AtomType, Claim, Source
from mnemosaic.models.budget import Budget
from mnemosaic.models.connection import Connection
from mnemosaic.models.openai_chat import OpenAIChat
from mnemosaic.settings import Settings
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.identity import live_key
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.llm_judge import LlmJudge
from mnemosaic.write.llm_told import SHOWN, told
from mnemosaic.write.protocols import Classification
from tests.scripted_openai import ScriptedOpenAI, scripted_openai

__all__ = ["scripted_openai"]

MOMENT = datetime(2023, 5, 24, tzinfo=UTC)


def draft(details: str) -> Draft:
    claim = Claim(title="t", details=details, sources=(Source(turn_id="t"),))
    return Draft(
        claim=claim,
        classification=Classification(type=AtomType.SEMANTIC),
        id=f"id of {details}",
        live_key=live_key(claim, AtomType.SEMANTIC),
        vector=np.ones(2, dtype=np.float32),
        trust=1.0,
        said_at=MOMENT,
        speaker="Ann",
    )


def known(details: str) -> Candidate:
    record: Known = of_draft("s", draft(details))
    return Candidate(record, "nearest", 0.9)


def judge(server: ScriptedOpenAI) -> LlmJudge:
    model = OpenAIChat("tiny", Connection("k", server.base_url, attempts=1), sleep=lambda seconds: None)
    return LlmJudge(model, Settings())


def answer(*pairs: tuple[int, str]) -> str:
    entries: list[dict[str, Any]] = [{"candidate": number, "verdict": verdict} for number, verdict in pairs]
    return json.dumps({"verdicts": entries})


def test_verdicts_are_found_by_draft_and_known_atom(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "conflicts"), (3, "unrelated"), (9, "same")))
    drafts = [draft("Ann skis."), draft("Bo swims."), draft("Cy runs."), draft("Di rows.")]
    groups = [
        [known("Ann never skis."), known("Ann likes tea.")],
        [known("bo  swims")],
        [],
        [known("Di never rows.")],
    ]
    said = told(judge(scripted_openai), drafts, groups, Budget(1))
    assert {pair: one.verdict.value for pair, one in said.verdicts.items()} == {
        ("id of Ann skis.", "id of Ann never skis."): "conflicts",
        ("id of Di rows.", "id of Di never rows."): "unrelated",
    }
    assert said.failures == ()
    # what repeats a known atom word for word is not asked about
    assert "Bo swims" not in scripted_openai.asked()


def test_a_judge_that_fails_leaves_all_to_the_rules(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always("prose")
    said = told(judge(scripted_openai), [draft("Ann skis.")], [[known("Ann never skis.")]], Budget(3))
    assert said.verdicts == {}
    assert len(said.failures) == 1


def test_few_candidates_are_shown(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always(answer())
    group = [known(f"Statement {place}.") for place in range(30)]
    told(judge(scripted_openai), [draft("Ann skis.")], [group], Budget(3))
    assert scripted_openai.asked().count('{"candidate": ') == SHOWN
