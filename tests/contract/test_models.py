"""What every embedder owes, whatever is behind it. Local models are skipped only where their jar cannot be had."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from mnemosaic.errors import DownloadError, InputError
from mnemosaic.models import embedder_from
from mnemosaic.models.catalogue import LOCAL_MODELS
from mnemosaic.models.protocols import Embedder
from mnemosaic.models.similarity import similarity
from mnemosaic.settings import Settings
from tests.embedders import HashEmbedder
from tests.scripted_openai import ScriptedOpenAI

LOCAL = [model.name for model in LOCAL_MODELS]
LONG = " ".join(f"In week {n} nothing of note happened at the office." for n in range(250))


@pytest.fixture(scope="module", params=["hash", "openai", *LOCAL])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param == "hash":
        yield HashEmbedder()
    elif request.param == "openai":
        with ScriptedOpenAI() as server:
            yield embedder_from(
                Settings(embedder="openai:any", embedding_dimensions=384, embedding_base_url=server.base_url)
            )
    else:
        yield local(request.param)


@pytest.fixture(scope="module", params=LOCAL)
def local_embedder(request: pytest.FixtureRequest) -> Embedder:
    return local(request.param)


def local(name: str) -> Embedder:
    model = embedder_from(Settings(embedder=name))
    try:
        model.queries(["warm"])
    except DownloadError as error:
        pytest.skip(f"the jar of {name} cannot be had: {error}")
    return model


def test_declares_itself(embedder: Embedder) -> None:
    assert isinstance(embedder, Embedder)
    assert embedder.name
    assert embedder.dimensions == 384
    thresholds = embedder.thresholds
    assert 0 <= thresholds.unrelated < thresholds.associated < thresholds.duplicate <= 1


def test_rows_are_finite_float32_units(embedder: Embedder) -> None:
    texts = [
        "a",
        "Ann works at Acme.",
        "你好，世界",
        "Привет, мир",
        "مرحبا",
        "🙂",
        "?!",
        "\u200bé\u0000x",
        "half \ud83d pair",
    ]
    for rows in (embedder.passages(texts), embedder.queries(texts)):
        assert rows.shape == (len(texts), 384)
        assert rows.dtype == np.float32
        assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_nothing_to_embed(embedder: Embedder) -> None:
    assert embedder.passages([]).shape == (0, 384)
    assert embedder.queries([]).shape == (0, 384)


@pytest.mark.parametrize("empty", ["", " \n\t"])
def test_empty_text_is_refused(embedder: Embedder, empty: str) -> None:
    with pytest.raises(InputError, match="text 2 of 2"):
        embedder.passages(["a", empty])
    with pytest.raises(InputError):
        embedder.queries([empty])


def test_order_and_company_do_not_matter(embedder: Embedder) -> None:
    texts = [
        "Ann has a cat.",
        "The release of the second version is planned for the end of May.",
        "No.",
        "Ann has a cat.",
    ]
    together = embedder.passages(texts)
    alone = np.concatenate([embedder.passages([text]) for text in reversed(texts)])[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together[0], together[3])
    assert similarity(together[:1], together[3:])[0, 0] == pytest.approx(1.0, abs=1e-6)
    assert np.array_equal(embedder.queries(texts), np.concatenate([embedder.queries([text]) for text in texts]))


def test_nearer_text_scores_higher(embedder: Embedder) -> None:
    question = embedder.queries(["Where does Ann work?"])
    near, far = similarity(question, embedder.passages(["Ann does her work at Acme.", "Bananas ripen in paper bags."]))[
        0
    ]
    assert near > far


def test_an_answer_may_be_changed_by_the_caller(embedder: Embedder) -> None:
    first = embedder.queries(["Who is Ann?"])
    kept = first.copy()
    first[:] = 0.0
    assert np.array_equal(embedder.queries(["Who is Ann?"]), kept)


def test_usage_grows(embedder: Embedder) -> None:
    before = embedder.usage
    embedder.passages(["a text that was not there before", "and another"])
    spent = embedder.usage - before
    assert spent.calls == 1
    assert spent.seconds > 0


def test_threads_get_the_same(embedder: Embedder) -> None:
    texts = [f"Ann bought {n} tickets." for n in range(12)]
    wanted = embedder.passages(texts)
    got: list[bool] = []
    threads = [
        threading.Thread(target=lambda: got.append(np.array_equal(embedder.passages(texts), wanted))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [True] * 4


def test_the_end_of_a_long_text_counts(local_embedder: Embedder) -> None:
    plain, ending = local_embedder.passages([LONG, f"{LONG} Ann is allergic to penicillin and carries an injector."])
    assert not np.array_equal(plain, ending)
    question = local_embedder.queries(["Is Ann allergic to penicillin?"])[0]
    assert question @ ending > question @ plain


def test_queries_and_passages_follow_the_model_card(local_embedder: Embedder) -> None:
    same = np.array_equal(local_embedder.queries(["Ann"]), local_embedder.passages(["Ann"]))
    assert same is (local_embedder.name == "all-MiniLM-L6-v2-q")


def test_a_query_asked_again_costs_nothing(local_embedder: Embedder) -> None:
    local_embedder.queries(["Who has a cat?"])
    before = local_embedder.usage
    local_embedder.queries(["Who has a cat?"])
    assert local_embedder.usage == before


def test_a_forked_process_can_embed(local_embedder: Embedder) -> None:
    import os

    texts = ["one", "two", "three", "four"]
    wanted = local_embedder.passages(texts)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(local_embedder.passages(texts), wanted) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
