"""A story that hangs, crashes or breaks the rules costs one child and nothing else."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest

from adventure.interpreter.compiled import hanging, load
from adventure.interpreter.conftest import Opener
from adventure.interpreter.family import children
from adventure.interpreter.play import play
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import FaultKind, Interpreter, InterpreterFault
from ludens.adventure.interpreter.story_file import open_story

BAD_COMMANDS = ("loop", "flood", "deep", "push", "divide", "broken")


def the_child() -> psutil.Process:
    (child,) = children()
    return child


def fault_at(interpreter: Interpreter, command: str) -> InterpreterFault:
    with pytest.raises(InterpreterFault) as fault:
        interpreter.send(command)
    assert fault.value.command == command
    assert "\n" not in str(fault.value)
    assert not children()
    return fault.value


def test_after_any_fault_play_goes_on_from_the_last_snapshot(
    open_on_each_engine: Opener,
) -> None:
    interpreter = open_on_each_engine(load("oddities.z8"), deadline=1)
    interpreter.start()
    play(interpreter, ["up", "roll"])
    here = interpreter.snapshot()
    expected = play(interpreter, ["roll", "roll", "look"])
    for command in BAD_COMMANDS:
        interpreter.restore(here)
        fault = fault_at(interpreter, command)
        if command == "loop":
            assert fault.kind is FaultKind.HANG
        interpreter.restore(here)
        assert play(interpreter, ["roll", "roll", "look"]) == expected, command


@pytest.mark.parametrize("name", ["oddities.z3", "oddities.z5"])
def test_faults_are_told_apart(name: str) -> None:
    with JerichoInterpreter(load(name), deadline=20) as interpreter:
        for command, kind in {
            "flood": FaultKind.CRASH,
            "push": FaultKind.CRASH,
            "deep": FaultKind.REFUSED,
            "broken": FaultKind.REFUSED,
        }.items():
            interpreter.start()
            assert fault_at(interpreter, command).kind is kind


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGSEGV, "SIGSEGV"), (signal.SIGKILL, "SIGKILL")]
)
def test_a_killed_child_is_one_fault(
    number: signal.Signals, name: str, open_on_each_engine: Opener
) -> None:
    interpreter = open_on_each_engine(load("oddities.z5"))
    interpreter.start()
    interpreter.send("up")
    here = interpreter.snapshot()
    os.kill(the_child().pid, number)
    fault = fault_at(interpreter, "look")
    assert (fault.kind, fault.detail) == (FaultKind.CRASH, f"it was ended by {name}")
    interpreter.restore(here)
    assert interpreter.send("down").text == "You climb down."


def test_a_stopped_child_is_a_hang(open_on_each_engine: Opener) -> None:
    interpreter = open_on_each_engine(load("oddities.z5"), deadline=0.2)
    interpreter.start()
    os.kill(the_child().pid, signal.SIGSTOP)
    assert fault_at(interpreter, "look").kind is FaultKind.HANG


def test_a_fault_at_the_start_is_a_fault_not_an_error(
    open_on_each_engine: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "hanging.z5"
    path.write_bytes(hanging())
    interpreter = open_on_each_engine(open_story(path), deadline=1)
    with pytest.raises(InterpreterFault) as fault:
        interpreter.start()
    assert fault.value.kind is FaultKind.HANG
    assert not children()


def test_many_faults_leak_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    descriptors = psutil.Process().num_fds()
    with JerichoInterpreter(load("oddities.z5"), deadline=20) as interpreter:
        interpreter.start()
        here = interpreter.snapshot()
        for _ in range(5):
            fault_at(interpreter, "broken")
            interpreter.restore(here)
    assert psutil.Process().num_fds() <= descriptors + 1
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_command_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with JerichoInterpreter(load("oddities.z5")) as interpreter:
        interpreter.start()
        here = interpreter.snapshot()
        assert interpreter._child

        def interrupt(until: float) -> list[bytes]:
            raise KeyboardInterrupt

        monkeypatch.setattr(interpreter._child, "receive_frame", interrupt)
        with pytest.raises(KeyboardInterrupt):
            interpreter.send("up")
        assert not children()
        interpreter.restore(here)
        assert interpreter.send("look").text.startswith("You are in a cellar")
