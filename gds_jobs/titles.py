"""Titles of communities: by the language model where there is one, else from the most typical atoms."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.errors import ModelError
from mnemosaic.graph import Row, Transaction
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import CommunityTitle

TYPICAL = 8
"""Members nearest to the centroid that a language model is shown."""
QUOTED = 2
"""Members whose own titles make up a title without one."""
LONGEST = 160
MUCH = 0.25
"""Share of its size by which a community may grow or shrink before its title is made again."""
TYPICAL_ATOMS = "typical atoms"


def waiting(tx: Transaction, statement: str, communities: Sequence[int]) -> list[Row]:
    """Those of some communities that need a title, with their most typical members, by `jobs/untitled` or its like."""
    rows = tx.run(statement, ids=list(communities), much=MUCH, limit=TYPICAL)
    return [row for row in rows if row["typical"]]


def titled(row: Row, model: LanguageModel | None) -> Row:
    """A community with its title, as `jobs/set_titles` takes it: by the model, else in the words of its members."""
    typical, quoted = row["typical"], row["typical"][:QUOTED]
    title, by = _joined([atom["title"] for atom in quoted]), TYPICAL_ATOMS
    if model is not None:
        prompt = load_prompt("title")
        notes = "\n".join(f"- {atom['details']}" for atom in typical)
        try:
            # a title that cannot be had from the model is had from the atoms
            title, by = prompt.ask(model, CommunityTitle, notes=notes).title[:LONGEST], prompt.label
            quoted = typical
        except ModelError:
            pass
    numbers = [atom["number"] for atom in quoted]
    return {"id": row["id"], "title": title, "titled_by": by, "titled_size": row["counted"], "titled_from": numbers}


def _joined(titles: Sequence[str]) -> str:
    text = "; ".join(dict.fromkeys(" ".join(title.split()) for title in titles))
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
