"""Riding what may move, and getting off or out of what keeps the player from going on."""

from __future__ import annotations

import re

from ludens.adventure.agents.offline.counsel import FIRST
from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect
from ludens.adventure.posture import leaving
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus

KEPT = 2
"""Refusals after which one gets off: one may be because of something else."""
LINGERING = 10
"""Turns after which one gets off anyway: there is more to see on foot."""
JUST = 2
"""Turns for which such an idea is waited for."""
_VEHICLES = re.compile(
    r"\b(?:car|cart|boat|rowboat|raft|canoe|kayak|dinghy|gondola|ship|truck|lorry|van|jeep|bus|taxi"
    r"|train|tram|wagon|carriage|coach|sledge|sled|sleigh|bike|bicycle|motorbike|motorcycle|scooter"
    r"|tractor|trolley|balloon|basket|capsule|pod|shuttle|submarine|horse|pony|camel|mule|donkey"
    r"|elephant|skateboard|wheelchair|hovercraft|helicopter|aeroplane|airplane|plane)$",
    re.IGNORECASE,
)
"""What moves with whoever is in it or on it, by its name."""


def ride(state: AdventureState) -> Decision | None:
    """Return a way to go in what may move, that was not tried since one got in or did something."""
    here, posture = state.map.here, state.posture
    if here is None or _VEHICLES.search(posture.on) is None or _is_told(state):
        return None
    done = max(state.journal.touched.values(), default=-1)
    ways = sorted(
        state.map.rooms[here].exits.items(), key=lambda way: way[1].status is ExitStatus.EXPLORED
    )
    for direction, _ in ways:
        attempt = state.journal.attempt(here, direction)
        refused = attempt is not None and attempt.effect is Effect.NOTHING
        if attempt is None or attempt.turn < posture.since or (refused and attempt.turn < done):
            reason = f"The {posture.on} may take me there."
            return Decision(reasoning=reason, command=direction)
    return None


def alight(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return the leaving of what one sits on or in, where that keeps one from going on."""
    posture = state.posture
    if not posture.on or _is_told(state):
        return None
    stayed = state.turn - max(posture.since, posture.went)
    number = max(posture.kept - KEPT, stayed - LINGERING)
    command = leaving(vocabulary, number) if number >= 0 else None
    if command is None:
        return None
    attempt = state.journal.attempt(state.map.here, command)
    if attempt is not None and attempt.turn > max(posture.since, posture.went):
        return None  # it did not help
    return Decision(reasoning=f"The {posture.on} may keep me here.", command=command)


def _is_told(state: AdventureState) -> bool:
    """Tell whether a refusal here has just said what must be done first."""
    here = state.map.here
    ideas = state.puzzles.suggestions.values()
    return any(
        idea.kind == FIRST and idea.room == here and idea.turn >= state.turn - JUST
        for idea in ideas
    )
