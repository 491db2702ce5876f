"""When a lamp is lit, put out and filled again."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.light import (
    SPELL,
    refilled,
    spare,
    strike,
    try_filled,
    turn_back,
    waits_for_the_dark,
)
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.events import CommandChosen, CommandJudged, Effect, TextObserved
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.item_events import ItemChanged, LightFading
from ludens.adventure.world.map_events import (
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.search import WITH_LIGHT, WITHOUT_LIGHT

WORDS = Vocabulary(find_story("drowned_clock").data)
LAMP = item("brass lamp")
LIT = ItemChanged(item=LAMP, lit=True)
CAVE = RoomId("r2")


def looked(state: AdventureState, turns: int) -> AdventureState:
    """Let some turns pass where the player is."""
    for _ in range(turns):
        state.turn += 1
        state.apply(CommandJudged(room=HERE, command="look", effect=Effect.NOTHING))
    return state


def test_a_lamp_is_lit_where_it_is_dark_and_not_tried_elsewhere() -> None:
    state = stage(carried=("brass lamp",))
    assert strike(state, WORDS) is None
    assert waits_for_the_dark(Sentence(("light", "*"), 0.1), Thing("brass lamp"))
    state.apply(RoomChanged(room=HERE, dark=True))
    decision = strike(state, WORDS)
    assert decision is not None and decision.command.endswith("lamp")


def test_a_light_is_put_out_after_some_turns_where_one_saw_without() -> None:
    state = looked(stage(carried=("brass lamp",)), 1)
    state.apply(LIT)
    state.turn += 1
    assert spare(state, WORDS) is None, "it may be wanted at once"
    decision = spare(looked(state, SPELL), WORDS)
    assert decision is not None and decision.command.endswith("lamp")


def test_a_light_that_fades_is_put_out_at_once() -> None:
    state = looked(stage(carried=("brass lamp",)), 1)
    for event in (LIT, LightFading(item=LAMP, text="The lamp is getting dim.")):
        state.apply(event)
    assert spare(state, WORDS) is not None


def test_what_was_put_out_is_not_put_out_again_whatever_is_thought_of_it() -> None:
    state = looked(stage(carried=("brass lamp",)), 1)
    state.apply(LIT)
    decision = spare(looked(state, SPELL), WORDS)
    assert decision is not None
    out = CommandJudged(room=HERE, command=decision.command, effect=Effect.CHANGED)
    state.turn += 1
    state.apply(out)
    assert spare(state, WORDS) is None


def test_a_light_burns_on_where_nobody_knows_whether_it_would_be_dark_without() -> None:
    state = looked(stage(carried=("brass lamp",)), 1)
    state.apply(LIT)
    state.apply(RoomFound(room=CAVE, name="Cave"))
    state.apply(PlayerMoved(room=CAVE, how=Movement.WALKED, via="down"))
    assert spare(looked(state, 2 * SPELL), WORDS) is None


def test_who_carries_a_lamp_that_burned_need_not_shun_the_dark() -> None:
    state = stage(LIT, ItemChanged(item=LAMP, lit=False), carried=("brass lamp",))
    assert travel_costs(state.items) is WITH_LIGHT
    state.apply(LIT)
    state.apply(ItemChanged(item=LAMP, lit=False, fuel=0))
    assert travel_costs(state.items) is WITHOUT_LIGHT


def test_a_light_that_is_spent_is_filled_where_there_is_fuel() -> None:
    spent = ItemChanged(item=LAMP, lit=False, fuel=0)
    oil = Thing("oil can")
    burning = stage(LIT, carried=("brass lamp",))
    assert not list(refilled(burning, WORDS, (oil,)))
    state = stage(LIT, spent, carried=("brass lamp",))
    assert not list(refilled(state, WORDS, (Thing("desk"),)))
    commands = [chance.command for chance in refilled(state, WORDS, (oil,))]
    assert "fill lamp with oil can" in commands or "fill brass lamp with oil can" in commands


def in_the_dark(*carried: str) -> AdventureState:
    """Walk down into a dark cave."""
    state = stage(carried=carried)
    state.apply(RoomFound(room=CAVE, name="Cave", dark=True))
    state.apply(CommandChosen(command="down"))
    state.apply(PlayerMoved(room=CAVE, how=Movement.WALKED, via="down"))
    state.apply(ExitSeen(room=CAVE, direction="east"))
    state.apply(ExitExplored(room=CAVE, direction="up", to=HERE, assumed=True))
    return state


def test_the_dark_is_left_at_once_by_the_way_one_came() -> None:
    decision = turn_back(in_the_dark())
    assert decision is not None and decision.command == "up"


def test_a_way_back_out_of_the_dark_that_does_not_lead_on_is_not_gone_for_good() -> None:
    state = in_the_dark()
    for _ in range(2):
        state.apply(CommandChosen(command="up"))
        state.apply(TextObserved(text="Which way is that?"))
    assert turn_back(state) is None


def test_the_dark_is_stayed_in_by_who_comes_back_or_has_a_light() -> None:
    state = in_the_dark()
    state.map.rooms[CAVE].visits = 2
    assert turn_back(state) is None
    state = in_the_dark("brass lamp")
    state.apply(LIT)
    assert turn_back(state) is None


def test_what_went_dark_when_the_light_was_put_out_has_none_of_its_own() -> None:
    state = looked(stage(carried=("brass lamp",)), 1)
    assert HERE in state.daylight.rooms
    state.apply(RoomFound(room=CAVE, name="Darkness", dark=True))
    state.apply(PlayerMoved(room=CAVE, how=Movement.CARRIED, via="turn off lamp"))
    state.apply(CommandJudged(room=HERE, command="turn off lamp", effect=Effect.MOVED))
    assert HERE not in state.daylight.rooms
    state.apply(PlayerMoved(room=HERE, how=Movement.CARRIED, via="turn on lamp"))
    assert HERE not in looked(state, 2).daylight.rooms, "the senses may miss that the lamp burns"


def test_a_lamp_that_is_thought_to_burn_is_lit_where_it_is_dark() -> None:
    state = stage(LIT, RoomChanged(room=HERE, dark=True), carried=("brass lamp",))
    decision = strike(state, WORDS)
    assert decision is not None and decision.command.endswith("lamp")


def test_a_lamp_that_is_described_as_empty_is_filled_with_what_is_carried() -> None:
    empty = ItemChanged(item=LAMP, description="A lamp with a wick. There is no oil in it.")
    full = ItemChanged(item=LAMP, description="A lamp with a wick, full of oil.")
    can = (Thing("oil can"),)
    state = stage(empty, carried=("brass lamp", "oil can"))
    assert "fill brass lamp with oil can" in [one.command for one in refilled(state, WORDS, can)]
    assert not list(refilled(stage(full, carried=("brass lamp", "oil can")), WORDS, can))
    offered = Opportunities(WORDS).ranked(state, HERE)
    assert any(one.command == "fill brass lamp with oil" for one in offered)


def test_a_lamp_that_was_filled_is_tried_again_where_it_is_not_dark() -> None:
    dry = CommandJudged(
        room=HERE, command="turn on lamp", effect=Effect.NOTHING, things=("lamp",), in_hand=True
    )
    state = stage(dry, carried=("lamp",))
    assert try_filled(state, WORDS) is None
    state.turn += 1
    state.apply(
        CommandJudged(
            room=HERE, command="fill lamp", effect=Effect.NOTHING, things=("lamp",), affirmed=True
        )
    )
    decision = try_filled(state, WORDS)
    assert decision is not None
    assert decision.command == "turn on lamp"
