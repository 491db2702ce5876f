"""Something to climb by that was just made fast or let down: down and up come first then."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.events import Effect
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId

_MAKING_FAST = re.compile(
    r"^(?:(?:tie|attach|fasten|hang|throw|put|drop|lean|secure|hook|place) (?:[a-z-]+ ){0,3}"
    r"(?:rope|ladder|cord|line|chain|cable|vine|sheets?|plank|grapnel) "
    r"(?:to|over|down|in|into|on|onto|across|against|round|around)\b"
    r"|(?:lower|unroll|uncoil|raise) (?:[a-z-]+ ){0,3}(?:rope|ladder|cord|line|chain|cable)\b)"
)
LET_DOWN = 2.2
"""Going down by what was just made fast: better than any way out."""


def let_down(state: AdventureState) -> Iterator[tuple[RoomId, Opportunity]]:
    """Yield the ways down and up where something to climb by was just made fast or let down."""
    here, last = state.map.here, state.recent[-1][0] if state.recent else ""
    attempt = state.journal.attempt(here, last) if _MAKING_FAST.match(last) else None
    if here is None or attempt is None or attempt.turn < state.turn - 1:
        return
    if attempt.affirmed or attempt.effect in (Effect.CHANGED, Effect.SCORED):
        for way, worth in (("down", LET_DOWN), ("up", LET_DOWN / 2)):
            reason = "There is something to climb by now."
            yield here, Opportunity(way, worth, reason, since=state.turn, due=True)
