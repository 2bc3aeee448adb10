"""Fifty everyday statements of one person, each beside every other: nothing ends but what another really ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

from mnemosaic.atoms import AtomType
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.verdicts import CONTRADICTING, Statement
from mnemosaic.write.decompose import LocalDecomposer
from mnemosaic.write.known import Known
from mnemosaic.write.rules import Rules

FIRST = datetime(2024, 6, 3, 10, tzinfo=UTC)
SAID = """I am vegan. I work at Acme. I live in Oslo. I have a dog called Rex. I take metformin twice a day. I'm
allergic to nuts. I drive a Volvo. I play tennis on Fridays. My sister Ida lives in Rome. I speak French. I
prefer tea over coffee. We use Postgres for billing. Our standup is at 9. I'm married to Tom. My birthday is
on 5 May. I'm learning Japanese. I have two kids. My boss is Karen. I run every morning. My rent is 1,200
euros. I read before bed. I hate mushrooms. The wifi password is Fjell2024. Deploys need two approvals. My
doctor is Kari Lee. I was born in Bergen. I'm 34. I own a cabin in Geilo. My mother is a nurse. My phone
number is 912 34 567. I wear glasses. I quit smoking. I stopped drinking alcohol. I no longer eat meat. I got
divorced. I sold my bike. I left the choir. I bought a boat. I moved to Bergen. I finished my thesis. I lost
my wallet. I cancelled my gym membership. I started at Globex. My cat died. I adopted a parrot. I switched to
decaf. I gave up sugar. I don't like rain. I never fly. I can't swim."""
REALLY = {
    frozenset(["I work at Acme.", "I started at Globex."]),
    frozenset(["I live in Oslo.", "I moved to Bergen."]),
    frozenset(["I'm married to Tom.", "I got divorced."]),
}


def known(text: str, day: int) -> Known:
    """The last claim of a text, said on a day."""
    at = FIRST + timedelta(days=day)
    turn = Turn(text=text, speaker="Ann", said_at=at)
    stored = StoredTurn(id=text, scope="s", turn=turn, position=0, received_at=at, status=TurnStatus.PENDING)
    claim = LocalDecomposer().decompose([stored]).claims[-1]
    statement = Statement(
        details=claim.details,
        type=AtomType.SEMANTIC,
        subject=claim.subject,
        entities=tuple(mention.key for mention in claim.mentions),
        slot=claim.slot,
        speaker="Ann",
        said_at=at,
        valid_from=claim.valid_from,
    )
    return Known(text, "s", statement, claim.details, 1.0, 1.0, claim.valid_from or BEGINNING, FOREVER, told=(at,))


def test_what_is_told_of_different_things_ends_nothing() -> None:
    texts = [f"{text}." for text in SAID.replace("\n", " ").rstrip(".").split(". ")]
    assert len(texts) == 50
    olds, news = ({text: known(text, day) for text in texts} for day in (0, 9))
    ended = {
        frozenset([old, new])
        for old, new in permutations(texts, 2)
        if Rules().judge(news[new], [olds[old]])[0].verdict in CONTRADICTING
    }
    assert ended == REALLY
