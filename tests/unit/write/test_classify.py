from __future__ import annotations

import numpy as np
import pytest

from mnemosaic.atoms import AtomType, Claim, Facet, Source
from mnemosaic.errors import InputError
from mnemosaic.exemplars.store import ExemplarTask, Labelled
from mnemosaic.turns import Role
from mnemosaic.write.classify import ExemplarClassifier, classified, statement_index
from mnemosaic.write.protocols import Classifier, ClassifyPath

TEXTS = {
    "semantic": "Ann is a person",
    "episodic": "Ann went there last week",
    "procedural": "Always run it before you go",
}
AXES = {label: axis for axis, label in enumerate(TEXTS)}
EACH = 20


def vectors_of(labels: list[str], noise: float = 0.1, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((len(labels), 16)) * noise
    for row, label in zip(rows, labels, strict=True):
        row[AXES[label]] += 1
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def labelled(labels: list[str], seed: int = 0) -> Labelled:
    return Labelled(tuple(labels), tuple(TEXTS[label] for label in labels), vectors_of(labels, seed=seed))


def claim(details: str, kind: AtomType | None = None, facet: Facet | None = None) -> Claim:
    return Claim(title=details, details=details, sources=(Source(turn_id="t"),), type=kind, facet=facet)


ALL = labelled([label for label in TEXTS for _ in range(EACH)])


class Store:
    """Stands in for the exemplars of a graph."""

    def __init__(self) -> None:
        self.sets = {ExemplarTask.TYPE: ALL, ExemplarTask.FACET: Labelled((), (), np.zeros((0, 0), np.float32))}

    def version(self) -> int:
        return 1

    def labelled(self, task: ExemplarTask, version: int) -> Labelled:
        return self.sets[task]


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def classifier(store: Store) -> ExemplarClassifier:
    return ExemplarClassifier(store)  # type: ignore[arg-type]


def test_each_claim_gets_the_type_of_its_exemplars(classifier: ExemplarClassifier) -> None:
    assert isinstance(classifier, Classifier)
    claims = [claim(TEXTS[label]) for label in TEXTS]
    found = classifier.classify(claims, vectors_of(list(TEXTS), seed=9))
    assert [item.type.value for item in found] == list(TEXTS)
    assert {item.path for item in found} == {ClassifyPath.HASHED}
    assert all(item.facet is None for item in found)
    assert classifier.classify([], vectors_of([])) == []


def test_a_type_and_a_facet_that_are_given_are_kept(classifier: ExemplarClassifier) -> None:
    given = claim(TEXTS["episodic"], AtomType.SEMANTIC, Facet.EVENT)
    (found,) = classifier.classify([given], vectors_of(["episodic"]))
    assert (found.type, found.facet, found.path) == (AtomType.SEMANTIC, Facet.EVENT, ClassifyPath.GIVEN)


@pytest.mark.parametrize("role", [Role.TOOL, Role.DOCUMENT])
def test_data_is_never_procedural(classifier: ExemplarClassifier, role: Role) -> None:
    claims, vectors = [claim(TEXTS["procedural"])], vectors_of(["procedural"])
    assert classifier.classify(claims, vectors, [Role.USER])[0].type is AtomType.PROCEDURAL
    assert classifier.classify(claims, vectors, [role])[0].type is not AtomType.PROCEDURAL


def test_exemplars_added_count_at_the_next_call(classifier: ExemplarClassifier, store: Store) -> None:
    claims, vectors = [claim("Ann hums")], vectors_of(["procedural"], noise=0.01)
    before = classifier.classify(claims, vectors)[0].type
    store.sets[ExemplarTask.TYPE] = Labelled(
        (*ALL.labels, *["semantic"] * 60),
        (*ALL.texts, *["Ann hums"] * 60),
        np.vstack([ALL.vectors, vectors_of(["procedural"] * 60, noise=0.01, seed=5)]),
    )
    assert (before, classifier.classify(claims, vectors)[0].type) == (AtomType.PROCEDURAL, AtomType.SEMANTIC)


def test_an_unclear_facet_is_none() -> None:
    facets = statement_index(["event", "persona", "relationship"] * 20, ["Ann"] * 60, ALL.vectors)
    types = statement_index(ALL.labels, ALL.texts, ALL.vectors)
    (found,) = classified([claim("Ann")], vectors_of(["semantic"]), types, facets)
    assert found.facet is None


def test_without_exemplars_of_types_it_says_what_to_do(classifier: ExemplarClassifier, store: Store) -> None:
    store.sets[ExemplarTask.TYPE] = store.sets[ExemplarTask.FACET]
    with pytest.raises(InputError, match="seed"):
        classifier.classify([claim("Ann")], vectors_of(["semantic"]))
