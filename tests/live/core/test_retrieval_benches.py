"""Recall of the texts that questions need, in the forms of MuSiQue and HaluMem, with data invented here."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from mnemosaic.atoms import Claim, Mention
from mnemosaic.cli.bench_retrieval import retrieval_lines
from mnemosaic.errors import InputError
from mnemosaic.evaluate import halumem_points, musique
from mnemosaic.memory import Memory
from mnemosaic.read.fuse import Weights
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import Router
from mnemosaic.turns import StoredTurn, Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, query
from tests.unit.evaluate import musique_data

pytestmark = pytest.mark.live

POINTS = [
    ("Ann Moe lives in Oslo.", "Jan 15, 2027, 16:15:20"),
    ("Ann Moe keeps nine geese behind the barn.", "Feb 15, 2027, 16:15:20"),
    ("Ann Moe sold her bicycle to a neighbour.", "Mar 15, 2027, 16:15:20"),
    ("Ann Moe lives in Oslo.", "Apr 15, 2027, 16:15:20"),
]
ASKED = [
    ("How many geese does Ann Moe keep?", [POINTS[1][0]]),
    ("Where does Ann Moe live?", [POINTS[0][0]]),
    ("What colour is the moon?", []),
]


def scopes(server: Server) -> list[str]:
    rows = query(server, "MATCH (s:Scope) WHERE s.path STARTS WITH 'bench-' RETURN s.path AS path")
    return [row["path"] for row in rows]


def test_passages_that_only_an_entity_leads_to_are_found(server: Server, memory: Memory, tmp_path: Path) -> None:
    musique_data.write(tmp_path, filler=60)
    file = io.StringIO()
    report = musique.run(memory, tmp_path, file)
    assert (report.questions, report.abstained, report.texts) == (2, 0, 64)
    assert report.by_category["2hop"]["5"] == 1.0
    assert set(report.recall) == {"2", "5", "10"}
    assert set(report.by_part) == {"even", "odd"}
    assert set(report.baselines) == set(report.baselines_by_part) == {"flat", "bm25"}
    ranked = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["question"] for line in ranked] == ["2hop__1_2", "3hop1__1_2_3"]
    assert ranked[0]["ranked"][0] == "0"
    assert scopes(server) == []
    assert report.model_dump(mode="json", by_alias=True)["schema"] == 1
    assert "mnemosaic" in "\n".join(retrieval_lines(report))


def test_the_points_that_answer_are_found_whichever_time_they_were_told(
    server: Server, memory: Memory, tmp_path: Path
) -> None:
    points = [{"memory_content": text, "memory_type": "Persona Memory", "timestamp": at} for text, at in POINTS]
    asked = [
        {"question": text, "question_type": "fact", "evidence": [{"memory_content": one} for one in gold]}
        for text, gold in ASKED
    ]
    user = {"persona_info": "Name: Ann Moe;", "sessions": [{"memory_points": points, "questions": asked}]}
    (tmp_path / "part_user1.jsonl").write_text(json.dumps(user) + "\n", encoding="utf-8")
    report = halumem_points.run(memory, tmp_path)
    assert (report.questions, report.texts) == (2, 3)
    assert report.recall["5"] == report.baselines["flat"]["5"] == 1.0
    assert set(report.by_category) == {"fact"}
    assert set(report.by_part) == {"user1"}
    assert scopes(server) == []


def test_a_folder_without_users_is_refused(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no user of HaluMem"):
        halumem_points.run(memory, tmp_path)


@pytest.mark.parametrize("bridge", [0.0, Weights().bridge])
def test_entities_lead_to_what_shares_no_word_and_never_out_of_the_readers_scopes(
    open_memory: OpenMemory, scope: str, bridge: float
) -> None:
    """The second text is found over the guild alone; the same entity elsewhere leads nowhere."""
    lines = {
        "Kelp Quarterly belongs to the guild": ("Kelp Quarterly", "the guild"),
        "its founder dived daily": ("the guild", "a diver"),
        "nobody here": ("nobody",),
    }

    def claims(turn: StoredTurn) -> list[Claim]:
        named = tuple(Mention(name=name, role="mentioned") for name in lines.get(turn.turn.text, ("rain",)))
        return [claim(turn, turn.turn.text, mentions=named)]

    memory = open_memory(decomposer=Scripted(claims), associations=0, compare=False)
    filler = [f"the rain of Kelp Quarterly number {number}" for number in range(60)]
    told = [Turn(text=text, session=str(place)) for place, text in enumerate([*lines, *filler])]
    memory.remember(told, scope=f"{scope}/own")
    memory.remember([turn.model_copy(update={"speaker": "other"}) for turn in told], scope=f"{scope}/other")
    reader = Reader(memory.graph, memory.settings, memory.embedder, Router(memory.exemplars), Weights(bridge=bridge))
    before = memory.graph.round_trips
    found = reader.recall("Kelp Quarterly belongs to whom?", f"{scope}/own", k=8, explain=True)
    assert memory.graph.round_trips - before <= 2
    assert {entry.atom.scope for entry in found.entries} == {f"{scope}/own"}
    reached = [entry for entry in found.entries if entry.atom.details == "its founder dived daily"]
    assert bool(reached) == bool(bridge)
    assert all(entry.signals["bridge"] > 0 for entry in reached)
