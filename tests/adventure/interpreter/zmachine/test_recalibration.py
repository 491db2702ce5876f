"""Play teaches what the opening did not show, and corrects what it showed wrongly."""

from __future__ import annotations

from collections.abc import Iterable

from adventure.interpreter.zmachine.probe_stories import ask_truth, read, running, story, unstamped
from ludens.adventure.interpreter.protocol import Interpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.evidence import Intent, Sample, intent_of
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.recalibration import recalibrate
from ludens.adventure.interpreter.zmachine.zstory import ZStory

ROUND = ("take bag", "take coin", "look", "e", "take rope", "w", "n", "s", "drop bag", "score")


def turns(interpreter: Interpreter, commands: Iterable[str]) -> list[Sample]:
    samples = []
    for command in commands:
        before = interpreter.memory()
        observation = interpreter.send(command)
        after = interpreter.memory()
        assert before is not None
        assert after is not None
        samples.append(Sample.of(command, before, after, observation.text, observation.status))
    return samples


def played(file: StoryFile, commands: Iterable[str] = ROUND) -> tuple[Calibration, list[Sample]]:
    with running(file) as (interpreter, opening):
        learned = calibrate(interpreter, file.data, opening)
        return learned, turns(interpreter, commands)


def test_a_score_that_changes_in_play_is_found() -> None:
    file = unstamped("ferry.z5")
    learned, samples = played(file)
    assert learned.score is None
    better = recalibrate(ZStory(file.data), learned, samples)
    assert better.score == 1
    assert better.model_copy(update={"score": None}) == learned, "the rest stays as it was"


def test_play_alone_teaches_what_the_opening_could_not() -> None:
    file = story("ferry.z4")
    learned, samples = played(file)
    taught = recalibrate(ZStory(file.data), Calibration(), samples)
    assert (taught.player, taught.room_parent) == (learned.player, learned.room_parent)
    assert (taught.score, taught.moves, taught.max_score) == (1, 2, 10)
    probe = Probe(file.data, taught)
    with running(file) as (interpreter, _):
        for command in ROUND:
            interpreter.send(command)
            truth = ask_truth(interpreter)
            assert read(probe, interpreter).location == truth.of("location")


def test_what_play_bears_out_stays() -> None:
    for name in ("ferry.z3", "ferry.z5", "lighthouse.z5"):
        file = story(name)
        learned, samples = played(file)
        assert recalibrate(ZStory(file.data), learned, samples) == learned


def test_a_variable_that_play_proves_wrong_is_given_up() -> None:
    file = story("ferry.z4")
    learned, samples = played(file)
    misled = learned.model_copy(update={"score": 7, "moves": 8})
    corrected = recalibrate(ZStory(file.data), misled, samples)
    assert (corrected.score, corrected.moves) == (1, 2)


def test_a_wrong_player_is_given_up() -> None:
    file = story("ferry.z4")
    learned, samples = played(file)
    bag = ZStory(file.data).objects.names.index("canvas bag")
    misled = learned.model_copy(
        update={"player": bag, "player_globals": (), "location_globals": ()}
    )
    # After the bag was dropped, it is not where the walks lead.
    walks = [sample for sample in samples if sample.intent is Intent.MOVE]
    elsewhere = played(file, ("e", "w", "n", "s", "take coin"))[1]
    corrected = recalibrate(ZStory(file.data), misled, [*walks, *elsewhere])
    assert corrected.player == learned.player


def test_no_turns_teach_nothing() -> None:
    file = story("ferry.z5")
    learned, _ = played(file, ())
    assert recalibrate(ZStory(file.data), learned, []) == learned


def test_commands_are_understood_by_what_they_are_meant_to_do() -> None:
    expected = {
        "north": Intent.MOVE,
        "NE": Intent.MOVE,
        "go west": Intent.MOVE,
        "out": Intent.MOVE,
        "get up": Intent.LEAVE,
        "stand": Intent.LEAVE,
        "get in boat": Intent.OTHER,
        "get lamp": Intent.TAKE,
        "pick up lamp": Intent.TAKE,
        "drop all": Intent.DROP,
        "i": Intent.INVENTORY,
        "score": Intent.SCORE,
        "look": Intent.LINGER,
        "look at lamp": Intent.OTHER,
        "examine me": Intent.SELF,
        "say north": Intent.OTHER,
        "": Intent.OTHER,
    }
    assert {command: intent_of(command) for command in expected} == expected
