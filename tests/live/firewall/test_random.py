"""Whatever is written, in whatever order: no atom is ever changed by one of another type, and the graph stays whole."""

from __future__ import annotations

import itertools
import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import AtomStatus, AtomType, Claim, Mention, Slot, Source
from mnemosaic.memory import Memory
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.known import Known
from tests.conftest import Server
from tests.live.core.probes import Scripted
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import Judges, state, wrong

pytestmark = pytest.mark.live

RUNS, WRITES = 5, 8
START = datetime(2024, 1, 1, tzinfo=UTC)
DAYS = st.integers(0, 60)
RELATIONS = st.sampled_from([Relation.REQUIRES, Relation.SUPPORTS, Relation.PRECEDES, Relation.CAUSED_BY])
PLAN = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(AtomType),
        "attribute": st.sampled_from(["home", "team", None]),
        "value": st.sampled_from(["Rome", "Oslo", "Cork"]),
        "past": st.integers(0, 6),
        "since": st.none() | DAYS,
        "lasts": st.none() | DAYS,
        "occurred": st.none() | DAYS,
        "sure": st.sampled_from([1.0, 1.0, 1.0, 0.2]),
        "corrects": st.integers(0, 5),
        "requires": st.none() | st.tuples(st.integers(0, 3), RELATIONS),
    }
)
WRITE = st.tuples(st.lists(PLAN, min_size=1, max_size=4), DAYS, st.sampled_from([1.0, 1.0, 0.4]))


def day(number: int | None) -> datetime | None:
    return None if number is None else START + timedelta(days=number)


def made(turn: StoredTurn, plan: dict) -> Claim:
    verb = "was" if plan["past"] == 0 else "is"
    about = plan["attribute"] or "thing"
    since, occurred = day(plan["since"]), day(plan["occurred"])
    begins = since or occurred or START
    requires = plan["requires"]
    return Claim(
        title=about,
        details=f"Ann's {about} {verb} {plan['value']}",
        sources=(Source(turn_id=turn.id, end=len(turn.turn.text)),),
        type=plan["kind"],
        mentions=(Mention(name="Ann", role="subject"), Mention(name=plan["value"], role="object")),
        slot=Slot(entity="ann", attribute=about, value=plan["value"], single=True) if plan["attribute"] else None,
        occurred_from=occurred,
        valid_from=since,
        valid_until=begins + timedelta(days=plan["lasts"] + 1) if plan["lasts"] is not None else None,
        directness=plan["sure"],
        specificity=plan["sure"],
        corrects=plan["corrects"] == 0,
        relations=(StatedRelation(target=requires[0], relation=requires[1]),) if requires else (),
    )


def moody(seed: int) -> Judges:
    """A judge that says anything of anything, the same of one pair each time."""

    def says(new: Known, old: Known) -> Judgement:
        dice = random.Random(f"{seed}{new.statement.details}{old.statement.details}{new.type}{old.type}")
        verdict = dice.choice([*Verdict, Verdict.CHANGES_OVER_TIME, Verdict.CHANGES_OVER_TIME])
        return Judgement(verdict=verdict, reason="a whim", confidence=dice.choice([0.4, 0.7, 1.0]), by="rules")

    return Judges(says)


class Life:
    """One scope, what was planned to be said in it, and what writes of other types have changed."""

    def __init__(self, server: Server, memory: Memory, plans: dict[str, list[dict]], scope: str) -> None:
        self.server, self.memory, self.plans, self.scope = server, memory, plans, scope
        self.crossed = 0
        self.count = itertools.count()
        self.decisions: list[str] = []

    def write(self, plan: list[dict], at: int, trust: float) -> None:
        name = f"turn {next(self.count)}"
        self.plans[name] = plan
        before = state(self.server, self.scope)
        report = self.memory.remember(
            Turn(text=name, speaker="Ann", said_at=day(at), trust=trust, session="s"), scope=self.scope
        )
        assert report.ok
        self.cross(before, {item["kind"].value for item in plan})

    def cross(self, before: dict, kinds: set[str]) -> None:
        after = state(self.server, self.scope)
        changed = [name for name, was in before.items() if after.get(name) != was]
        self.crossed += sum(before[name][0] not in kinds for name in changed)

    def step(self, dice: random.Random) -> None:
        """One of the other things that somebody may do."""
        listed = self.memory.atoms(scope=self.scope)
        apart = self.memory.clarifications(scope=self.scope)
        open_ = self.memory.conflicts(scope=self.scope)
        doing = dice.choice(["correct", "forget", "forget turn", "resolve", "undo", "clarify"])
        if doing == "correct" and listed:
            atom = dice.choice(listed)
            before = state(self.server, self.scope)
            text = dice.choice([f"Ann's home is {dice.choice('XYZ')}", dice.choice(listed).details])
            self.memory.correct(atom.id, text)
            self.cross(before, {atom.type.value})
        if doing == "forget" and listed:
            self.memory.forget(atom=dice.choice(listed).id)
        if doing == "forget turn" and listed:
            self.memory.forget(turn=dice.choice(dice.choice(listed).sources).turn_id)
        if doing == "resolve" and open_:
            found = dice.choice(open_)
            self.memory.resolve(found.id, keep=dice.choice([found.newer.atom_id, found.older.atom_id, "both"]))
            self.decisions.append(found.id)
        if doing == "undo":
            self.undo(dice)
        if doing == "clarify" and apart:
            self.memory.clarify(dice.choice(apart).atom_id, dice.choice([True, False, "Ann's home is Lyon"]))

    def undo(self, dice: random.Random) -> None:
        listed = self.memory.atoms(scope=self.scope)
        done = [made.id for atom in listed for made in self.memory.history(atom.id).changes]
        known = [name for name in self.decisions if self.memory.graph.read("lifecycle/verdict", id=name)]
        if choices := sorted({*done, *known}):
            chosen = dice.choice(choices)
            self.memory.undo(chosen)
            if chosen in self.decisions:
                self.decisions.remove(chosen)


def test_no_type_ever_changes_another_and_the_graph_stays_whole(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    lives = itertools.count()
    crossed: list[int] = []
    superseded: list[int] = []

    @settings(max_examples=RUNS, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(WRITE, min_size=WRITES, max_size=WRITES), st.integers(0, 2**32))
    def live(writes: list, seed: int) -> None:
        plans: dict[str, list[dict]] = {}
        decomposer = Scripted(
            lambda turn: [made(turn, plan) for plan in plans[turn.turn.text]] if turn.turn.text in plans else []
        )
        memory = open_judged(moody(seed), decomposer)
        one = Life(server, memory, plans, f"{scope}/{next(lives)}")
        dice = random.Random(seed)
        for place, (plan, at, trust) in enumerate(writes):
            one.write(plan, at, trust)
            assert wrong(server, one.scope) == []
            if place > 2:
                one.step(dice)
                assert wrong(server, one.scope) == []
        crossed.append(one.crossed)
        ended = [row for row in state(server, one.scope).values() if row[1] == AtomStatus.SUPERSEDED.value]
        superseded.append(len(ended))
        memory.close()

    live()
    assert sum(superseded) > 0
    assert sum(crossed) == 0
