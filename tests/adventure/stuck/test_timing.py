"""When the puzzle agent takes the player for stuck (seed 000, section 7)."""

from __future__ import annotations

import pytest

from adventure.stuck.tale import Tale
from ludens.adventure.puzzles.timing import seems_stuck
from ludens.adventure.state import AdventureState


def after(commands: list[tuple[str, str]], rooms: str = "abcdefgh") -> AdventureState:
    tale = Tale(known=set(rooms))
    tale.walk(rooms[number % len(rooms)] for number in range(20))
    return AdventureState(turn=20, recent=commands, stuck=tale.record())


def test_one_answer_to_variations_of_one_verb_is_stuck() -> None:
    refused = [(f"push {thing}", "Nothing happens.") for thing in ("stone", "wall", "statue")]
    assert seems_stuck(after(refused))
    walked = [(way, "You can't go that way.") for way in ("north", "south", "east", "west")]
    assert not seems_stuck(after(walked))


@pytest.mark.parametrize(("rooms", "stuck"), [("abc", True), ("abcd", False)])
def test_three_rooms_for_more_than_fifteen_turns_is_stuck(rooms: str, stuck: bool) -> None:
    assert seems_stuck(after([], rooms)) is stuck
