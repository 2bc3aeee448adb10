"""The third look, one mechanism at a time: what it catches, and what only looks like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.verdicts import CONTRADICTING, Judgement

Compare = Callable[..., Judgement]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("The pump is heated by solar panels.", "The pump is heated with gas.", id="means"),
        pytest.param("The ladder is kept in the shed.", "The ladder stands in the garage.", id="place"),
        pytest.param("The kiosk is run by Martha.", "It's Peter who runs the kiosk.", id="doer"),
        pytest.param("Luis painted the gate.", "Martha was the one who painted the gate, not Luis.", id="set aside"),
        pytest.param("Swimming class takes place every Tuesday.", "Swimming lessons are held on Saturdays.", id="day"),
        pytest.param("Supper starts at eight in the evening.", "Supper is served at half past six.", id="hour"),
        pytest.param("The rehearsal took two hours.", "The rehearsal lasted an hour and a half.", id="how long"),
        pytest.param("Entrance to the tower is free.", "Entrance to the tower costs three euros.", id="nothing paid"),
        pytest.param(
            "A ticket expires 20 minutes after it was stamped.",
            "A ticket stamped at 8:00 is used at 8:50.",
            id="between two times",
        ),
        pytest.param("Only the caretaker may open the boiler room.", "Interns may open the boiler room.", id="only"),
        pytest.param("Nuts are never in the bread.", "There are walnuts in the bread.", id="denied class"),
        pytest.param("The proposal was accepted by the board.", "The board turned the proposal down.", id="particle"),
        pytest.param("The siren retries a failed call.", "Retries are switched off for the siren.", id="switched off"),
        pytest.param("Frost is a bar to travel with the ferry.", "Frost is no bar to travel with the ferry.", id="cue"),
    ],
)  # fmt: skip
def test_other_words_for_what_cannot_both_be(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict in CONTRADICTING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("The pump is heated by solar panels.", "The pump is painted with oil.", id="other deed"),
        pytest.param("The ladder is kept in the shed.", "The spare ladder stands in the garage.", id="another one"),
        pytest.param("The kiosk is run by Martha.", "It's Peter who runs the bakery.", id="other thing run"),
        pytest.param("The written exam took two hours.", "The oral exam lasted twenty minutes.", id="described"),
        pytest.param("The gateway times out after 30 s.", "On staging, the gateway times out after 60 s.", id="scope"),
        pytest.param("Mara has two cats.", "Mara's sister has three cats.", id="whose"),
        pytest.param("Shard 1 holds 20 GB.", "Shard 2 holds 35 GB.", id="numbered"),
        pytest.param("Otto cooks on weekdays.", "Otto does not cook on weekends.", id="other days"),
        pytest.param("The boys paint in winter.", "The boys do not paint in summer.", id="other season"),
        pytest.param("No pupil may leave the yard.", "Teachers may leave the yard.", id="other people"),
        pytest.param("Only the caretaker may open the boiler room.", "Interns may sweep the boiler room.", id="only"),
        pytest.param("Yoga starts at six.", "Pilates starts at seven o'clock.", id="other course"),
        pytest.param("The contract is signed by directors.", "The contract can be ended at any time.", id="may end"),
        pytest.param("A man is dancing on the floor.", "A man is dancing on the roof.", id="two pictures"),
        pytest.param("We borrowed a saw from Jan.", "Jan lent us a saw.", id="converse"),
        pytest.param("That painting is awesome!", "This painting is awesome.", id="pointing"),
        pytest.param("It's awesome to hear from Nate!", "It's great to hear from Nate!", id="praise"),
        pytest.param("John is showing dedication.", "John's dedication definitely paid off.", id="paid off"),
        pytest.param("We were laughing at the party.", "We ended up laughing.", id="ended up"),
        pytest.param("Ann is vegan.", "Ann quit smoking.", id="who gives up"),
        pytest.param("Ann is a nurse.", "Ann has stopped smoking.", id="who stops"),
        pytest.param("Sarah Garcia lives in Miami", "Sarah Garcia has preferences in Clothing", id="what one has"),
    ],
)
def test_what_only_looks_like_it(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict not in CONTRADICTING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Ann works at the bakery.", "Ann has given up the job at the bakery.", id="quit"),
        pytest.param("We have a small boat in the harbour.", "We sold the boat in May.", id="sold"),
        pytest.param("The choir is led by Ann.", "Ann has handed the choir over to Ruth.", id="handed over"),
        pytest.param("The train leaves at 9.10.", "I said the train leaves at 9.10, but it's 9.40.", id="misspoke"),
    ],
)
def test_ends_and_corrections(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict in CONTRADICTING
