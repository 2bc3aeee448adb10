"""The benchmark of the classifier's paths, with the tiny embedder: what it measures, not how well it does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mnemosaic.cli.bench_classify import _classify_lines
from mnemosaic.errors import ModelUnavailableError
from mnemosaic.evaluate.classify import ClassifyReport, run
from mnemosaic.exemplars.heldout import FOLDS, fold_of
from mnemosaic.exemplars.store import ExemplarTask, shipped
from mnemosaic.models import language_model_from
from mnemosaic.models.protocols import LanguageModel
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


def model_at(server: ScriptedOpenAI) -> LanguageModel:
    found = language_model_from(Settings(model="tiny", base_url=server.base_url))
    assert found is not None
    return found


def asked_about(body: dict[str, Any]) -> str:
    return str(json.loads(body["messages"][-1]["content"].splitlines()[-1])["statement"])


def kinds(**said: str | None) -> str:
    return json.dumps({"statements": [{"number": 1, **said}]})


def test_without_a_sample_a_model_is_asked_about_all_of_the_fifth(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always(kinds(type="semantic", facet=None))
    report = run(HashEmbedder(), model_at(scripted_openai))
    types, facets = (report.tasks[task] for task in (ExemplarTask.TYPE, ExemplarTask.FACET))
    assert report.model_calls == len(scripted_openai.requests) == types.unseen + facets.unseen
    assert report.model_tokens == 10 * report.model_calls
    assert (types.sample["model"].answered, facets.sample["model"].answered) == (1.0, 0.0)
    assert types.sample["model"].scores.f1["semantic"] > 0
    assert types.sample["model"].scores.f1["episodic"] == 0
    assert f"{report.model_calls} calls" in lines(report)


def test_every_path_answers_the_sample_that_the_model_is_asked_about(scripted_openai: ScriptedOpenAI) -> None:
    true = {exemplar.text: exemplar.label for exemplar in shipped() if exemplar.task is ExemplarTask.TYPE}
    scripted_openai.always(lambda body: kinds(type=true.get(asked_about(body), "semantic"), facet="persona"))
    report = run(HashEmbedder(), model_at(scripted_openai), sample=7)
    types = report.tasks[ExemplarTask.TYPE]
    asked = [asked_about(request.body) for request in scripted_openai.requests]
    assert report.model_calls == len(asked) == len(set(asked)) == 14
    assert all(fold_of(text) == 0 for text in asked)
    assert [task.sampled for task in report.tasks.values()] == [7, 7]
    assert set(types.sample) == {"hashed", "exact", "dual", "model"}
    assert types.sample["model"].scores.accuracy == 1.0
    assert types.sample["model"].microseconds > types.sample["exact"].microseconds
    assert "model, 7 of that fifth" in lines(report)
    again = run(HashEmbedder(), model_at(scripted_openai.always(kinds(type="episodic"))), sample=7)
    assert again.tasks[ExemplarTask.TYPE].sample["model"].scores.accuracy < 1.0
    assert [asked_about(request.body) for request in scripted_openai.requests[14:]] == asked


def test_an_answer_that_is_of_no_use_is_counted_and_a_dead_model_ends_the_run(scripted_openai: ScriptedOpenAI) -> None:
    settings = Settings(model="tiny", base_url=scripted_openai.base_url, model_attempts=1)
    scripted_openai.say("I would rather not.").always(kinds(type="semantic", facet="persona"))
    report = run(HashEmbedder(), language_model_from(settings), sample=2)
    assert (report.model_calls, report.model_failed) == (4, 1)
    assert report.tasks[ExemplarTask.TYPE].sample["model"].answered == 0.5
    assert "1 without a usable answer" in lines(report)
    scripted_openai.always(None)
    with pytest.raises(ModelUnavailableError, match="used up"):
        run(HashEmbedder(), language_model_from(settings), sample=2)
