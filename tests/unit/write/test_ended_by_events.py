"""What an event leaves behind of a fact that it ends."""

from __future__ import annotations

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Statement
from mnemosaic.write.ended_by_events import no_longer


@pytest.mark.parametrize(
    ("details", "subject", "denied"),
    [
        ("Ann works at Acme.", "ann", "Ann no longer works at Acme."),
        ("Ann is dating Tom.", "ann", "Ann is no longer dating Tom."),
        ("Ann still lives in Oslo.", "ann", "Ann no longer lives in Oslo."),
        ("Ann's sister can drive.", "ann's sister", "Ann's sister can no longer drive."),
        ("Ann: We live in Oslo.", "", "Ann: We no longer live in Oslo."),
        ("Ann: Our team deploys with Jenkins!", "", "Ann: Our team no longer deploys with Jenkins."),
        ("Jenkins builds everything", "", "Jenkins builds everything no longer."),
        ("Anna works at Acme.", "ann", "Anna works at Acme no longer."),
        ("Ann does not smoke.", "ann", None),
        ("Ann never eats fish.", "ann", None),
        ("Ann has been working at Acme since 2019 (2019).", "ann", "Ann is no longer working at Acme."),
    ],
)
def test_a_statement_is_denied_from_now_on(details: str, subject: str, denied: str | None) -> None:
    assert no_longer(Statement(details=details, type=AtomType.SEMANTIC, subject=subject)) == denied
