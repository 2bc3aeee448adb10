"""What the llm pipeline spends on a scope."""

from __future__ import annotations

from mnemosaic.settings import Effort, Settings


def effort_for(scope: str, settings: Settings) -> Effort:
    """`full` or `light`.

    A path covers itself and what is below it: `acme/med` covers `acme/med/ann`, not `acme/medical`. Under `auto` with
    no `high_risk_scopes` named, every scope is taken for one.
    """
    if settings.effort is not Effort.AUTO:
        return settings.effort
    paths = settings.high_risk_scopes
    risky = not paths or any(scope == path or scope.startswith(f"{path}/") for path in paths)
    return Effort.FULL if risky else Effort.LIGHT
