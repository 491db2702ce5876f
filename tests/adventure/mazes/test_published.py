"""Mazes told as published stories tell them: each manner, compiled, under both perceptions."""

from __future__ import annotations

import asyncio
import shutil

import pytest
from mazes.manner import Listing, Manner
from mazes.play import StoryTrial
from mazes.spec import Plan, invent
from mazes.trial import Trial

from ludens.adventure.events import PlayerDied
from ludens.adventure.mazes.events import Phase, Trait
from ludens.adventure.settings import PerceptionKind

pytestmark = pytest.mark.skipif(
    shutil.which("inform6") is None, reason="needs inform6 to compile maze stories"
)
perceptions = pytest.mark.parametrize("perception", list(PerceptionKind))
SMALL = (4, 6)
MANNERS = {
    "a paragraph each thing": Manner(listing=Listing.THERE_IS, dropped="Ok."),
    "things right below": Manner(listing=Listing.CLOSE, dropped="You put down *."),
    "things on the ground": Manner(listing=Listing.LIES, dropped="* clatters onto the stones."),
    "noises and an actor": Manner(noises=True, actor=True),
    "told on the way": Manner(crawls=0.4, refusals=True),
    "ways told": Manner(ways_told=True),
}


def played(seed: int, plan: Plan, perception: PerceptionKind) -> Trial:
    return asyncio.run(StoryTrial(invent(seed, plan), perception).play(1200))


TOLD = [
    pytest.param(
        manner,
        perception,
        id=f"{name}-{perception}",
        marks=[pytest.mark.long] * (perception is PerceptionKind.STATE and not manner.noises),
    )
    for name, manner in MANNERS.items()
    for perception in PerceptionKind
]
"""Each manner under each perception; who reads the memory goes by little of what is told."""


@pytest.mark.parametrize(("manner", "perception"), TOLD)
def test_a_maze_is_mapped_however_it_is_told(manner: Manner, perception: PerceptionKind) -> None:
    found = played(4, Plan(rooms=SMALL, barred=0.3, manner=manner), perception)
    assert found.exact() == ""
    assert found.group.sure
    assert found.left_behind == 0


@perceptions
def test_dead_ends_with_words_of_their_own_are_rooms_of_the_maze(
    perception: PerceptionKind,
) -> None:
    found = played(2, Plan(rooms=SMALL, dead_ends=(4, 4), own_ends=True), perception)
    assert found.exact() == ""
    assert found.left_behind == 0


@perceptions
def test_a_way_that_kills_is_learned_once_and_the_rest_is_mapped(
    perception: PerceptionKind,
) -> None:
    found = played(1, Plan(rooms=SMALL, deadly=1), perception)
    assert sum(isinstance(event, PlayerDied) for event in found.events) == 1
    assert found.exact() == ""
    assert Trait.DEADLY in found.group.traits
    assert found.group.phase is Phase.MAPPED
    assert found.left_behind == 0


@perceptions
def test_whoever_attacks_in_a_maze_only_interrupts_the_mapping(perception: PerceptionKind) -> None:
    found = played(1, Plan(rooms=SMALL, creature=True), perception)
    assert found.exact() == ""
    assert Trait.CREATURE in found.group.traits
    assert found.group.phase is Phase.MAPPED
    assert found.group.sure
    assert found.left_behind == 0


@perceptions
def test_a_light_that_fails_brings_the_solver_out_in_time(perception: PerceptionKind) -> None:
    found = played(0, Plan(rooms=(6, 8), dark=True, light=8), perception)
    assert found.left_behind == 0
    assert Trait.LIGHT_FADES in found.group.traits
    assert found.group.phase is Phase.GIVEN_UP
    assert not found.group.dark
    assert found.group.here is not None
    assert found.group.rooms[found.group.here].outside


@perceptions
def test_a_maze_within_a_maze_is_mapped_beside_it(perception: PerceptionKind) -> None:
    story = StoryTrial(invent(0, Plan(rooms=SMALL, nested=True)), perception)
    found = asyncio.run(story.play(500))
    assert found.exact() == "", "both of them"
    assert {group.title for group in found.mazes.groups.values()} == {"maze", "catacombs"}
    assert not any(group.at_work for group in found.mazes.groups.values())
    assert found.left_behind == 0


@pytest.mark.parametrize(
    "seed", [11, *(pytest.param(seed, marks=pytest.mark.long) for seed in (13, 21))]
)
def test_what_marks_the_rooms_of_one_maze_is_left_there_and_fetched_when_the_other_is_done(
    seed: int,
) -> None:
    plan = Plan(rooms=(4, 8), nested=True)
    story = StoryTrial(invent(seed, plan), PerceptionKind.TEXT)
    found = asyncio.run(story.play(500))
    assert found.exact() == ""
    assert found.left_behind == 0
    entrances = [
        room for room in story.state.map.rooms.values() if room.name == "Mouth of the Cave"
    ]
    assert len(entrances) == 1, "what is dropped in a maze tells nothing of the room before it"
