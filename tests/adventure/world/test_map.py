"""Rooms keep their identity while what is known of them changes."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from adventure.world.worlds import folded, unexplored, world_events
from ludens.adventure.events import PlayerDied
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitExplored,
    ExitForgotten,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
    RoomsMerged,
    VisitReassigned,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import path
from ludens.episode.events import Event

A, B, C = RoomId("a"), RoomId("b"), RoomId("c")


def mapped(*events: Event) -> WorldMap:
    world = WorldMap()
    for turn, event in enumerate(events):
        world.apply(event, turn)
    return world


def moved(room: RoomId, via: str = "") -> PlayerMoved:
    return PlayerMoved(room=room, how=Movement.WALKED if via else Movement.START, via=via)


def test_a_room_keeps_its_id_and_ways_when_its_name_changes() -> None:
    """Seed 000, §5: "Dark Room" becomes "Torch-Lit Room"."""
    world = mapped(
        RoomFound(room=A, name="Dark Room", dark=True),
        ExitExplored(room=A, direction="north", to=B),
        RoomChanged(room=A, name="Torch-Lit Room", description="Torches burn.", dark=False),
    )
    room = world.rooms[A]
    assert (room.name, room.description, room.dark) == ("Torch-Lit Room", "Torches burn.", False)
    assert room.exits["north"].to == B
    assert room.first_seen == 0


def test_rooms_of_one_name_are_held_apart() -> None:
    world = mapped(RoomFound(room=A, name="Corridor"), RoomFound(room=B, name="Corridor"))
    assert len(world.rooms) == 2


def test_visits_and_turns_are_counted() -> None:
    world = mapped(RoomFound(room=A, name="Hall"), moved(A), moved(B, "north"), moved(A, "south"))
    room = world.rooms[A]
    assert (room.visits, room.first_seen, room.last_seen) == (2, 0, 3)
    assert world.here == A


def test_a_room_found_again_loses_nothing() -> None:
    world = mapped(
        RoomFound(room=A, name="Hall", location=7),
        ExitSeen(room=A, direction="north"),
        moved(A),
        RoomFound(room=A, name="Great Hall"),
    )
    room = world.rooms[A]
    assert (room.name, room.location, room.visits, list(room.exits)) == (
        "Great Hall",
        7,
        1,
        ["north"],
    )


def test_a_room_is_found_by_its_location_number() -> None:
    world = mapped(RoomFound(room=A, name="Hall", location=7))
    assert world.by_location(7) == A
    assert world.by_location(8) is None
    world.apply(RoomFound(room=B, name="Other", location=8), 1)
    assert world.by_location(8) == B


def test_merged_rooms_share_all_that_was_known_of_either() -> None:
    world = mapped(
        RoomFound(room=A, name="Hall"),
        ExitExplored(room=A, direction="north", to=B),
        ExitSeen(room=A, direction="east"),
        RoomFound(room=C, name="Hall", location=9),
        ExitExplored(room=C, direction="east", to=B),
        ExitExplored(room=B, direction="south", to=C),
        moved(C),
        RoomsMerged(room=C, into=A, reason="the same"),
    )
    assert set(world.rooms) == {A, B}
    assert world.rooms[A].exits["north"].to == B
    assert world.rooms[A].exits["east"].status is ExitStatus.EXPLORED
    assert world.rooms[B].exits["south"].to == A
    assert (world.here, world.by_location(9), world.resolve(C)) == (A, A, A)
    assert unexplored(world) == []


def test_merged_rooms_whose_ways_lead_to_different_places_have_a_random_way() -> None:
    world = mapped(
        ExitExplored(room=A, direction="north", to=B),
        ExitExplored(room=C, direction="north", to=C),
        RoomsMerged(room=C, into=A, reason="the same"),
    )
    assert world.rooms[A].exits["north"].random


def test_merged_rooms_that_lead_to_each_other_lead_to_themselves() -> None:
    world = mapped(
        ExitExplored(room=A, direction="north", to=C),
        ExitExplored(room=C, direction="north", to=A),
        RoomsMerged(room=C, into=A, reason="the same"),
    )
    way = world.rooms[A].exits["north"]
    assert (way.to, way.random) == (A, False)


def test_events_that_name_a_merged_room_reach_what_it_became() -> None:
    world = mapped(
        RoomsMerged(room=C, into=A, reason="the same"),
        ExitSeen(room=C, direction="up"),
        RoomsMerged(room=A, into=B, reason="all one"),
        ExitSeen(room=C, direction="down"),
    )
    assert set(world.rooms) == {B}
    assert set(world.rooms[B].exits) == {"up", "down"}


def test_a_visit_that_was_elsewhere_is_counted_there() -> None:
    world = mapped(
        RoomFound(room=A, name="Hall"),
        moved(A),
        RoomFound(room=B, name="Hall"),
        VisitReassigned(room=A, to=B, since=1, reason="its exits differ"),
    )
    assert world.here == B
    assert (world.rooms[A].visits, world.rooms[B].visits) == (0, 1)


def test_a_forgotten_exit_was_never_there() -> None:
    world = mapped(
        ExitExplored(room=A, direction="north", to=B), ExitForgotten(room=A, direction="north")
    )
    assert world.rooms[A].exits == {}
    assert path(world, A, B) is None
    assert world.entries(B) == []


def test_a_mention_does_not_undo_what_was_found_by_trying() -> None:
    world = mapped(
        ExitExplored(room=A, direction="north", to=B), ExitSeen(room=A, direction="north")
    )
    assert world.rooms[A].exits["north"].status is ExitStatus.EXPLORED


def test_a_mention_of_an_absent_exit_makes_it_worth_trying_again() -> None:
    world = mapped(ExitAbsent(room=A, direction="north"), ExitSeen(room=A, direction="north"))
    assert world.rooms[A].exits["north"].status is ExitStatus.UNEXPLORED


def test_deaths_are_counted_with_the_way_that_caused_them() -> None:
    world = mapped(moved(A), PlayerDied(command="go north", text="You fall."))
    assert world.rooms[A].exits["north"].deaths == 1
    world.apply(PlayerDied(command="eat mushroom", text="It was poisonous."), 2)
    assert set(world.rooms[A].exits) == {"north"}


def test_a_copy_is_a_map_of_its_own() -> None:
    world = mapped(ExitExplored(room=A, direction="north", to=B))
    assert path(world, A, B) is not None
    for twin in (
        copy.deepcopy(world),
        world.model_copy(deep=True),
        pickle.loads(pickle.dumps(world)),
    ):
        twin.apply(ExitForgotten(room=A, direction="north"), 1)
        assert path(twin, A, B) is None
        assert path(world, A, B) is not None


@given(st.lists(world_events, max_size=40))
def test_the_graph_that_was_kept_in_step_is_the_one_built_at_once(events: list[Event]) -> None:
    kept = folded(events, ask=True).map
    built = WorldMap.model_validate_json(kept.model_dump_json())
    assert sorted(kept.graph.ways.edges(keys=True)) == sorted(built.graph.ways.edges(keys=True))
    assert set(kept.graph.ways) == set(kept.rooms)
    for location in range(1, 10):
        assert kept.by_location(location) == built.by_location(location)
    for room in kept.rooms:
        assert kept.entries(room) == built.entries(room)
    assert kept.graph.untried() == built.graph.untried()
