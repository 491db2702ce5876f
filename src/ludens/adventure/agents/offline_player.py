"""The offline player: explores methodically and takes what it finds. It knows no story."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import RoomId
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import NOWHERE, AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import Room
from ludens.adventure.world.places import INVENTORY, in_room
from ludens.adventure.world.routes import nearby, nearest_unexplored, untried_exits


class OfflinePlayer:
    """Fills the player's role with rules."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the first wish that was not tried here already, else a step to elsewhere."""
        state = briefing.state
        if state.wants is Wants.KEY:
            return Decision(reasoning="The story waits for a key.", command=" ")
        if question_in(state.text) is Question.YES_NO:
            return Decision(reasoning="The story asks a question.", command="yes")
        here = state.map.here
        if here is None:
            return Decision(reasoning="Nothing is known of this place yet.", command="look")
        tried = state.tried.get(here or NOWHERE, {})
        for reasoning, command in self._wishes(briefing, here):
            if command not in tried:
                return Decision(reasoning=reasoning, command=command)
        return self._elsewhere(briefing, here) or self._again(briefing, here)

    def _wishes(self, briefing: Briefing, here: RoomId) -> Iterator[tuple[str, str]]:
        """Yield what is worth doing here, best first."""
        state = briefing.state
        room = state.map.rooms[here]
        if room.dark:
            for id_ in state.items.at(INVENTORY):
                yield "It is dark; this may give light.", f"turn on {state.items.known[id_].name}"
        things = [state.items.known[id_] for id_ in state.items.at(in_room(here))]
        for item in things:
            if item.portable is not False and not item.alive:
                yield f"Here is the {item.name}; it may be of use.", f"take {item.name}"
        for item in things:
            if item.open is not True and not item.alive:
                yield f"Perhaps the {item.name} opens.", f"open {item.name}"
            yield f"What is the {item.name}?", f"examine {item.name}"
        ways = untried_exits(room)
        briefing.dice.shuffle(ways)
        for way in ways:
            yield f"Nobody has gone {way} from here.", way

    def _elsewhere(self, briefing: Briefing, here: RoomId) -> Decision | None:
        """Return a step towards the nearest place with something left to try."""
        state = briefing.state
        frontier = nearest_unexplored(state.map, here)
        if frontier is not None and frontier.route.commands:
            name = state.map.rooms[frontier.room].name
            reason = f"Back to {name}: nobody has gone {frontier.direction} from there."
            return Decision(reasoning=reason, command=frontier.route.commands[0])
        guesses = self._guesses(state, here)
        if guesses:
            way = briefing.dice.choice(guesses)
            return Decision(reasoning=f"Perhaps one can go {way}.", command=way)
        for route in nearby(state.map, here):
            room = route.rooms[-1]
            if self._guesses(state, room):
                name = state.map.rooms[room].name
                return Decision(
                    reasoning=f"Back to {name}: there are directions left to try.",
                    command=route.commands[0],
                )
        return None

    def _guesses(self, state: AdventureState, here: RoomId) -> list[str]:
        """Return the directions that nobody tried in a room, mentioned or not."""
        room: Room = state.map.rooms[here]
        return [way for way in DIRECTIONS if way not in room.exits]

    def _again(self, briefing: Briefing, here: RoomId) -> Decision:
        """Return something when everything known was tried: the world may have changed."""
        room = briefing.state.map.rooms[here]
        ways = [name for name, way in room.exits.items() if way.status is ExitStatus.EXPLORED]
        command = briefing.dice.choice(ways or ["wait", "look", "inventory"])
        return Decision(reasoning="Everything known was tried; going round again.", command=command)
