"""What a text tells of a thing's nature: that it turned into another, that it is alive, its fuel."""

from __future__ import annotations

import re

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.outcomes import number_of

BECOMES = re.compile(
    r"\b(?:turn(?:s|ed|ing)?|becom(?:e|es|ing)|became|melt(?:s|ed|ing)?|chang(?:e|es|ed|ing)"
    r"|transform(?:s|ed|ing)?|dissolv(?:e|es|ed|ing)|crumbl(?:e|es|ed|ing))\b(?: in)?(?:to)?",
    re.IGNORECASE,
)
INTO = re.compile(r"^bec|to$", re.IGNORECASE)
"""A guard turns a corner, and turns into a frog: only the second changes him."""
LIVES = (
    r"(?:says?|said|asks?|replies|answers|shouts?|yells?|whispers?|mutters?|laughs?|smiles?|grins?"
    r"|nods?|frowns?|growls?|snarls?|barks?|purrs?|meows?|hisses|sniffs?|snores?|sleeps?|attacks?"
    r"|stares?|glares?|watches|looks? (?:at you|up|around|angry|bored|sad|happy)|follows? you"
    r"|is (?:watching|staring|looking|talking|sleeping|asleep|snoring|smiling|eyeing|following)"
    r"|wanders? (?:in|off|away|out)|walks? (?:in|off|away|out)|yawns?|shrugs?|eats?|drinks?)"
)
TURNS_LEFT = re.compile(
    r"\b(?P<number>\d+|[a-z]+(?:-[a-z]+)?) (?:more |further )?(?:turns|moves)\b", re.IGNORECASE
)
LASTS = re.compile(
    r"\b(?:last|left|burn|light|remain|good for|fuel|oil|enough)\w*\b", re.IGNORECASE
)


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
