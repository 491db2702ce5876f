"""The second engine, and the two as witnesses of each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from adventure.interpreter.compiled import load
from adventure.interpreter.conftest import skip_without_dfrotz
from adventure.interpreter.play import play, vocabulary
from ludens.adventure.interpreter.dfrotz import DfrotzInterpreter
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import EngineMissing, InterpreterFault, Wants

Opener = Callable[..., DfrotzInterpreter]


def test_both_engines_tell_the_same_story(dfrotz: Opener) -> None:
    """Version 3 has no bold text, which older versions of dfrotz do not show."""
    words = [word for word in vocabulary("oddities") if word not in ("save", "load", "tale")]
    commands = random.Random("witness").choices(words, k=60)
    with JerichoInterpreter(load("oddities.z3"), seed=7) as jericho:
        expected = [jericho.start(), *play(jericho, commands)]
    interpreter = dfrotz(load("oddities.z3"))
    told = [interpreter.start(), *play(interpreter, commands)]
    unsplit = [
        (one.text, other.text)
        for one, other, command in zip(expected, told, ["", *commands], strict=True)
        if command != "split"  # dfrotz writes an upper window over the text below it
    ]
    assert all(one == other for one, other in unsplit)
    assert [one.wants for one in told] == [one.wants for one in expected]


@pytest.mark.parametrize("name", ["oddities.z4", "oddities.z5", "oddities.z8"])
def test_keys_are_wanted_and_given(name: str, dfrotz: Opener) -> None:
    interpreter = dfrotz(load(name))
    interpreter.start()
    for typed, code in {"x": 120, "yes": 121, "": 13, " ": 32, "<escape>": 27, "\\": 92}.items():
        asked = interpreter.send("key")
        assert (asked.text, asked.wants) == ("Press a key:", Wants.KEY)
        answer = interpreter.send(typed)
        assert (answer.text, answer.wants) == (f"Key {code} it is.", Wants.LINE), typed


def test_a_sign_in_the_text_is_no_prompt(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("oddities.z5"))
    interpreter.start()
    for _ in range(3):
        assert interpreter.send("look").text == "You are in a cellar. A sign says > this way >\nup."
    asked = interpreter.send("sure")
    assert (asked.text, asked.wants) == ("Are you sure? (y or n)", Wants.LINE)
    assert interpreter.send("y").text == "You are sure."


def test_a_backslash_is_a_letter_and_no_order(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("oddities.z5"))
    interpreter.start()
    for typed in ("\\", "\\s", "\\help", "\\X"):
        assert interpreter.send(typed).text == "Nothing in that is known to me."
    assert interpreter.send("echo \\t\\ é").text == "[echo \\t\\ é]"


def test_a_long_turn_is_told_whole(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("oddities.z5"))
    interpreter.start()
    lines = [line for line in interpreter.send("tale").text.split("\n") if line]
    assert lines == [f"Sentence number {number} of a long tale." for number in range(1, 401)]


def test_quitting_ends_the_story(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("oddities.z5"))
    interpreter.start()
    here = interpreter.snapshot()
    end = interpreter.send("quit")
    assert (end.text, end.wants) == ("Goodbye.", Wants.NOTHING)
    ended = interpreter.snapshot()
    interpreter.restore(here)
    assert interpreter.send("up").text == "You climb up."
    interpreter.restore(ended)
    with pytest.raises(Exception, match="has ended"):
        interpreter.send("look")


def test_files_are_written_only_in_a_folder_that_goes_away(
    dfrotz: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    interpreter = dfrotz(load("cottage.z5"))
    interpreter.start()
    for command in ("save", str(elsewhere / "evil"), "script", str(elsewhere / "worse")):
        interpreter.send(command)
    assert "Nettles" in interpreter.send("look").text
    assert list(elsewhere.iterdir()) == []
    (own,) = (path for path in tmp_path.iterdir() if path != elsewhere)
    assert (own / "evil.qzl").exists() or (own / "evil").exists()
    interpreter.close()
    assert list(tmp_path.iterdir()) == [elsewhere]


def test_a_folder_that_cannot_be_made_is_a_fault(
    dfrotz: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = dfrotz(load("oddities.z3"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(InterpreterFault, match="its folder could not be made"):
        interpreter.start()


def test_a_saved_game_is_there_again_after_going_back(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("cottage.z5"))
    interpreter.start()
    play(interpreter, ["n", "save", "first", "u"])
    here = interpreter.snapshot()
    expected = play(interpreter, ["restore", "first", "look"])
    fresh = dfrotz(load("cottage.z5"), seed=5)
    fresh.restore(here)
    assert play(fresh, ["restore", "first", "look"]) == expected


def test_there_is_no_memory_to_see(dfrotz: Opener) -> None:
    interpreter = dfrotz(load("oddities.z3"))
    interpreter.start()
    assert interpreter.memory() is None


def test_a_missing_engine_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("ludens.adventure.interpreter.dfrotz._PLACES", ())
    with pytest.raises(EngineMissing, match="apt-get install frotz"):
        DfrotzInterpreter(load("oddities.z3"))


def test_it_is_found_where_debian_puts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_without_dfrotz()
    monkeypatch.setenv("PATH", "/nowhere")
    try:
        DfrotzInterpreter(load("oddities.z3"))
    except EngineMissing:
        pytest.skip("dfrotz is on the path only")
