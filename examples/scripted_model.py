"""A model that is a function: everything else is real.

    python examples/scripted_model.py

The player is asked as any model is: with a briefing, for JSON of the decision's shape. Its calls
are on the record with tokens and cost, as `ludens briefings last` shows.
"""

from __future__ import annotations

import asyncio

from ludens.adventure.agents.player import Decision
from ludens.adventure.game import Adventure
from ludens.episode.calls import usage
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.llm.request import LLMRequest
from ludens.llm.scripted import ScriptedLLM
from ludens.settings import load_settings

COMMANDS = ("look", "south", "examine bird", "take bird", "inventory", "north")


def main() -> None:
    """Play six turns with the function as the player's model."""
    asked = 0

    def answer(request: LLMRequest) -> Decision:
        nonlocal asked
        asked += 1
        command = COMMANDS[(asked - 1) % len(COMMANDS)]
        return Decision(reasoning=f"It is the {asked}. on my list.", command=command)

    settings = load_settings({"limits": {"turns": len(COMMANDS)}})
    store = Store.open(settings.store)
    game = Adventure(stand_ins={"player": ScriptedLLM(answer)})
    runner = Runner(store, game)
    row = asyncio.run(runner.play(runner.create(new_adventure(settings, seed=7))))
    used = usage(store, row.id)
    print(f"{row.turns} turns, {used.calls} calls, {used.input_tokens} tokens in")
    store.close()


if __name__ == "__main__":
    main()
