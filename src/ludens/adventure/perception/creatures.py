"""Who is about, by the text alone: how stories present the living, and tell that they go."""

from __future__ import annotations

import re

from ludens.adventure.perception.facts import Holder, ItemFact, Trait
from ludens.adventure.perception.listings import is_name, name_of

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


def creature_in(sentence: str) -> ItemFact | None:
    """Return who a sentence presents to the player, or None where it presents nobody."""
    match = PRESENTED.match(sentence.strip())
    name = name_of(match.group("name")) if match is not None else ""
    if not is_name(name):
        return None
    return ItemFact(name, Holder.ROOM, None, frozenset({Trait.ALIVE}), sentence, LIKELY)
