"""Mnemosaic: long-term memory for LLM agents, typed and sourced, in a graph database.

Everything public is named here and imported on first use, so that `import mnemosaic` stays quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mnemosaic.aio import AsyncMemory as AsyncMemory
    from mnemosaic.asof import AsOf as AsOf
    from mnemosaic.atoms import Atom as Atom
    from mnemosaic.atoms import AtomType as AtomType
    from mnemosaic.errors import MnemosaicError as MnemosaicError
    from mnemosaic.memory import Memory as Memory
    from mnemosaic.settings import Settings as Settings
    from mnemosaic.turns import Role as Role
    from mnemosaic.turns import Turn as Turn

__version__ = "0.1.0"

_HOMES = {
    "AsOf": "asof",
    "AsyncMemory": "aio",
    "Atom": "atoms",
    "AtomType": "atoms",
    "Memory": "memory",
    "MnemosaicError": "errors",
    "Role": "turns",
    "Settings": "settings",
    "Turn": "turns",
}

__all__ = [
    "AsOf",
    "AsyncMemory",
    "Atom",
    "AtomType",
    "Memory",
    "MnemosaicError",
    "Role",
    "Settings",
    "Turn",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """Import the module that holds `name` and return it from there."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mnemosaic' has no attribute {name!r}")
    return getattr(importlib.import_module(f"mnemosaic.{_HOMES[name]}"), name)
