"""Evidence: what a command did to a story's memory, and what the story said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.objects import ObjectTree
from ludens.adventure.interpreter.zmachine.zstory import ZStory

GLOBALS: Final = 240
"""How many global variables a story has."""

# Variables 249 to 255 (compiler source, arrays.c).
_COMPILERS_OWN: Final = slice(GLOBALS - 7, GLOBALS)

_PAIRS: Final = (
    *("north south", "east west", "northeast southwest", "northwest southeast", "up down"),
    "in out",
)
DIRECTIONS: Final = MappingProxyType(
    {way: OPPOSITE[way] for pair in _PAIRS for way in pair.split()}
)
"""English directions, each with the way back."""

SHORT_DIRECTIONS: Final = ("n", "s", "e", "w", "ne", "sw", "nw", "se", "u", "d", "in", "out")
"""The same, as they are typed in a hurry: all that some dictionaries have of them."""


class Intent(StrEnum):
    """What a command is meant to do: the evidence it gives depends on it."""

    MOVE = "move"
    LEAVE = "leave"
    """To get off or out of what the player is on or in."""
    TAKE = "take"
    DROP = "drop"
    INVENTORY = "inventory"
    SCORE = "score"
    LINGER = "linger"
    """To let a turn go by where one is, changing little: look, wait."""
    SELF = "self"
    """To look at oneself."""
    NONSENSE = "nonsense"
    """Words no story knows, which cost no turn."""
    OTHER = "other"


_BY_FIRST_WORD: Final = {
    Intent.MOVE: ("go", "walk", "run"),
    Intent.LEAVE: ("stand", "exit", "leave", "disembark"),
    Intent.TAKE: ("take", "get", "pick"),
    Intent.DROP: ("drop",),
    Intent.INVENTORY: ("inventory", "i"),
    Intent.SCORE: ("score",),
}
_BY_TWO_WORDS: Final = {
    Intent.LEAVE: ("get out", "get off", "get up"),
    Intent.OTHER: ("get in", "get into", "get on", "get onto"),
}
_WHOLE: Final = {
    Intent.LINGER: ("wait", "z", "look", "l"),
    Intent.SELF: ("examine me", "x me"),
}


def intent_of(command: str) -> Intent:
    """What a typed command is meant to do, as far as its words tell."""
    words = command.lower().split()
    if len(words) == 1 and words[0] in (*DIRECTIONS, *SHORT_DIRECTIONS):
        return Intent.MOVE
    for wanted, table in ((words, _WHOLE), (words[:2], _BY_TWO_WORDS), (words[:1], _BY_FIRST_WORD)):
        said = " ".join(wanted)
        for intent, commands in table.items():
            if said in commands:
                return intent
    return Intent.OTHER


@dataclass(frozen=True, slots=True)
class Sample:
    """One command, with the memory before and after it and what the story printed."""

    command: str
    before: bytes
    after: bytes
    text: str
    status: str | None = None
    intent: Intent = Intent.OTHER

    @classmethod
    def of(
        cls, command: str, before: bytes, after: bytes, text: str, status: str | None = None
    ) -> Self:
        """A turn of play as evidence: its intent is read from the command."""
        return cls(command, before, after, text, status, intent_of(command))

    @property
    def said(self) -> str:
        """The story's words in one spacing, for looking names up in them."""
        return " ".join(self.text.split())


class Frame:
    """One memory image, read."""

    def __init__(self, story: ZStory, memory: bytes) -> None:
        self._story = story
        self._memory = memory

    @cached_property
    def tree(self) -> ObjectTree:
        """The objects of the moment."""
        return self._story.objects.tree(self._memory)

    @cached_property
    def globals(self) -> NDArray[np.int32]:
        """The global variables, 0 to 65535 each; -1 where the memory does not reach.

        Also -1 are the last seven of an Inform story, which its compiler uses for intermediate
        results: whatever they hold, they hold by accident.
        """
        start = self._story.header.globals
        values = np.full(GLOBALS, -1, np.int32)
        held = max(0, min(GLOBALS, (len(self._memory) - start) // 2)) if start else 0
        if held:
            values[:held] = np.frombuffer(self._memory, ">u2", held, start)
        if self._story.compiler is Compiler.INFORM:
            values[_COMPILERS_OWN] = -1
        return values


@dataclass(frozen=True, slots=True)
class Evidence:
    """Samples together with their memory images, each image read once."""

    samples: tuple[Sample, ...]
    frames: Mapping[bytes, Frame]

    @classmethod
    def of(cls, story: ZStory, samples: Iterable[Sample]) -> Evidence:
        """Gather samples of one story."""
        kept = tuple(samples)
        images = dict.fromkeys(image for sample in kept for image in (sample.before, sample.after))
        return cls(kept, {image: Frame(story, image) for image in images})

    def meant_to(self, *intents: Intent) -> list[Sample]:
        """The samples with one of these intents."""
        return [sample for sample in self.samples if sample.intent in intents]

    def before(self, sample: Sample) -> Frame:
        """The story as it was."""
        return self.frames[sample.before]

    def after(self, sample: Sample) -> Frame:
        """The story as it became."""
        return self.frames[sample.after]

    def globals(self) -> NDArray[np.int32]:
        """All global variables of all images: a row an image."""
        rows = [frame.globals for frame in self.frames.values()]
        return np.stack(rows) if rows else np.empty((0, GLOBALS), np.int32)

    def constant_globals(self, value: int) -> tuple[int, ...]:
        """The global variables that hold a value in every image."""
        values = self.globals()
        held = np.all(values == value, axis=0) if len(values) else np.zeros(GLOBALS, bool)
        return tuple(int(number) for number in np.flatnonzero(held))
