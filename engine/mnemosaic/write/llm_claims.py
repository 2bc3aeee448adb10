"""From what a language model answered to claims: numbers resolved, what points nowhere ignored and logged."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from mnemosaic.atoms import AtomType, Claim, EntityKind, Mention, Slot, Source
from mnemosaic.models.responses import AnsweredClaim, ClaimsAnswer, NamedEntity, NamedSlot
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.turns import Role
from mnemosaic.write import dates
from mnemosaic.write.aliases import with_aliases
from mnemosaic.write.attributes import settled
from mnemosaic.write.claims import bounds, display_name, filled
from mnemosaic.write.fillers import is_question, reason_to_skip
from mnemosaic.write.language import is_english
from mnemosaic.write.llm_pieces import Piece
from mnemosaic.write.llm_times import read_span
from mnemosaic.write.persons import Names, resolve
from mnemosaic.write.policy import DATA_ROLES, is_instruction, permitted, voice
from mnemosaic.write.protocols import Skipped, SkipReason
from mnemosaic.write.sentences import Span, sentences

SUBJECT = "subject"
TITLE_CHARACTERS = 60
_OF_SPEAKER = re.compile(r"\b(?:I|[Mm]y|me|mine|myself)\b")
_BY_TODAY = re.compile(
    r"(?:the day (?:before|after) |yesterday|today|tonight|tomorrow|(?:last|next|this|past|coming) |"
    r"\w+ \w+ (?:ago|back)\b)",
    re.IGNORECASE,
)
_UNTIL_THE_END = re.compile(r"\b(?:until|till) (?:the )?(?:very )?end $", re.IGNORECASE)
AnsweredT = TypeVar("AnsweredT", bound=AnsweredClaim)

log = logging.getLogger(__name__)


def claims_from(answer: ClaimsAnswer, shown: Sequence[Piece], context: int, base: int = 0) -> list[Claim]:
    """The claims of an answer about `shown`, of which the first `context` pieces were only to be read.

    Numbers of turns and claims that the model was not given are ignored and logged, a claim without a turn to stand on
    is dropped and logged, and so is a procedure taken from a tool or a document. Relations are indices counted from
    `base`.
    """
    return [claim for _, claim in read_claims(answer.claims, shown, context, base)]


def read_claims(
    answers: Sequence[AnsweredT], shown: Sequence[Piece], context: int, base: int, given: Sequence[int] = ()
) -> list[tuple[AnsweredT, Claim]]:
    """The claims as in `claims_from`, each with its answer.

    The model was also shown earlier claims, numbered from 1; `given` are their indices. A number that it uses for one
    of these and for a new one stands for neither.
    """
    kept: list[tuple[AnsweredT, Claim]] = []
    places = dict(enumerate(given, start=1))
    for order, answered in enumerate(answers, start=1):
        claim = _claim(answered, shown, context)
        if claim is not None:
            number = len(given) + order if answered.number is None else answered.number
            if number <= len(given):
                places.pop(number, None)
            else:
                places.setdefault(number, base + len(kept))
            kept.append((answered, claim))
    return [
        (answered, claim.model_copy(update={"relations": _relations(answered, places, base + place)}))
        for place, (answered, claim) in enumerate(kept)
    ]


def left_out(pieces: Sequence[Piece], claims: Sequence[Claim]) -> list[Skipped]:
    """The sentences of `pieces` that no claim names as its source, each with the likely reason."""
    covered: dict[str, list[Source]] = {}
    for claim in claims:
        for source in claim.sources:
            covered.setdefault(source.turn_id, []).append(source)
    skipped = []
    for piece in pieces:
        sources = covered.get(piece.turn.id, ())
        content = piece.turn.turn.content
        for span in sentences(content, piece.start, piece.end):
            if not any(source.start < span.end and span.start < source.end for source in sources):
                text = span.of(content)
                reason = _reason(text, piece.role)
                skipped.append(Skipped(turn_id=piece.turn.id, text=text, reason=reason, start=span.start, end=span.end))
    return skipped


def _reason(sentence: str, role: Role) -> SkipReason:
    """Why the model is likely to have left `sentence` out."""
    if role in DATA_ROLES and is_instruction(sentence):
        return SkipReason.INSTRUCTION_IN_DATA
    if role is Role.ASSISTANT and (skip := voice(sentence).skip):
        return skip
    if is_question(sentence):
        return SkipReason.QUESTION
    return reason_to_skip(sentence) or SkipReason.NO_STATEMENT


def _claim(answered: AnsweredClaim, shown: Sequence[Piece], context: int) -> Claim | None:
    """The claim without its relations, or None where it has nothing to stand on or may not be made."""
    details = " ".join(answered.details.split())
    known = [number for number in dict.fromkeys(answered.turns) if 1 <= number <= len(shown)]
    if len(known) < len(set(answered.turns)):
        log.warning("ignored turns %s of the claim %r: no such numbers were given", answered.turns, details)
    main = next((number for number in known if number > context), None)
    if main is None or not details:
        log.warning("dropped the claim %r: none of its turns %s was to be taken apart", details, answered.turns)
        return None
    home = shown[main - 1]
    spans = _quoted(home, answered.quote)
    if not spans and (meant := _quoted_of(shown, context, answered.quote)) is not None:
        log.warning("the claim %r stands on turn %d, whose words it quotes, not on %s", details, meant, answered.turns)
        home, main, known = shown[meant - 1], meant, [number for number in known if number <= context]
        spans = _quoted(home, answered.quote)
    if not _may_state(home, spans, answered.type):
        log.warning("dropped the claim %r: a turn of role %s may not state it", details, home.role.value)
        return None
    others = [shown[number - 1] for number in known if number != main]
    said = home.turn.time
    details, found = _standing_alone(details, home)
    occurred = read_span(answered.occurred_from, answered.occurred_until, said, closed=True)
    told = next((one.period for one in found if not one.bound and _BY_TODAY.match(details, one.start)), None)
    if told is not None and occurred == (None, None):
        occurred = told.start, told.end
    if answered.type is AtomType.SEMANTIC and not found and occurred[0] and occurred[0].date() == said.date():
        # that it was said that day is no time of what it says
        occurred = None, None
    valid = read_span(answered.valid_from, answered.valid_until, said, closed=False)
    if valid == (None, None):
        valid = bounds(found, details)
    return Claim(
        title=" ".join(answered.title.split()) or details[:TITLE_CHARACTERS],
        details=details,
        sources=_sources(home, spans, others),
        type=answered.type,
        facet=answered.facet,
        mentions=with_aliases(_mentions(answered.entities), details, data=home.role is not Role.USER),
        slot=_slot(answered.slot) or _told_slot(details, home, bool(occurred[0] or valid[1])),
        occurred_from=occurred[0],
        occurred_until=occurred[1],
        valid_from=valid[0],
        valid_until=valid[1],
        corrects=answered.corrects,
        confidence=answered.confidence,
        directness=answered.directness,
        specificity=answered.specificity,
    )


def _standing_alone(details: str, home: Piece) -> tuple[str, list[dates.Dated]]:
    """What a user said with names and dates put in where the model left "my" or "yesterday" as it was said.

    The second are the times that the words name, at their places in what the model answered.
    """
    if home.role is not Role.USER or not is_english(details):
        return details, []
    found = [
        one._replace(bound="until") if _UNTIL_THE_END.search(details, 0, one.start) else one
        for one in dates.find(details, home.turn.time)
    ]
    speaker = display_name(home.turn.turn.speaker)
    dated = dates.annotate(details, [one for one in found if _BY_TODAY.match(details, one.start)])
    named = resolve(dated, Names(speaker)) if _OF_SPEAKER.search(dated) and speaker not in dated else dated
    return named, found


def _quoted_of(shown: Sequence[Piece], context: int, quote: str | None) -> int | None:
    """The number of the one piece to be taken apart in which a quotation is found."""
    places = [number for number in range(context + 1, len(shown) + 1) if _quoted(shown[number - 1], quote)]
    return places[0] if len(places) == 1 else None


def _told_slot(details: str, home: Piece, dated: bool) -> Slot | None:
    """The slot that the words fill, where the model named none; as in the local pipeline."""
    if home.role is not Role.USER or not is_english(details):
        return None
    return filled(details, dated)


def _quoted(home: Piece, quote: str | None) -> list[Span]:
    """The sentences of the piece that the quotation touches; none where it is not found there."""
    words = (quote or "").split()
    if not words:
        return []
    content = home.turn.turn.content
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    found = pattern.search(content, home.start, home.end)
    if found is None:
        return []
    spans = sentences(content, home.start, home.end)
    return [span for span in spans if span.start < found.end() and found.start() < span.end]


def _may_state(home: Piece, spans: Sequence[Span], kind: AtomType | None) -> bool:
    """The policy by role, whatever the model made of it."""
    if kind is not None and kind not in permitted(home.role):
        return False
    voices = [voice(span.of(home.turn.turn.content)) for span in spans] if home.role is Role.ASSISTANT else []
    return not voices or any(said.skip is None for said in voices)


def _sources(home: Piece, spans: Sequence[Span], others: Sequence[Piece]) -> tuple[Source, ...]:
    """The main source first, then one for each other turn; pieces of one turn make one source."""
    start, end = (spans[0].start, spans[-1].end) if spans else (home.start, home.end)
    found = {home.turn.id: Source(turn_id=home.turn.id, start=start, end=end)}
    for piece in others:
        turn = piece.turn.id
        known = found.get(turn, Source(turn_id=turn, start=piece.start, end=piece.end, main=False))
        reach = {"start": min(known.start, piece.start), "end": max(known.end, piece.end)}
        found[turn] = known.model_copy(update=reach)
    return tuple(found.values())


def _mentions(entities: Sequence[NamedEntity]) -> tuple[Mention, ...]:
    """Every named entity once; the first subject is the only one."""
    found: dict[str, Mention] = {}
    for entity in entities:
        name, role = " ".join(entity.name.split()), (entity.role or "mentioned").strip().lower()
        if role == SUBJECT and any(mention.role == SUBJECT for mention in found.values()):
            role = "mentioned"
        mention = Mention(name=name, kind=entity.kind or EntityKind.THING, role=role)
        if mention.key:
            found.setdefault(mention.key, mention)
    return tuple(found.values())


def _slot(slot: NamedSlot | None) -> Slot | None:
    """The slot, where both its entity and its attribute are named."""
    if slot is None or not slot.entity.strip() or not slot.attribute.strip():
        return None
    return settled(Slot(entity=slot.entity, attribute=slot.attribute, value=slot.value, single=bool(slot.single)))


def _relations(answered: AnsweredClaim, places: Mapping[int, int], own: int) -> tuple[StatedRelation, ...]:
    """The relations whose target is another claim that was kept."""
    kept = []
    for relation in answered.relations:
        target = places.get(relation.target)
        if relation.relation in (None, Relation.ASSOCIATED) or target is None or target == own:
            log.warning("ignored the relation %r of the claim %r", relation, answered.title)
        else:
            kept.append(StatedRelation(target=target, relation=relation.relation))
    return tuple(kept)
