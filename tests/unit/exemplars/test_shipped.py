from __future__ import annotations

from collections import Counter

import pytest

from mnemosaic.exemplars.cues import question_cues
from mnemosaic.exemplars.store import LABELS, ExemplarTask, shipped
from mnemosaic.write.cues import statement_cues

FEWEST = {ExemplarTask.TYPE: 60, ExemplarTask.FACET: 40, ExemplarTask.ROUTE: 40, ExemplarTask.RISK: 40}


@pytest.mark.parametrize("task", list(ExemplarTask))
def test_every_label_has_enough_exemplars_and_none_twice(task: ExemplarTask) -> None:
    own = [exemplar for exemplar in shipped() if exemplar.task is task]
    count = Counter(exemplar.label for exemplar in own)
    assert set(count) == set(LABELS[task])
    assert min(count.values()) >= FEWEST[task]
    assert len({exemplar.text.casefold() for exemplar in own}) == len(own)


def test_questions_are_questions_and_statements_none() -> None:
    for exemplar in shipped():
        if not exemplar.task.asks and not exemplar.text.startswith("Asked by"):
            assert not exemplar.text.endswith("?")


def test_the_name_in_front_is_no_mark() -> None:
    plain, named = statement_cues(["Always run the tests", "Ann: Always run the tests"])
    assert plain.any()
    assert (plain == named).all()


def test_marks_tell_kinds_of_questions_apart() -> None:
    when, how, nothing = question_cues(["When did Ann move?", "How do I reset it?", "Ann"])
    assert (when != how).any()
    assert not nothing.any()
    assert statement_cues([]).shape[0] == question_cues([]).shape[0] == 0
