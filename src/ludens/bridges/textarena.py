"""TextArena: our table under its interface, and its agents at our table.

    import ludens.bridges.textarena
    env = textarena.make("LudensMafia-v0")

    from ludens.bridges.textarena import play_agents
    play_agents({0: textarena.agents.OpenRouterAgent("...")}, seats=7)

Importing this module registers the environment. Needs the extra `textarena`.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import textarena

from ludens.api.episodes import Episode
from ludens.api.house import played, settings_of, store_at
from ludens.bridges.sitting import SeatedTable, decided, default_for
from ludens.episode.store import Store
from ludens.games import new_table
from ludens.llm.base import BaseLLM, OnText
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.tokens import estimate_tokens
from ludens.mafia.briefing import Briefing
from ludens.mafia.game import Mafia
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import FEWEST_SEATS, MOST_SEATS, SeatId

Agent = Callable[[str], str]
"""What TextArena calls an agent: it is told something and says what it does."""

HOW = (
    "\nAnswer with what you say. Where somebody is to be named, put the name in brackets, as in "
    "[{name}], or [nobody]."
)
_CHOICE = re.compile(r"\[([^\[\]]+)\]")


class MafiaArena(textarena.Env):
    """A Mafia table whose every seat is one of TextArena's players, 5 to 15 of them.

    Rewards are 1 for whoever won and -1 for whoever lost. What does not fit what is asked is
    answered by the table's default, and counted as an invalid move.
    """

    def __init__(self, store: str | None = None, settings: Mapping[str, Any] | None = None) -> None:
        """Prepare a table; its games are episodes in `store`, a temporary one unless named."""
        self._folder = tempfile.TemporaryDirectory() if store is None else None
        folder = self._folder.name if self._folder is not None else ""
        self._store = Store.open(store or str(Path(folder) / "tables.db"))
        self._settings = settings
        self.table: SeatedTable | None = None
        self.game_info: dict[int, dict[str, Any]] = {}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Lay a new table; raises ValueError for a number of players that makes none."""
        if not FEWEST_SEATS <= num_players <= MOST_SEATS:
            raise ValueError(f"a table has {FEWEST_SEATS} to {MOST_SEATS} players")
        if self.table is not None:
            self.table.close()
        seats = range(num_players)
        self.table = SeatedTable(
            self._store, seats=num_players, own=seats, seed=seed, settings=self._settings
        )
        self.game_info = {
            seat: {"role": f"Player {seat}", "invalid_move": False, "turn_count": 0}
            for seat in seats
        }

    def get_observation(self) -> tuple[int, str]:
        """Return whose turn it is, and what that player is told."""
        table, briefing = self._asked
        example = briefing.name(briefing.options[0]) if briefing.options else "Player 1"
        return int(briefing.seat), table.told() + HOW.format(name=example)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Decide for the player who was observed; return whether the game is over."""
        table, briefing = self._asked
        info = self.game_info[int(briefing.seat)]
        info["turn_count"] += 1
        decision = decided(briefing, _choice(briefing, action), _CHOICE.sub("", action).strip())
        if decision is None:
            info["invalid_move"] = True
        table.answer(decision if decision is not None else default_for(briefing))
        return table.briefing is None, {"episode": table.row.id, "valid": decision is not None}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return every player's reward, and what became of them."""
        assert self.table is not None, "reset() comes first"
        winners = self.table.winners
        self.table.close()
        rewards = {seat: 1.0 if seat in winners else -1.0 for seat in self.game_info}
        self._store.close()
        if self._folder is not None:
            self._folder.cleanup()
        return rewards, self.game_info

    @property
    def _asked(self) -> tuple[SeatedTable, Briefing]:
        if self.table is None or self.table.briefing is None:
            raise ValueError("the game is over, or reset() was not called")
        return self.table, self.table.briefing


def _choice(briefing: Briefing, action: str) -> SeatId | None:
    """Return whom an action names in its last brackets: by name, or by number."""
    named = _CHOICE.findall(action)
    wanted = named[-1].strip().casefold() if named else ""
    for seat in briefing.options:
        if wanted in (briefing.name(seat).casefold(), str(seat)):
            return seat
    return None


class ArenaModel(BaseLLM):
    """An agent of TextArena as a model of ours: it is told the whole prompt, and replies."""

    def __init__(self, agent: Agent, name: str) -> None:
        self._agent, self._name = agent, name

    @property
    def name(self) -> str:
        """`textarena/` and the agent's class."""
        return self._name

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return what the agent says; its tokens are estimated, its price is unknown."""
        parts = [block.text for block in request.system]
        parts += [block.text for message in request.messages for block in message.blocks]
        told = "\n\n".join(parts)
        text = str(self._agent(told))
        usage = Usage(input_tokens=estimate_tokens(told), output_tokens=estimate_tokens(text))
        return LLMResponse(text=text, model=self._name, usage=usage, cost=Decimal(0))


def play_agents(
    agents: Mapping[int, Agent],
    *,
    seats: int = 7,
    seed: int | None = None,
    store: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Episode:
    """Play a table with TextArena's agents in some of its seats; the rest is offline.

    They are given the same prompts as any model, and every reply of theirs is on the record.
    """
    names = {seat: f"textarena/{type(agent).__name__}" for seat, agent in agents.items()}
    wanted = settings_of(settings, {"mafia": {"seats": seats}}, {"store": store} if store else {})
    models = {seat_role(seat): ArenaModel(agents[seat], names[seat]) for seat in agents}
    opened = store_at(wanted.store)
    row = opened.episode(opened.create(new_table(wanted, seed=seed)))
    return Episode(opened, played(opened, wanted, row, game=Mafia(stand_ins=models)))


textarena.register("LudensMafia-v0", entry_point=MafiaArena)
