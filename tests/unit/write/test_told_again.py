"""Values that come back: whatever the order of arrival, the same times, the same current value, the same sources."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import AtomStatus, AtomType, Source
from mnemosaic.relations import Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.verdicts import UNRELATED, Judgement, Verdict
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.firewall import Equal, Firewall, Plan
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.timeline import start
from tests.records import day, draft, slot, verdict

Span = tuple[str, datetime, datetime]
CITIES = ("Rome", "Oslo", "Bergen")


class OneValue:
    """A judge to whom other values are a change, and who has no opinion of equal ones."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        return [UNRELATED if new.live_key == old.live_key else verdict(Verdict.CHANGES_OVER_TIME) for old in known]


class Scope:
    """What is known of one slot: records that each batch is decided beside, as the graph would keep them."""

    def __init__(self) -> None:
        self.known: dict[str, Known] = {}

    def hear(self, said: Sequence[tuple[int, str]]) -> Plan:
        """One batch."""
        drafts = [told(at, city, f"{len(self.known)}/{place}") for place, (at, city) in enumerate(said)]
        firewall = Firewall(OneValue(), 0.6)
        equal = {one.live_key: Equal(one.id, since=start(one)) for one in self.known.values() if one.current}
        # as a commit does, which does not look at what repeats something and is not late
        late = [
            made.live_key not in equal or firewall.late(of_draft("s", made), equal[made.live_key]) for made in drafts
        ]
        beside = [[Candidate(one, "slot") for one in self.known.values()] if asked else [] for asked in late]
        plan = firewall.plan("s", drafts, beside, {(AtomType.SEMANTIC, key): one for key, one in equal.items()})
        made = [record for _, record, _ in plan.kept] + [cut.before for cut in plan.parts]
        changed = {one.id for one in self.known.values() if one.id in plan.changed}
        assert changed == set(plan.changed)
        for record in made:
            record.fresh = False
            self.known[record.id] = record
        for heard, decision in zip(drafts, plan.decisions, strict=True):
            again = self.known[decision.target]
            if decision.outcome is Outcome.SKIP and not any(cut.after is again for cut in plan.parts):
                # a further source
                again.told = tuple(sorted({*again.told, heard.said_at}))
        return plan

    def spans(self) -> list[Span]:
        """Value, start and end of what has any time, in order; the first start is when it was first said."""
        lasting = [one for one in self.known.values() if start(one) < one.valid_until]
        return sorted(((one.slot.value, start(one), one.valid_until) for one in lasting), key=lambda span: span[1])


def told(at: int, city: str, name: str) -> Draft:
    made = draft(f"Ann's home is {city}", said_at=day(at), slot=slot(value=city), sources=(Source(turn_id=name),))
    return made.model_copy(update={"id": name})


def in_order(said: Sequence[tuple[int, str]]) -> list[Span]:
    """What ought to be known: a value holds from when it was said until another one was."""
    runs = [
        (city, min(at for at, _ in run))
        for city, found in groupby(sorted(said), lambda one: one[1])
        if (run := list(found))
    ]
    ends = [day(at) for _, at in runs[1:]] + [FOREVER]
    return [(city, day(at), until) for (city, at), until in zip(runs, ends, strict=True)]


SAID = st.dictionaries(st.integers(0, 60), st.sampled_from(CITIES), min_size=1, max_size=12).flatmap(
    lambda found: st.permutations(list(found.items()))
)


@settings(deadline=None, max_examples=400)
@given(said=SAID, cuts=st.sets(st.integers(1, 11)))
def test_the_times_of_values_do_not_depend_on_the_order_of_arrival(said: list[tuple[int, str]], cuts: set[int]) -> None:
    """However the arrivals are cut into batches."""
    scope = Scope()
    bounds = sorted({0, *(cut for cut in cuts if cut < len(said)), len(said)})
    for first, last in pairwise(bounds):
        scope.hear(said[first:last])
    assert scope.spans() == in_order(said)
    current = [one for one in scope.known.values() if one.current]
    assert [one.slot.value for one in current] == [max(said)[1]]
    # what is sure of a time stands in that time
    heard = {(one.slot.value, at) for one in scope.known.values() for at in one.told}
    assert heard == {(city, day(at)) for at, city in said}
    assert all(start(one) <= at < one.valid_until for one in scope.known.values() for at in one.told)


def test_a_value_between_two_times_of_another_cuts_it_in_two() -> None:
    scope = Scope()
    scope.hear([(1, "Rome")])
    (rome,) = scope.known.values()
    scope.hear([(3, "Rome")])
    plan = scope.hear([(2, "Oslo")])
    (made,) = plan.decisions
    assert made.outcome is Outcome.UPDATE
    (cut,) = plan.parts
    assert cut.after is rome
    assert (rome.status, rome.valid_from, rome.told) == (AtomStatus.CURRENT, day(3), (day(3),))
    assert (cut.before.status, cut.before.valid_from, cut.before.valid_until) == (
        AtomStatus.SUPERSEDED,
        BEGINNING,
        day(2),
    )
    assert (cut.before.live_key, cut.before.told) == (rome.live_key, (day(1),))
    oslo = made.target
    links = {(link.source, link.target) for link in plan.links if link.relation is Relation.UPDATES}
    assert links == {(rome.id, cut.before.id), (oslo, cut.before.id), (rome.id, oslo)}


def test_a_value_told_late_lets_an_equal_one_begin_earlier() -> None:
    scope = Scope()
    for said in ((1, "Oslo"), (5, "Rome")):
        scope.hear([said])
    plan = scope.hear([(3, "Rome")])
    (made,) = plan.decisions
    rome = scope.known[made.target]
    assert (made.outcome, rome.status, rome.valid_from) == (Outcome.SKIP, AtomStatus.CURRENT, day(3))
    assert len(scope.known) == 2
    assert rome.id in plan.changed


@pytest.mark.parametrize("at", [1, 2])
def test_a_value_told_in_a_time_that_has_ended_is_known(at: int) -> None:
    scope = Scope()
    scope.hear([(1, "Oslo"), (5, "Rome")])
    plan = scope.hear([(at, "Oslo")])
    assert [made.outcome for made in plan.decisions] == [Outcome.SKIP]
    assert (plan.changed, plan.parts, plan.links) == ({}, [], [])


def test_a_later_word_of_an_earlier_time_is_not_overruled_by_what_was_said_before_it() -> None:
    scope = Scope()
    scope.hear([(1, "Rome"), (3, "Rome")])
    late = told(10, "Oslo", "late").model_copy(
        update={"claim": told(10, "Oslo", "late").claim.model_copy(update={"valid_from": day(2)})}
    )
    rome = next(iter(scope.known.values()))
    plan = Firewall(OneValue(), 0.6).plan("s", [late], [[Candidate(rome, "slot")]], {})
    assert (plan.parts, rome.status, rome.valid_until) == ([], AtomStatus.SUPERSEDED, day(2))
