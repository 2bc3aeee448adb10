"""Decomposition by a language model: one structured call for a window of turns, then a second look (MemGuard, 4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Coverage, Missing
from mnemosaic.errors import ModelAnswerCutError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import ClaimsAnswer
from mnemosaic.models.tally import counted
from mnemosaic.settings import Effort, Settings
from mnemosaic.turns import StoredTurn
from mnemosaic.write.cover import cover
from mnemosaic.write.effort import effort_for
from mnemosaic.write.llm_claims import claims_from, left_out
from mnemosaic.write.llm_cover import FIRST, LlmCover, Second
from mnemosaic.write.llm_pieces import Window, cut, pack, recent
from mnemosaic.write.protocols import Decomposition, Skipped
from mnemosaic.write.states import states


class LlmDecomposer:
    """A `Decomposer` that asks a language model. Safe for threads.

    A window of about `settings.window_tokens` is one call; a longer one, or a turn longer than that, is divided between
    sentences and takes as many calls as it has parts, each told what came just before; so is one whose answer the
    provider cut off. Of the turns nothing is cut off: what no claim stands on is reported as left out. System text and
    recalled blocks are kept from the model. Raises `ModelUnavailableError` and `ModelAnswerError`; then nothing of the
    window is returned.

    Where a turn's scope has full effort (see `effort_for`), each call is followed by a second that verifies, and a
    third where that finds something left out. If these fail, the claims are kept and `coverage.failures` says so.
    """

    def __init__(self, model: LanguageModel, settings: Settings) -> None:
        self._model = counted(model, FIRST)
        self._settings = settings
        self._window_tokens = settings.window_tokens
        self._prompt = load_prompt(FIRST)
        self._cover = LlmCover(model)

    @property
    def extractor(self) -> str:
        """Prompts, their versions and the model, such as `llm/decompose@3,verify@1,recover@1 (gpt-4.1-mini)`."""
        second = "" if self._settings.effort is Effort.LIGHT else f",{self._cover.label}"
        return f"llm/{self._prompt.label}{second} ({self._model.name})"

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        """Claims of `turns`, a window in order; `context` are the turns just before it."""
        pieces, skipped = cut(turns, self._window_tokens)
        before, _ = cut(context, self._window_tokens)
        claims: list[Claim] = []
        seconds: list[Second] = []
        groups = deque(pack(pieces, self._window_tokens))
        while groups:
            group = groups.popleft()
            window = Window(recent(before), group)
            try:
                first = self._first(window, len(claims))
            except ModelAnswerCutError:
                if len(group) == 1:
                    raise
                half = len(group) // 2
                groups.extendleft([group[half:], group[:half]])
                continue
            second = self._second(window, first, len(claims))
            claims.extend([*first, *second.claims])
            seconds.append(second)
            before.extend(group)
        claims += states(claims, {turn.id: turn.time for turn in turns})
        left = (*skipped, *left_out(pieces, claims))
        return Decomposition(claims=tuple(claims), skipped=left, coverage=_coverage(turns, claims, left, seconds))

    def _first(self, window: Window, base: int) -> list[Claim]:
        answer = self._prompt.ask(self._model, ClaimsAnswer, turns=window.lines)
        return claims_from(answer, window.shown, len(window.context), base)

    def _second(self, window: Window, first: Sequence[Claim], base: int) -> Second:
        """The second look; nothing where the effort of all scopes in the window is light."""
        scopes = {piece.turn.scope for piece in window.group}
        if all(effort_for(scope, self._settings) is Effort.LIGHT for scope in scopes):
            return Second()
        return self._cover.complete(window, first, base)


def _coverage(
    turns: Sequence[StoredTurn], claims: Sequence[Claim], left: Sequence[Skipped], seconds: Sequence[Second]
) -> Coverage:
    """What the rules see of it, and what the second looks said."""
    seen = cover(turns, claims, left)
    missing: tuple[Missing, ...] = (*seen.missing, *(one for second in seconds for one in second.missing))
    failures = tuple(dict.fromkeys(second.failure for second in seconds if second.failure))
    recovered = sum(len(second.claims) for second in seconds)
    return seen.model_copy(
        update={"missing": missing, "missed": len(missing), "failures": failures, "recovered": recovered}
    )
