"""Another order by a model that reads question and text together. No database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import Atom, AtomType
from mnemosaic.errors import ModelUnavailableError
from mnemosaic.evidence import Entry
from mnemosaic.read.quotas import quotas
from mnemosaic.read.rerank import reranked
from mnemosaic.relations import Relation, Step

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVEN = dict.fromkeys(AtomType, 1 / 3)


class By:
    """A `Reranker` by a rule."""

    name = "by rule"

    def __init__(self, rule: Callable[[str], float]) -> None:
        self._rule = rule

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        return [self._rule(text) for text in texts]


def entry(name: str, score: float, kind: AtomType = AtomType.SEMANTIC, origin: str | None = None) -> Entry:
    atom = Atom(id=name, scope="s", type=kind, title="t", details=name, recorded_at=NOON)
    path = (Step(relation=Relation.REQUIRES, forward=True, weight=1.0),) if origin else ()
    return Entry(atom=atom, similarity=score, score=score, turns=(), reached_from=origin, path=path)


def names(entries: Sequence[Entry]) -> list[str]:
    return [item.atom.id for item in entries]


def test_the_models_order_counts_and_scores_stay_in_the_range_they_had() -> None:
    given = [entry(name, score) for name, score in (("aa", 0.9), ("b", 0.8), ("cccc", 0.7), ("ddd", 0.6))]
    found, problem = reranked(By(len), "?", given, {AtomType.SEMANTIC: 3})
    assert (names(found), problem) == (["cccc", "ddd", "aa"], None)
    assert found[0].score == pytest.approx(0.9)
    assert all(0 <= item.score <= 0.9 for item in found)


def test_each_type_keeps_its_quota_and_the_rest_goes_to_the_best() -> None:
    events = [entry("e" * size, 0.5, AtomType.EPISODIC) for size in (9, 8, 7)]
    facts = [entry("f" * size, 0.4) for size in (3, 2)]
    found, _ = reranked(By(len), "?", [*events, *facts], quotas({AtomType.SEMANTIC: 1, AtomType.EPISODIC: 1}, 4))
    assert names(found) == ["e" * 9, "e" * 8, "fff", "ff"]
    lone, _ = reranked(By(len), "?", events, quotas(EVEN, 3))
    assert names(lone) == ["e" * 9, "e" * 8, "e" * 7]


def test_what_was_reached_follows_what_it_was_reached_from_or_goes_with_it() -> None:
    given = [entry("a", 0.9), entry("bb", 0.8), entry("from a", 0.27, origin="a"), entry("from bb", 0.2, origin="bb")]
    found, _ = reranked(By(len), "?", given, {AtomType.SEMANTIC: 2})
    assert names(found) == ["bb", "from bb"]
    assert found[1].score < found[0].score


@pytest.mark.parametrize("broken", [lambda text: float("nan"), lambda text: float("inf"), lambda text: float("-inf")])
def test_scores_that_are_no_numbers_leave_the_order(broken: Callable[[str], float]) -> None:
    given = [entry("a", 0.9), entry("bb", 0.8)]
    found, problem = reranked(By(broken), "?", given, {AtomType.SEMANTIC: 2})
    assert names(found) == ["a", "bb"]
    assert problem is not None


def test_a_model_that_fails_leaves_the_order_and_says_so() -> None:
    class Down(By):
        def scores(self, question: str, texts: Sequence[str]) -> list[float]:
            raise ModelUnavailableError("nobody is there")

    given = [entry("a", 0.9), entry("bb", 0.8), entry("ccc", 0.7)]
    found, problem = reranked(Down(len), "?", given, {AtomType.SEMANTIC: 2})
    assert (names(found), problem) == (["a", "bb"], "nobody is there")


def test_too_few_scores_leave_the_order() -> None:
    class Short(By):
        def scores(self, question: str, texts: Sequence[str]) -> list[float]:
            return [1.0]

    given = [entry("a", 0.9), entry("bb", 0.8)]
    found, problem = reranked(Short(len), "?", given, {AtomType.SEMANTIC: 2})
    assert names(found) == ["a", "bb"]
    assert problem is not None
    assert "1 scores for 2 texts" in problem
