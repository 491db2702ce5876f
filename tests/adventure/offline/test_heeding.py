"""Who is told to be somewhere goes there at once; what a refusal speaks of is seen to elsewhere."""

from __future__ import annotations

import asyncio

import pytest

from adventure.agents_stage import HERE, brief, stage
from ludens.adventure.agents.offline.heeding import heed, places_told
from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.agents.settings import Habit
from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    StoryRestored,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleId, PuzzleKind
from ludens.adventure.puzzles.pointed import pointed
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.map_events import ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId

WORDS = Vocabulary(find_story("drowned_clock").data)
BANK = RoomId("r2")
TOLD = 'The bell begins. "When it stops," he wrote, "be up on the crag, and not down there."'


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (TOLD, ("crag",)),
        ("Three minutes. You must be on the quay when it strikes.", ("quay",)),
        ("Hide! Wait in the cellar until dawn.", ("cellar",)),
        ("You must be holding it.", ()),
        ("He runs to the wall, and it seems to be in the trough.", ()),
        ("[You must be on the list.]", ()),
    ],
)
def test_where_one_is_told_to_be(text: str, places: tuple[str, ...]) -> None:
    assert places_told(text) == places


def told(command: str) -> AdventureState:
    return stage(
        RoomFound(room=BANK, name="Top of the Crag"),
        ExitExplored(room=HERE, direction="north", to=BANK),
        CommandChosen(command=command, by="player", reasoning=""),
        TextObserved(text=TOLD),
    )


def test_who_is_told_to_be_somewhere_goes_there_at_once() -> None:
    state = told("push rod")
    decision = asyncio.run(OfflinePlayer(WORDS).decide(brief(state)))
    assert decision.command == "north"
    assert "Told" in decision.reasoning
    other = asyncio.run(OfflinePlayer(WORDS, [Habit.HEED]).decide(brief(state)))
    assert "Told" not in other.reasoning


def test_what_is_only_read_or_was_said_before_going_back_is_not_heeded() -> None:
    assert heed(told("read letter")) is None
    state = told("push rod")
    state.apply(StoryRestored(to_turn=2, command="look", reason="death"))
    assert heed(state) is None


def test_what_a_refusal_speaks_of_is_looked_at_where_a_text_names_it() -> None:
    state = stage(
        RoomFound(room=BANK, name="Bank"),
        ExitExplored(room=HERE, direction="north", to=BANK),
        ThingsMentioned(room=BANK, names=("driving weight",)),
    )
    refused = Puzzle(
        id=PuzzleId("p1"),
        kind=PuzzleKind.REFUSED,
        summary="",
        room=HERE,
        turn=1,
        quote="The weight must still be at the bottom.",
        things=("crank",),
        command="wind crank",
    )
    ideas = [(idea.command, idea.room) for idea in pointed(Thinking.of(state, WORDS), refused)]
    assert ideas == [("examine driving weight", BANK)]
    looked = CommandJudged(
        room=BANK,
        command="examine driving weight",
        effect=Effect.NOTHING,
        things=("driving weight",),
    )
    state.apply(looked)
    assert list(pointed(Thinking.of(state, WORDS), refused)) == []
