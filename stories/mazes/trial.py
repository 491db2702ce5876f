"""The solver let loose on a maze, and its map held against the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludens.adventure.events import By, CommandChosen, RoomId
from ludens.adventure.mazes.conclusion import conclude
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeDetected,
    MazeRoomsJoined,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.mapper import observe
from ludens.adventure.mazes.record import Mazes
from ludens.adventure.mazes.solver import next_step
from ludens.adventure.mazes.steps import Onward
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
        """The maze as the solver knows it."""
        groups = list(self.mazes.groups.values())
        return next((group for group in groups if self._is_outer(group)), groups[0])

    def _is_outer(self, group: MazeGroup) -> bool:
        """Return whether a group is the outer maze, where several are nested."""
        rooms = {n for id_ in group.room_ids for n in self.truth.get(id_, ())}
        return all(self.spec.rooms[n].maze == 0 for n in rooms)

    def exact(self) -> str:
        """Return how the map differs from the truth; empty if it does not.

        Ways that vary are compared by the rooms that they were seen to lead to.
        """
        group, spec = self.group, self.spec
        rooms: dict[RoomId, int] = {}
        for id_ in group.rooms:
            seen = self.truth.get(id_, set())
            if len(seen) != 1:
                return f"{id_} was {sorted(seen)}"
            rooms[id_] = next(iter(seen))
        if len(set(rooms.values())) != len(rooms):
            return "a room is there twice"
        inside = [n for n, room in enumerate(spec.rooms) if room.maze == 0]
        missing = set(inside) - {rooms[id_] for id_ in group.room_ids}
        if missing:
            return f"rooms {sorted(missing)} are missing"
        for id_ in group.room_ids:
            known = group.rooms[id_]
            for direction in WAYS:
                way = known.ways.get(direction)
                ends = spec.rooms[rooms[id_]].ways.get(direction, [])
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
            group="1", entry_room=RoomId(f"out_{spec.mouth}"), budget=budget, markers_wanted=8
        )
    )
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
        observe(group, step.command, maze.do(step.command), emit)
    trial.left_behind = sum(
        1 for name, at in maze.lying.items() if at in spec.inside and name in trial.group.kit
    )
    return trial
