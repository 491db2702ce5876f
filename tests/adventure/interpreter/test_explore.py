"""Trying commands without their having happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adventure.interpreter.compiled import load
from adventure.interpreter.conftest import Opener
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import FaultKind, InterpreterFault, explore

COMMANDS = ["up", "roll", "look", "key", "menu", "undo", "save", "again", "quit", "nonsense", "up"]


@pytest.mark.parametrize("name", ["oddities.z3", "oddities.z5"])
def test_each_trial_is_what_the_command_would_have_answered_here(
    name: str, open_on_each_engine: Opener
) -> None:
    interpreter = open_on_each_engine(load(name))
    interpreter.start()
    interpreter.send("roll")
    here = interpreter.snapshot()
    trials = explore(interpreter, COMMANDS, snapshots=True)
    assert interpreter.snapshot() == here
    assert [trial.command for trial in trials] == COMMANDS
    for trial in trials:
        interpreter.restore(here)
        assert trial.observation == interpreter.send(trial.command)
        assert trial.snapshot == interpreter.snapshot()
        assert trial.fault is None


def test_a_trial_keeps_the_memory_and_the_machine_if_that_is_asked_for(
    jericho: Callable[..., JerichoInterpreter],
) -> None:
    interpreter = jericho(load("cottage.z5"))
    interpreter.start()
    here = interpreter.snapshot()
    plain, kept = (
        explore(interpreter, ["n"])[0],
        explore(interpreter, ["n"], snapshots=True)[0],
    )
    assert (plain.memory, plain.snapshot) == (kept.memory, None)
    interpreter.send("n")
    assert kept.memory == interpreter.memory()
    assert kept.snapshot == interpreter.snapshot()
    interpreter.restore(here)
    assert explore(interpreter, []) == []


def test_a_fault_is_a_trial_and_the_others_go_on(open_on_each_engine: Opener) -> None:
    interpreter = open_on_each_engine(load("oddities.z5"), deadline=1)
    interpreter.start()
    interpreter.send("up")
    here = interpreter.snapshot()
    trials = explore(interpreter, ["roll", "broken", "loop", "roll", "divide"])
    assert [trial.fault and trial.fault.command for trial in trials] == [
        None,
        "broken",
        "loop",
        None,
        "divide",
    ]
    assert isinstance(trials[2].fault, InterpreterFault)
    assert trials[2].fault.kind is FaultKind.HANG
    assert trials[1].observation is None
    assert trials[0].observation == trials[3].observation
    assert interpreter.snapshot() == here
    assert interpreter.send("down").text == "You climb down."
