"""A maze without a story: answers commands from its truth, as quick as can be."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import RoomId
from ludens.adventure.mazes.mapper import Sight
from mazes.spec import MazeSpec
from mazes.texts import TREASURE

STEALS = 0.02
"""How likely the thief takes a marker in a turn."""
KEEPS_NOT = 0.0
"""How often he leaves it somewhere else in the maze."""
FADES = "The brass lamp is getting dim."
LAMP = "brass lamp"
DIM = 30
"""Turns of light left when the story warns."""


class PretendMaze:
    """Stands in for a story of the maze."""

    def __init__(self, spec: MazeSpec, *, numbers: bool = False, maze: int = 0) -> None:
        """Begin in the maze's first room; `numbers` lets the room numbers be seen."""
        self.spec = spec
        self.numbers = numbers
        self.maze = maze
        self.random = Random(f"pretend {spec.seed}")
        self.here = next(iter(spec.rooms[spec.mouth].ways.values()))[0]
        self.lying: dict[str, int] = {}
        self.carried: list[str] = list(spec.markers)
        self.stolen: list[str] = []
        self.turns = 0
        self.lying.update(spec.spare)
        self.light = spec.lamp_turns or 0
        self.lit = spec.lamp_turns is not None and not spec.plan.unlit

    def do(self, command: str) -> Sight:
        """Answer a command."""
        sight = self._answer(command)
        if self.lit:
            self.light -= 1
            self.lit = self.light > 0
        return replace(sight, fading=FADES) if self.lit and self.light == DIM else sight

    def again(self) -> PretendMaze:
        """Return a maze that goes on from here by itself."""
        other = copy(self)
        other.lying, other.carried = dict(self.lying), list(self.carried)
        other.stolen = list(self.stolen)
        other.random = Random()
        other.random.setstate(self.random.getstate())
        return other

    @property
    def dark(self) -> bool:
        """Whether nothing can be seen here."""
        return self.spec.rooms[self.here].dark and not self.lit

    def _answer(self, command: str) -> Sight:
        self.turns += 1
        verb, _, thing = command.partition(" ")
        if self.spec.thief:
            self._steal()
        if command in self.spec.rooms[self.here].deadly:
            return Sight(died=True)
        if command in DIRECTIONS:
            ends = self.spec.rooms[self.here].ways.get(command)
            if ends is None:
                return Sight(refusal="You can't go that way.")
            self.here = ends[0] if len(ends) == 1 else self.random.choice(ends)
            return self._place()
        if verb == "look":
            return self._place()
        if verb == "inventory":
            lights = (LAMP,) if self.spec.lamp_turns is not None else ()
            return Sight(carried=tuple(self.carried), lights=lights)
        if command == f"turn on {LAMP}" and self.light:
            self.lit = True
            return Sight()
        if verb == "drop" and thing in self.carried:
            self.carried.remove(thing)
            self.lying[thing] = self.here
            return Sight(dropped=frozenset([thing]))
        if verb == "take" and self.lying.get(thing) == self.here and not self.dark:
            if len(self.carried) >= self.spec.carry_limit:
                return Sight(too_much=True)
            del self.lying[thing]
            self.carried.append(thing)
            return Sight(taken=frozenset([thing]))
        return Sight(refusal="You can't do that.")

    def _place(self) -> Sight:
        room = self.spec.rooms[self.here]
        outside = room.maze != self.maze
        if self.dark:
            return Sight(shown=True, dark=True, location=self.here if self.numbers else None)
        here = [name for name, at in self.lying.items() if at == self.here]
        things = (*here, TREASURE) if self.here == self.spec.treasure_at else tuple(here)
        return Sight(
            shown=True,
            look=f"{room.title} {room.description}".lower(),
            title=room.title,
            outside=RoomId(f"out_{self.here}") if outside else None,
            location=self.here if self.numbers else None,
            mentions=tuple(room.ways) if outside else (),
            risky=("down",) if "deep pit" in room.description else (),
            things=things,
        )

    def _steal(self) -> None:
        if self.random.random() < STEALS:
            away = [name for name, at in sorted(self.lying.items()) if at != self.here]
            if away:
                name = self.random.choice(away)
                del self.lying[name]
                if self.random.random() < KEEPS_NOT:
                    self.lying[name] = self.random.choice(self.spec.inside)
                else:
                    self.stolen.append(name)
