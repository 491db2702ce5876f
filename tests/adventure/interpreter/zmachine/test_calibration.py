"""What calibration learns at the opening of a story, and what it leaves alone."""

from __future__ import annotations

import pytest

from adventure.interpreter.zmachine.probe_stories import (
    ZORK,
    read,
    running,
    story,
    unstamped,
    zstory,
)
from ludens.adventure.interpreter.protocol import Interpreter, Observation, Wants
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.experiment import MOST_COMMANDS, calibrate
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.probe import Probe

EVERY = (
    "lighthouse.z5",
    "lighthouse.z8",
    "curfew.z5",
    "ferry.z3",
    "ferry.z5",
    "ferry-timed.z3",
    "ghost.z5",
    "gallery.z5",
    "norden.z5",
    "letters.z5",
    "verbs-1.z3",
)


def learn(file: StoryFile, seed: int = 1) -> Calibration:
    with running(file, seed) as (interpreter, opening):
        return calibrate(interpreter, file.data, opening)


@pytest.mark.parametrize("name", EVERY)
def test_the_same_opening_teaches_the_same(name: str) -> None:
    assert learn(story(name)) == learn(story(name))


@pytest.mark.parametrize("name", EVERY)
def test_what_was_learned_survives_the_log(name: str) -> None:
    learned = learn(story(name))
    assert Calibration.model_validate_json(learned.model_dump_json()) == learned
    older = learned.model_dump(mode="json") | {"restless": [3]}
    assert Calibration.model_validate(older) == learned, "what nobody reads any more is passed over"


@pytest.mark.parametrize("name", EVERY)
def test_the_interpreter_is_left_where_it_was(name: str) -> None:
    file = story(name)
    with running(file) as (interpreter, opening):
        before = interpreter.memory()
        calibrate(interpreter, file.data, opening)
        assert interpreter.memory() == before
        if opening.wants is Wants.LINE:
            undisturbed = interpreter.send("look")
            with running(file) as (fresh, _):
                assert fresh.send("look") == undisturbed


@pytest.mark.parametrize("name", EVERY)
def test_few_commands_are_enough(name: str) -> None:
    assert learn(story(name)).commands <= MOST_COMMANDS


def test_a_player_in_a_vehicle_is_told_from_the_vehicle() -> None:
    file = story("lighthouse.z5")
    probe = Probe(file.data, learn(file))
    with running(file) as (interpreter, _):
        reading = read(probe, interpreter)
    assert reading.player is not None
    assert reading.objects.name(reading.objects.parent(reading.player)) == "rowing boat"
    assert reading.location_name == "Jetty"


def test_behind_keys_and_a_question_the_game_is_found() -> None:
    learned = learn(story("curfew.z5"))
    assert learned.player is not None
    assert learned.location_globals
    assert learned.score is None, "this story says that it keeps none"


def test_the_highest_score_is_in_the_storys_own_words() -> None:
    assert learn(story("lighthouse.z5")).max_score == 30
    assert learn(story("ferry.z3")).max_score == 10
    assert learn(story("ghost.z5")).max_score is None


def test_directions_in_another_language_are_found() -> None:
    learned = learn(story("norden.z5"))
    assert zstory("norden.z5").objects.names[learned.player or 0] == "ich"


def test_names_that_inform_7_hides_in_a_property_are_read() -> None:
    file = story("gallery.z5")
    probe = Probe(file.data, learn(file))
    with running(file) as (interpreter, _):
        assert read(probe, interpreter).location_name == "Foyer"
        interpreter.send("east")
        interpreter.send("take vase")
        reading = read(probe, interpreter)
        assert reading.location_name == "Red Salon"
        assert [probe.name(reading.objects, n) for n in reading.inventory or ()] == ["blue vase"]
        interpreter.send("east")
        reading = read(probe, interpreter)
        assert reading.location is not None
        assert reading.location_name is None, "only the story can work this name out"


def test_a_story_without_a_players_object_has_a_place_all_the_same() -> None:
    learned = learn(story("ghost.z5"))
    assert learned.player is None
    assert learned.location_globals == (0,)


def test_a_story_with_nothing_to_learn_from_teaches_nothing() -> None:
    learned = learn(story("letters.z5"))
    assert learned.model_dump(exclude_defaults=True, exclude={"commands"}) == {
        "compiler": Compiler.INFORM
    }


def test_an_unknown_compilers_score_that_never_changed_is_unknown() -> None:
    """Too many variables are 0 for too long."""
    learned = learn(unstamped("ferry.z5"))
    assert learned.compiler is Compiler.UNKNOWN
    assert learned.score is None


class Forgetful:
    """An engine that cannot show its memory."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter

    def start(self) -> Observation:
        return self._interpreter.start()

    def send(self, command: str) -> Observation:
        return self._interpreter.send(command)

    def snapshot(self) -> bytes:
        return self._interpreter.snapshot()

    def restore(self, snapshot: bytes) -> None:
        self._interpreter.restore(snapshot)

    def memory(self) -> bytes | None:
        return None

    def close(self) -> None:
        self._interpreter.close()


def test_an_engine_without_memory_teaches_only_the_compiler() -> None:
    file = story("ferry.z5")
    with running(file) as (interpreter, opening):
        learned = calibrate(Forgetful(interpreter), file.data, opening)
    assert learned == Calibration(compiler=Compiler.INFORM)


@pytest.mark.skipif(not ZORK.exists(), reason="needs a real story at .stories/zork1.z3")
def test_a_real_infocom_story_is_learned_whole() -> None:
    learned = learn(open_story(ZORK))
    assert learned.compiler is Compiler.ZIL
    assert learned.player is not None
    assert learned.room_parent, "Infocom's rooms are in one object"
    assert (learned.location_globals, learned.score) == ((0,), 1)
    assert learned.max_score is not None
