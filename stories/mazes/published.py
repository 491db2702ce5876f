"""The mazes of published stories: a walk leads to the door, then the house is on its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company, senses_for
from ludens.adventure.events import By, CommandChosen, PlayerDied
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.loop import AdventureTurn, play_turn
from ludens.adventure.mapping import Keys, map_story
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeRoomsForgotten,
    MazeRoomsJoined,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.plan import Plan
from ludens.adventure.settings import AdventureSettings, PerceptionKind
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId
from mazes.play import Memory, NoModels, Wanderer

MAZE = "maze"
"""What a room's title says of a maze that is called one."""
ONCE_MORE = 300
"""Turns in which a maze that was given up may be taken up again before the trial ends."""


@dataclass
class Mapped:
    """What came of a published maze."""

    noticed: bool = False
    mapping: int = 0
    """Commands of the solver until the map was done, and those for collecting markers."""
    collecting: int = 0
    walking: int = 0
    """The player's, before the maze was noticed, between two tries and where nobody solves."""
    deaths: int = 0
    ends: list[str] = field(default_factory=list)
    """How each group's work ended."""
    rooms: dict[RoomId, set[int]] = field(default_factory=dict)
    """The true rooms in which the player was when thought to be in each room of the maze."""
    true: frozenset[int] = frozenset()
    """The rooms that bear the maze's name."""

    @property
    def right(self) -> int:
        """How many true rooms are one room of the map, and no other's."""
        alone = [next(iter(at)) for at in self.rooms.values() if len(at) == 1]
        return sum(alone.count(room) == 1 for room in set(alone) & self.true)


class PublishedTrial:
    """One published story, one perception."""

    def __init__(
        self, story: StoryFile, seed: int, commands: Sequence[str], perception: PerceptionKind
    ) -> None:
        self.story = story
        self.game = JerichoInterpreter(story, seed=seed)
        image = ZStory(story.data)
        found = calibrate(self.game, story.data, self.game.start())
        self.probe = Probe(image, found)
        senses = senses_for(story, found if perception is PerceptionKind.STATE else None)
        self.state = map_story(self.game, commands, senses, keys=Keys.ALWAYS).state
        self.past = Memory()
        self.company = Company(
            AdventureSettings(perception=perception),
            story,
            Vocabulary(story.data),
            self.game,
            Explorer(story),
            cast(Any, NoModels()),
            cast(Any, None),
            self.past,
            senses=senses,
            saved=self.game.snapshot(),
        )
        self.mapped = Mapped(true=self._called())

    def _location(self) -> int:
        memory = self.game.memory()
        assert memory is not None
        return int(self.probe.read(memory).location or 0)

    def _called(self) -> frozenset[int]:
        """Return the rooms that bear the name of the one where the player is, but for a number."""
        memory = self.game.memory()
        assert memory is not None
        objects, here = self.probe.read(memory).objects, self._location()
        every = [n for n in range(1, len(objects) + 1) if objects.parent(n) == objects.parent(here)]
        return frozenset(n for n in every if bare(objects.name(n)) == bare(objects.name(here)))

    async def play(self, most: int) -> Mapped:
        """Play until every maze that was noticed is done with, or `most` turns are over.

        One that was given up is done with unless it is taken up again soon.
        """
        first = self.state.turn
        for _ in range(first + 1):  # nothing before the door is gone back to
            self.past.keep(self.state, self.company.saved)
        for number in range(first + 1, first + most):
            self.state.turn = number
            turn = AdventureTurn(number, self.state)
            current = self.state.mazes.current
            phase = current.phase if current is not None else None
            await play_turn(self.company, turn)
            if self.state.outcome is not None:
                break
            self.past.keep(self.state, self.company.saved)
            self._count(turn, phase)
            groups = self.state.mazes.groups.values()
            if groups and all(_is_done_with(group, number) for group in groups):
                break
        groups = self.state.mazes.groups.values()
        self.mapped.noticed = bool(groups)
        self.mapped.ends = [f"{group.phase}: {group.reason}" for group in groups]
        own = {id_ for group in groups for id_ in group.room_ids}
        self.mapped.rooms = {id_: at for id_, at in self.mapped.rooms.items() if id_ in own}
        self.game.close()
        return self.mapped

    def _count(self, turn: AdventureTurn, phase: Phase | None) -> None:
        mapped, arrived = self.mapped, {}
        for event in turn.events:
            match event:
                case CommandChosen(by=By.SOLVER):
                    mapped.mapping += phase is not Phase.RETRIEVING
                    mapped.collecting += phase is Phase.RETRIEVING
                case CommandChosen():
                    mapped.walking += 1
                case PlayerDied():
                    mapped.deaths += 1
                case MazeArrived(group=group, room=room) if room is not None:
                    arrived[group] = room
                case MazeRoomsJoined():
                    known = mapped.rooms.pop(event.room, set())
                    mapped.rooms.setdefault(event.into, set()).update(known)
                case MazeRoomsForgotten():
                    for room in event.rooms:
                        mapped.rooms.pop(room, None)
        for group, id_ in arrived.items():
            known_as = self.state.mazes.groups[group].resolve(id_)
            if known_as is not None:
                mapped.rooms.setdefault(known_as, set()).add(self._location())


def _is_done_with(group: MazeGroup, turn: int) -> bool:
    given_up = group.phase is Phase.GIVEN_UP and turn - group.phase_turn > ONCE_MORE
    return given_up or group.phase is Phase.MAPPED


class Explorer:
    """Walks about at random until a maze is noticed, then plays by rule."""

    def __init__(self, story: StoryFile) -> None:
        self.before = Wanderer(story.name)
        self.after = OfflinePlanner(Vocabulary(story.data))

    async def decide(self, briefing: Briefing) -> Decision | Plan:
        noticed = bool(briefing.state.mazes.groups)
        return await (self.after if noticed else self.before).decide(briefing)


def bare(name: str) -> str:
    """Return an object's name without the number that tells it from its like."""
    return re.sub(r"\d+", "", name).strip()


def door(story: StoryFile, commands: Sequence[str], locations: Sequence[int | None]) -> list[str]:
    """Return a walk up to where it first comes into a room that is called a maze."""
    objects = ZStory(story.data).objects.tree(story.data)
    for number, location in enumerate(locations, 1):
        if location is not None and MAZE in objects.name(location).lower():
            return [*commands[:number]]
    return []
