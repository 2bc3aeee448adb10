"""The benchmark of the classifier's paths, with the tiny embedder: what it measures, not how well it does."""

from __future__ import annotations

import json
from typing import Any

from mnemosaic.cli.bench_classify import _classify_lines
from mnemosaic.evaluate.classify import ClassifyReport, run
from mnemosaic.exemplars.heldout import FOLDS, fold_of
from mnemosaic.exemplars.store import ExemplarTask, shipped
from mnemosaic.models import language_model_from
from mnemosaic.settings import Settings
from tests.embedders import HashEmbedder
from tests.scripted_openai import ScriptedOpenAI
from tests.scripted_openai import scripted_openai as scripted_openai


def lines(report: ClassifyReport) -> str:
    return "\n".join(_classify_lines(report))


def test_paths_are_measured_on_the_same_unseen_fifth() -> None:
    report = run(HashEmbedder())
    assert set(report.tasks) == {ExemplarTask.TYPE, ExemplarTask.FACET}
    for task, figures in report.tasks.items():
        texts = [exemplar.text for exemplar in shipped() if exemplar.task is task]
        assert (figures.exemplars, figures.unseen) == (len(texts), sum(fold_of(text) == 0 for text in texts))
        assert set(figures.fifth) == {"hashed", "exact", "dual"}
        assert figures.fifth["hashed"].answered < figures.fifth["dual"].answered == 1.0
        assert all(path.microseconds > 0 for path in figures.fifth.values())
        # far above a guess even with counted words for an embedding
        assert figures.folds["dual"].macro_f1 > 0.6
    assert report.model is None
    assert "not measured" in lines(report)
    assert json.loads(report.model_dump_json(by_alias=True))["schema"] == 1


def test_a_fifth_stays_what_it_is() -> None:
    folds = [fold_of(exemplar.text) for exemplar in shipped()]
    assert set(folds) == set(range(FOLDS))
    assert max(folds.count(fold) for fold in range(FOLDS)) < 1.3 * len(folds) / FOLDS
    assert fold_of("Ann keeps bees.") == fold_of("Ann keeps bees.")


def test_a_model_is_asked_once_a_statement(scripted_openai: ScriptedOpenAI) -> None:
    def answer(body: dict[str, Any]) -> str:
        return json.dumps({"statements": [{"number": 1, "type": "semantic", "facet": None}]})

    scripted_openai.always(answer)
    report = run(HashEmbedder(), language_model_from(Settings(model="tiny", base_url=scripted_openai.base_url)))
    types, facets = (report.tasks[task] for task in (ExemplarTask.TYPE, ExemplarTask.FACET))
    assert report.model_calls == len(scripted_openai.requests) == types.unseen + facets.unseen
    assert report.model_tokens == 10 * report.model_calls
    assert (types.fifth["model"].answered, facets.fifth["model"].answered) == (1.0, 0.0)
    assert types.fifth["model"].scores.f1["semantic"] > 0
    assert types.fifth["model"].scores.f1["episodic"] == 0
    assert f"{report.model_calls} calls" in lines(report)
