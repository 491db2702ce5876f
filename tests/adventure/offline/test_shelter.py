"""Dangers of a place and an hour: known by deaths in the story's own time, and kept away from."""

from __future__ import annotations

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.shelter import flee, ways_into
from ludens.adventure.events import CommandJudged, Effect, PlayerDied, StoryRestored
from ludens.adventure.hours import AFTER, BEFORE, EARLIER, Hours, deadly_rooms
from ludens.adventure.saves import TRIES, turn_to_return_to
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import ExitExplored, Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import RoomId

HUT, ROAD = RoomId("hut"), RoomId("road")
DEATH = PlayerDied(command="look", text="The storm takes you.")


def back(to_turn: int) -> StoryRestored:
    return StoryRestored(to_turn=to_turn, command="look", reason="the player died")


def street(deaths: int) -> AdventureState:
    """A yard with a hut and a road, both two ways; so many deaths in the yard at turn 30."""
    ways = (("in", HERE, HUT), ("out", HUT, HERE), ("west", HERE, ROAD), ("east", ROAD, HERE))
    known = [
        RoomFound(room=HUT, name="Hut"),
        RoomFound(room=ROAD, name="Road"),
        *(ExitExplored(room=room, direction=way, to=to) for way, room, to in ways),
        *(ExitExplored(room=ROAD, direction=way, to=HERE) for way in ("north", "south")),
    ]
    state = stage(*known)
    for turn in range(30, 30 + deaths):
        state.turn = turn
        state.apply(DEATH)
        state.apply(back(29))
    return state


def test_the_storys_time_goes_back_with_it() -> None:
    hours = Hours()
    assert hours.at(30) == 30
    hours.apply(back(20), 30, HERE)
    assert hours.at(30) == 20
    assert hours.at(35) == 25
    assert hours.at(12) == 12, "turns before are as they were"


def test_one_death_is_an_accident_and_two_at_one_hour_are_none() -> None:
    for deaths, deadly in ((1, frozenset()), (2, frozenset({HERE}))):
        hours = Hours(deaths=[(50, HERE)] * deaths)
        assert hours.deadly(50) == deadly
    assert not hours.deadly(50 - BEFORE - 1)
    assert not hours.deadly(50 + AFTER + 1)


def test_who_died_twice_in_a_place_leaves_it_for_the_more_enclosed_one() -> None:
    state = street(deaths=2)
    deadly = state.hours.deadly(state.turn)
    decision = flee(state, deadly)
    assert decision is not None and decision.command == "in"
    assert flee(street(deaths=1), frozenset()) is None


def test_the_shelter_is_not_left_for_where_one_died() -> None:
    state = street(deaths=2)
    deadly = state.hours.deadly(state.turn)
    state.apply(PlayerMoved(room=HUT, how=Movement.WALKED, via="in"))
    assert flee(state, deadly) is None
    assert ways_into(state, deadly) == {"out"}


def test_an_older_save_is_gone_back_to_when_the_last_one_did_not_help() -> None:
    state = stage()
    state.slots = [10, 20]
    targets = []
    for turn in range(30, 30 + 2 * TRIES + 1):
        state.turn = turn
        state.apply(DEATH)
        targets.append(turn_to_return_to(state, turn))
        state.apply(back(targets[-1]))
        state.apply(CommandJudged(room=HERE, command="look", effect=Effect.NOTHING))
    assert targets[0] == 29
    assert targets[1 : 1 + TRIES] == [20] * TRIES
    assert targets[1 + TRIES] == 10


def test_each_further_death_at_one_hour_is_kept_away_from_earlier() -> None:
    hours = Hours(deaths=[(50, HERE)] * 4)
    assert hours.deadly(50 - BEFORE - 2 * EARLIER) == {HERE}
    assert not hours.deadly(50 - BEFORE - 2 * EARLIER - 1)


def test_what_is_called_like_a_deadly_place_is_as_deadly() -> None:
    state = street(deaths=2)
    other = RoomId("yard2")
    state.apply(RoomFound(room=other, name="Yard"))
    assert deadly_rooms(state.hours, state.map, state.turn) == {HERE, other}
    assert not deadly_rooms(state.hours, state.map, 200)
