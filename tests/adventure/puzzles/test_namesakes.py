"""What the first part of a name says that a thing is for, and which needs are whose."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.things import Elsewhere, around
from ludens.adventure.agents.offline.ways_out import ways_eased
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.frontier.losses import turn_before_loss
from ludens.adventure.puzzles.namesakes import namesakes
from ludens.adventure.puzzles.needs import NEEDS, is_meant
from ludens.adventure.puzzles.thinking import Thinking, has_burned
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked
from ludens.adventure.world.places import UNKNOWN, ItemId

WORDS = Vocabulary(find_story("four_parts_copper").data)
HOOF = ThingsMentioned(room=HERE, names=("hoof", "pony"), living=("pony",))


def commands(state: AdventureState) -> list[str]:
    return [idea.command for idea in namesakes(Thinking.of(state, WORDS))]


def test_a_thing_is_used_with_what_it_is_called_after() -> None:
    assert "use hoof pick on hoof" in commands(stage(HOOF, carried=("hoof pick",)))
    assert commands(stage(HOOF, carried=("pony collar",)))[0] == "put pony collar on pony"
    assert not commands(stage(HOOF, carried=("pony bin", "pony key", "pick")))


def test_what_was_done_with_it_is_not_done_again() -> None:
    done = CommandJudged(room=HERE, command="lift hoof", effect=Effect.SCORED, things=("hoof",))
    assert not commands(stage(HOOF, done, carried=("hoof pick",)))


@pytest.mark.parametrize(
    ("name", "quote", "target", "meant"),
    [
        ("fire", "The fire roars up.", "beam", False),
        ("fire", "It would help if it were lit.", "smoker", True),
        ("fire", "It is cold.", "candle", True),
        ("drink", "Black water, up to the roof.", "ledger", False),
        ("drink", "It has withered.", "bush", True),
        ("key", "It is locked.", "door", True),
    ],
)
def test_words_for_fire_and_water_mostly_name_something_else(
    name: str, quote: str, target: str, meant: bool
) -> None:
    (need,) = (need for need in NEEDS if need.name == name)
    assert is_meant(need, quote, target) is meant


def test_a_lamp_that_was_put_out_wants_no_fire_and_a_candle_may() -> None:
    state = stage(carried=("lamp", "candle"))
    assert not has_burned(state.items.known[ItemId("lamp")])
    for name in ("lamp", "candle"):
        state.apply(ItemChanged(item=ItemId(name), lit=False))
    assert has_burned(state.items.known[ItemId("lamp")])
    assert not has_burned(state.items.known[ItemId("candle")])
    (fire,) = (need for need in NEEDS if need.name == "fire")
    thinking = Thinking.of(state, WORDS)
    assert thinking.is_met(fire, "lamp")
    assert not thinking.is_met(fire, "candle")


def settled(command: str, *things: str) -> CommandJudged:
    return CommandJudged(room=HERE, command=command, effect=Effect.SCORED, things=things)


def test_of_two_things_of_one_stuff_the_other_is_still_to_be_had() -> None:
    put = settled("put raw copper in crucible", "raw copper", "crucible")
    page = ThingsMentioned(room=HERE, names=("cake of copper",), listed=("cake of copper",))
    state = stage(put, page)
    near = around(state, WORDS, HERE, (), Elsewhere.of(state, WORDS))
    assert "cake of copper" in [thing.name for thing in near]


def test_what_was_put_somewhere_by_another_part_of_its_name_is_not_lost() -> None:
    name = "sack of charcoal"
    id_ = ItemId(name.replace(" ", "_"))
    taken = settled("take charcoal", "charcoal")
    kettle = (settled("take kettle", "kettle"), settled("put kettle in pit", "kettle", "pit"))
    state = stage(taken, *kettle, carried=(name,))
    state.apply(ItemMoved(item=id_, place=UNKNOWN))
    assert turn_before_loss(state, 400) is not None
    state.apply(settled("put sack in furnace", "sack", "furnace"))
    assert turn_before_loss(state, 400) is None


@pytest.mark.parametrize(("reason", "again"), [("It is locked.", 0), ("Deep water.", 1)])
def test_a_locked_way_waits_for_its_key_whatever_changes_elsewhere(reason: str, again: int) -> None:
    barred = ExitBlocked(room=HERE, direction="north", reason=reason)
    tried = CommandJudged(room=HERE, command="north", effect=Effect.NOTHING)
    state = stage(barred, tried)
    state.turn += 2
    state.apply(
        CommandJudged(
            room=HERE, command="pull lever", effect=Effect.SCORED, things=("lever",), upheaval=True
        )
    )
    eased = ways_eased(state.map.rooms[HERE], HERE, state.journal, state.items, -1)
    assert len(list(eased)) == again
