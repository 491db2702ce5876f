"""What the story asks instead of waiting for a command is answered."""

from __future__ import annotations

from adventure.agents_stage import stage
from ludens.adventure.agents.offline.answering import KEYS, NAME, NAME_WITH_TITLE, answer
from ludens.adventure.events import By, CommandChosen, TextObserved
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
    assert said(asked(menu, " ", wants=Wants.KEY)) == " "
    assert said(asked(menu, *[" "] * 4, wants=Wants.KEY)) == "m"
    assert said(asked(menu, *[" "] * 5, wants=Wants.KEY)) == "h"
    assert said(asked(menu, *[" "] * 6, wants=Wants.KEY)) == KEYS[0]


def test_who_is_asked_nothing_answers_nothing() -> None:
    assert said(asked("A bare yard.", "look")) is None
