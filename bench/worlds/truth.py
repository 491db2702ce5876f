"""Where the player truly was after each command: the Z-machine's own object tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe


@dataclass(frozen=True)
class TrueTurn:
    """One command, its answer, and the room's object number afterwards."""

    command: str
    observation: Observation
    location: int | None


class TruePlay:
    """A story being played, with the truth read out of its memory."""

    def __init__(self, story: StoryFile, seed: int = 0) -> None:
        self.story = story
        self.interpreter = JerichoInterpreter(story, seed=seed)
        opening = self.interpreter.start()
        self.probe = Probe(story.data, calibrate(self.interpreter, story.data, opening))
        opening = self.interpreter.start()
        self.turns = [TrueTurn("", opening, self.location())]

    def location(self) -> int | None:
        memory = self.interpreter.memory()
        return self.probe.read(memory).location if memory is not None else None

    @property
    def over(self) -> bool:
        return self.turns[-1].observation.wants is Wants.NOTHING

    def send(self, command: str) -> TrueTurn:
        observation = self.interpreter.send(command)
        self.turns.append(TrueTurn(command, observation, self.location()))
        return self.turns[-1]

    def close(self) -> None:
        self.interpreter.close()


def play(story: StoryFile, commands: Sequence[str], seed: int = 0) -> list[TrueTurn]:
    """Return the true course of a walk, the opening first."""
    game = TruePlay(story, seed)
    try:
        for command in commands:
            if game.over:
                break
            game.send(command)
        return game.turns
    finally:
        game.close()
