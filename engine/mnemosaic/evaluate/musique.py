"""MuSiQue (arXiv 2108.00573): recall of the passages that a question needs two to four of, over ready triples.

A passage is a turn whose speaker is its title; each of its triples is an atom about its subject and its object, so that
two passages meet in the entities that both name. Nothing is compared with what is known, and atoms are joined by
entities alone. Weights were chosen on the questions with an even place; both halves are reported.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from mnemosaic.atoms import AtomType, Claim, Mention, Source, entity_key
from mnemosaic.errors import FormatError, InputError
from mnemosaic.evaluate.retrieval import Asked, Measured, RetrievalReport, Say, silent
from mnemosaic.memory import Memory
from mnemosaic.turns import Role, StoredTurn, Turn
from mnemosaic.write.claims import title_of
from mnemosaic.write.protocols import Decomposition

CUTS = (2, 5, 10)
CORPUS, TRIPLES, QUESTIONS = "*musique*_corpus.json", "openie_*musique*.json", "musique*.json"

ReadT = TypeVar("ReadT")


class Passage(BaseModel):
    """A passage by its title, of which there may be several, and its text."""

    title: str
    text: str


class _Extracted(Passage):
    extracted_triples: list[list[str]] = []


class _OpenIe(BaseModel):
    docs: list[_Extracted]


class _Paragraph(BaseModel):
    title: str
    paragraph_text: str
    is_supporting: bool


class _Question(BaseModel):
    id: str
    question: str
    paragraphs: list[_Paragraph]


class Data(NamedTuple):
    """Passages in their order, which is their id; the triples of each; the questions."""

    passages: list[Passage]
    triples: list[list[list[str]]]
    asked: list[Asked]


class TripleDecomposer:
    """Each turn as the triples that are known of it, or as its own text where there are none."""

    extractor = "triples/1"

    def __init__(self, triples: Mapping[str, Sequence[Sequence[str]]]) -> None:
        """`triples` by the source id of a turn."""
        self._triples = triples

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:  # noqa: ARG002 -- a protocol's
        """The claims of each turn, in order; a triple that comes twice in a turn is one claim."""
        return Decomposition(claims=tuple(claim for turn in turns for claim in self._claims(turn)))

    def _claims(self, turn: StoredTurn) -> list[Claim]:
        known = {" ".join(triple): triple for triple in self._triples[turn.turn.source_id or ""]}
        return [_claim(turn, text, triple) for text, triple in (known or {turn.turn.text: ()}).items()]


def _claim(turn: StoredTurn, text: str, triple: Sequence[str]) -> Claim:
    ends = zip(("subject", "object"), (triple[0], triple[-1]) if triple else (turn.turn.speaker,), strict=False)
    return Claim(
        title=title_of(text),
        details=text,
        sources=(Source(turn_id=turn.id, start=0, end=len(turn.turn.content)),),
        type=AtomType.SEMANTIC,
        mentions=tuple(Mention(name=name, role=role) for role, name in ends if entity_key(name)),
    )


def run(memory: Memory, data: Path, rankings: TextIO | None = None, say: Say = silent) -> RetrievalReport:
    """Write the passages of the folder `data` to a scope of their own, ask, and remove it again.

    Raises `InputError` where a file is missing and `FormatError` for one of another form.
    """
    found = read(data)
    if not found.passages or not found.asked:
        raise InputError(f"{data} holds no passage, or no question about one: give MuSiQue's folder")
    turns = [
        Turn(text=one.text, speaker=one.title, role=Role.DOCUMENT, session=str(place), source_id=str(place), position=0)
        for place, one in enumerate(found.passages)
    ]
    settings = memory.settings.model_copy(update={"confidence_gate": 0.0, "compare": False, "associations": 0})
    triples = {str(place): own for place, own in enumerate(found.triples)}
    writer = Memory(memory.graph, settings, memory.embedder, decomposer=TripleDecomposer(triples))
    measured = Measured(memory.embedder, CUTS, rankings)
    scope = f"bench-{uuid.uuid4().hex[:12]}"
    say(f"writing {len(turns)} passages")
    try:
        report = writer.remember(turns, scope=scope)
        say(f"{report.added} atoms, asking {len(found.asked)} questions")
        measured.ask(memory, scope, found.asked)
    finally:
        memory.drop_scope(scope=scope)
    texts = {str(place): f"{one.title}: {one.text}" for place, one in enumerate(found.passages)}
    return measured.compare(texts, found.asked).report()


def read(data: Path) -> Data:
    """What the folder `data` holds. Raises `InputError` and `FormatError`."""
    corpus, triples = _only(data, CORPUS), _only(data, TRIPLES)
    questions = _only(data, QUESTIONS, without=corpus)
    passages = _parsed(corpus, TypeAdapter(list[Passage]))
    places = {(one.title, one.text): str(place) for place, one in reversed(list(enumerate(passages)))}
    extracted = {(one.title, one.text): one.extracted_triples for one in _parsed(triples, TypeAdapter(_OpenIe)).docs}
    return Data(
        passages,
        [[triple for triple in extracted.get((one.title, one.text), []) if len(triple) > 1] for one in passages],
        [
            Asked(item.id, item.question, item.id.partition("__")[0], ("even", "odd")[index % 2], gold)
            for index, item in enumerate(_parsed(questions, TypeAdapter(list[_Question])))
            if (gold := _gold(item, places))
        ],
    )


def _gold(question: _Question, places: Mapping[tuple[str, str], str]) -> frozenset[str]:
    needed = [(one.title, one.paragraph_text) for one in question.paragraphs if one.is_supporting]
    return frozenset(places[one] for one in needed if one in places)


def _only(data: Path, pattern: str, without: Path | None = None) -> Path:
    found = [path for path in sorted(data.glob(pattern)) if path != without]
    if len(found) != 1:
        raise InputError(f"{data} holds {len(found)} files named {pattern}, one is needed: give MuSiQue's folder")
    return found[0]


def _parsed(path: Path, kind: TypeAdapter[ReadT]) -> ReadT:
    try:
        return kind.validate_python(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise FormatError(f"{path} is not in MuSiQue's form with triples: {error}") from error
