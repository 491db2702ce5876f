"""What the offline player thinks of doing, by what the story answered before."""

from __future__ import annotations

import asyncio

import pytest

from adventure.agents_stage import HERE, brief, item, stage
from ludens.adventure.events import (
    CommandJudged,
    Effect,
    Fault,
    Order,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.judgement import fault_in
from ludens.adventure.offline.facts import facts_of
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposers import Proposers
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged, ItemFound
from ludens.adventure.world.map_events import ExitSeen
from ludens.adventure.world.places import in_room
from ludens.episode.events import Event

WORDS = Vocabulary(find_story("drowned_clock").data)
PROPOSERS = Proposers(WORDS)


def proposed(state: AdventureState, *, long_shots: bool = True) -> dict[str, bool]:
    """Return the commands that are thought of, and whether each is worth a turn at once."""
    facts = facts_of(state, WORDS, HERE)
    found = PROPOSERS.usually(state, facts, long_shots=long_shots)
    return {one.command: one.at_once for one in found}


def answered(command: str, *things: str, text: str, own: bool = False) -> list[Event]:
    """An answer as it is read: the text, and what it was judged."""
    fault = fault_in(text)
    effect = Effect.NOTHING if fault is None else Effect.NOT_UNDERSTOOD
    judged = CommandJudged(
        room=HERE, command=command, effect=effect, things=things, fault=fault, affirmed=own
    )
    return [TextObserved(text=text), judged]


def after(state: AdventureState, events: list[Event]) -> AdventureState:
    state.turn += 1
    for event in events:
        state.apply(event)
    return state


def test_what_the_story_says_does_not_live_is_given_and_told_nothing_more() -> None:
    state = stage(carried=("bread",), here=("miller",))
    assert {"give bread to miller", "show bread to miller"} <= proposed(state).keys()
    text = "You can only do that to something animate."
    after(state, answered("give bread to miller", "bread", "miller", text=text))
    assert not {one for one in proposed(state) if one.startswith(("give", "ask", "show", "attack"))}


def test_a_name_that_the_parser_takes_a_part_of_is_forgotten() -> None:
    state = stage(ThingsMentioned(room=HERE, names=("rope wheel",)))
    assert "take rope wheel" in proposed(state)
    text = "I only understood you as far as wanting to take the wheel."
    after(state, answered("take rope wheel", "rope wheel", text=text))
    assert "examine rope wheel" not in proposed(state)


def test_a_thing_that_the_story_does_not_see_is_left_until_a_text_lists_it_again() -> None:
    state = stage(here=("lamp",))
    text = "You can't see any such thing."
    after(state, answered("take lamp", "lamp", text=text))
    assert "examine lamp" not in proposed(state)
    after(state, [ThingsMentioned(room=HERE, names=("lamp",), listed=("lamp",))])
    assert "examine lamp" in proposed(state)


def test_what_depends_on_who_is_there_is_done_once_with_what_is_no_load() -> None:
    state = stage(here=("wheel",))
    assert "rub wheel" in proposed(state)
    after(state, answered("rub wheel", "wheel", text="You achieve nothing by this."))
    assert "rub wheel" not in proposed(state)


def test_nobody_picks_people_up_where_anything_makes_more_sense() -> None:
    state = stage(here=("miller", "lamp"))
    sensible = proposed(state, long_shots=False)
    assert "take lamp" in sensible
    assert "take miller" not in sensible
    assert "take miller" in proposed(state)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("What do you want to read in?", "go north"),
        ("Which do you mean, the oak door or the north door?", "go north"),
        ("You can't go that way.", "north"),
    ],
)
def test_a_way_is_no_answer_to_what_the_parser_asks_for(text: str, command: str) -> None:
    way = ExitSeen(room=HERE, direction="north", confidence=0.9)
    plan = asyncio.run(OfflinePlanner(WORDS).decide(brief(stage(way, text=text))))
    assert [step.command for step in plan.steps] == [command]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("I cannot see any such thing.", Fault.UNSEEN),
        ("You don't need to worry about the walls.", Fault.UNSEEN),
        ("You can only do that to something animate.", Fault.GRAMMAR),
    ],
)
def test_a_parser_refuses_in_whatever_person_it_speaks(text: str, fault: Fault) -> None:
    assert fault_in(text) is fault


def test_what_is_known_to_be_closed_is_opened_whatever_it_is() -> None:
    state = stage(here=("wheel",))
    assert "open wheel" not in proposed(state, long_shots=False)
    state.apply(ItemChanged(item=item("wheel"), open=False))
    assert proposed(state, long_shots=False)["open wheel"]


def test_what_a_text_lists_by_too_many_words_is_called_by_the_last() -> None:
    listed = ThingsMentioned(room=HERE, names=("rope wheel",), listed=("rope wheel",))
    state = stage(listed)
    after(state, answered("take rope wheel", "rope wheel", text="You can't see any such thing."))
    assert "examine wheel" in proposed(state)
    after(state, answered("take wheel", "wheel", text="You can't see any such thing."))
    assert "examine wheel" not in proposed(state)


def test_what_an_answer_asks_for_is_a_tool_for_what_it_was_about_and_nothing_else() -> None:
    state = stage(carried=("hammer",), here=("rope", "garlic", "bread"))
    judged = CommandJudged(
        room=HERE, command="cut bread", effect=Effect.NOTHING, things=("bread",), speaks=("hammer",)
    )
    after(state, [judged])
    found = list(PROPOSERS.usually(state, facts_of(state, WORDS, HERE)))
    asked = [one.things for one in found if one.rule == "cut" and one.features.get("tool fits")]
    assert asked == [("bread", "hammer")]


def test_what_has_to_be_done_first_is_done_at_once_and_then_what_was_refused() -> None:
    state = stage(carried=("key",), here=("chest",))
    text = "First you would have to close the chest."
    refused = answered("lock chest with key", "chest", "key", text=text)
    orders = ThingsMentioned(room=HERE, names=(), orders=(Order(command="close chest"),))
    after(state, [*refused, orders])
    assert proposed(state)["close chest"]
    done = CommandJudged(
        room=HERE, command="close chest", effect=Effect.CHANGED, things=("chest",), gained=False
    )
    after(state, [TextObserved(text="You close the chest."), done])
    assert proposed(state)["lock chest with key"]


def test_what_was_not_understood_is_said_again_when_there_is_such_a_thing() -> None:
    state = stage(carried=("key",), here=("chest",))
    text = "I only understood you as far as wanting to unlock the chest with the chest."
    after(state, answered("unlock chest with iron key", "chest", "iron key", text=text))
    tried = state.memory.attempt(HERE, "unlock chest with iron key")
    assert tried is not None and not tried.reopened(state.items, state.score)
    after(state, [ItemFound(item=item("iron key"), name="iron key", place=in_room(HERE))])
    assert tried.reopened(state.items, state.score)
