"""A real story played at random: the probe's location agrees with what is printed."""

from __future__ import annotations

import random

import pytest

from adventure.interpreter.zmachine.probe_stories import ZORK, Wanderer, read, running
from ludens.adventure.interpreter.protocol import Wants, explore
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.interpreter.zmachine.counters import read_status
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe

pytestmark = pytest.mark.skipif(not ZORK.exists(), reason="needs a real story at .stories/zork1.z3")


def wander(steps: int, seed: int) -> None:
    file = open_story(ZORK)
    with running(file, seed) as (interpreter, opening):
        probe = Probe(file.data, calibrate(interpreter, file.data, opening))
        start = interpreter.snapshot()
        wanderer = Wanderer(probe, random.Random(seed))
        rooms = set()
        for _ in range(steps):
            command = wanderer.command(read(probe, interpreter))
            observation = interpreter.send(command)
            if observation.wants is Wants.NOTHING:
                interpreter.restore(start)
                continue
            reading = read(probe, interpreter)
            assert reading.location is not None
            assert reading.player is not None
            rooms.add(reading.location)
            # The interpreter draws the status line when the story asks for a command.
            assert observation.status is not None
            printed = read_status(observation.status)
            assert observation.status.startswith(reading.location_name or "?")
            assert printed.score == reading.score
            (asked,) = explore(interpreter, ["inventory"])
            listed = asked.observation.text if asked.observation else ""
            if listed.startswith("You are carrying:"):
                assert reading.inventory
                assert all(probe.name(reading.objects, n) in listed for n in reading.inventory)
            if listed.startswith("You are empty-handed"):
                assert reading.inventory == ()
            titles = {probe.name(reading.objects, room) for room in rooms}
            lines = observation.text.splitlines()
            if len(lines) > 1 and lines[0] in titles:
                assert lines[0] == reading.location_name
        assert len(rooms) > 5


def test_the_location_is_the_one_on_the_status_line() -> None:
    wander(steps=150, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_location_is_the_one_on_the_status_line_for_long(seed: int) -> None:
    wander(steps=1000, seed=seed)
