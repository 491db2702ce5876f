"""What a text tells of a thing by the way: that it is alive, lost, given away, eaten, its fuel."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.perception.deeds import FAILED
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.mentions import noun_of
from ludens.adventure.perception.outcomes import number_of

WHICH = r"(?:the|your|its|this|that) (?:[\w'-]+ ){0,2}"
GOES = (
    r"(?:(?:is|are) (?:now |suddenly |simply |just )?gone|(?:has|have) (?:gone|vanished|disappeared)"
    r"|(?:suddenly |simply |just )?(?:vanish(?:es)?|disappears?|evaporates?|dissolves?)\b(?! into)"
    r"|crumbles? (?:to|into) (?:dust|nothing))"
)
STEALS = (
    r"(?:steals?|stole|snatch(?:es|ed)|grab(?:s|bed)|pilfer(?:s|ed)|pockets|pocketed|swipe[sd]"
    r"|(?:makes|made|runs|ran|goes|went|walks|walked|flies|flew) (?:off|away) with"
    r"|(?:relieves|relieved|robs|robbed) you of)"
)
LOSS = re.compile(rf"\b(?:{GOES}|{STEALS})", re.IGNORECASE)
GIVING = phrase("losses_giving")
ACCEPTS = phrase("losses_accepts")
EATS = phrase("losses_eats")

_SUPPOSED = phrase("things_supposed")
"""What a sentence says that tells what does not happen: "she would eat it"."""


def is_lost(text: str, name: str) -> bool:
    """Say whether a text tells that a thing vanished, or that somebody made off with it."""
    noun = noun_of(name.lower().split())
    told = [one for one in losses(text) if noun in one.lower()]
    if not told:
        return False
    noun = re.escape(noun)
    goes = re.compile(rf"\b{WHICH}{noun} {GOES}", re.IGNORECASE)
    stolen = re.compile(rf"\b{STEALS} {WHICH}{noun}\b", re.IGNORECASE)
    return any(
        goes.search(one) or (stolen.search(one) and not _is_the_players(one)) for one in told
    )


@lru_cache(maxsize=4)
def losses(text: str) -> tuple[str, ...]:
    """Return the sentences of a text that tell that something vanished or was stolen."""
    if not LOSS.search(text):
        return ()
    return tuple(one for one in sentences_of(" ".join(text.split())) if LOSS.search(one))


def given(command: str, text: str) -> re.Match[str] | None:
    """Return the thing that a command gave away, and to whom, if it was taken."""
    match = GIVING.match(command.strip())
    first = " ".join(text.split())[:300]
    if match is None or FAILED.search(first):
        return None
    said = (one for one in sentences_of(first) if _SUPPOSED.search(one) is None)
    return match if any(map(ACCEPTS.search, said)) else None


def is_eaten(text: str) -> bool:
    """Say whether a text tells that something was eaten or drunk."""
    return EATS.search(text) is not None


def _is_the_players(sentence: str) -> bool:
    return re.match(r"\W*you\b", sentence, re.IGNORECASE) is not None


LIVES = (
    r"(?:says?|said|asks?|replies|answers|shouts?|yells?|whispers?|mutters?|laughs?|smiles?|grins?"
    r"|nods?|frowns?|growls?|snarls?|barks?|purrs?|meows?|hisses|sniffs?|snores?|sleeps?|attacks?"
    r"|stares?|glares?|watches|looks? (?:at you|up|around|angry|bored|sad|happy)|follows? you"
    r"|is (?:watching|staring|looking|talking|sleeping|asleep|snoring|smiling|eyeing|following)"
    r"|wanders? (?:in|off|away|out)|walks? (?:in|off|away|out)|yawns?|shrugs?|eats?|drinks?)"
)
COMES = phrase("things_comes")
BECOMES = phrase("things_becomes")
TURNS_LEFT = phrase("things_turns_left")
LASTS = phrase("things_lasts")


def lives(text: str, name: str) -> bool:
    """Say whether a text tells of a thing what only the living do."""
    noun = re.escape(name.lower().split()[-1]) if name else "-"
    return re.search(rf"\b(?:the|your) (?:[\w-]+ )?{noun} {LIVES}\b", text, re.I) is not None


def acts_by_itself(name: str) -> bool:
    """Say whether a thing's name is that of a creature or a person."""
    return "alive" in classes_of(name.lower())


def comes(text: str, name: str) -> bool:
    """Say whether a text tells that a creature came along, or into the room."""
    noun = re.escape(name.lower().split()[-1]) if name else "-"
    told = re.compile(rf"\b(?:the|your|an?) (?:[\w-]+ ){{0,2}}{noun} (?P<does>.*)", re.I)
    found = map(told.search, sentences_of(" ".join(text.split())))
    return any(one is not None and COMES.match(one["does"]) is not None for one in found)


def fuel_in(text: str, name: str) -> int | None:
    """Return for how many turns a text says that a light lasts, or None if it does not say."""
    nouns = {name.lower().split()[-1] if name else "", "light", "oil", "fuel"}
    for sentence in sentences_of(" ".join(text.split())):
        told = TURNS_LEFT.search(sentence)
        words = set(re.findall(r"[a-z]+", sentence.lower()))
        if told is not None and words & nouns and LASTS.search(sentence):
            return number_of(told.group("number"))
    return None
