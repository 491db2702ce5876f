"""How the map's costs grow with its size: folding, paths, exploring.

Walks through made-up worlds of growing size with the rules that perception uses, and asks the map
at its end. Each row is a figure at one size, with its ratio to the smallest size. Times are of the
processor, so that a busy machine does not change them.

    python bench/world_growth.py [--sizes 50,500,2000,10000]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from itertools import cycle
from random import Random

from ludens.adventure.state import AdventureState
from ludens.adventure.world.layout import COMPASS
from ludens.adventure.world.map_events import ExitMarked, ExitSeen, Movement, PlayerMoved, RoomFound
from ludens.adventure.world.moves import events_for_move
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import frontiers, nearby, path
from ludens.episode.events import Event

QUESTIONS = 60
REPEATS = 3
"""Each question is asked so often, and its fastest answer counts: other work disturbs the rest."""
GRID = {name: COMPASS[name] for name in ("north", "east", "south", "west")}


class Walk:
    """A walk through every room of a grid of corridors, one event log in the making."""

    def __init__(self, rooms: int, dice: Random) -> None:
        self.dice = dice
        self.width = max(2, round(rooms**0.5))
        self.rooms = rooms
        self.state = AdventureState()
        self.log: list[tuple[int, Event]] = []
        self.stepping: list[float] = []
        """Seconds for asking the way to what is unexplored and folding the move there."""
        self.at = (0, 0)
        self._find()
        self._emit(events_for_move(self.state.map, None, "", self.room(self.at)))
        self._explore()

    def room(self, cell: tuple[int, int]) -> RoomId:
        return RoomId(f"r{cell[0]}x{cell[1]}")

    def is_room(self, cell: tuple[int, int]) -> bool:
        x, y = cell
        return 0 <= x < self.width and y >= 0 and y * self.width + x < self.rooms

    def _find(self) -> None:
        room = self.room(self.at)
        if room not in self.state.map.rooms:
            self._emit([RoomFound(room=room, name=f"Chamber of {room}", description="Stone.")])
            for direction, (dx, dy) in GRID.items():
                if self.is_room((self.at[0] + dx, self.at[1] + dy)) and self.dice.random() < 0.9:
                    self._emit([ExitSeen(room=room, direction=direction)])

    def _emit(self, events: list[Event]) -> None:
        for event in events:
            self.state.apply(event)
            self.log.append((self.state.turn, event))

    def _step(self, direction: str) -> None:
        self.state.turn += 1
        origin = self.room(self.at)
        dx, dy = GRID[direction]
        self.at = (self.at[0] + dx, self.at[1] + dy)
        self._find()
        self._emit(events_for_move(self.state.map, origin, direction, self.room(self.at)))

    def _explore(self) -> None:
        """Go to the nearest unexplored exit until there is none."""
        while True:
            began = time.process_time()
            found = next(frontiers(self.state.map, self.room(self.at)), None)
            if found is None:
                return
            commands = (*found.route.commands, found.direction)
            self._step(commands[0])
            self.stepping.append(time.process_time() - began)
            for command in commands[1:]:
                self._step(command)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="50,500,2000,10000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    first: dict[str, float] = {}
    for size in sizes:
        for name, value in measured(size).items():
            first.setdefault(name, value)
            ratio = value / first[name] if first[name] else 1.0
            print(f"{size:6} rooms   {name:44} {value:10.3f}   x {ratio:7.2f}")
        print()


def measured(size: int) -> dict[str, float]:
    """Return every figure for one size."""
    walk = Walk(size, Random(1))
    world, dice = walk.state.map, Random(2)
    rooms = list(world.rooms)
    here = walk.room((0, 0))
    *_, farthest = nearby(world, here)
    far = farthest.rooms[-1]

    way, marks = next(iter(world.rooms[here].exits)), cycle([True, False])

    def change() -> None:
        """Let a way on the map change, so that no answer is left from before."""
        walk.state.apply(ExitMarked(room=here, direction=way, one_way=next(marks)))

    pairs = [(dice.choice(rooms), dice.choice(rooms)) for _ in range(QUESTIONS)]
    paths = [_ms(lambda a=a, b=b: path(world, a, b), change) for a, b in pairs]
    across = [_ms(lambda: path(world, here, far), change) for _ in range(5)]
    # One exit is left to explore, in the far corner, and it comes and goes between questions.
    nearest = []
    for turn in range(10):
        walk.state.apply(ExitSeen(room=far, direction=f"enter door {turn}"))
        nearest.append(_ms(lambda: next(frontiers(world, here), None), change))
    walk.state.apply(PlayerMoved(room=rooms[len(rooms) // 2], how=Movement.RESTORED))
    document = walk.state.dump()
    loading = _ms(lambda: AdventureState.load(document))
    fresh = AdventureState.load(document)
    cold = _ms(lambda: path(fresh.map, here, far))
    tail = walk.log[-min(400, len(walk.log)) :]
    again = AdventureState.load(document)
    folding = []
    for _, event in tail:
        folding.append(_ms(lambda event=event: again.apply(event)))
    return {
        "fold one event (median us)": statistics.median(folding) * 1000,
        "fold the whole log (us an event)": _fold_all(walk.log) * 1000,
        "a step of exploring, late (median ms)": statistics.median(walk.stepping[-200:]) * 1000,
        "path between two rooms (median ms)": statistics.median(paths),
        "path between two rooms (worst ms)": max(paths),
        "path from corner to corner (worst ms)": max(across),
        "nearest unexplored, in the far corner (worst)": max(nearest),
        "state as a document (kilobytes)": len(document) / 1024,
        "load the document (ms)": loading,
        "first path after loading (ms)": cold,
    }


def _fold_all(log: list[tuple[int, Event]]) -> float:
    state = AdventureState()
    began = time.process_time()
    for turn, event in log:
        state.turn = turn
        state.apply(event)
    return (time.process_time() - began) * 1000 / len(log)


def _ms(work: Callable[[], object], again: Callable[[], object] | None = None) -> float:
    """Return milliseconds: of one run, or of the fastest of REPEATS with `again` before each."""
    best = float("inf")
    for _ in range(REPEATS if again is not None else 1):
        if again is not None:
            again()
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best * 1000


if __name__ == "__main__":
    main()
