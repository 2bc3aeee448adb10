"""The marks around every block of evidence that the engine hands out, so that it is known again when it comes back."""

EVIDENCE_OPEN = "[mnemosaic evidence]"
"""First line of a block."""
EVIDENCE_CLOSE = "[mnemosaic end]"
"""Last line of a block. A block without it reaches to the end of the turn."""
