"""A player of your own: the company around it stays as it is.

    python examples/custom_agent.py [STORY]

The critic scores what it proposes, the map is kept, loop-breaking breaks its loops, and the episode
can be shown, resumed and forked like any other.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.game import Adventure
from ludens.adventure.session import AdventureSession
from ludens.adventure.setup import assemble_company
from ludens.adventure.world.exits import ExitStatus
from ludens.episode.game import Stage
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.settings import load_settings


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


class WanderersAdventure(Adventure):
    """The adventure with the wanderer in the player's seat."""

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together, and change one of it."""
        return AdventureSession(replace(assemble_company(stage), player=Wanderer()))


def main() -> None:
    """Play thirty turns."""
    settings = load_settings({"limits": {"turns": 30}})
    store = Store.open(settings.store)
    new = new_adventure(settings, sys.argv[1] if len(sys.argv) > 1 else None, seed=7)
    runner = Runner(store, WanderersAdventure())
    row = asyncio.run(runner.play(runner.create(new)))
    print(f"{row.headline['rooms']} rooms in {row.turns} turns; ludens show {row.id} --map")
    store.close()


if __name__ == "__main__":
    main()
