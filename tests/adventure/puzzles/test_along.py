"""A way that a text lets nobody go without a thing is gone with it, though it killed before."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.counsel import suggested
from ludens.adventure.agents.offline.outlook import Outlook
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.puzzles.along import ALONG, is_equipped
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.puzzles.ideas import ideas
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemMoved
from ludens.adventure.world.map_events import ExitBlocked
from ludens.adventure.world.places import INVENTORY

WORDS = Vocabulary(find_story("drowned_clock").data)
BARRED = ExitBlocked(room=HERE, direction="south", reason="You put one foot on it.")
IDEA = SuggestionMade(
    suggestion=SuggestionId("s1"),
    puzzle=None,
    command="south",
    room=HERE,
    items=("sledge",),
    confidence=0.8,
    reason="Not without the sledge.",
    kind=ALONG,
)
SUNK = CommandJudged(room=HERE, command="south", effect=Effect.DIED)


def clue(quote: str) -> PuzzleFound:
    return PuzzleFound(
        puzzle=PuzzleId("p1"), kind=PuzzleKind.CLUE, summary=quote, room=HERE, quote=quote
    )


@pytest.mark.parametrize(
    ("quote", "helps"),
    [
        ("Not a step without the sledge.", True),
        ("Nobody comes back unless you take a sledge.", True),
        ("He went without the sledge.", False),
        ("Not a step without the lamp.", False),
    ],
)
def test_what_nobody_goes_without_is_taken_along(quote: str, helps: bool) -> None:
    state = stage(BARRED, clue(quote), carried=("sledge",))
    (told,) = state.puzzles.open()
    found = [idea for idea in ideas(Thinking.of(state, WORDS), told) if idea.kind == ALONG]
    assert [(idea.command, idea.items) for idea in found] == [("south", ("sledge",))] * helps


def test_the_way_alone_is_no_try_with_the_thing() -> None:
    empty = stage(BARRED, IDEA, SUNK)
    assert list(settle(empty, (SUNK,))) == []
    full = stage(BARRED, IDEA, SUNK, carried=("sledge",))
    assert [event.type for event in settle(full, (SUNK,))] == ["suggestion_closed"]


def test_a_death_without_the_thing_does_not_speak_against_going_with_it() -> None:
    state = stage(BARRED, IDEA, here=("sledge",))
    assert not is_equipped(state, "south")
    state.apply(SUNK)
    state.turn += 1
    state.apply(ItemMoved(item=item("sledge"), place=INVENTORY))
    assert is_equipped(state, "south")
    ((room, chance),) = suggested(state, ())
    assert room == HERE
    assert Outlook(state.journal).prospect(HERE, chance) == chance.worth
