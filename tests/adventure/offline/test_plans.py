"""Plans: the steps that a text tells, done in their order, and how they are said."""

from __future__ import annotations

from typing import cast

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.following import ASKED_FOR, worded
from ludens.adventure.agents.offline.load import least_needed
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.events import (
    CommandJudged,
    Effect,
    Order,
    StoryRestored,
    ThingsMentioned,
)
from ludens.adventure.methods import carries_out, tells_done, wordings
from ludens.adventure.plans import Plans
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemMoved
from ludens.adventure.world.places import INVENTORY, RoomId, in_room

YARD, BARN, LOFT = RoomId("yard"), RoomId("barn"), RoomId("loft")


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return Vocabulary(find_story(None).data)


def told(*commands: str) -> ThingsMentioned:
    orders = tuple(Order(command=command) for command in commands)
    return ThingsMentioned(room=YARD, names=(), orders=orders)


def did(command: str, room: RoomId, effect: Effect = Effect.CHANGED) -> CommandJudged:
    return CommandJudged(room=room, command=command, effect=effect)


def steps(plans: Plans) -> list[str]:
    return [step.command for _, step in plans.known[0].left]


def test_a_way_is_a_step_only_from_where_the_step_before_it_was_done() -> None:
    plans = Plans()
    plans.apply(told("east", "north", "take rope"), 1, YARD)
    plans.apply(did("east", LOFT, Effect.MOVED), 2, YARD)
    assert steps(plans)[0] == "east"
    plans.apply(did("east", YARD, Effect.MOVED), 3, BARN)
    plans.apply(did("north", BARN, Effect.MOVED), 4, LOFT)
    assert (steps(plans), plans.known[0].room) == (["take rope"], LOFT)


def test_a_deed_brings_the_plan_past_the_ways_that_led_to_it() -> None:
    plans = Plans()
    plans.apply(told("east", "take rope", "west", "tie rope to hook"), 1, YARD)
    plans.apply(did("take rope", LOFT), 2, LOFT)
    assert steps(plans) == ["west", "tie rope to hook"]


def test_what_stays_done_may_be_done_early_and_other_deeds_wait_for_their_turn() -> None:
    plans = Plans()
    plans.apply(told("open box", "take rope", "close box"), 1, YARD)
    plans.apply(did("take rope", YARD), 2, YARD)
    plans.apply(did("close box", YARD), 3, YARD)
    assert steps(plans) == ["open box", "close box"]


def test_going_back_takes_a_plan_back() -> None:
    plans = Plans()
    plans.apply(told("open box", "take rope"), 1, YARD)
    plans.apply(did("open box", YARD), 5, YARD)
    plans.apply(StoryRestored(to_turn=4, command="x", reason="r"), 6, YARD)
    assert steps(plans) == ["open box", "take rope"]


def test_a_text_that_is_read_again_is_no_new_plan() -> None:
    plans = Plans()
    for turn in (1, 2):
        plans.apply(told("open box", "take rope"), turn, YARD)
    assert len(plans.known) == 1


def test_the_next_deed_that_can_be_done_is_worth_more_than_any_way(words: Vocabulary) -> None:
    orders = (Order(command="open desk"), Order(command="take lamp"))
    state = stage(ThingsMentioned(room=HERE, names=(), orders=orders), here=("desk", "stool"))
    best = Opportunities(words).ranked(state, HERE)[0]
    assert (best.command, best.worth > 2.0) == ("open desk", True)


@pytest.mark.parametrize(
    ("order", "command", "done"),
    [
        ("open box", "open box", True),
        ("unlock gate", "unlock gate with key", True),
        ("open box", "open boxes", False),
        ("fry fish", "cook fish with stove", True),
        ("roast fish", "cook fish with stove", False),
        ("chop fish", "chop fish with knife", True),
    ],
)
def test_an_order_is_carried_out_with_whatever_it_takes(
    order: str, command: str, done: bool
) -> None:
    assert carries_out(order, command) is done


def test_what_a_text_names_is_done_with_what_it_takes_once_that_is_in_the_hands() -> None:
    class Kitchen:
        """A grammar that takes `chop * with *` and `cook * with *`, and nothing plainly."""

        def takes(self, word: str, *shape: str) -> bool:
            return word in ("chop", "cook") and shape == ("*", "with", "*")

    kitchen = cast("Vocabulary", Kitchen())
    stove, oven, knife = Thing("stove"), Thing("oven"), Thing("knife", fixed=False)
    assert list(worded(kitchen, "fry fish", (), (stove, oven))) == ["cook fish with stove"]
    assert list(worded(kitchen, "chop fish", (), (stove, knife))) == ["take knife"]
    assert list(worded(kitchen, "chop fish", (knife,), (stove,))) == ["chop fish with knife"]


def test_what_a_story_knows_plainly_is_said_plainly(words: Vocabulary) -> None:
    assert list(wordings(words, "open desk", ["knife"])) == ["open desk"]


@pytest.mark.parametrize(
    ("order", "name", "done"),
    [
        ("roast fish", "roasted fish", True),
        ("dice red beet", "diced fried red beet", True),
        ("roast fish", "raw fish", False),
        ("roast fish", "roasted beet", False),
        ("open box", "red box", False),
    ],
)
def test_a_name_may_tell_that_a_deed_is_done(order: str, name: str, done: bool) -> None:
    assert tells_done(order, [name]) is done


def test_a_step_that_a_name_tells_is_done_does_not_hold_up_the_next() -> None:
    plans = Plans()
    plans.apply(told("dice beet", "fry beet", "eat beet"), 1, YARD)
    plans.apply(did("cook beet with stove", YARD), 2, YARD, ["diced beet"])
    assert steps(plans) == ["eat beet"]


def recipe(*after: CommandJudged | ItemMoved, carried: tuple[str, ...]) -> AdventureState:
    """A plan to take a loaf and a disc and then to sing, of which the first two are done."""
    commands = ("take loaf", "take disc", "sing")
    orders = tuple(Order(command=command) for command in commands)
    taken = (did("take loaf", HERE), did("take disc", HERE))
    read = ThingsMentioned(room=HERE, names=(), orders=orders)
    return stage(read, *taken, *after, carried=carried)


def test_what_a_plan_had_one_take_is_taken_again_where_the_next_deed_was_in_vain(
    words: Vocabulary,
) -> None:
    dropped = ItemMoved(item=item("loaf"), place=in_room(HERE), how=Handling.DROPPED)
    had = ("loaf", "disc")

    def again(*after: CommandJudged | ItemMoved) -> bool:
        best = Opportunities(words).ranked(recipe(*after, carried=had), HERE)
        return any(c.command == "take loaf" and c.reason == ASKED_FOR for c in best)

    vain = did("sing", HERE, Effect.NOTHING)
    killed = did("sing", HERE, Effect.DIED)
    assert again(dropped, killed)
    assert not again(vain, killed)  # it is still in the hands
    assert not again(dropped)


def test_what_was_in_vain_for_want_of_something_is_done_once_that_is_in_the_hands(
    words: Vocabulary,
) -> None:
    def new_since(*after: CommandJudged | ItemMoved) -> int:
        state = recipe(carried=("loaf", "disc"))
        for event in (did("sing", HERE, Effect.NOTHING), *after):
            state.turn += 1
            state.apply(event)
        best = Opportunities(words).ranked(state, HERE)
        (next_one,) = [c for c in best if c.command == "sing"]
        return next_one.since

    taken = ItemMoved(item=item("loaf"), place=INVENTORY, how=Handling.TAKEN)
    tried = stage().turn + 1
    assert new_since() < tried < new_since(taken)


def test_what_a_plan_names_is_kept_until_it_is_done(words: Vocabulary) -> None:
    order = [
        state.items.known[id_].name
        for state in [recipe(carried=("loaf", "crank", "disc"))]
        for id_ in least_needed(state, words)
    ]
    assert order[0] == "crank"


def test_a_tool_is_kept_only_while_a_step_takes_it(words: Vocabulary) -> None:
    orders = tuple(Order(command=command) for command in ("take loaf", "slice loaf", "sing"))
    read = ThingsMentioned(room=HERE, names=(), orders=orders)

    def first(*after: CommandJudged) -> str:
        state = stage(read, did("take loaf", HERE), *after, carried=("loaf", "knife"))
        return state.items.known[least_needed(state, words)[0]].name

    assert first() == "loaf"
    assert first(did("slice loaf", HERE)) == "knife"


def test_food_is_put_to_the_fire_where_no_verb_cooks_it() -> None:
    class Parlour:
        """A grammar that takes nothing with anything."""

        def takes(self, word: str, *shape: str) -> bool:
            return False

    names = ["table", "stove"]
    said = list(wordings(cast("Vocabulary", Parlour()), "grill bun", names))
    assert said == ["put bun on stove", "put bun in stove"]
    assert all(carries_out("grill bun", command) for command in said)
