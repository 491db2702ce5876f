"""A long episode for the page's figures: a walk through an invented world, by the real runner."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import networkx as nx

from adventure.world.worlds import REFUSAL
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    Effect,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.game import Adventure
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import Handling, ItemFound, ItemMoved
from ludens.adventure.world.items import INVENTORY, in_room
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.moves import events_for_move, events_for_refusal
from ludens.adventure.world.places import ItemId, RoomId
from ludens.episode.game import Stage, Turn
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from web.maps import Truth, invented_world

TEXT = "Rain stands in the ruts, and somebody has laid planks from door to door. " * 5
THINGS = 2
"""Things in each room."""


def open_world() -> Truth:
    """Return the largest of 400 worlds whose every room can be left and come back to."""
    worlds = (_core(invented_world(seed)) for seed in range(1, 400))
    return max(worlds, key=len)


def _core(truth: Truth) -> Truth:
    graph = nx.DiGraph([(room, to) for room, ways in truth.items() for to in ways.values()])
    core = max(nx.strongly_connected_components(graph), key=len)
    return {
        room: {way: to for way, to in ways.items() if to in core}
        for room, ways in truth.items()
        if room in core
    }


class Walk:
    """A session that walks at random; what it meets is put on the log like a real story's."""

    def __init__(self, pause: float) -> None:
        self.pause = pause
        self.truth = open_world()
        self.here = next(iter(self.truth))
        self.score = 0

    async def opening(self, turn: Turn[AdventureState]) -> None:
        turn.emit(TextObserved(text=TEXT))
        turn.emit(ScoreChanged(score=0, max_score=350))
        self._find(turn, self.here)
        for event in events_for_move(turn.state.map, None, "", RoomId(self.here)):
            turn.emit(event)

    async def play(self, turn: Turn[AdventureState]) -> None:
        await asyncio.sleep(self.pause)
        dice = turn.generator("walk")
        world, origin = turn.state.map, RoomId(self.here)
        ways = list(self.truth[self.here])
        way = dice.choice([*ways, *ways, *ways, "east", "take it"])
        turn.emit(CommandChosen(command=way, reasoning="It may lead on.", by=By.PLAYER))
        goal = self.truth[self.here].get(way)
        turn.emit(TextObserved(text=f"{goal}\n{TEXT}" if goal else REFUSAL))
        if goal is not None:
            if goal not in world.rooms:
                self._find(turn, goal)
            for event in events_for_move(world, origin, way, RoomId(goal)):
                turn.emit(event)
            self.here = goal
        elif way == "take it":
            self._take_or_drop(turn)
        else:
            for event in events_for_refusal(world, origin, way, REFUSAL, absent=True):
                turn.emit(event)
        turn.emit(CommandJudged(room=origin, command=way, effect=Effect.CHANGED))
        if dice.random() < 0.02:
            self.score += 1
            turn.emit(ScoreChanged(score=self.score))

    def _find(self, turn: Turn[AdventureState], room: str) -> None:
        turn.emit(RoomFound(room=RoomId(room), name=room))
        for number in range(THINGS):
            name = f"thing {number} of {room}"
            turn.emit(ItemFound(item=ItemId(name), name=name, place=in_room(RoomId(room))))
        puzzle = PuzzleId(f"door of {room}")
        turn.emit(
            PuzzleFound(puzzle=puzzle, kind=PuzzleKind.LOCKED, summary=puzzle, room=RoomId(room))
        )

    def _take_or_drop(self, turn: Turn[AdventureState]) -> None:
        items, here = turn.state.items, RoomId(self.here)
        held, lying = items.at(INVENTORY), items.at(in_room(here))
        if len(held) > 12:
            turn.emit(ItemMoved(item=held[0], place=in_room(here), how=Handling.DROPPED))
        elif lying:
            turn.emit(ItemMoved(item=lying[0], place=INVENTORY, how=Handling.TAKEN))

    def snapshot(self) -> bytes:
        return json.dumps([self.here, self.score]).encode()

    def repeats(self) -> bool:
        return False

    async def restore(self, snapshot: bytes | None, state: AdventureState) -> None:
        self.here, self.score = json.loads(snapshot or b"[]")

    async def close(self) -> None:
        pass


class WalkGame(Adventure):
    """The adventure with walks instead of stories."""

    def __init__(self, pause: float = 0.0) -> None:
        super().__init__()
        self.pause = pause

    def open(self, stage: Stage) -> Any:
        return Walk(self.pause)


def create(path: Path, turns: int) -> str:
    """Put an episode on the shelf; return its id. The same turns give the same log."""
    store = Store.open(str(path))
    settings = {"limits": {"turns": turns}, "adventure": {}}
    new = NewEpisode(game="adventure", subject="walk", seed=7, model="offline", settings=settings)
    identity = store.create(new)
    store.close()
    return str(identity)


def play(path: Path, identity: str, pause: float = 0.0) -> None:
    """Play an episode to its limit, in this process."""
    store = Store.open(str(path))
    asyncio.run(Runner(store, WalkGame(pause)).play(store.episode(identity)))
    store.close()
