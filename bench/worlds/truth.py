"""Where the player truly was after each command, and what they held: the Z-machine's own tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.perception.commands import parts_of
from ludens.adventure.world.ways import leaves_the_world, way_of


@dataclass(frozen=True)
class TrueTurn:
    """One command, its answer, and what memory says afterwards."""

    command: str
    observation: Observation
    location: int | None
    """The room's object number."""
    held: frozenset[int] | None
    """The object numbers of what the player holds directly."""
    way: str | None = None
    """The way that the command took, if it moved anybody; None: a line to the interpreter, an
    answer, or a line of several commands."""
    passed: tuple[tuple[str, int | None], ...] = ()
    """Of a line of several commands: the way and the room after each."""


class TruePlay:
    """A story being played, with the truth read out of its memory."""

    def __init__(self, story: StoryFile, seed: int = 0) -> None:
        self.story = story
        self.interpreter = JerichoInterpreter(story, seed=seed)
        opening = self.interpreter.start()
        self.calibration: Calibration = calibrate(self.interpreter, story.data, opening)
        self.probe = Probe(ZStory(story.data), self.calibration)
        self.turns = [self._turn("", self.interpreter.start())]

    @property
    def over(self) -> bool:
        return self.turns[-1].observation.wants is Wants.NOTHING

    def send(self, command: str, means: str | None = None) -> TrueTurn:
        """Type a command; `means` is the one that it stands for, if not itself; empty: no way."""
        passed = self._passed(command)
        turn = self._turn(command, self.interpreter.send(command))
        if passed and passed[-1][1] == turn.location:
            turn = replace(turn, passed=passed)
        way = way_of(command if means is None else means)
        self.turns.append(replace(turn, way=way if way and not leaves_the_world(way) else None))
        return self.turns[-1]

    def _passed(self, line: str) -> tuple[tuple[str, int | None], ...]:
        """Return the way and the room after each command of a line, by typing them one by one."""
        commands = parts_of(line)
        if len(commands) < 2:
            return ()
        here = self.interpreter.snapshot()
        passed: list[tuple[str, int | None]] = []
        for command in commands:
            turn = self._turn(command, self.interpreter.send(command))
            passed.append((way_of(command), turn.location))
            if turn.observation.wants is not Wants.LINE:
                break
        self.interpreter.restore(here)
        return tuple(passed)

    def remembered(self, command: str, observation: Observation, snapshot: bytes) -> TrueTurn:
        """Return the truth of a turn that another engine played, from its snapshot."""
        self.interpreter.restore(snapshot)
        way = way_of(command)
        turn = self._turn(command, observation)
        return replace(turn, way=way if way and not leaves_the_world(way) else None)

    def close(self) -> None:
        self.interpreter.close()

    def _turn(self, command: str, observation: Observation) -> TrueTurn:
        memory = self.interpreter.memory()
        if memory is None:
            return TrueTurn(command, observation, None, None)
        reading = self.probe.read(memory)
        held = frozenset(reading.inventory) if reading.inventory is not None else None
        return TrueTurn(command, observation, reading.location, held)


def play(game: TruePlay, commands: Sequence[str]) -> None:
    """Type commands until they or the story end."""
    for command in commands:
        if game.over:
            return
        game.send(command)
