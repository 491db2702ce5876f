"""The world is a fold of its events, whatever the events are."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from adventure.world.worlds import folded, printed, reachable, uncovered_events, walk, world_events
from ludens.adventure.game import Adventure
from ludens.adventure.state import AdventureState
from ludens.adventure.world.document import map_in_words
from ludens.adventure.world.routes import frontiers, path
from ludens.adventure.world.warnings import warnings
from ludens.episode.events import Event, EventCodec

logs = st.lists(world_events, max_size=40)


def test_every_event_of_the_world_is_tried() -> None:
    assert uncovered_events() == set()


@given(logs)
def test_any_sequence_of_events_folds(events: list[Event]) -> None:
    state = folded(events)
    assert state.map.here is None or state.map.here in state.map.rooms
    assert all(
        way.to is None or way.to in state.map.rooms
        for room in state.map.rooms.values()
        for way in room.exits.values()
    )
    assert all(state.items.whereabouts(item) for item in state.items.known)


@given(logs, st.integers(0, 40))
def test_a_prefix_gives_the_state_of_its_turn(events: list[Event], length: int) -> None:
    """Whether or not the map was questioned on the way, and from whatever kept state."""
    assert folded(events[:length]) == folded(events[:length], ask=True)
    state = AdventureState.load(folded(events[:length], ask=True).dump())
    for turn, event in enumerate(events[length:], start=length):
        state.turn = turn
        state.apply(event)
    state.turn = max(0, len(events) - 1)
    whole = folded(events)
    assert state == whole
    assert state.dump() == whole.dump()


@given(logs)
def test_a_state_is_the_same_after_dump_and_load(events: list[Event]) -> None:
    state = folded(events)
    assert AdventureState.load(state.dump()) == state


@given(logs)
def test_every_event_is_the_same_in_the_log(events: list[Event]) -> None:
    codec = EventCodec(Adventure.events)
    assert [codec.decode(event.type, event.line()) for event in events] == events


@given(logs)
def test_questions_have_the_same_answers_before_and_after_load(events: list[Event]) -> None:
    asked = folded(events, ask=True)
    loaded = AdventureState.load(asked.dump())
    for start in asked.map.rooms:
        assert list(frontiers(asked.map, start)) == list(frontiers(loaded.map, start))
        assert reachable(asked.map, start) == reachable(loaded.map, start)
        for goal in asked.map.rooms:
            assert path(asked.map, start, goal) == path(loaded.map, start, goal)
    for place in {item.place for item in asked.items.known.values()}:
        assert asked.items.at(place) == loaded.items.at(place)


@given(logs)
def test_a_path_walked_on_the_map_arrives(events: list[Event]) -> None:
    world = folded(events).map
    for start in world.rooms:
        for goal in world.rooms:
            route = path(world, start, goal)
            assert (route is None) == (goal not in reachable(world, start))
            if route is not None:
                assert (route.rooms[0], route.rooms[-1]) == (start, goal)
                assert len(route.commands) == len(route.rooms) - 1
                assert goal in walk(world, start, route.commands)


@settings(max_examples=50)
@given(logs)
def test_any_world_can_be_told_and_drawn(events: list[Event]) -> None:
    state = folded(events)
    for width in (30, 80, 200):
        assert all(len(line) <= width for line in printed(map_in_words(state.map), width))
    assert isinstance(warnings(state.map, state.items, state.turn), list)
