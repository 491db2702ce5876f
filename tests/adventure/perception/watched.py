"""A story being played by commands, with what state perception makes of it."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path

from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.interpreter.story_file import StoryFile, read_story
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe, Reading
from ludens.adventure.interpreter.zmachine.symbols import NO_SYMBOLS
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.mapping import Mapping
from ludens.adventure.perception.by_state import StatePerception
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import Exit
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, holder_of, room_of
from ludens.episode.events import Event

WORKSHOP = Path(__file__).parent / "stories" / "workshop.z5"


@cache
def learnt(story: Path) -> tuple[StoryFile, Calibration]:
    """A story with what the probe finds out about it, tried once."""
    file = read_story(story.read_bytes(), story.name)
    interpreter = JerichoInterpreter(file)
    try:
        return file, calibrate(interpreter, file.data, interpreter.start())
    finally:
        interpreter.close()


@cache
def engine(story: Path, seed: int) -> JerichoInterpreter:
    """An interpreter for a story; one child serves all tests, each of which begins anew."""
    interpreter = JerichoInterpreter(learnt(story)[0], seed=seed)
    atexit.register(interpreter.close)
    return interpreter


class Watched:
    """Types commands; every question is asked by the names that the story prints."""

    def __init__(self, story: Path, *, seed: int = 0, nameless: bool = False) -> None:
        file, calibration = learnt(story)
        self.interpreter = engine(story, seed)
        zstory = ZStory(file.data)
        if nameless:
            zstory.__dict__["symbols"] = NO_SYMBOLS
        self.probe = Probe(zstory, calibration)
        self.perception = StatePerception(self.probe)
        self.mapping = Mapping(self.perception)
        self._observe("", self.interpreter.start())

    def do(self, *commands: str) -> str:
        """Type commands in order; return the last answer."""
        for command in commands:
            self._observe(command, self.interpreter.send(command))
        return self.answer.text

    def walk(self, line: str) -> str:
        """Type the words of a line, each a command."""
        return self.do(*line.split())

    def _observe(self, command: str, answer: Observation) -> None:
        self.answer = answer
        self.mapping.observe(command, answer, self.interpreter.memory())

    @property
    def over(self) -> bool:
        return self.answer.wants is Wants.NOTHING

    @property
    def state(self) -> AdventureState:
        return self.mapping.state

    @property
    def events(self) -> list[Event]:
        """What was perceived in answer to the last command."""
        return self.mapping.turns[-1]

    @property
    def truth(self) -> Reading:
        """What the memory says now."""
        memory = self.interpreter.memory()
        assert memory is not None
        return self.probe.read(memory)

    @property
    def here(self) -> str:
        assert self.state.map.here is not None
        return self.state.map.rooms[self.state.map.here].name

    def rooms(self, name: str) -> list[RoomId]:
        return [id_ for id_, room in self.state.map.rooms.items() if room.name == name]

    def exit(self, name: str, direction: str) -> Exit:
        [room] = self.rooms(name)
        return self.state.map.rooms[room].exits[direction]

    def leads(self, name: str, direction: str) -> str | None:
        to = self.exit(name, direction).to
        return self.state.map.rooms[to].name if to is not None else None

    def id(self, name: str) -> ItemId:
        [found] = [id_ for id_, item in self.state.items.known.items() if item.name == name]
        return found

    def knows(self, name: str) -> bool:
        return any(item.name == name for item in self.state.items.known.values())

    def item(self, name: str) -> Item:
        return self.state.items.known[self.id(name)]

    def place(self, name: str) -> str:
        """Where an item is: the name of a room or holder, or inventory, unknown, gone."""
        place = self.item(name).place
        room, holder = room_of(place), holder_of(place)
        if room is not None:
            return self.state.map.rooms[room].name
        return self.state.items.known[holder].name if holder is not None else place

    def check(self) -> None:
        """The room is the memory's location, and the inventory is the object tree's."""
        truth, state = self.truth, self.state
        if truth.location is not None:
            assert state.map.here is not None
            assert state.map.rooms[state.map.here].location == truth.location
        if truth.inventory is not None:
            held = {state.items.known[id_].number for id_ in state.items.at(INVENTORY)}
            assert held == set(truth.inventory), state.command


def watched(
    story: Path = WORKSHOP, *commands: str, seed: int = 0, nameless: bool = False
) -> Watched:
    """Begin a story and type commands."""
    play = Watched(story, seed=seed, nameless=nameless)
    play.do(*commands)
    return play
