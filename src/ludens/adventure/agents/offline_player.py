"""The offline player: explores methodically and takes what it finds. It knows no story."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.state import NOWHERE, AdventureState
from ludens.adventure.world.map import Room
from ludens.adventure.world.routes import nearest, unexplored

_QUESTION = re.compile(r"\b(?:y/n|yes or no|y or n)\b|\(y\)", re.IGNORECASE)


class OfflinePlayer:
    """Fills the player's role with rules, in the order of `_wishes`."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the first wish that was not tried here already."""
        state = briefing.state
        if state.wants is Wants.KEY:
            return Decision(reasoning="The story waits for a key.", command=" ")
        if _QUESTION.search(state.text[-200:]):
            return Decision(reasoning="The story asks a question.", command="yes")
        tried = state.tried.get(state.map.here or NOWHERE, {})
        for reasoning, command in self._wishes(briefing):
            if command not in tried:
                return Decision(reasoning=reasoning, command=command)
        return self._elsewhere(briefing) or self._again(briefing)

    def _wishes(self, briefing: Briefing) -> Iterator[tuple[str, str]]:
        """Yield what is worth doing here, best first."""
        state = briefing.state
        here = state.map.here
        if here is None:
            yield "Nothing is known of this place yet.", "look"
            return
        for item in state.items.at(here):
            name = state.items.known[item].name
            yield f"Here is {name}; it may be of use.", f"take {name}"
        for item in state.items.at(here):
            name = state.items.known[item].name
            yield f"Perhaps {name} opens.", f"open {name}"
            yield f"What is {name}?", f"examine {name}"
        room = state.map.rooms[here]
        if room.dark:
            for item in state.items.at("inventory"):
                yield "It is dark; this may give light.", f"turn on {state.items.known[item].name}"
        ways = unexplored(room)
        briefing.dice.shuffle(ways)
        for way in ways:
            yield f"Nobody has gone {way} from here.", way

    def _elsewhere(self, briefing: Briefing) -> Decision | None:
        """Return a step towards the nearest place with something left to try."""
        state = briefing.state
        if state.map.here is None:
            return None
        for reason, wanted in (
            ("a way nobody has gone", lambda room: bool(unexplored(room))),
            ("a place with directions left to guess", lambda room: bool(_guesses(state, room))),
        ):
            found = nearest(state.map, state.map.here, wanted)
            if found is None:
                continue
            room, commands = found
            if commands:
                name = state.map.rooms[room].name
                return Decision(reasoning=f"Back to {name}: {reason}.", command=commands[0])
            guesses = _guesses(state, state.map.rooms[room])
            if guesses:
                way = briefing.dice.choice(guesses)
                return Decision(reasoning=f"Perhaps one can go {way}.", command=way)
        return None

    def _again(self, briefing: Briefing) -> Decision:
        """Return something when everything known was tried: the world may have changed."""
        state = briefing.state
        room = state.map.rooms[state.map.here] if state.map.here else None
        ways = [way for way, exit_ in room.exits.items() if exit_.to] if room else []
        command = briefing.dice.choice(ways or ["wait", "look", "inventory"])
        return Decision(reasoning="Everything known was tried; going round again.", command=command)


def _guesses(state: AdventureState, room: Room) -> list[str]:
    """Return the directions of which nothing is known in a room."""
    return [way for way in DIRECTIONS if way not in room.exits]
