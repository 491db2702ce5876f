"""Light: lit where it is dark, and put out where it is not once the story warned that it ends."""

from __future__ import annotations

from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect
from ludens.adventure.puzzles.needs import LIGHTS
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY

LIGHTING = ("turn on", "light")
DOUSING = ("extinguish", "turn off", "put out", "douse")


def strike(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the lighting of a lamp when it is dark and one is at hand."""
    here = state.map.here
    if here is None or not state.map.rooms[here].dark:
        return None
    items = [state.items.known[id_] for id_ in state.items.at(INVENTORY)]
    if any(item.lit for item in items):
        return None
    lamps = [item for item in items if item.light_source or LIGHTS.search(item.name)]
    for item in sorted(lamps, key=lambda item: not item.light_source):
        for words in LIGHTING:
            command = f"{words} {vocabulary.name(item.name)}"
            known = vocabulary.takes(*words.split(), "*")
            if known and state.journal.attempt(here, command) is None:
                reason = "It is dark here; this may give light."
                return Decision(reasoning=reason, command=command)
            if known and _was_filled(state, item.name, command):
                return Decision(reasoning="It is dark here, and it burned before.", command=command)
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


def spare(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the putting out of a light that will not last, where the room has its own."""
    here = state.map.here
    if here is None or state.map.rooms[here].dark:
        return None
    for id_ in state.items.at(INVENTORY):
        item = state.items.known[id_]
        if not item.lit or not item.fading:
            continue
        for words in DOUSING:
            command = f"{words} {vocabulary.name(item.name)}"
            attempt = state.journal.attempt(here, command)
            failed = attempt is not None and attempt.effect not in (Effect.CHANGED, Effect.SCORED)
            if vocabulary.takes(*words.split(), "*") and not failed:
                reason = "There is light here; it will be wanted elsewhere."
                return Decision(reasoning=reason, command=command)
    return None
