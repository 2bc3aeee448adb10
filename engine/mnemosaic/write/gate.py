"""The confidence gate: what is too unsure to be relied on is kept apart and asked about.

confidence = 0.5 directness + 0.2 consistency + 0.3 specificity, each in 0..1.

directness   how plainly the speaker says it, at most what the extractor believes (see `certainty`)
consistency  1 - the highest confidence of a verdict that it conflicts with what is known, and is not a correction
specificity  how much it pins down (see `certainty`)

A plain statement that names little ("I like tea.": 1, 1, 0.7) reaches 0.91; one hedge ("maybe") 0.74; hedged hearsay
("my friend said maybe": 0.1, 1, 1) 0.55 at most; the threshold is `Settings.confidence_gate`, 0.6.
"""

from __future__ import annotations

from mnemosaic.atoms import Claim

DIRECTNESS, CONSISTENCY, SPECIFICITY = 0.5, 0.2, 0.3
_ASKS = 300
"""Characters of a statement that a clarification question quotes."""


def confidence(claim: Claim, consistency: float) -> float:
    """How far a claim may be relied on, in 0..1, to two decimals."""
    directness = min(claim.directness, claim.confidence)
    return round(DIRECTNESS * directness + CONSISTENCY * consistency + SPECIFICITY * claim.specificity, 2)


def question(claim: Claim) -> str:
    """What to ask about a claim that does not pass: its weakest part decides how."""
    text = claim.details if len(claim.details) <= _ASKS else f"{claim.details[: _ASKS - 1]}…"
    if min(claim.directness, claim.confidence) <= claim.specificity:
        return f'Is this certain: "{text}"'
    return f'Can you say more exactly what is meant by: "{text}"'
