"""Reconsidering: a deed that was refused with a word of what stands against it, once that changed.

"In the vat there are two of wax": whenever wax went into the vat and scored, once more.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.events import Effect
from ludens.adventure.journal import HANDS
from ludens.adventure.kinds import SHIFTING
from ludens.adventure.puzzles.thinking import PERSONAL
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId

ONCE_MORE = 1.0
"""Such a deed, where something scored with what its refusal speaks of."""
RIPE = 0.6
"""The same, of a deed that came too early, where something scored in its room."""
GONE_ON = 1.2
"""Going on with what has begun to work."""
MOOD = 3
"""How often somebody is asked once more after something scored where they are."""
SOON, MOST = 8, 12
"""Turns within which one goes on, and how often at most."""


def reconsidered(state: AdventureState) -> Iterator[tuple[RoomId | None, Opportunity]]:
    """Yield the deeds that were refused where the player is and may work by what scored since.

    Each is tried once after each such score, however often it was tried before: a work of several
    parts is refused for each of them. No way is gone for it.
    """
    journal = state.journal
    here = state.map.here
    pages = (here, HANDS) if here is not None else ()
    for page, deeds in ((page, journal.pending.get(page, {})) for page in pages):
        ripe = -1 if page == HANDS else journal.solved.get(page, -1)
        for command, waiting in deeds.items():
            attempt = journal.attempts.get(page, {}).get(command)
            if attempt is None or attempt.effect is not Effect.NOTHING:
                continue
            room = None if page == HANDS else page
            if waiting.unfinished and state.turn - attempt.turn <= SOON:
                if attempt.times <= MOST:
                    since, reason = attempt.turn, "It has begun to work."
                    yield room, Opportunity(command, GONE_ON, reason, since=since, due=True)
                continue
            about = max((journal.achieved.get(name, -1) for name in waiting.speaks), default=-1)
            verb = command.partition(" ")[0]
            if verb in PERSONAL and ripe > attempt.turn and attempt.times <= MOOD:
                reason = "They may think otherwise by now."
                yield room, Opportunity(command, RIPE, reason, since=ripe, due=True)
            elif about > attempt.turn and SHIFTING.match(command) is None:
                reason = "Something was achieved with what stood against it."
                yield room, Opportunity(command, ONCE_MORE, reason, since=about, due=True)
            elif waiting.premature and ripe > attempt.turn:
                reason = "It was too early; something was achieved since."
                yield room, Opportunity(command, RIPE, reason, since=ripe, due=True)
