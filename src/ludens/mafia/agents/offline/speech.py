"""What an offline player says: its claim, its reason, and a phrase of its character's own."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from ludens.mafia.agents.offline import words
from ludens.mafia.agents.offline.claims import Claim, claim
from ludens.mafia.agents.offline.heard import freshest
from ludens.mafia.agents.offline.reasons import best_reason
from ludens.mafia.agents.offline.thought import HUNCH, Thought
from ludens.mafia.decision import Ask
from ludens.mafia.events import Finding
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.roles.detective import DETECTIVE
from ludens.mafia.seats import SeatId

CLAIMS = {
    "doctor": words.DOCTOR_CLAIM,
    "vigilante": words.VIGILANTE_CLAIM,
    "villager": words.VILLAGER_CLAIM,
}

TRUST_CHANCE = 0.35
"""How often somebody is spoken for."""
PARTNER_CHANCE = 0.25
"""How often one of the mafia who speaks for somebody speaks for a partner: the town can find it."""
PHRASE_CHANCE = 0.45
"""How often a character opens with words of its own."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words to the table, and what they say as fields."""

    speech: str
    claims: RoleName | None
    findings: tuple[Finding, ...]
    accuses: tuple[SeatId, ...]
    defends: tuple[SeatId, ...]

    def fields(self) -> dict[str, Any]:
        """Return them as a decision holds them."""
        return {field.name: getattr(self, field.name) for field in dataclass_fields(self)}


def speech(thought: Thought, about: SeatId) -> Said:
    """Return a speech that ends on whom it is about."""
    claimed = claim(thought)
    parts = [_phrase(thought), *_told(thought, claimed)]
    if claimed is None:
        parts.append(_answer(thought))
    sentences, other = best_reason(thought, about)
    trusted = _trusted(thought, about, claimed)
    if trusted is not None:
        voted = any(day.votes for day in thought.record.days)
        lines = words.TRUSTED + (words.TRUSTED_SINCE if voted else ())
        parts.append(_pick(thought, lines).format(name=thought.name(trusted)))
    parts.append(_accusation(thought, about, claimed, sentences, other))
    accused = None if sentences[0] in words.FIRST_DAY else about  # a guess accuses nobody
    return _said(thought, parts, claimed, accused, trusted)


def answer(thought: Thought, accuser: SeatId) -> Said:
    """Return what is said to an accusation."""
    claimed = claim(thought)
    line = _pick(thought, words.ACCUSED).format(other=thought.name(accuser))
    return _said(thought, [*_told(thought, claimed), line], claimed)


def defence(thought: Thought) -> Said:
    """Return what is said by somebody about to be voted on again."""
    claimed = claim(thought)
    return _said(thought, [*_told(thought, claimed), _pick(thought, words.DEFENCE)], claimed)


def last_words(thought: Thought, about: SeatId) -> Said:
    """Return what somebody voted out leaves the table with; nothing against what it was shown."""
    shown = thought.record.death_of(thought.seat)
    if shown is not None and shown.team is Team.MAFIA:
        left = any(partner in thought.record.living for partner in thought.private.partners)
        return _said(thought, [_pick(thought, words.UNMASKED if left else words.LAST_OF_US)], None)
    claimed = claim(thought)
    if shown is not None and shown.role is not None and claimed and not claimed.findings:
        claimed = None
    hidden = shown is None or shown.team is None
    lines = words.LAST_WORDS + (words.LAST_WORDS_UNSHOWN if hidden else ())
    line = _pick(thought, lines).format(name=thought.name(about))
    return _said(thought, [*_told(thought, claimed), line], claimed, about)


def _said(
    thought: Thought,
    parts: list[str],
    claimed: Claim | None,
    accused: SeatId | None = None,
    trusted: SeatId | None = None,
) -> Said:
    living = thought.record.living
    findings = tuple(claimed.worth_telling(living)) if claimed is not None else ()
    found = [f.seat for f in findings if not f.is_mafia and f.seat in living]
    cleared = tuple(dict.fromkeys([*found, *([] if trusted is None else [trusted])]))
    guilty = (f.seat for f in findings if f.is_mafia)
    blamed = dict.fromkeys([*guilty, *([] if accused is None else [accused])])
    return Said(
        speech=_joined(thought, parts),
        claims=claimed.role if claimed is not None else None,
        findings=findings,
        accuses=tuple(seat for seat in blamed if seat not in cleared),
        defends=cleared,
    )


def _told(thought: Thought, claimed: Claim | None) -> list[str]:
    if claimed is None:
        return []
    if claimed.role != DETECTIVE.name:
        lines = CLAIMS.get(claimed.role)
        return [_pick(thought, lines) if lines else f"I am {ROLES[claimed.role].called}."]
    opening = words.DETECTIVE_CLAIM if claimed.is_new else words.DETECTIVE_AGAIN
    told = [_pick(thought, opening)]
    for finding in claimed.worth_telling(thought.record.living):
        form = words.FOUND if finding.is_mafia else words.CLEARED
        told.append(form.format(name=thought.name(finding.seat)))
    return told


def _accusation(
    thought: Thought,
    about: SeatId,
    claimed: Claim | None,
    sentences: tuple[str, ...],
    other: SeatId | None,
) -> str:
    if claimed is not None and any(f.seat == about and f.is_mafia for f in claimed.findings):
        return f"Vote for {thought.name(about)}."
    return _pick(thought, sentences).format(
        name=thought.name(about), other=thought.name(other) if other is not None else ""
    )


def _trusted(thought: Thought, about: SeatId, claimed: Claim | None) -> SeatId | None:
    """Return whom to speak for: the least suspect to this seat, or a partner; mostly nobody."""
    if thought.dice.random() >= TRUST_CHANCE:
        return None
    guilty = {f.seat for f in claimed.findings if f.is_mafia} if claimed is not None else set()
    seats = [seat for seat in thought.others() if seat != about and seat not in guilty]
    partners = [seat for seat in seats if seat in thought.private.partners]
    if partners and thought.dice.random() < PARTNER_CHANCE:
        return thought.dice.choice(partners)
    scores = {s: thought.dice.uniform(0.0, HUNCH) - float(thought.guise[s]) for s in seats}
    return thought.best(seats, scores) if seats else None


def _answer(thought: Thought) -> str:
    """Return a word to whoever named this seat last today, if anybody did."""
    accusers = [s.seat for s in thought.speeches_today() if s.nomination == thought.seat]
    if not accusers or thought.briefing.ask is not Ask.SPEECH:
        return ""
    return _pick(thought, words.ACCUSED).format(other=thought.name(accusers[-1]))


def _phrase(thought: Thought) -> str:
    persona = thought.private.persona
    if persona is None or thought.dice.random() >= PHRASE_CHANCE:
        return ""
    return _pick(thought, persona.voice.phrases)


def _pick(thought: Thought, sentences: tuple[str, ...]) -> str:
    """Return one of the sentences: of those heard least often in this game, if possible."""
    said = "\n".join([s.text for day in thought.record.days for s in day.speeches])
    return freshest(sentences, said, thought.dice)


def _joined(thought: Thought, parts: list[str]) -> str:
    text = " ".join(part for part in parts if part)
    rules = thought.record.rules
    ask = thought.briefing.ask
    longest = rules.speech_characters if ask is Ask.SPEECH else rules.defence_characters
    while len(text) > longest and len(parts) > 1:
        parts = parts[:-1]
        text = " ".join(part for part in parts if part)
    return text[:longest]
