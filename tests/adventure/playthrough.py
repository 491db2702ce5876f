"""Playing a bundled story in a test: what it says, where one is, what one has scored."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jericho

from ludens.adventure.stories import bundled_story

SOURCES = Path(__file__).parents[2] / "stories"
# Frotz draws the status line after the prompt: blanks, the room, score and moves.
STATUS = re.compile(
    r"\n>?\s{20,}(?P<room>.*?)\s*Score: (?P<score>-?\d+)\s*Moves: \d+\s*$", re.DOTALL
)


def walkthrough(name: str) -> list[str]:
    """Return the commands of a story's walkthrough, without its comments."""
    text = (SOURCES / f"{name}.walkthrough").read_text(encoding="utf-8")
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


class Playthrough:
    """A story being played through Frotz, in this process."""

    def __init__(self, name: str, seed: int = 1) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
            self._frotz = jericho.FrotzEnv(str(bundled_story(name)), seed=seed)
        self.room = ""
        self.score = 0
        self.opening = self._read(self._frotz.reset()[0])

    def do(self, command: str) -> str:
        """Type a command and return what the story says to it."""
        return self._read(self._frotz.step(command)[0])

    def all(self, commands: Iterable[str]) -> str:
        """Type the commands in order and return everything said."""
        return "\n".join(self.do(command) for command in commands)

    def mark(self) -> tuple[Any, str, int]:
        """Return this moment, for `back_to`."""
        return self._frotz.get_state(), self.room, self.score

    def back_to(self, moment: tuple[Any, str, int]) -> None:
        """Go back to a moment of the same playing."""
        state, self.room, self.score = moment
        self._frotz.set_state(state)

    @property
    def words(self) -> list[tuple[str, bool, bool]]:
        """The story's dictionary: each word, whether it is a verb, whether a preposition."""
        return [(w.word, w.is_verb, w.is_prep) for w in self._frotz.get_dictionary()]

    @property
    def ended(self) -> bool:
        """Whether the story is over and asks what to do next."""
        return "Would you like to RESTART" in self.last

    def _read(self, observation: str) -> str:
        status = STATUS.search(observation)
        if status is not None:
            self.room = status["room"]
            self.score = int(status["score"])
            observation = observation[: status.start()]
        self.last = observation.strip()
        return self.last
