"""What the agents are told."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from textwrap import shorten
from typing import Any

from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import INVENTORY, in_room
from ludens.adventure.world.summary import summarize
from ludens.adventure.world.warnings import warnings

RECENT = 8
"""Commands with their answers that a player is reminded of."""
ANSWER = 240
"""Characters of each such answer."""
TEXT = 3000
"""Characters of the story's last text, cut in the middle when it is longer."""
THINGS = 30
"""Things that are listed in a place, at most."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a deciding agent is given for one turn: the state to read, and its own dice."""

    turn: int
    state: AdventureState
    """Read only: what the company knows before the decision."""
    dice: Random
    """This turn's generator for the agent, for choices between equals."""

    def facts(self) -> dict[str, Any]:
        """Return what a prompt says of the turn; bounded, whatever the episode's length."""
        state = self.state
        here = state.map.here
        summary = summarize(state.map)
        return {
            "turn": self.turn,
            "score": state.score,
            "max_score": state.max_score,
            "text": _middle_out(state.text.strip()),
            "room": summary.room,
            "exits": summary.exits,
            "here": self._names(in_room(here)) if here is not None else [],
            "carried": self._names(INVENTORY),
            "warnings": warnings(state.map, state.items, self.turn),
            "map": str(summary),
            "recent": [
                (command, shorten(answer, ANSWER, placeholder=" …"))
                for command, answer in state.recent[-RECENT:]
            ],
        }

    def _names(self, place: Any) -> list[str]:
        items = self.state.items
        return [items.known[id_].name for id_ in items.at(place)[:THINGS]]


def _middle_out(text: str) -> str:
    if len(text) <= TEXT:
        return text
    return f"{text[: TEXT * 2 // 3]}\n […]\n{text[-TEXT // 3 :]}"
