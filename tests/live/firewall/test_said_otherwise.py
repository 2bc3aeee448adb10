"""What ends or is taken back without a word that says so, through the local pipeline as it is."""

from __future__ import annotations

import pytest

from mnemosaic.memory import Memory
from tests.conftest import Server
from tests.live.firewall.looks import said, wrong

pytestmark = pytest.mark.live


@pytest.mark.parametrize("at_once", [True, False], ids=["in one call", "turn by turn"])
def test_a_last_day_and_a_corrected_date(server: Server, memory: Memory, scope: str, at_once: bool) -> None:
    turns = [
        said("I work as a cook at Halden Freight.", 0),
        said("Grandma's birthday party is on 12 September 2024 at the Saltbox.", 1),
        said("Tobias's birthday party is on 12 September 2024 in the park.", 2),
        said("My brother works at Halden Freight too.", 3),
        said("Yesterday was my last day at Halden Freight.", 100),
        said("I gave you the wrong date. Grandma's birthday party is on 14 September 2024, not on the 12th.", 101),
    ]
    for batch in [turns] if at_once else [[turn] for turn in turns]:
        assert memory.remember(batch, scope=scope).ok
    now = [atom.details for atom in memory.atoms(scope=scope, limit=500)]
    assert not [line for line in now if line.startswith("Ann works as a cook")]
    assert not [line for line in now if "grandma" in line and "12 September" in line]
    assert [line for line in now if "Tobias" in line and "12 September" in line]
    assert [line for line in now if line.startswith("Ann's brother works at Halden Freight")]
    assert [line for line in now if "14 September 2024" in line]
    assert wrong(server, scope) == []
