"""The judge's place in writing: asked about a batch before its transaction begins, so that none waits for a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mnemosaic import scopes, times
from mnemosaic.graph import Graph
from mnemosaic.models.budget import Budget
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.settings import Effort, Settings
from mnemosaic.write.candidates import gather
from mnemosaic.write.drafts import Draft, as_meant
from mnemosaic.write.effort import effort_for
from mnemosaic.write.llm_judge import LlmJudge
from mnemosaic.write.llm_told import Told, told
from mnemosaic.write.resolution import meanings


class Adviser:
    """Gathers the candidates of a batch and has them judged, where the scope's effort is full. Safe for threads.

    What others write between this and the commit has no verdict of the model; rules judge it.
    """

    def __init__(self, graph: Graph, settings: Settings, model: LanguageModel) -> None:
        self._graph = graph
        self._settings = settings
        self._judge = LlmJudge(model, settings)

    def told(
        self, scope: str, drafts: Sequence[Draft], turns: int, nearest: Sequence[Mapping[str, float]] | None = None
    ) -> Told:
        """Verdicts on the drafts of `turns` turns, in no more calls than the settings allow for so many.

        `nearest` are ids that were found in memory for each draft; None to ask the indexes. Raises `GraphError`, and
        never `ModelError`.
        """
        if not drafts or effort_for(scope, self._settings) is Effort.LIGHT:
            return Told({})
        meant = as_meant(drafts, meanings(self._graph.read, scope, [draft.claim for draft in drafts]))
        beside = gather(self._graph.read, scopes.readable_from(scope), meant, nearest, times.now())
        return told(self._judge, meant, beside, Budget.of(self._settings, turns))
