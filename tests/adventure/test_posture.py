"""What the player sits on or is in, and when they get off."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.alighting import LINGERING, alight, ride
from ludens.adventure.events import CommandJudged, Effect, StoryRestored
from ludens.adventure.posture import Posture, leaving
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.map_events import ExitSeen

WORDS = Vocabulary(find_story("four_parts_copper").data)


def judged(command: str, *things: str, effect: Effect = Effect.NOTHING) -> CommandJudged:
    return CommandJudged(room=HERE, command=command, effect=effect, things=things)


def sitting(thing: str = "chair") -> Posture:
    posture = Posture()
    posture.note(judged(f"enter {thing}", thing), f"You get onto the {thing}.", 3)
    return posture


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("enter car", "You get into the car."),
        ("enter car", "(opening the car door first)\nYou climb into the car."),
        ("sit on car", "You are now sitting on the car."),
        ("enter car", "But you're already in the car."),
    ],
)
def test_answers_that_say_that_one_is_in_something(command: str, answer: str) -> None:
    posture = Posture()
    posture.note(judged(command, "car"), answer, 3)
    assert posture.on == "car"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("enter car", "You can't get into the car."),
        ("enter car", "That's not something you can enter."),
        ("examine car", "You look into the car."),
        ("board car", "You have a theory on how to board a car, perhaps?"),
    ],
)
def test_answers_that_do_not(command: str, answer: str) -> None:
    posture = Posture()
    posture.note(judged(command, "car"), answer, 3)
    assert posture.on == ""


def test_one_stands_again_after_getting_off_and_after_going_back() -> None:
    posture = sitting()
    posture.note(judged("get out"), "You get off the chair.", 4)
    assert posture.on == "" and posture.since == 4
    posture = sitting()
    posture.apply(StoryRestored(to_turn=1, command="x", reason="the player died"), 5)
    assert posture.on == ""


def seated(posture: Posture) -> AdventureState:
    state = stage(turn=5)
    state.posture = posture
    return state


def test_who_is_kept_by_a_chair_gets_off_it() -> None:
    posture = sitting()
    assert alight(seated(posture), WORDS) is None
    posture.note(judged("north"), "You'll have to get off the chair first.", 5)
    decision = alight(seated(posture), WORDS)
    assert decision is not None and decision.command == leaving(WORDS)


def test_who_has_sat_long_gets_off() -> None:
    state = seated(sitting())
    state.turn = state.posture.since + LINGERING
    assert alight(state, WORDS) is not None


def test_a_way_off_that_did_not_help_is_not_tried_twice() -> None:
    state = seated(sitting())
    state.turn = state.posture.since + LINGERING
    decision = alight(state, WORDS)
    assert decision is not None
    state.apply(judged(decision.command))
    assert alight(state, WORDS) is None


def test_what_moves_is_ridden_by_the_ways_that_are_known() -> None:
    state = seated(sitting("boat"))
    state.apply(ExitSeen(room=HERE, direction="south"))
    decision = ride(state)
    assert decision is not None and decision.command == "south"
    state = seated(sitting("chair"))
    state.apply(ExitSeen(room=HERE, direction="south"))
    assert ride(state) is None


def test_what_a_story_says_while_one_is_carried_resets_the_count() -> None:
    posture = sitting("boat")
    posture.note(judged("west"), "You can't go that way.", 4)
    posture.note(judged("south", effect=Effect.MOVED), "River (in the boat)", 5)
    assert posture.on == "boat" and posture.kept == 0
