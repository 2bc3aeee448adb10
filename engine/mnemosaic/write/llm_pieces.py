"""Turns as a language model is shown them: in pieces that fit, numbered, one JSON line each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemosaic.models.text import estimate_tokens
from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write.policy import Part, parts
from mnemosaic.write.protocols import Skipped
from mnemosaic.write.sentences import sentences

CONTEXT_TOKENS = 600
LINE_TOKENS = 40
"""What the names around a piece's text cost."""


class Piece(NamedTuple):
    """A part of a turn: half-open offsets into its content, and who speaks in it."""

    turn: StoredTurn
    start: int
    end: int
    role: Role

    @property
    def text(self) -> str:
        """The characters it covers."""
        return self.turn.turn.content[self.start : self.end]

    @property
    def tokens(self) -> int:
        """About what it costs to show it."""
        return estimate_tokens(self.text) + LINE_TOKENS


class Window(NamedTuple):
    """What one call of the first pass was shown: pieces to read, and pieces to take apart."""

    context: list[Piece]
    group: list[Piece]

    @property
    def shown(self) -> list[Piece]:
        """All pieces in the order of their numbers."""
        return [*self.context, *self.group]

    @property
    def lines(self) -> str:
        """The pieces as the model is shown them."""
        return lines(self.context, self.group)


def cut(turns: Sequence[StoredTurn], limit: int) -> tuple[list[Piece], list[Skipped]]:
    """The pieces of `turns` in order, each of about `limit` tokens at most, and what policy keeps from the model."""
    pieces: list[Piece] = []
    skipped: list[Skipped] = []
    for turn in turns:
        for part in parts(turn.turn.content, turn.turn.role):
            text = turn.turn.content[part.start : part.end]
            if part.skip is not None:
                skipped.append(Skipped(turn_id=turn.id, text=text, reason=part.skip, start=part.start, end=part.end))
            elif text.strip():
                pieces.extend(_cut_part(turn, part, limit))
    return pieces, skipped


def pack(pieces: Sequence[Piece], limit: int) -> Iterator[list[Piece]]:
    """`pieces` in order, in groups of about `limit` tokens at most, at least one piece each."""
    group: list[Piece] = []
    tokens = 0
    for piece in pieces:
        if group and tokens + piece.tokens > limit:
            yield group
            group, tokens = [], 0
        group.append(piece)
        tokens += piece.tokens
    if group:
        yield group


def recent(pieces: Sequence[Piece]) -> list[Piece]:
    """The last of `pieces`, in order, that fit into `CONTEXT_TOKENS`; of one longer than that, its end."""
    kept: list[Piece] = []
    room = CONTEXT_TOKENS
    for piece in reversed(pieces):
        if room <= LINE_TOKENS:
            break
        if piece.tokens > room:
            piece = piece._replace(start=max(piece.start, piece.end - (room - LINE_TOKENS)))
        kept.insert(0, piece)
        room -= piece.tokens
    return kept


def lines(context: Sequence[Piece], pieces: Sequence[Piece]) -> str:
    """One JSON object a line, numbered from 1: first the context, then what is to be taken apart.

    JSON, so that no text of a turn can pass for another turn.
    """
    marked = [("context", piece) for piece in context] + [("take", piece) for piece in pieces]
    return "\n".join(
        json.dumps(_line(number, read, piece), ensure_ascii=False)
        for number, (read, piece) in enumerate(marked, start=1)
    )


def _line(number: int, read: str, piece: Piece) -> dict[str, object]:
    said = piece.turn.turn.said_at
    return {
        "turn": number,
        "read": read,
        "session": piece.turn.turn.session,
        "said": f"{said:%Y-%m-%dT%H:%M:%SZ, %A}" if said else None,
        "speaker": piece.turn.turn.speaker,
        "role": piece.role.value,
        "text": piece.text,
    }


def _cut_part(turn: StoredTurn, part: Part, limit: int) -> Iterator[Piece]:
    """A part between sentences, where it is too long for one piece; a sentence is short enough to be one."""
    content, room, tokens = turn.turn.content, limit - LINE_TOKENS, 0
    start = end = part.start
    for sentence in sentences(content, part.start, part.end):
        size = estimate_tokens(content[end : sentence.end])
        if tokens and tokens + size > room:
            yield Piece(turn, start, end, part.role)
            start, tokens = sentence.start, 0
        end, tokens = sentence.end, tokens + size
    if end > start:
        yield Piece(turn, start, end, part.role)
