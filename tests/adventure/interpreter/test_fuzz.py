"""Mutated stories are refused, played or given up in one line, and leave nothing behind."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import psutil
import pytest

from adventure.interpreter.compiled import story_bytes, with_header
from adventure.interpreter.family import children
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.interpreter.story_file import StoryRefused, read_story

STORIES = ("oddities.z3", "oddities.z4", "oddities.z5", "oddities.z8", "cottage.z5")
COMMANDS = ("look", "up", "menu", "n", "take all", "undo", "save", "")


def mutate(story: bytes, chooser: random.Random) -> bytes:
    """Return a story with bits flipped, its header shuffled or its end cut off."""
    data = bytearray(story)
    kind = chooser.choice(["bits", "bits", "bits", "bits", "header", "cut", "swap"])
    if kind == "bits":
        for _ in range(chooser.randint(1, 30)):
            data[chooser.randrange(len(data))] ^= 1 << chooser.randrange(8)
    elif kind == "header":
        words = [data[place : place + 2] for place in range(4, 64, 2)]
        first, second = chooser.sample(range(len(words)), 2)
        words[first], words[second] = words[second], words[first]
        data[4:64] = b"".join(words)
    elif kind == "cut":
        data = data[: chooser.randrange(len(data))]
    else:
        start, length = chooser.randrange(64, len(data)), chooser.randrange(1, 400)
        data[start : start + length] = data[start : start + length][::-1]
    if len(data) >= 64 and chooser.random() < 0.8:
        # Without this hardly any damaged story would get past the check of its sum.
        return with_header(bytes(data), length=0, checksum=0)
    return bytes(data)


def play_mutated(number: int) -> str:
    chooser = random.Random(f"mutation {number}")
    name = STORIES[number % len(STORIES)]
    try:
        story = read_story(mutate(story_bytes(name), chooser), name)
    except StoryRefused as refused:
        assert "\n" not in str(refused)
        return "refused"
    with JerichoInterpreter(story, deadline=0.5) as interpreter:
        try:
            observation = interpreter.start()
            for command in COMMANDS:
                if observation.wants is Wants.NOTHING:
                    return "ended"
                observation = interpreter.send(command)
                interpreter.restore(interpreter.snapshot())
        except (InterpreterFault, CommandRefused) as given_up:
            assert "\n" not in str(given_up)
            return "given up"
    return "played"


def play_many(numbers: range, folder: Path) -> Counter[str]:
    before = psutil.Process().num_fds()
    outcomes = Counter(play_mutated(number) for number in numbers)
    assert not children()
    assert psutil.Process().num_fds() <= before + 1
    assert list(folder.iterdir()) == []
    return outcomes


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_mutated_stories_do_no_harm(folder: Path) -> None:
    outcomes = play_many(range(12), folder)
    assert outcomes["refused"]
    assert outcomes["played"]


@pytest.mark.long
def test_a_thousand_mutated_stories_do_no_harm(folder: Path) -> None:
    outcomes = play_many(range(1000), folder)
    assert min(outcomes[kind] for kind in ("refused", "played", "given up")) > 20
