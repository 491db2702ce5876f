"""Pairing: what using one thing with another is worth, by their names and natures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ludens.adventure.agents.offline import affordances as can
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.experience import STORAGE
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.puzzles.naming import COMMON
from ludens.adventure.puzzles.needs import LIGHTS, WEAPONS
from ludens.adventure.puzzles.reserve import HANDING

BY_TOOL = 0.25
"""What a name promises of a thing as the tool for a deed, where it is one."""
KINDRED = 4.0
"""By how much two things go better together whose names share a word: a gold key, a gold door."""
HEARSAY = 0.2
"""What is left of the worth of dealing with a creature that is only spoken of."""
PARTING = frozenset({"put", "give", "throw", "insert"})
"""Verbs by which a thing leaves the hands."""
COLLECTED = 1.5
"""Putting what scored when it was taken into what things are shown in: stories pay for collecting.
Into what merely holds things it is not put at all: it would have to be fetched again."""
SHOWN = re.compile(
    r"\b(?:case|showcase|cabinet|chest|altar|pedestal|plinth|stand|vault|safe"
    r"|strongbox|throne)$"
)
"""In what things are shown or kept for good."""
NO_TOOL = 0.04
"""What is left of the worth of doing something with a thing that is no tool for it."""
RECEIVES = 0.2
"""What a name promises of putting things there from which on it is no mere storage."""
STORED = 0.3
"""The same, of putting away what nothing speaks for keeping there."""
UNLOCKING = frozenset({"unlock", "open"})
"""Verbs of what is done to a lock with a key."""
SPENT_KEY = 0.25
"""What is left of the worth of a key that has opened something: most open one thing."""
NO_LOCK = 0.05
"""The same, of unlocking what has no lock by its name or nature."""
NEEDS_A_REASON = frozenset("light burn cut break dig fill tie attach turn attack".split())
"""What is done with a thing to another only where a name speaks for it."""


@lru_cache(maxsize=50_000)
def favour(words: tuple[str, ...], name: str) -> float:
    """Return the chance that a thing's name gives a sentence; 0 if it says nothing."""
    return can.favour(" ".join(word for word in words if word != "*"), name)


def paired(sentence: Sentence, held: Thing, other: Thing, worth: float) -> Opportunity:
    """Return the command for using a carried thing with another one, in the order it is said."""
    things: Iterable[str] = (held.name, other.name)
    if not can.carried_first(sentence):
        things = (other.name, held.name)
    reason = f"The {held.name} may go with the {other.name}."
    command = sentence.say(*things)
    both = (held.name, other.name)
    return Opportunity(
        command, min(worth, 1.0), reason, other.name, sentence_kind(command), things=both
    )


def parts_with_need(sentence: Sentence, held: Thing, other: Thing) -> bool:
    """Tell whether a deed would give away what gives light, what one fights with, what is wanted
    elsewhere, or what scored when it was taken, but to where such things are shown or to what is
    made to take something.
    """
    if held.kept and sentence.verb in HANDING:
        return True
    if sentence.verb not in PARTING:
        return False
    if held.prized and sentence.verb != "give" and not _keeps(other):
        return True
    armed = sentence.verb != "give" and WEAPONS.search(held.name) is not None
    return armed or held.lit is True or LIGHTS.search(held.name) is not None


def _keeps(other: Thing) -> bool:
    """Tell whether something precious may be put there by what the place is called."""
    return bool(SHOWN.search(other.name)) or favour(("put", "*", "in", "*"), other.name) >= RECEIVES


def pair_worth(sentence: Sentence, held: Thing, other: Thing) -> float:
    """Return what the two names and natures say about using one with the other."""
    if parts_with_need(sentence, held, other):
        return 0.0
    tool = favour(sentence.words, held.name) if sentence.words[2] != "with" else BY_TOOL
    target = favour(sentence.words, other.name)
    worth = sentence.chance * (1.0 + 20.0 * tool) * (1.0 + 10.0 * target)
    if not (set(held.name.split()) - COMMON).isdisjoint(other.name.split()):
        worth *= KINDRED
    if sentence.verb in NEEDS_A_REASON and not tool and not target:
        return 0.0
    if sentence.verb in UNLOCKING:
        if other.locked is False or other.open:
            return 0.0
        lockable = 4.0 if other.locked else 1.0 if target or other.holds else NO_LOCK
        worth *= lockable * (SPENT_KEY if held.served else 1.0)
    if sentence.verb == "put" and not other.holds and not target:
        worth *= 0.3
    stores = STORAGE.search(other.name) is not None or (other.holds and target < RECEIVES)
    if sentence.verb == "put" and held.prized and SHOWN.search(other.name) is not None:
        worth = max(worth, COLLECTED)
    elif sentence.verb == "put" and stores:
        worth *= STORED
    return worth if is_instrument(sentence, held.name) else worth * NO_TOOL
