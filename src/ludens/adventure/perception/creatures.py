"""Who is about, by the text alone: how stories present the living, and tell that they go."""

from __future__ import annotations

import re

from ludens.adventure.perception.facts import Holder, ItemFact, Trait
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.listings import is_name, name_of
from ludens.adventure.perception.losses import WHICH
from ludens.adventure.perception.mentions import noun_of

LIKELY = 0.7
BUSY = (
    r"(?:(?:is|are) (?:here, )?(?:watching|staring|glaring|sleeping|asleep|snoring|dozing|smiling"
    r"|grinning|eyeing|following|pacing|prowling|grazing|sulking|humming|whistling|muttering)"
    r"|(?:hops|paces|prowls|lounges|loiters|waddles|struts|scampers|scurries)"
    r" (?:about|around|here|nearby|to and fro|up and down|back and forth)"
    r"|(?:watches|eyes|follows|greets|(?:glares|stares|growls|snarls|barks|hisses|grins|smiles|nods"
    r"|looks) at) you"
    r"|dozes|snores|grazes|growls|snarls|purrs|yawns|blinks)"
)
PRESENTED = re.compile(
    rf"^(?P<name>(?:an?|one) (?:[\w'-]+ ){{0,4}}?[\w'-]+) {BUSY}\b", re.IGNORECASE
)
"""How a story says at first that somebody is here: `A grey cat is watching you.`"""
GOES = (
    r"(?:fl(?:ies|ew)|walk(?:s|ed)?|wander(?:s|ed)?|r[ua]ns?|hop(?:s|ped)?|slinks?|slunk|scurr(?:ies|ied)"
    r"|creeps?|crept|goes|went|strides?|strode|stalk(?:s|ed)?|trot(?:s|ted)?|slip(?:s|ped)?"
    r"|slither(?:s|ed)?|swims?|swam|bound(?:s|ed)?|dart(?:s|ed)?|scamper(?:s|ed)?|march(?:es|ed)"
    r"|storm(?:s|ed)?|hurr(?:ies|ied))"
)
WHERE_TO = (
    r"(?:off|away|out|upstairs|downstairs|(?:(?:to|towards?) the )?(?:north|south|east|west)\w*)"
)
LEAVES = (
    rf"(?:{GOES} {WHERE_TO}|(?:leaves|left|departs|departed)(?: (?:the|this) \w+)?(?=[.,;!]|$))"
)


def creature_in(sentence: str) -> ItemFact | None:
    """Return who a sentence presents to the player, or None where it presents nobody."""
    match = PRESENTED.match(sentence.strip())
    name = name_of(match.group("name")) if match is not None else ""
    if not is_name(name):
        return None
    return ItemFact(name, Holder.ROOM, None, frozenset({Trait.ALIVE}), sentence, LIKELY)


def departs(text: str, name: str) -> bool:
    """Say whether a text tells that somebody goes away."""
    noun = re.escape(noun_of(name.lower().split()))
    goes = re.compile(rf"\b{WHICH}{noun}\b(?: \w+)*?,?(?: and)?(?: \w+)*? {LEAVES}", re.IGNORECASE)
    flat = " ".join(text.split())
    return any(
        noun in sentence.lower() and goes.search(sentence) for sentence in sentences_of(flat)
    )
