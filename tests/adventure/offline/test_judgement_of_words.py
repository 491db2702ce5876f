"""What names and wordings tell the offline player: substance, tools, acts, ways, light."""

from __future__ import annotations

import pytest

from adventure.agents_stage import item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.load import make_room
from ludens.adventure.agents.offline.nouns import liftable, notice
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import Outlook
from ludens.adventure.agents.offline.pairing import pair_worth
from ludens.adventure.agents.offline.phrasing import Phrasing
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.offline.ways_out import (
    GUESSED_EXIT,
    SHAFT,
    SPOKEN_EXIT,
    exits,
    looks_of,
    promise_of,
)
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.saves import is_risky
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId, inside
from ludens.adventure.world.room import Room

HERE = RoomId("r1")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(find_story(None).data)


def test_what_stands_where_it_stands_is_hardly_taken() -> None:
    assert liftable("oak door") < liftable("lamp") == 1.0


def test_an_authors_joke_is_nothing_that_happened() -> None:
    def affirmed(text: str) -> bool:
        before = Before.of(stage(here=("bell",)))
        words = Vocabulary(find_story(None).data)
        return judge_command(before, words, "push bell", text, []).affirmed

    assert affirmed("Something clicks behind the wall.")
    assert not affirmed("How bizarre!")
    assert not affirmed("And what would that achieve, do you think?")


def test_what_a_name_promises_is_looked_at_before_plain_things_views_and_mere_words() -> None:
    worths = [notice(name) for name in ("lever", "urn of ash", "valley", "far side")]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 2 * worths[1] > 2 * worths[2] > worths[3] > 0


def test_one_act_has_one_wording(vocabulary: Vocabulary) -> None:
    phrasing = Phrasing(vocabulary)
    assert phrasing.of(("rotate", "*")) == phrasing.of(("turn", "*")) == ("turn", "*")
    assert phrasing.of(("take", "*")) != phrasing.of(("open", "*"))


def test_a_word_that_the_story_does_not_know_is_left_as_it_is(vocabulary: Vocabulary) -> None:
    assert Phrasing(vocabulary).of(("frobnicate", "*")) == ("frobnicate", "*")


def test_only_a_tool_does_the_work_of_a_tool() -> None:
    dig = Sentence(("dig", "*", "with", "*"), 0.1)
    clay = Thing("clay bank")
    assert is_instrument(dig, "spade")
    assert not is_instrument(dig, "sandwich")
    spade, sandwich = (pair_worth(dig, Thing(name), clay) for name in ("spade", "sandwich"))
    assert spade > 10 * sandwich


def test_any_thing_can_be_put_somewhere_but_the_lamp_stays_in_the_hands() -> None:
    put = Sentence(("put", "*", "in", "*"), 0.1)
    chest = Thing("chest", holds=True)
    assert pair_worth(put, Thing("coin"), chest) > 0
    assert pair_worth(put, Thing("brass lantern"), chest) == 0


def test_what_scored_is_shown_in_a_case_and_not_hidden_in_a_drawer() -> None:
    put = Sentence(("put", "*", "in", "*"), 0.01)
    prize = Thing("mug", prized=True)
    case, drawer = Thing("glass case", holds=True), Thing("drawer", holds=True)
    assert pair_worth(put, prize, case) > 10 * pair_worth(put, prize, drawer)


def ways(room: Room, *, shaft: bool = False) -> dict[str, float]:
    return {chance.command: chance.worth for chance in exits(room, Items(), shaft=shaft)}


def test_a_side_that_the_description_names_is_tried_before_a_mere_guess() -> None:
    found = ways(Room(name="Lane", description="The mill stands on the north side, open."))
    assert found["north"] == SPOKEN_EXIT > found["south"]


def test_where_there_is_a_ladder_one_goes_up_and_down() -> None:
    room = Room(name="Shed", description="A shed.")
    assert ways(room, shaft=True)["up"] == SHAFT > GUESSED_EXIT["up"]


def test_the_more_rooms_look_alike_the_less_another_way_promises() -> None:
    alike = {RoomId(f"r{n}"): Room(name="Dunes", description="Sand.") for n in range(8)}
    world = WorldMap(rooms={**alike, HERE: Room(name="Camp", description="A camp.")})
    looks = looks_of(world)
    assert promise_of(world.rooms[HERE], looks) == 1.0
    assert promise_of(world.rooms[RoomId("r7")], looks) < 0.2


def judged(command: str, turn_effect: Effect, **facts: object) -> CommandJudged:
    things = tuple(command.split(" ", 1)[1:])
    return CommandJudged(
        room=HERE, command=command, effect=turn_effect, reply="x", things=things, **facts
    )


def test_what_failed_is_worth_another_try_once_something_was_done_with_the_thing() -> None:
    failed = judged("light lamp", Effect.NOTHING, novel=True)
    chance = Opportunity("light lamp", 0.2, "", "lamp")
    before = stage(failed)
    assert Outlook(before.journal).prospect(HERE, chance) < 0.05
    before.turn += 1
    before.apply(judged("fill lamp", Effect.NOTHING, novel=True, affirmed=True))
    assert Outlook(before.journal).prospect(HERE, chance) >= 0.2


def test_a_look_is_not_worth_repeating_for_that() -> None:
    state = stage(judged("examine lamp", Effect.NOTHING, novel=True))
    state.turn += 1
    state.apply(judged("fill lamp", Effect.NOTHING, novel=True, affirmed=True))
    chance = Opportunity("examine lamp", 0.2, "", "lamp")
    assert Outlook(state.journal).prospect(HERE, chance) < 0.05


def test_the_taking_is_tried_again_only_after_something_was_put_away(
    vocabulary: Vocabulary,
) -> None:
    state = stage(judged("take bell", Effect.NOTHING, overloaded=True), turn=5)
    state.recent = [("take bell", "Your hands are full."), ("wait", "Time passes.")]
    state.turn = 7
    assert make_room(state, vocabulary) is None
    state.recent = [("take bell", "Your hands are full."), ("drop mug", "Dropped.")]
    decision = make_room(state, vocabulary)
    assert decision is not None
    assert decision.command == "take bell"


@pytest.mark.parametrize(
    ("command", "risky"),
    [("attack troll", True), ("eat mushroom", True), ("examine troll", False), ("north", False)],
)
def test_what_stories_kill_for_is_a_risk(command: str, risky: bool) -> None:
    assert is_risky(stage(), command) is risky


def test_a_piece_of_something_is_that_thing() -> None:
    story = find_story("four_parts_copper")
    names = Vocabulary(story.data).phrases("An old piece of sacking hangs on a nail.")
    assert "sacking" in names
    assert not any("piece" in name for name in names)


def test_what_is_in_a_carried_bag_is_looked_at_in_hand_and_taken_out_where_one_is() -> None:
    state = stage(carried=("bag",))
    state.apply(ItemFound(item=item("coin"), name="coin", place=inside(item("bag"))))
    before = Before.of(state)
    assert before.holds(("coin",), looked=True)
    assert not before.holds(("coin",), looked=False)
