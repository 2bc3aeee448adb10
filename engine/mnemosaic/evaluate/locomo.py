"""LoCoMo: recall of the turns that hold the evidence, beside flat dense retrieval and BM25 over the same turns."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.errors import FormatError, InputError
from mnemosaic.evaluate.abstention import Abstention, AbstentionMeter
from mnemosaic.evaluate.baselines import Bm25, Flat
from mnemosaic.evaluate.ranking import RecallAt
from mnemosaic.evaluate.retrieval import Say, silent
from mnemosaic.memory import Memory
from mnemosaic.readers import locomo
from mnemosaic.reports import SCHEMA
from mnemosaic.turns import Turn

K = 60
UNANSWERABLE = "5"
"""The category of questions whose premise is false."""
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


class Question(BaseModel):
    """A question with the ids of the turns that hold its evidence. `index` is its place in the conversation's list."""

    model_config = ConfigDict(frozen=True)

    index: int
    text: str
    category: str
    gold: frozenset[str]


class LocomoReport(BaseModel):
    """Recall over turns by cut, fractions of 1; categories are numbered as the data has them."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    embedder: str
    conversations: tuple[str, ...]
    questions: int
    recall: dict[str, float]
    by_category: dict[str, dict[str, float]]
    baselines: dict[str, dict[str, float]]
    baselines_by_category: dict[str, dict[str, dict[str, float]]]
    abstention: Abstention | None = Field(
        default=None, description="category 5, whose premise is false, against the rest"
    )


def run(
    memory: Memory,
    data: Path,
    conversations: Sequence[str] | None = None,
    rankings: TextIO | None = None,
    say: Say = silent,
) -> LocomoReport:
    """Write each conversation into a scope of its own, ask its questions with k = 60, and remove the scope again.

    `rankings` is given a JSON line a question: conversation, question and the ranked turn ids. Raises `InputError` for
    a conversation that the data does not hold.
    """
    chosen = _chosen(data, conversations)
    engine, flat, lexical = RecallAt(), RecallAt(), RecallAt()
    meter = AbstentionMeter()
    for name in chosen:
        turns = locomo.read_conversation(data, name)
        scope = f"bench-{uuid.uuid4().hex[:12]}/{name}"
        say(f"{name}: writing {len(turns)} turns")
        try:
            report = memory.remember(turns, scope=scope)
            asked = list(questions(data, name, {turn.source_id or "" for turn in turns}))
            say(f"{name}: {report.added} atoms, asking {len(asked)} questions")
            _ask(memory, scope, name, asked, engine, meter, rankings)
        finally:
            memory.drop_scope(scope=scope)
        _baselines(memory, turns, asked, flat, lexical)
    return LocomoReport(
        embedder=memory.embedder.name,
        conversations=tuple(chosen),
        questions=engine.questions,
        recall=engine.overall(),
        by_category=engine.by_category(),
        baselines={"flat": flat.overall(), "bm25": lexical.overall()},
        baselines_by_category={"flat": flat.by_category(), "bm25": lexical.by_category()},
        abstention=meter.measured(memory.settings.sufficiency),
    )


def texts_of(turns: Sequence[Turn]) -> dict[str, str]:
    """What the baselines search, in order of speaking: speaker and words of each turn, by its id."""
    return {turn.source_id or "": f"{turn.speaker}: {turn.content}" for turn in turns}


def evidence(texts: Iterable[object], known: set[str]) -> frozenset[str]:
    """The turn ids that evidence strings name, however malformed, as far as they exist."""
    found = (f"D{int(session)}:{int(turn)}" for text in texts for session, turn in _EVIDENCE.findall(str(text)))
    return frozenset(found) & known


def _chosen(data: Path, conversations: Sequence[str] | None) -> list[str]:
    known = locomo.conversations(data)
    for name in conversations or ():
        if name not in known:
            raise InputError(f"{data} holds no conversation {name!r}: it has {', '.join(known)}")
    return [name for name in known if not conversations or name in conversations]


def questions(data: Path, name: str, known: set[str]) -> Iterator[Question]:
    """The questions of one conversation that have evidence among the turn ids `known`."""
    sample: dict[str, Any] = next(item for item in json.loads(data.read_text("utf-8")) if item["sample_id"] == name)
    try:
        for index, item in enumerate(sample["qa"]):
            gold = evidence(item.get("evidence", []), known)
            if gold:
                yield Question(index=index, text=item["question"], category=str(item["category"]), gold=gold)
    except (KeyError, TypeError) as error:
        raise FormatError(f"{data}: the questions of {name} are not in LoCoMo's form: {error!r} is missing") from error


def _ask(
    memory: Memory,
    scope: str,
    name: str,
    asked: Sequence[Question],
    engine: RecallAt,
    meter: AbstentionMeter,
    rankings: TextIO | None,
) -> None:
    for question in asked:
        found = memory.recall(question.text, scope=scope, k=K)
        ranked = [turn.source_id or "" for turn in found.evidence.turns]
        engine.add(ranked, question.gold, question.category)
        enough = found.sufficiency
        scores = (enough.score, enough.similarity) if enough is not None else (0.0, 0.0)
        meter.add(*scores, question.category != UNANSWERABLE)
        if rankings is not None:
            line = {"conversation": name, "question": question.index, "ranked": ranked}
            rankings.write(json.dumps(line) + "\n")


def _baselines(
    memory: Memory, turns: Sequence[Turn], asked: Sequence[Question], flat: RecallAt, lexical: RecallAt
) -> None:
    texts = texts_of(turns)
    names, said = list(texts), list(texts.values())
    dense, words = Flat(memory.embedder, names, said), Bm25(names, said)
    for question in asked:
        flat.add(dense.rank(question.text), question.gold, question.category)
        lexical.add(words.rank(question.text), question.gold, question.category)
