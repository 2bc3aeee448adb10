"""Decomposition by a language model: one structured call for a window of turns (MemGuard, section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.atoms import Claim
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import ClaimsAnswer
from mnemosaic.settings import Settings
from mnemosaic.turns import StoredTurn
from mnemosaic.write.llm_claims import claims_from, left_out
from mnemosaic.write.llm_pieces import cut, lines, pack, recent
from mnemosaic.write.protocols import Decomposition

PROMPT = "decompose"


class LlmDecomposer:
    """A `Decomposer` that asks a language model. Safe for threads.

    A window of about `settings.window_tokens` is one call; a longer one, or a turn longer than that, is divided between
    sentences and takes as many calls as it has parts, each told what came just before. Nothing is cut off: what no
    claim stands on is reported as left out. System text and recalled blocks are kept from the model. Raises
    `ModelUnavailableError` and `ModelAnswerError`; then nothing of the window is returned.
    """

    def __init__(self, model: LanguageModel, settings: Settings) -> None:
        self._model = model
        self._window_tokens = settings.window_tokens
        self._prompt = load_prompt(PROMPT)

    @property
    def extractor(self) -> str:
        """Prompt, its version and the model, such as `llm/decompose@1 (gpt-4.1-mini)`."""
        return f"llm/{self._prompt.label} ({self._model.name})"

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        """Claims of `turns`, a window in order; `context` are the turns just before it."""
        pieces, skipped = cut(turns, self._window_tokens)
        before, _ = cut(context, self._window_tokens)
        claims: list[Claim] = []
        for group in pack(pieces, self._window_tokens):
            earlier = recent(before)
            answer = self._prompt.ask(self._model, ClaimsAnswer, turns=lines(earlier, group))
            claims.extend(claims_from(answer, [*earlier, *group], len(earlier), len(claims)))
            before.extend(group)
        return Decomposition(claims=tuple(claims), skipped=(*skipped, *left_out(pieces, claims)))
