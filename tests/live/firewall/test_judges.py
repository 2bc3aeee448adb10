"""Judges that cannot be trusted leave the graph whole and every turn findable."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from mnemosaic.memory import Memory
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.firewall import Judge
from mnemosaic.write.known import Known
from tests.conftest import Server
from tests.live.core.probes import query, talk
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import always, said, wrong

pytestmark = pytest.mark.live

OPINIONS: dict[str, Callable[[], Judge]] = {
    "conflicts": lambda: always(Verdict.CONFLICTS),
    "conflicts, unsure": lambda: always(Verdict.CONFLICTS, confidence=0.3),
    "same": lambda: always(Verdict.SAME),
    "same, says a model": lambda: always(Verdict.SAME, by="model"),
    "changes": lambda: always(Verdict.CHANGES_OVER_TIME),
    "refines": lambda: always(Verdict.REFINES),
}


class Silent:
    """A judge that fails instead of answering."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        if known:
            raise RuntimeError("no answer")
        return []


def findable(server: Server, memory: Memory, scope: str) -> list[str]:
    """Turns that neither a recall of their words nor the list of what is kept apart leads to."""
    apart = {item.atom_id for item in memory.clarifications(scope=scope)}
    rows = query(
        server,
        """MATCH (t:Turn {scope: $scope}) WHERE t.status <> 'no_atoms'
        RETURN t.id AS id, t.text AS text, [(t)<-[:FROM_TURN]-(n) | n.id] AS atoms""",
        scope=scope,
    )
    lost = []
    for row in rows:
        found = memory.recall(row["text"], scope=scope, k=30)
        turns = {turn.turn_id for entry in found.entries for turn in entry.turns}
        if row["id"] not in turns and not apart & set(row["atoms"]):
            lost.append(row["text"])
    return lost


@pytest.mark.parametrize("opinion", ["conflicts", "conflicts, unsure", "same", "same, says a model", "refines"])
def test_a_judge_of_one_opinion_loses_nothing(
    server: Server, open_judged: OpenJudged, scope: str, opinion: str
) -> None:
    memory = open_judged(OPINIONS[opinion]())
    for turn in talk(18, sessions=3):
        assert memory.remember(turn, scope=scope).ok
    assert wrong(server, scope) == []
    assert findable(server, memory, scope) == []


def test_a_judge_to_whom_all_is_change_leaves_one_chain(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(OPINIONS["changes"]())
    # of one who speaks of themselves, nobody else's word ends anything
    turns = [turn.model_copy(update={"speaker": "Ines"}) for turn in talk(12, sessions=1)]
    ids = [memory.remember(turn, scope=scope).atoms[0].id for turn in turns]
    assert wrong(server, scope) == []
    # what has ended is found through the history of what holds
    chain = {atom.id for atom in memory.history(ids[-1]).versions}
    assert set(ids) <= chain


def test_a_judge_that_never_answers_leaves_the_turn_waiting(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    memory = open_judged(Silent())
    memory.remember(said("It is on."), scope=scope)
    with pytest.raises(RuntimeError, match="no answer"):
        memory.remember(said("It is off.", 1), scope=scope)
    assert wrong(server, scope) == []
    rows = query(server, "MATCH (t:Turn {scope: $scope}) RETURN t.status AS status ORDER BY status", scope=scope)
    assert [row["status"] for row in rows] == ["done", "pending"]
    assert open_judged(always(Verdict.UNRELATED)).resume(scope=scope).added == 1
    assert wrong(server, scope) == []
    assert findable(server, memory, scope) == []
