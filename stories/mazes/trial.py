"""The solver let loose on a maze, and its map held against the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludens.adventure.events import By, CommandChosen, RoomId
from ludens.adventure.mazes.drawing import conclude
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeDetected,
    MazeRoomsJoined,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup, Mazes, taken_back
from ludens.adventure.mazes.mapper import observe
from ludens.adventure.mazes.solver import Onward, next_step
from ludens.episode.events import Event
from mazes.pretend import PretendMaze
from mazes.spec import WAYS, MazeSpec

WANTED = 8
"""Markers below which the solver looks for more, as by default."""


@dataclass
class Trial:
    """What came of one maze."""

    spec: MazeSpec
    mazes: Mazes
    events: list[Event] = field(default_factory=list)
    commands: int = 0
    """Given until the map was done; those for collecting markers are not counted."""
    collecting: int = 0
    truth: dict[RoomId, set[int]] = field(default_factory=dict)
    """The true rooms in which the player was when the solver thought to be in each room."""
    left_behind: int = 0
    """Markers that lie in the maze at the end, and that nobody stole."""
    log: list[str] = field(default_factory=list)

    @property
    def group(self) -> MazeGroup:
        """The outer maze, as the solver knows it; the first one found if it is not known."""
        return self.group_of(0) or next(iter(self.mazes.groups.values()))

    def group_of(self, maze: int) -> MazeGroup | None:
        """Return what the solver knows of a maze; the last group, where it was begun again."""
        found = [group for group in self.mazes.groups.values() if self._is(group, maze)]
        return found[-1] if found else None

    def _is(self, group: MazeGroup, maze: int) -> bool:
        rooms = {n for id_ in group.room_ids for n in self.truth.get(id_, ())}
        return bool(rooms) and {self.spec.rooms[n].maze for n in rooms} == {maze}

    def exact(self) -> str:
        """Return how the maps of all mazes differ from the truth; empty if they do not.

        Ways that vary are compared by the rooms that they were seen to lead to.
        """
        for maze in sorted({self.spec.rooms[n].maze or 0 for n in self.spec.inside}):
            group = self.group_of(maze)
            why = self._difference(group, maze) if group is not None else "it was not noticed"
            if why:
                return why if maze == 0 else f"maze {maze}: {why}"
        return ""

    def _difference(self, group: MazeGroup, maze: int) -> str:
        spec = self.spec
        rooms: dict[RoomId, int] = {}
        for id_ in group.rooms:
            seen = self.truth.get(id_, set())
            if len(seen) != 1:
                return f"{id_} was {sorted(seen)}"
            rooms[id_] = next(iter(seen))
        own = [n for id_, n in rooms.items() if id_ in group.room_ids or not id_.startswith("maze")]
        if len(set(own)) != len(own):
            return "a room is there twice"
        inside = [n for n, room in enumerate(spec.rooms) if room.maze == maze]
        missing = set(inside) - {rooms[id_] for id_ in group.room_ids}
        if missing:
            return f"rooms {sorted(missing)} are missing"
        for id_ in group.room_ids:
            known = group.rooms[id_]
            for direction in WAYS:
                way = known.ways.get(direction)
                ends = spec.rooms[rooms[id_]].ways.get(direction, [])
                fatal = direction in spec.rooms[rooms[id_]].deadly
                if fatal != (way is not None and way.deadly):
                    return f"{direction} of {id_} is {'' if fatal else 'not '}deadly"
                if way is None and ends:
                    return f"{direction} of {id_} was not tried"
                led = {rooms[to] for to in way.led} if way is not None else set()
                if len(ends) > 1:
                    if not led <= set(ends):
                        return f"{direction} of {id_} leads to {ends}, not {led}"
                elif led != set(ends):
                    return f"{direction} of {id_} leads to {ends}, not {led}"
        return ""


def run(
    spec: MazeSpec,
    *,
    numbers: bool = False,
    budget: int = 4000,
    watch: Callable[[Trial], None] | None = None,
) -> Trial:
    """Let the solver map a maze without a story."""
    maze = PretendMaze(spec, numbers=numbers)
    trial = Trial(spec, Mazes())

    def emit(event: Event) -> None:
        trial.mazes.apply(event, maze.turns)
        trial.events.append(event)
        match event:
            case MazeArrived(room=room) if room is not None:
                trial.truth.setdefault(room, set()).add(maze.here)
            case MazeRoomsJoined():
                known = trial.truth.pop(event.room, set())
                trial.truth.setdefault(event.into, set()).update(known)

    emit(
        MazeDetected(
            group="1", entry_room=RoomId(f"out_{spec.mouth}"), budget=budget, markers_wanted=WANTED
        )
    )
    deadly = any(room.deadly for room in spec.rooms)
    while trial.mazes.solving and trial.commands + trial.collecting < 3 * budget:
        group = trial.group
        step = next_step(group)
        if isinstance(step, Onward):
            for event in conclude(group, step):
                emit(event)
            continue
        if watch is not None:
            watch(trial)
        if group.phase is Phase.RETRIEVING:
            trial.collecting += 1
        else:
            trial.commands += 1
        emit(CommandChosen(command=step.command, by=By.SOLVER, reasoning=step.reason))
        trial.log.append(f"{maze.here} {step.command}: {step.reason}")
        then = (maze.again(), trial.mazes.model_copy(deep=True)) if deadly else None
        sight = maze.do(step.command)
        observe(group, step.command, sight, emit)
        if sight.died and then is not None:
            maze, before = then
            for event in list(taken_back(before, trial.mazes, None)):
                emit(event)
    trial.left_behind = sum(
        1 for name, at in maze.lying.items() if at in spec.inside and name in trial.group.kit
    )
    return trial
