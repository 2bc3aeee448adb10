"""Which atoms share an order of time: joined by changes, by a slot of one value, or by stating the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from mnemosaic.graph import Row, Transaction

MOST = 60
"""Atoms of one order of time, and times that they were told, beyond which it is left as it is."""


def orders(tx: Transaction, seeds: Iterable[str]) -> list[list[Row]]:
    """The rows of the atoms that share an order of time with `seeds`, each order for itself, as far as `MOST` of it."""
    found: dict[str, Row] = {}
    waiting = list(dict.fromkeys(seeds))
    asked: set[str] = set()
    joined: list[list[Row]] = []
    while waiting:
        rows = tx.run("lifecycle/told", ids=waiting, values=MOST)
        # what was taken back is named, and not returned
        asked.update(waiting)
        found |= {row["id"]: row for row in rows}
        joined = _joined(found)
        near = (other for rows in joined if len(rows) <= MOST for row in rows for other in row["near"])
        waiting = [other for other in dict.fromkeys(near) if other not in asked]
    return joined


def _joined(found: Mapping[str, Row]) -> list[list[Row]]:
    """The rows, those that are joined together."""
    group = {atom: atom for atom in found}

    def of(atom: str) -> str:
        while group[atom] != atom:
            group[atom] = atom = group[group[atom]]
        return atom

    for atom, row in found.items():
        for other in row["near"]:
            if other in group:
                group[of(other)] = of(atom)
    apart: dict[str, list[Row]] = defaultdict(list)
    for atom, row in found.items():
        apart[of(atom)].append(row)
    return list(apart.values())
