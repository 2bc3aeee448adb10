"""Which events end which facts: only what denies the one thing that a fact says, with nothing but a time behind it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Statement
from mnemosaic.write.ends import ends, event_of
from tests.unit.write.conftest import Decompose


def ended(decompose: Decompose, fact: str, event: str) -> bool:
    told = [
        [
            Statement(details=claim.details, type=AtomType.SEMANTIC, subject=claim.subject, speaker="Ann")
            for claim in decompose(text, said_at=datetime(2024, month, 5, 9, tzinfo=UTC)).claims
        ]
        for text, month in ((fact, 1), (event, 6))
    ]
    events = [event for one in told[1] if (event := event_of(one)) is not None]
    return any(ends(event, fact) for event in events for fact in told[0])


@pytest.mark.parametrize(
    ("fact", "event"),
    [
        ("I work at Acme.", "I quit Acme last week."),
        ("I work at Acme.", "I left Acme in May."),
        ("I'm an engineer at Acme.", "I lost my job at Acme yesterday."),
        ("I work at Acme.", "I got fired from Acme on Friday."),
        ("I work at Acme.", "I retired last year."),
        ("I smoke.", "I quit smoking in May."),
        ("I'm learning Japanese.", "I gave up learning Japanese last year."),
        ("I take metformin twice a day.", "I stopped taking metformin last week."),
        ("I drive a Volvo.", "I sold my Volvo last week."),
        ("I drive a Volvo.", "My Volvo was stolen last week."),
        ("I'm dating Tom.", "Tom and I broke up last month."),
        ("I'm dating Tom.", "I broke up with Tom yesterday."),
        ("We use Slack.", "We moved from Slack to Teams last week."),
        ("Our team deploys with Jenkins.", "We replaced Jenkins with GitHub Actions last week."),
        ("I live in Oslo.", "I moved out of Oslo last week."),
        ("I subscribe to Netflix.", "I cancelled my subscription to Netflix yesterday."),
        ("I study at NTNU.", "I dropped out of NTNU last month."),
        ("I have a dog called Biscuit.", "Biscuit died last night."),
        ("I have a cat named Luna.", "I gave Luna away last week."),
        ("I have a spaniel called Bo.", "I had to have Bo put to sleep in February."),
        ("I work at Castell and Rowe.", "I quit my job at Castell and Rowe back in April."),
        ("I take sertraline every night.", "My GP took me off sertraline altogether in May."),
        ("I take metformin.", "I came off metformin about a month ago."),
        ("I'm a member of PureLift gym.", "I cancelled my PureLift membership back in February."),
        ("I drive a red Mini.", "I traded the Mini in for a Toyota at the end of April."),
        ("I'm going out with Theo.", "Theo and I called it a day about a month ago."),
    ],
)
def test_what_ends_a_fact(decompose: Decompose, fact: str, event: str) -> None:
    assert ended(decompose, fact, event)


@pytest.mark.parametrize(
    ("fact", "event"),
    [
        ("I work at Acme.", "I left Acme at five to pick up the kids."),
        ("I work at Acme.", "I left Acme yesterday to meet a client."),
        ("I work at Acme.", "I stopped by Acme yesterday."),
        ("I work at Acme.", "I almost quit my job at Acme yesterday."),
        ("I work at Acme.", "I quit Acme last week but they talked me into staying."),
        ("I work at Acme.", "In my novel I quit Acme last week."),
        ("I work at Acme.", "Tom said I left Acme yesterday."),
        ("I work at Acme.", "My brother lost his job at Acme last week."),
        ("I work at Globex.", "I quit my job at Acme yesterday."),
        ("I was born in Oslo.", "I moved out of Oslo last week."),
        ("I work in Oslo.", "I moved out of Oslo last week."),
        ("I play tennis with Tom.", "Tom and I broke up last month."),
        ("I work at Volvo.", "I sold my Volvo last week."),
        ("I drive a Volvo.", "I sold my other Volvo last week."),
        ("I own a house in Bergen.", "We sold my mother's house in Bergen last month."),
        ("I take metformin twice a day.", "I stopped to buy metformin yesterday."),
        ("I take metformin twice a day.", "I stopped taking metformin with coffee last week."),
        ("I am allergic to metformin.", "I stopped taking metformin last week."),
        ("My mother takes metformin.", "I stopped taking metformin last week."),
        ("I smoke.", "I quit smoking for a week in March."),
        ("I drink coffee every morning.", "I stopped drinking last month."),
        ("I have a dog and a cat.", "I gave Luna away last week."),
        ("I have a dog named Rex.", "I left Rex at the kennel yesterday."),
        ("The client uses Jenkins.", "We stopped using Jenkins last week."),
        ("I live in Oslo.", "I left Oslo on Friday for the weekend."),
        ("I take metformin.", "My dad's doctor took him off metformin in March."),
        ("I have a son named Max.", "I gave Max away last week."),
    ],
)
def test_what_ends_none(decompose: Decompose, fact: str, event: str) -> None:
    assert not ended(decompose, fact, event)
