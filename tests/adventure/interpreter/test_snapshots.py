"""Going back is exact: what follows a snapshot follows it again, random numbers included."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adventure.interpreter.compiled import STORIES, load
from adventure.interpreter.conftest import Opener, skip_without_dfrotz
from adventure.interpreter.play import play, vocabulary
from ludens.adventure.interpreter.dfrotz import DfrotzInterpreter
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import FaultKind, InterpreterFault, SnapshotRefused
from ludens.adventure.interpreter.story_file import StoryFile, open_story

ROOT = Path(__file__).parents[3]
REAL = ROOT / ".stories" / "zork1.z3"
NAMES = ("oddities.z3", "oddities.z4", "oddities.z5", "oddities.z8", "cottage.z5", "zork1.z3")


def find(name: str) -> StoryFile:
    if (STORIES / name).exists():
        return load(name)
    if not REAL.exists():
        pytest.skip(f"put {name} into .stories/ to run this on a published story")
    return open_story(REAL)


class Pair:
    """Two machines of one story; the second has lived through other things."""

    def __init__(self, name: str) -> None:
        self.words = vocabulary(name.split(".", maxsplit=1)[0])
        self.first = JerichoInterpreter(find(name), seed=7)
        self.second = JerichoInterpreter(find(name), seed=99)
        self.first.start()
        self.beginning = self.first.snapshot()
        self.second.start()
        play(self.second, self.words)

    def close(self) -> None:
        self.first.close()
        self.second.close()


@pytest.fixture(scope="module", params=NAMES)
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    machines = Pair(request.param)
    yield machines
    machines.close()


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_same_commands_after_a_snapshot_have_the_same_answers(
    pair: Pair, data: st.DataObject
) -> None:
    commands = st.lists(st.sampled_from(pair.words), max_size=15)
    pair.first.restore(pair.beginning)
    before = play(pair.first, data.draw(commands))
    if before and before[-1].wants == "nothing":
        return
    here, after = pair.first.snapshot(), data.draw(commands)
    answers, memory = play(pair.first, after), pair.first.memory()
    there = pair.first.snapshot()
    for machine in (pair.first, pair.second):
        machine.restore(here)
        assert machine.snapshot() == here
        assert play(machine, after) == answers
        assert machine.memory() == memory
        assert machine.snapshot() == there


@pytest.mark.parametrize("name", NAMES)
def test_a_snapshot_comes_to_life_in_a_fresh_child(
    name: str, jericho: Callable[..., JerichoInterpreter]
) -> None:
    words = vocabulary(name.split(".", maxsplit=1)[0])
    chooser = random.Random(name)
    for _ in range(3):
        first = jericho(find(name))
        first.start()
        play(first, chooser.choices(words, k=12))
        here, after = first.snapshot(), chooser.choices(words, k=12)
        fresh = jericho(find(name), seed=1)
        fresh.restore(here)
        try:
            answers = play(first, after)
        except Exception as ended:
            assert "has ended" in str(ended)
            continue
        assert play(fresh, after) == answers
        assert fresh.snapshot() == first.snapshot()


@pytest.mark.parametrize("name", NAMES)
def test_a_snapshot_takes_at_most_two_kilobytes(
    name: str, jericho: Callable[..., JerichoInterpreter]
) -> None:
    interpreter = jericho(find(name))
    interpreter.start()
    words = vocabulary(name.split(".", maxsplit=1)[0])
    chooser = random.Random(name)
    sizes = []
    for command in chooser.choices([word for word in words if word != "quit"], k=200):
        play(interpreter, [command])
        sizes.append(len(interpreter.snapshot()))
    assert max(sizes) <= 2048
    assert sum(sizes) / len(sizes) <= 1280


def test_an_ended_story_is_an_ended_story_after_going_back(
    jericho: Callable[..., JerichoInterpreter],
) -> None:
    interpreter = jericho(load("oddities.z5"))
    interpreter.start()
    alive = interpreter.snapshot()
    interpreter.send("quit")
    ended = interpreter.snapshot()
    interpreter.restore(alive)
    assert interpreter.send("up").text == "You climb up."
    interpreter.restore(ended)
    with pytest.raises(Exception, match="has ended"):
        interpreter.send("up")


def test_a_snapshot_of_another_story_or_engine_is_refused_and_nothing_changes(
    open_on_each_engine: Opener,
) -> None:
    interpreter = open_on_each_engine(load("oddities.z5"))
    other = open_on_each_engine(load("oddities.z8"))
    interpreter.start()
    other.start()
    interpreter.send("up")
    own = interpreter.snapshot()
    for bad, why in (
        (other.snapshot(), "belongs to another story"),
        (b"", "is no snapshot"),
        (b"LX" + own[2:], "is no snapshot"),
        (own[:2] + b"\xff" + own[3:], "another version of Ludens"),
        (own[:-10], "cut off|damaged"),
        (own[:-5] + bytes(5), "damaged|cut off"),
    ):
        with pytest.raises(SnapshotRefused, match=why):
            interpreter.restore(bad)
    assert interpreter.snapshot() == own
    assert interpreter.send("down").text == "You climb down."


def test_a_refused_snapshot_starts_no_story(jericho: Callable[..., JerichoInterpreter]) -> None:
    interpreter = jericho(load("oddities.z5"))
    with pytest.raises(SnapshotRefused):
        interpreter.restore(b"nonsense")
    with pytest.raises(InterpreterFault) as fault:
        interpreter.send("look")
    assert fault.value.kind is FaultKind.PIPE


@pytest.mark.parametrize("name", ["oddities.z3", "oddities.z5", "cottage.z5", "zork1.z3"])
def test_dfrotz_goes_back_exactly_by_typing_again(name: str) -> None:
    skip_without_dfrotz()
    words = vocabulary(name.split(".", maxsplit=1)[0])
    chooser = random.Random(name)
    with (
        DfrotzInterpreter(find(name), seed=7, deadline=20) as first,
        DfrotzInterpreter(find(name), seed=99, deadline=20) as second,
    ):
        first.start()
        play(first, chooser.choices(words, k=15))
        here, after = first.snapshot(), chooser.choices(words, k=15)
        try:
            answers = play(first, after)
        except Exception as ended:
            assert "has ended" in str(ended)
            return
        second.restore(here)
        assert second.snapshot() == here
        assert play(second, after) == answers
        first.restore(here)
        assert play(first, after) == answers
        assert len(first.snapshot()) < 300
