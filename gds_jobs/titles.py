"""Titles of communities: by the language model where there is one, else from the most typical atoms."""

from __future__ import annotations

from collections.abc import Sequence

from gds_jobs.work import Work
from mnemosaic.errors import ModelError
from mnemosaic.graph import Row
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


def give(work: Work, communities: Sequence[int]) -> int:
    """Give titles to those of some communities that need one; how many were given."""
    waiting = work.graph.read("jobs/untitled", ids=list(communities), much=MUCH, limit=TYPICAL)
    rows = [_titled(row, work.model) for row in waiting if row["typical"]]
    return int(work.hold.run("jobs/set_titles", communities=rows)[0]["written"]) if rows else 0


def _titled(row: Row, model: LanguageModel | None) -> Row:
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
