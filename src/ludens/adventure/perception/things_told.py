"""What a text tells of a thing by the way: that it is alive, lost, given away, eaten, its fuel."""

from __future__ import annotations

import re

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.outcomes import number_of

LIVES = (
    r"(?:says?|said|asks?|replies|answers|shouts?|yells?|whispers?|mutters?|laughs?|smiles?|grins?"
    r"|nods?|frowns?|growls?|snarls?|barks?|purrs?|meows?|hisses|sniffs?|snores?|sleeps?|attacks?"
    r"|stares?|glares?|watches|looks? (?:at you|up|around|angry|bored|sad|happy)|follows? you"
    r"|is (?:watching|staring|looking|talking|sleeping|asleep|snoring|smiling|eyeing|following)"
    r"|wanders? (?:in|off|away|out)|walks? (?:in|off|away|out)|yawns?|shrugs?|eats?|drinks?)"
)
BECOMES = phrase("things_becomes")
TURNS_LEFT = phrase("things_turns_left")
LASTS = phrase("things_lasts")


def lives(text: str, name: str) -> bool:
    """Say whether a text tells of a thing what only the living do."""
    noun = re.escape(name.lower().split()[-1]) if name else "-"
    return re.search(rf"\b(?:the|your) (?:[\w-]+ )?{noun} {LIVES}\b", text, re.I) is not None


def fuel_in(text: str, name: str) -> int | None:
    """Return for how many turns a text says that a light lasts, or None if it does not say."""
    nouns = {name.lower().split()[-1] if name else "", "light", "oil", "fuel"}
    for sentence in sentences_of(" ".join(text.split())):
        told = TURNS_LEFT.search(sentence)
        words = set(re.findall(r"[a-z]+", sentence.lower()))
        if told is not None and words & nouns and LASTS.search(sentence):
            return number_of(told.group("number"))
    return None
