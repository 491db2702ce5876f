"""Light: lit where it is dark, put out where it is not, and filled again when it is spent.

Nearly every light of such stories burns down, and most tell so only when it is too late.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect
from ludens.adventure.experience import Attempt
from ludens.adventure.puzzles.needs import LAMPS, LIGHTS
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import INVENTORY
from ludens.adventure.world.search import WITHOUT_LIGHT
from ludens.adventure.world.ways import way_back, way_of

LIGHTING = (("turn", "on"), ("light",))
DOUSING = ("extinguish", "turn off", "put out", "douse")
LATELY, TWICE = 10, 2
"""So often within so many commands nothing comes of it any more."""
SPELL = 3
"""Turns in rooms with light of their own after which a light that has shown no end is put out."""
FILLING = (
    ("fill", "*"),
    ("fill", "*", "with", "*"),
    ("fill", "*", "from", "*"),
    ("pour", "*", "in", "*"),
    ("put", "*", "in", "*"),
)
"""How a light is filled again: alone, or with what it burns."""
SPENT, FADING = 0.8, 0.3
"""What that is worth where there is such a thing, for a light that has gone out or is about to."""
_FUEL = re.compile(
    r"\b(?:oil|fuel|petrol|gasoline|kerosene|paraffin|tallow|batter(?:y|ies))\b", re.IGNORECASE
)
"""What lights burn, in the names of things that hold it."""


_UNFILLED = re.compile(
    r"\bno (?:oil|fuel|petrol|paraffin|kerosene|batter(?:y|ies))\b|\b(?:is|are) (?:dry|empty)\b",
    re.IGNORECASE,
)
"""How a light is described that has nothing to burn."""


def light(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return what to do about the lights in the hands, if anything."""
    return strike(state, vocabulary) or try_filled(state, vocabulary) or spare(state, vocabulary)


def strike(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the lighting of a lamp when it is dark and one is at hand."""
    here = state.map.here
    if here is None or not state.map.rooms[here].dark:
        return None
    items = [state.items.known[id_] for id_ in state.items.at(INVENTORY)]
    lamps = [item for item in items if item.light_source or LIGHTS.search(item.name)]
    for item in sorted(lamps, key=lambda item: not item.light_source):
        for words in LIGHTING:
            command = " ".join((*words, vocabulary.name(item.name)))
            known = vocabulary.takes(*words, "*")
            if known and state.journal.attempt(here, command) is None:
                reason = "It is dark here; this may give light."
                return Decision(reasoning=reason, command=command)
            if known and not _in_vain(state, command) and _was_filled(state, item.name, command):
                return Decision(reasoning="It is dark here, and it burned before.", command=command)
    return None


def try_filled(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the lighting of a lamp that did not burn when it was tried, and was filled since.

    Who goes into no dark place without a light would never learn that it burns.
    """
    for id_ in state.items.at(INVENTORY):
        item = state.items.known[id_]
        for words in LIGHTING if LIGHTS.search(item.name) and not item.lit else ():
            command = " ".join((*words, vocabulary.name(item.name)))
            tried = state.journal.attempt(state.map.here, command)
            failed = tried is not None and tried.effect is Effect.NOTHING and tried.times <= TWICE
            if failed and _was_filled(state, item.name, command):
                return Decision(reasoning="It was filled; does it burn now?", command=command)
    return None


def _was_filled(state: AdventureState, name: str, command: str) -> bool:
    """Tell whether a lamp may burn again: it did at the last try, or something was done since."""
    attempt = state.journal.attempt(state.map.here, command)
    if attempt is None:
        return False
    worked = attempt.effect in (Effect.CHANGED, Effect.SCORED)
    touched = max(
        (turn for thing, turn in state.journal.touched.items() if name.lower().endswith(thing)),
        default=-1,
    )
    return worked or touched > attempt.turn


def _in_vain(state: AdventureState, command: str) -> bool:
    """Tell whether a command was typed again and again of late: the senses must be wrong."""
    return [typed for typed, _ in state.recent[-LATELY:]].count(command) >= TWICE


def turn_back(state: AdventureState) -> Decision | None:
    """Return the way back out of the dark, for whoever first comes into it without a light."""
    here = state.map.here
    if here is None or not state.map.rooms[here].dark or can_see_in_the_dark(state):
        return None
    room = state.map.rooms[here]
    lit = [
        direction
        for direction, way in room.exits.items()
        if way.open
        and way.to is not None
        and not state.map.rooms[way.to].dark
        and not _in_vain(state, direction)
    ]
    if room.visits > 1 or not lit:
        return None
    come = way_back(way_of(state.command))
    reason = "It is dark here, and there is no light at hand."
    return Decision(reasoning=reason, command=come if come in lit else lit[0])


def can_see_in_the_dark(state: AdventureState) -> bool:
    """Tell whether the player has a light that burns, or burned and is not spent."""
    return travel_costs(state.items) is not WITHOUT_LIGHT


def waits_for_the_dark(sentence: Sentence, thing: Thing) -> bool:
    """Tell whether a deed lights a lamp in the hands: only where it is dark (see `strike`)."""
    return sentence.words[:-1] in LIGHTING and LIGHTS.search(thing.name) is not None


def can_wait(verb: str, name: str) -> bool:
    """Tell whether a deed lights what is only lit to see by: a lamp, and no candle."""
    return (verb,) in LIGHTING and LAMPS.search(name) is not None


def spare(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the putting out of a light, where the rooms have their own."""
    here, since = state.map.here, state.daylight.since
    if here is None or since is None or state.map.rooms[here].dark:
        return None
    for id_ in state.items.at(INVENTORY):
        item = state.items.known[id_]
        if not item.lit or not (item.fading or state.turn - since >= SPELL):
            continue
        name = vocabulary.name(item.name)
        commands = [f"{words} {name}" for words in DOUSING if vocabulary.takes(*words.split(), "*")]
        tries = [_last_try(state, command) for command in commands]
        lately = [t for t in tries if t is not None and t.turn >= (item.lit_since or 0)]
        if any(attempt.effect in (Effect.CHANGED, Effect.SCORED) for attempt in lately):
            continue  # it was put out, whatever is thought of it
        for command, attempt in zip(commands, tries, strict=True):
            if attempt is None or attempt not in lately:
                reason = "There is light here; it will be wanted elsewhere."
                return Decision(reasoning=reason, command=command)
    return None


def _last_try(state: AdventureState, command: str) -> Attempt | None:
    """Return the last attempt at a command anywhere: what one carries is the same everywhere."""
    pages = state.journal.attempts.values()
    tries = (page[command] for page in pages if command in page)
    return max(tries, key=lambda attempt: attempt.turn, default=None)


@lru_cache(maxsize=10_000)
def _burns(name: str) -> bool:
    """Tell whether a light burns what is called so, or is filled where it is."""
    return _FUEL.search(name) is not None


def refilled(
    state: AdventureState, vocabulary: Vocabulary, around: tuple[Thing, ...]
) -> Iterator[Opportunity]:
    """Yield the ways to fill a carried light that is spent, or was never filled, with what is at
    hand: it lies or stands in a room, or is carried there.
    """
    fuels = [thing.name for thing in around if _burns(thing.name)]
    if not fuels:
        return
    for id_ in state.items.at(INVENTORY):
        item = state.items.known[id_]
        filled = state.journal.touched.get(item.name.lower(), -1) >= item.last_seen
        empty = not filled and bool(_UNFILLED.search(item.description))
        unfilled = empty and LIGHTS.search(item.name) is not None
        spent = bool(item.light_source) and (item.fuel == 0 or item.fading)
        if not spent and not unfilled:
            continue
        name = vocabulary.name(item.name)
        reason = f"The {name} must burn again."
        for words in FILLING:
            first_fuel = words[0] in ("pour", "put")
            for fuel in fuels if vocabulary.takes(*words) else ():
                things = (fuel, name) if first_fuel else (name, fuel)
                command = Sentence(words, 0.0).say(*things)
                worth = FADING if item.fading else SPENT
                yield Opportunity(command, worth, reason, name)
