"""The stories that the probe is tested on, played at random beside their own truth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.protocol import Interpreter, Observation, Wants, explore
from ludens.adventure.interpreter.story_file import StoryFile, open_story, read_story
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.grammar import Token, TokenKind
from ludens.adventure.interpreter.zmachine.probe import Probe, Reading
from ludens.adventure.interpreter.zmachine.zstory import ZStory

STORIES = Path(__file__).parents[1] / "probe_stories"
ZORK = Path(__file__).parents[4] / ".stories" / "zork1.z3"
DIRECTIONS = ("n", "s", "e", "w", "ne", "nw", "se", "sw", "u", "d", "in", "out")
ANY_STORY = ("look", "wait", "inventory", "score", "take all", "drop all", "xyzzy plugh")


def story(name: str) -> StoryFile:
    return open_story(STORIES / name)


def zstory(name: str) -> ZStory:
    return ZStory((STORIES / name).read_bytes())


def unstamped(name: str) -> StoryFile:
    """The same story without the mark of its compiler, as if any had made it."""
    data = bytearray((STORIES / name).read_bytes())
    data[0x3C:0x40] = bytes(4)
    return read_story(bytes(data), f"unstamped {name}")


@contextmanager
def running(file: StoryFile, seed: int = 1) -> Iterator[tuple[Interpreter, Observation]]:
    """An interpreter at the opening of a story."""
    interpreter = open_interpreter(file, seed=seed)
    try:
        yield interpreter, interpreter.start()
    finally:
        interpreter.close()


def read(probe: Probe, interpreter: Interpreter) -> Reading:
    memory = interpreter.memory()
    assert memory is not None
    return probe.read(memory)


@dataclass
class Truth:
    """What a story answers to its verb "truth"."""

    numbers: dict[str, list[int]] = field(default_factory=dict)
    objects: dict[int, tuple[int, int, int, str]] = field(default_factory=dict)
    """Parent, sibling, child and printed name, by number."""

    @classmethod
    def told(cls, text: str) -> Truth:
        truth = cls()
        for line in text.splitlines():
            name, *values = line.split(" ")
            if name == "#object":
                number, parent, sibling, child = map(int, values[:4])
                truth.objects[number] = (parent, sibling, child, " ".join(values[4:]))
            elif name.startswith("#"):
                truth.numbers[name[1:]] = [int(value) for value in values if value]
        return truth

    def of(self, name: str) -> int:
        return self.numbers[name][0]


def ask_truth(interpreter: Interpreter, command: str = "truth") -> Truth:
    """What the story says is so, asked without its happening."""
    (trial,) = explore(interpreter, [command])
    assert trial.observation is not None
    return Truth.told(trial.observation.text)


@dataclass
class Wanderer:
    """Types anything: directions, sentences out of the story's own grammar, words of the test."""

    probe: Probe
    generator: random.Random
    words: Sequence[str] = ()

    def command(self, reading: Reading) -> str:
        kind = self.generator.random()
        if kind < 0.4:
            return self.generator.choice(DIRECTIONS)
        if kind < 0.5:
            return self.generator.choice(ANY_STORY)
        if self.words and kind < 0.7:
            return self.generator.choice(self.words)
        verbs = [v for v in self.probe.story.grammar.verbs if v.words and v.lines and not v.meta]
        if not verbs:
            verb = self.generator.choice(("take", "drop"))
            return f"{verb} {self._noun(reading)}"
        verb = self.generator.choice(verbs)
        line = self.generator.choice(verb.lines)
        parts = [self._part(token, reading) for token in line.tokens]
        return " ".join([self.generator.choice(verb.words), *parts])

    def _part(self, token: Token, reading: Reading) -> str:
        if token.kind is TokenKind.WORDS:
            return self.generator.choice(token.words)
        if token.kind in (TokenKind.NUMBER, TokenKind.SPECIAL):
            return str(self.generator.randrange(20))
        return self._noun(reading)

    def _noun(self, reading: Reading) -> str:
        tree = reading.objects
        near = tree.descendants(reading.location) if reading.location else range(1, len(tree) + 1)
        names = [name for number in near if (name := self.probe.name(tree, number))]
        return self.generator.choice(names or ["all"])


@contextmanager
def wandering(
    file: StoryFile, words: Sequence[str] = (), seed: int = 1
) -> Iterator[tuple[Interpreter, Probe, Iterator[tuple[str, Reading]]]]:
    """A calibrated story played at random: each step gives the last command and a reading.

    A story that ends is put back to its opening.
    """
    with running(file, seed) as (interpreter, opening):
        probe = Probe(file.data, calibrate(interpreter, file.data, opening))
        start = interpreter.snapshot()

        def steps() -> Iterator[tuple[str, Reading]]:
            wanderer = Wanderer(probe, random.Random(seed), words)
            command = ""
            wants = opening.wants
            while True:
                for _ in range(20):
                    if wants is not Wants.KEY:
                        break
                    wants = interpreter.send(" ").wants
                reading = read(probe, interpreter)
                yield command, reading
                command = wanderer.command(reading)
                observation = interpreter.send(command)
                wants = observation.wants
                if wants is Wants.NOTHING or "RESTART, RESTORE" in observation.text:
                    interpreter.restore(start)
                    command, wants = "", opening.wants

        yield interpreter, probe, steps()
