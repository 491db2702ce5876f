"""A search finds what typing finds, from any snapshot, however it is sliced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from adventure.interpreter.compiled import load
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import FaultKind, InterpreterFault
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.plan import fingerprint
from ludens.adventure.search.candidates import Knowledge
from ludens.adventure.search.facts import Facts
from ludens.adventure.search.memory_facts import MemoryFacts
from ludens.adventure.search.search import Find, Found, Kind, Search, worth_telling
from ludens.adventure.search.searcher import Searcher
from ludens.adventure.search.simulator import Outcome, Simulator, StateKey
from ludens.adventure.search.text_facts import TextFacts
from ludens.adventure.settings import SearchSettings
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary

SEED = 3
STEPS = 700


class Counting(Simulator):
    """A simulator that counts what it is given, and notes whether memory was asked for."""

    given = 0
    memory_was_read = False

    def try_all(self, key: StateKey, commands: Sequence[str], *, memory: bool) -> list[Outcome]:
        self.given += len(commands)
        self.memory_was_read |= memory
        return super().try_all(key, commands, memory=memory)


class Stage:
    """The first story of the house, from its opening."""

    def __init__(self, perception: str) -> None:
        self.story: StoryFile = find_story(None)
        self.interpreter = JerichoInterpreter(self.story, seed=SEED)
        opening = self.interpreter.start()
        calibration = calibrate(self.interpreter, self.story.data, opening)
        self.snapshot = self.interpreter.snapshot()
        self.vocabulary = Vocabulary(self.story.data)
        self.perception = perception
        self.calibration = calibration
        self.simulators: list[Counting] = []

    def search(self) -> tuple[Search, Counting]:
        facts: Facts = TextFacts(self.vocabulary)
        if self.perception == "state":
            facts = MemoryFacts(ZStory(self.story.data), self.calibration)
        simulator = Counting(self.story, seed=SEED)
        self.simulators.append(simulator)
        proposals = Knowledge(self.vocabulary)
        settings, dice = SearchSettings(), Random(SEED)
        return Search(simulator, self.story.data, facts, settings, dice, proposals), simulator

    def run(self, *slices: int) -> tuple[Found, Counting]:
        search, simulator = self.search()
        for steps in slices:
            found = search.run(self.snapshot, steps)
        return found, simulator

    def close(self) -> None:
        for simulator in self.simulators:
            simulator.close()
        self.interpreter.close()


@pytest.fixture(params=["state", "text"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    opened = Stage(request.param)
    yield opened
    opened.close()


def test_a_find_typed_out_gives_exactly_its_answers(stage: Stage) -> None:
    found, simulator = stage.run(STEPS)
    assert found.finds, "there are places and points near the beginning"
    assert found.steps == simulator.given, "every command that was given is counted"
    assert simulator.memory_was_read == (stage.perception == "state")
    for find in found.finds:
        stage.interpreter.restore(stage.snapshot)
        answers = [fingerprint(stage.interpreter.send(line).text) for line in find.commands]
        assert tuple(answers) == find.answers, find


def test_what_is_told_of_a_find_brings_its_points_and_nothing_of_it_can_go(stage: Stage) -> None:
    search, simulator = stage.search()
    found = search.run(stage.snapshot, STEPS)
    assert any(find.kind is Kind.SCORE for find in found.finds)
    for find in worth_telling(found):
        told = search.without_detours(find, STEPS)
        assert len(told.commands) <= len(find.commands)
        stage.interpreter.restore(stage.snapshot)
        answers = [fingerprint(stage.interpreter.send(line).text) for line in told.commands]
        assert tuple(answers) == told.answers, told
        assert search.without_detours(told, STEPS) == told
    assert search.run(stage.snapshot, 0) == replace(found, steps=simulator.given)


def test_the_nearest_gain_and_the_best_for_its_turns_are_told() -> None:
    def find(score: int, *commands: str, kind: Kind = Kind.SCORE) -> Find:
        return Find(kind, commands, commands, score, 1, "")

    far, near = find(9, *"abcdefgh"), find(2, "x", "y", "z")
    rich, poor = find(5, "p", "q", "r", "s"), find(3, *"uvwxy")
    room = find(0, "north", kind=Kind.ROOM)
    assert worth_telling(Found((far, rich, poor, near, room), 9, 1, 1, 1)) == (near, far)
    assert worth_telling(Found((rich, poor, near, room), 9, 1, 1, 1)) == (near, rich)
    assert worth_telling(Found((find(4, "x", "y", "z", "w"), near), 9, 1, 1, 1))[0].score == 4
    won = find(1, *"won", kind=Kind.VICTORY)
    assert worth_telling(Found((won, near), 9, 1, 1, 1)) == (won, near)
    assert worth_telling(Found((room,), 9, 1, 1, 1)) == ()


def test_slices_come_to_what_the_whole_comes_to(stage: Stage) -> None:
    whole, _ = stage.run(300)
    sliced, _ = stage.run(50, 125, 125)
    assert whole == sliced


def test_from_where_a_find_has_led_it_goes_on_with_the_states_that_are_there(stage: Stage) -> None:
    search, simulator = stage.search()
    try_first = search.run(stage.snapshot, STEPS)
    best = next(find for find in try_first.finds if find.kind is not Kind.ROOM)
    stage.interpreter.restore(stage.snapshot)
    for line in best.commands:
        stage.interpreter.send(line)
    there = stage.interpreter.snapshot()
    found = search.run(there, 0)
    assert simulator.given == try_first.steps, "what is there already is not searched again"
    assert found.score == best.score
    for find in search.run(there, STEPS // 4).finds:
        stage.interpreter.restore(there)
        answers = [fingerprint(stage.interpreter.send(line).text) for line in find.commands]
        assert tuple(answers) == find.answers, find


def test_a_hang_or_a_crash_is_an_outcome_and_costs_no_state() -> None:
    story = load("oddities.z8")
    with JerichoInterpreter(story, seed=SEED) as interpreter:
        interpreter.start()
        snapshot = interpreter.snapshot()
    simulator = Simulator(story, seed=SEED, deadline=1)
    try:
        root = simulator.root(snapshot)
        outcomes = simulator.try_all(root, ["roll", "loop", "up", "push", "roll"], memory=False)
        faults = [outcome.fault.kind if outcome.fault else None for outcome in outcomes]
        assert faults == [None, FaultKind.HANG, None, FaultKind.CRASH, None]
        assert outcomes[0].text == outcomes[4].text, "each is tried from the same state"
        climbed, rolled = simulator.keep(2), simulator.keep(0)
        simulator.try_all(root, ["roll", "push"], memory=False)
        assert simulator.snapshot(simulator.keep(0)) == simulator.snapshot(rolled), "the last fails"
        for key, command in ((climbed, "up"), (rolled, "roll")):
            with JerichoInterpreter(story, seed=SEED) as interpreter:
                interpreter.restore(snapshot)
                interpreter.send(command)
                expected = [interpreter.send(line).text for line in ("roll", "look")]
                interpreter.restore(simulator.snapshot(key))
                assert [interpreter.send(line).text for line in ("roll", "look")] == expected
    finally:
        simulator.close()


@pytest.mark.parametrize("perception", ["state", "text"])
def test_where_the_story_falls_silent_at_once_a_search_finds_nothing(
    monkeypatch: pytest.MonkeyPatch, perception: str
) -> None:
    stage = Stage(perception)

    def silent(
        simulator: Simulator, key: StateKey, commands: Sequence[str], *, memory: bool
    ) -> list[Outcome]:
        fault = InterpreterFault(FaultKind.HANG, "look", "it said nothing")
        return [Outcome(command, "", fault=fault) for command in commands]

    monkeypatch.setattr(Simulator, "try_all", silent)
    calibration = stage.calibration if perception == "state" else None
    searcher = Searcher(
        stage.story, stage.vocabulary, calibration, SearchSettings(), Random(SEED), deadline=1
    )
    found, took = searcher.search(stage.snapshot, STEPS)
    stage.close()
    assert (found.finds, took) == ((), 1)
