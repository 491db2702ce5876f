"""What a story says comes out whole, on every version of the Z-machine."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from adventure.interpreter.compiled import ODDITIES, load, story_bytes, with_header
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.jericho import JerichoInterpreter, find_library
from ludens.adventure.interpreter.protocol import (
    EngineMissing,
    FaultKind,
    InterpreterFault,
    Observation,
    Wants,
    explore,
)
from ludens.adventure.interpreter.story_file import read_story
from ludens.installing import engine_command

Opener = Callable[..., JerichoInterpreter]
LATE = ODDITIES[1:]
SCENE = "You are in a cellar. A sign says > this way >\nup."


@pytest.fixture(params=ODDITIES)
def machine(request: pytest.FixtureRequest, jericho: Opener) -> JerichoInterpreter:
    interpreter = jericho(load(request.param))
    interpreter.start()
    return interpreter


@pytest.fixture(params=LATE)
def late_machine(request: pytest.FixtureRequest, jericho: Opener) -> JerichoInterpreter:
    interpreter = jericho(load(request.param))
    interpreter.start()
    return interpreter


@pytest.mark.parametrize("name", ODDITIES)
def test_the_opening_is_told_whole_without_prompt_and_status(name: str, jericho: Opener) -> None:
    opening = jericho(load(name)).start()
    assert opening.text == f"ODDITIES\nA test in version {name[-1]}.\n\n{SCENE}"
    assert opening.wants is Wants.LINE


def test_line_breaks_and_signs_within_the_text_are_the_storys_own(
    machine: JerichoInterpreter,
) -> None:
    assert machine.send("look").text == SCENE


def test_version_3_has_its_status_line_of_the_same_turn(jericho: Opener) -> None:
    interpreter = jericho(load("oddities.z3"))
    status = interpreter.start().status or ""
    assert status.split() == ["Test", "Cellar", "Score:", "0", "Moves:", "0"]
    observation = interpreter.send("up")
    assert observation.text == "You climb up."
    assert (observation.status or "").split() == ["Landing", "Score:", "5", "Moves:", "1"]


def test_later_versions_have_the_status_line_they_draw(late_machine: JerichoInterpreter) -> None:
    observation = late_machine.send("up")
    assert observation.text == "You climb up."
    assert observation.status == "Landing" + " " * 51 + "Turns: 1"


def test_a_status_line_of_informs_library_keeps_its_columns(jericho: Opener) -> None:
    interpreter = jericho(load("cottage.z5"))
    opening = interpreter.start()
    assert opening.text.endswith("[The score has just gone up by one point.]")
    assert "\nGarden\nNettles and roses. A sign says > IN. The café is closed." in opening.text
    assert (opening.status or "").split("  ")[0] == "Garden"
    assert (opening.status or "").endswith("Moves: 0")


def test_a_long_turn_is_told_whole(machine: JerichoInterpreter) -> None:
    lines = machine.send("tale").text.split("\n")
    assert lines == [f"Sentence number {number} of a long tale." for number in range(1, 401)]


def test_accents_come_out_and_go_in(machine: JerichoInterpreter) -> None:
    assert machine.send("accent").text == "Café naïve Äöü ß æon «so» çñ £5."
    assert machine.send("echo ÇÀ é").text == "[echo çà é]"


def test_letters_of_a_storys_own_alphabet_come_out_and_go_in(jericho: Opener) -> None:
    interpreter = jericho(load("letters.z5"))
    assert interpreter.start().text == "Жук! “čaj”, café."
    assert interpreter.send("ЖУК").text == "A beetle: жук"
    assert interpreter.send("ČAJ é").text == "čaj é"
    assert interpreter.send("=").text == "".join(map(chr, range(161, 256)))
    memory = interpreter.memory()
    assert memory is not None
    assert memory[64:200] == story_bytes("letters.z5")[64:200]


@pytest.mark.parametrize("name", ["oddities.z5", "oddities.z8"])
def test_unicode_characters_are_printed_as_they_are(name: str, jericho: Opener) -> None:
    interpreter = jericho(load(name))
    interpreter.start()
    assert interpreter.send("dash").text == "A dash —, a euro €, known as 1."


def test_text_for_memory_or_for_nobody_is_not_story_text(machine: JerichoInterpreter) -> None:
    assert machine.send("memory").text == "Kept 14 letters: to memory only"
    assert machine.send("silent").text == "Before. After."


def test_a_story_that_wants_a_key_says_so_and_gets_one(late_machine: JerichoInterpreter) -> None:
    for typed, code in {
        "x": 120,
        "yes": 121,
        "": 13,
        " ": 32,
        "<escape>": 27,
        "<UP>": 129,
        "<f1>": 133,
        "<delete>": 8,
        "\\": 92,
        "é": 170,
    }.items():
        asked = late_machine.send("key")
        assert (asked.text, asked.wants) == ("Press a key:", Wants.KEY)
        answer = late_machine.send(typed)
        assert (answer.text, answer.wants) == (f"Key {code} it is.", Wants.LINE), typed


def test_a_key_with_a_time_limit_waits_for_ever(late_machine: JerichoInterpreter) -> None:
    header = late_machine.memory() or b""
    assert header[1] & 0x80 == 0  # and the story can know it
    assert late_machine.send("timed").wants is Wants.KEY
    assert late_machine.send("k").text == "Key 107, after 1 ticks and turns."


def test_a_question_does_not_stall_the_game(machine: JerichoInterpreter) -> None:
    asked = machine.send("sure")
    assert (asked.text, asked.wants) == ("Are you sure? (y or n)", Wants.LINE)
    assert machine.send("y").text == "You are sure."


def test_quitting_ends_the_story_and_nothing_runs_on(machine: JerichoInterpreter) -> None:
    end = machine.send("quit")
    assert (end.text, end.wants) == ("Goodbye.", Wants.NOTHING)
    with pytest.raises(CommandRefused, match="has ended"):
        machine.send("look")
    with pytest.raises(CommandRefused, match="has ended"):
        explore(machine, ["look"])
    assert machine.start().text.startswith("ODDITIES")


def test_a_question_before_quitting_can_be_answered_either_way(jericho: Opener) -> None:
    interpreter = jericho(load("cottage.z5"))
    interpreter.start()
    assert interpreter.send("quit").text == "Are you sure you want to quit?"
    assert interpreter.send("n").wants is Wants.LINE
    interpreter.send("quit")
    assert interpreter.send("y").wants is Wants.NOTHING


def test_restarting_begins_anew_with_the_same_random_numbers(machine: JerichoInterpreter) -> None:
    rolls = [machine.send("roll").text for _ in range(5)]
    machine.send("up")
    again = machine.send("again")
    assert again.text.startswith("ODDITIES")
    assert (again.status or "").startswith("Test Cellar")
    assert [machine.send("roll").text for _ in range(5)] == rolls
    assert machine.start() == again
    assert [machine.send("roll").text for _ in range(5)] == rolls


@pytest.mark.parametrize("name", ["oddities.z3", "oddities.z8"])
def test_the_seed_decides_the_random_numbers(name: str, jericho: Opener) -> None:
    def rolls(seed: int) -> list[str]:
        interpreter = jericho(load(name), seed=seed)
        interpreter.start()
        return [interpreter.send("roll").text for _ in range(8)]

    assert rolls(0) == rolls(0)
    assert rolls(2**70 + 1) == rolls(2**70 + 1)
    assert len({tuple(rolls(seed)) for seed in (0, 1, 2, 12345, -1)}) == 5


def test_a_menu_is_told_as_a_page_each_time_it_changes(late_machine: JerichoInterpreter) -> None:
    head = " " * 29 + "Things to read\n\n"
    menu = late_machine.send("menu")
    assert menu.text == head + "   > Chapter 1\n     Chapter 2\n     Chapter 3"
    assert (menu.wants, menu.status) == (Wants.KEY, None)
    assert late_machine.send("n").text == head + "     Chapter 1\n   > Chapter 2\n     Chapter 3"
    left = late_machine.send("q")
    assert left.text == "You leave the menu at chapter 2."
    assert (left.status or "").startswith("Test Cellar")


def test_a_boxed_quotation_is_story_text_where_it_was_shown(
    late_machine: JerichoInterpreter,
) -> None:
    observation = late_machine.send("quote")
    assert [line.strip() for line in observation.text.split("\n") if line.strip()] == [
        "Before the quotation.",
        "All the world's a page,",
        "-- a test",
        "After the quotation.",
    ]
    assert (observation.status or "").startswith("Test Cellar")
    assert late_machine.send("look").text == SCENE


def test_the_librarys_boxes_are_story_text(jericho: Opener) -> None:
    interpreter = jericho(load("cottage.z5"))
    interpreter.start()
    for command in ("n", "u"):
        interpreter.send(command)
    text = interpreter.send("examine poem").text
    assert [line.strip() for line in text.split("\n") if line.strip()][:4] == [
        "Roses are red",
        "Slates are blue",
        "-- the attic",
        "You read it twice.",
    ]


def test_a_split_window_of_version_3_is_told(jericho: Opener) -> None:
    interpreter = jericho(load("oddities.z3"))
    interpreter.start()
    assert interpreter.send("split").text == (
        "first of the upper lines\nsecond > of them\nThe window is split."
    )
    assert interpreter.send("look").text == SCENE
    assert interpreter.send("whole").text == "The window is whole."


def test_save_and_restore_of_the_story_itself_work_without_a_file(
    machine: JerichoInterpreter,
) -> None:
    assert machine.send("load").text.startswith("Nothing to restore")
    machine.send("up")
    assert machine.send("save").text == "Ok."
    machine.send("down")
    back = machine.send("load")
    assert back.text in ("Ok.", "Restored.")
    assert (back.status or "").startswith("Landing")


def test_undo_goes_back_as_far_as_is_kept(jericho: Opener) -> None:
    interpreter = jericho(load("cottage.z5"))
    interpreter.start()
    for command in ("n", "u", "u", "d", "d"):
        interpreter.send(command)
    undone = [interpreter.send("undo").text for _ in range(4)]
    assert [text.split("\n")[0] for text in undone[:3]] == ["Attic", "On the Roof", "Attic"]
    assert "undo" in undone[3].lower()
    assert "Previous turn undone" not in undone[3]


def test_a_backslash_is_a_letter_and_no_order(machine: JerichoInterpreter) -> None:
    for typed in ("\\", "\\s", "\\help", "\\u", "\\X", "\\<", "\\\\"):
        assert machine.send(typed).text == "Nothing in that is known to me."
    assert machine.send("echo \\t\\").text == "[echo \\t\\]"


def test_a_line_longer_than_the_story_has_room_for_is_cut(machine: JerichoInterpreter) -> None:
    for length in (100, 119, 120, 121, 198):
        assert machine.send(("echo " + "a" * 200)[:length]).text == f"[echo {'a' * 35}]"
    assert machine.send("look").text == SCENE


def test_the_story_finds_itself_whole(machine: JerichoInterpreter) -> None:
    assert machine.send("verify").text == "Whole."


def test_an_empty_line_is_a_line(machine: JerichoInterpreter) -> None:
    assert machine.send("").text == "Nothing in that is known to me."


def test_a_refused_command_changes_nothing(machine: JerichoInterpreter) -> None:
    before = machine.snapshot()
    for bad in ("look\nquit", "a" * 199):
        with pytest.raises(CommandRefused):
            machine.send(bad)
        with pytest.raises(CommandRefused):
            explore(machine, ["look", bad])
    assert machine.snapshot() == before


def test_memory_is_the_dynamic_memory(machine: JerichoInterpreter) -> None:
    before = machine.memory()
    assert before is not None
    assert len(before) == load(f"oddities.z{before[0]}").dynamic_size
    machine.send("up")
    assert machine.memory() != before


def test_nothing_can_be_asked_before_the_start(jericho: Opener) -> None:
    interpreter = jericho(load("oddities.z3"))
    for ask in (
        lambda: interpreter.send("look"),
        interpreter.snapshot,
        interpreter.memory,
        lambda: explore(interpreter, ["look"]),
    ):
        with pytest.raises(InterpreterFault, match="start or restore") as fault:
            ask()
        assert fault.value.kind is FaultKind.PIPE


def test_closing_twice_is_no_harm_and_starting_again_works(jericho: Opener) -> None:
    interpreter = jericho(load("oddities.z3"))
    interpreter.start()
    interpreter.close()
    interpreter.close()
    assert interpreter.start().wants is Wants.LINE


def test_an_old_story_without_length_and_checksum_plays(jericho: Opener) -> None:
    data = with_header(story_bytes("oddities.z3"), length=0, checksum=0)
    assert isinstance(jericho(read_story(data, "old")).start(), Observation)


def test_a_missing_engine_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_library().is_file()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr("ludens.adventure.interpreter.jericho._BUILT", Path("/nowhere"))
    with pytest.raises(EngineMissing, match=re.escape(engine_command())):
        JerichoInterpreter(load("oddities.z3"))


def test_a_library_that_is_another_one_is_told_from_jerichos(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "libfrotz.so"
    wrong.write_bytes(b"not a library")
    monkeypatch.setattr("ludens.adventure.interpreter.jericho.find_library", lambda: wrong)
    with (
        JerichoInterpreter(load("oddities.z3")) as interpreter,
        pytest.raises(EngineMissing, match="does not fit"),
    ):
        interpreter.start()
