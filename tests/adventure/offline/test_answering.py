"""What the story asks instead of waiting for a command is answered."""

from __future__ import annotations

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.answering import KEYS, NAME, NAME_WITH_TITLE, answer
from ludens.adventure.events import By, CommandChosen, CommandJudged, Effect, TextObserved
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.state import AdventureState


def asked(text: str, *commands: str, wants: Wants = Wants.LINE) -> AdventureState:
    """A story that says the same to each of these commands."""
    state = stage(text=text)
    for command in commands:
        state.apply(CommandChosen(command=command, by=By.PLAYER))
        state.apply(TextObserved(text=text, wants=wants))
    return state


def said(state: AdventureState) -> str | None:
    """What is answered."""
    decision = answer(state)
    return decision.command if decision is not None else None


def test_the_same_question_is_answered_by_yes_and_then_by_no() -> None:
    question = "Have you been here before?"
    assert said(asked(question, "look")) == "yes"
    assert said(asked(question, "look", "yes")) == "no"


def test_who_asks_for_a_name_is_told_one_and_a_title_where_that_is_asked() -> None:
    assert said(asked("What is your name?", "look")) == NAME
    assert said(asked("State your title, such as Sir, and your name.", "look")) == NAME_WITH_TITLE


def test_where_the_space_bar_leads_nowhere_the_keys_of_the_menu_are_tried() -> None:
    menu = "Start over : M\n\nHelp : H\n\nExit : X"
    state = asked(menu, *[" "] * 3, wants=Wants.KEY)
    assert said(state) == " "
    pressed = []
    for turn in range(4, 12):
        state.turn = turn
        pressed.append(said(asked_again(state, menu)))
    assert pressed[:3] == ["m", "h", KEYS[0]] and "x" not in pressed


def asked_again(state: AdventureState, menu: str) -> AdventureState:
    """One more key changes nothing."""
    state.apply(CommandChosen(command=" ", by=By.PLAYER))
    state.apply(TextObserved(text=menu, wants=Wants.KEY))
    return state


def test_a_question_that_waits_for_a_key_gets_its_letter() -> None:
    assert said(asked("Is this the part you wish? (y/n)", " ", wants=Wants.KEY)) == "y"
    assert said(asked("Do you want to restore a saved story? (y/n)", " ", wants=Wants.KEY)) == "n"


def test_who_is_asked_nothing_answers_nothing() -> None:
    assert said(asked("A bare yard.", "look")) is None


def test_who_is_asked_which_was_meant_says_so_once_for_each() -> None:
    question = "Which stool do you mean, the oak stool or the tall stool?"
    state = asked(question, "sit on stool")
    assert said(state) == "sit on oak stool"
    state.apply(CommandJudged(room=HERE, command="sit on oak stool", effect=Effect.NOTHING))
    assert said(state) == "sit on tall stool"
    state.apply(CommandJudged(room=HERE, command="sit on tall stool", effect=Effect.NOTHING))
    assert said(state) is None
    assert said(asked("Which do you mean, the bar or the bar stool?", "take bar")) is None
