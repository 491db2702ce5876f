"""Taking stock: a look at what one carries when the story's words leave it in doubt."""

from __future__ import annotations

import re

from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect, Fault
from ludens.adventure.judgement import fault_in, is_refusal
from ludens.adventure.perception.items_text import TAKING
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import INVENTORY

SHARE = 0.04
"""The share of turns that may go into this."""
FIRST = 3
"""Looks that are always allowed."""
_HAD = re.compile(r"\byou already have (?:that|it|them|the)\b", re.IGNORECASE)
JOINING = frozenset("with in on to at from into onto about".split())
"""Words that stand between two things."""
_HANDED = re.compile(
    r"\btakes? (?:it|them|him|her|the [\w' -]{2,30}) from you\b"
    r"|\b(?:gives?|hands?|passes|offers|tosses|throws) (?:it |them |him |her )?(?:to )?you\b"
    r"|\b(?:in|into|from|out of) your (?:own )?(?:hands?|arms|palm|fingers|pocket|grasp)\b"
    r"|\byou (?:now have|pocket|pull out|draw out|pick (?:it|them) up|catch|fish|come away with)\b"
    r"|\(first (?:taking|picking up) (?![^)]*\boff\b)"
    r"|\bwhat you (?:find|pull out|bring up) (?:is|are)\b",
    re.IGNORECASE,
)
"""How stories tell that something came into one's hands or left them."""


def take_stock(state: AdventureState) -> Decision | None:
    """Return INVENTORY at the beginning, and where the last answer leaves in doubt what is held."""
    if state.map.here is None:
        return None
    known = state.journal.verbs.get("inventory")
    if known is None:
        return Decision(reasoning="What do I have with me?", command="inventory")
    if known.tries < FIRST + SHARE * state.turn and in_doubt(state):
        return Decision(reasoning="What do I have with me now?", command="inventory")
    return None


def in_doubt(state: AdventureState) -> bool:
    """Tell whether the last answer leaves in doubt what the player has."""
    command, here = state.command.lower(), state.map.here
    attempt = state.journal.attempt(here, command)
    if attempt is None or attempt.turn != state.turn - 1 or attempt.effect is Effect.MOVED:
        return False
    if (taking := TAKING.match(command)) is not None:
        if _HAD.search(state.text) is not None:
            return not _holds(state, taking["object"])
        happened = attempt.effect is Effect.SCORED or (
            attempt.telling and not is_refusal(state.text)
        )
        return happened and attempt.times == 1 and not _holds(state, taking["object"])
    if attempt.effect is Effect.NOT_UNDERSTOOD:
        return fault_in(state.text) is Fault.UNSEEN and _names_held(state, command)
    return (attempt.telling or attempt.effect is not Effect.NOTHING) and bool(
        _HANDED.search(state.text[:1000])
    )


def _names_held(state: AdventureState, command: str) -> bool:
    """Tell whether a command that found nothing named only what is thought to be held."""
    words = set(command.split()[1:])
    held = (state.items.known[id_].name.lower() for id_ in state.items.at(INVENTORY))
    named = {word for name in held if name.rsplit(" ", 1)[-1] in words for word in name.split()}
    return bool(named) and words <= named | JOINING


def _holds(state: AdventureState, name: str) -> bool:
    words = set(name.split())
    held = (state.items.known[id_].name.lower().split() for id_ in state.items.at(INVENTORY))
    return any(words <= set(item) or words >= set(item) for item in held)
