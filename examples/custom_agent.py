"""A player of your own: the company around it stays as it is.

    ludens play --agent custom_agent.py
    python custom_agent.py

The critic scores what it proposes, the map is kept, loop-breaking breaks its loops, and the episode
can be shown, resumed, forked and replayed like any other.
"""

from __future__ import annotations

import ludens
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.world.exits import ExitStatus


class Wanderer:
    """Takes a way that nobody took, if the room has one; else any direction."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the command of this turn; all that may be known is in the briefing."""
        world, here = briefing.state.map, briefing.state.map.here
        ways = world.rooms[here].exits if here is not None else {}
        new = [name for name, way in ways.items() if way.status is ExitStatus.UNEXPLORED]
        if new:
            return Decision(reasoning="Nobody went there.", command=new[0])
        known = list(ways) or ["look"]
        return Decision(reasoning="No way is new.", command=briefing.dice.choice(known))


if __name__ == "__main__":
    episode = ludens.play(agent=__file__, turns=30, seed=7)
    print(f"{episode.headline['rooms']} rooms in 30 turns; ludens show {episode.id} --map")
