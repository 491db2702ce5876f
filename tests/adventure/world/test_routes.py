"""Paths and what is left to explore."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adventure.world.worlds import (
    Truth,
    Walker,
    folded,
    reachable,
    unexplored,
    walk,
    world_events,
)
from ludens.adventure.events import PlayerDied
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitClosed,
    ExitExplored,
    ExitMarked,
    ExitSeen,
    RoomChanged,
    RoomFound,
    RoomsMerged,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import (
    WITH_LIGHT,
    WITHOUT_LIGHT,
    frontiers,
    nearby,
    path,
    routes_to,
    untried_exits,
)
from ludens.episode.events import Event

A, B, C, D = (RoomId(name) for name in "abcd")
HOUSE: Truth = {
    "a": {"north": "b", "east": "d"},
    "b": {"south": "a", "east": "c"},
    "c": {"west": "b", "south": "d"},
    "d": {"west": "a", "north": "c"},
}


def house(*commands: str) -> WorldMap:
    walker = Walker(HOUSE, "a")
    for command in commands:
        walker.go(command)
    return walker.world


def known_house() -> WorldMap:
    return house("north", "east", "south", "west", "east", "north", "west", "south")


def apply(world: WorldMap, *events: Event, turn: int = 20) -> None:
    for event in events:
        world.apply(event, turn)


def test_a_path_is_the_commands_to_type() -> None:
    route = path(house("north", "east"), A, C)
    assert route is not None
    assert route.commands == ("north", "east")
    assert route.rooms == (A, B, C)


def test_a_path_to_where_one_is_has_no_commands() -> None:
    route = path(known_house(), A, A)
    assert route is not None
    assert (route.commands, route.cost) == ((), 0.0)


def test_there_is_no_path_where_no_way_is_known() -> None:
    world = house("north")
    apply(world, RoomFound(room=D, name="Garden"))
    assert path(world, A, D) is None
    assert path(world, A, RoomId("nowhere")) is None
    assert path(world, RoomId("nowhere"), A) is None


def test_two_directions_may_join_the_same_two_rooms() -> None:
    world = house("north")
    apply(world, ExitExplored(room=A, direction="enter house", to=B))
    assert sorted(world.graph.ways[A][B]) == ["enter house", "north"]


def test_an_assumed_way_is_used() -> None:
    route = path(house("north"), B, A)
    assert route is not None
    assert route.commands == ("south",)


@pytest.mark.parametrize(
    "trouble",
    [
        ExitMarked(room=A, direction="east", random=True),
        ExitMarked(room=A, direction="east", one_way=True),
        RoomChanged(room=D, dark=True),
        ExitExplored(room=A, direction="east", to=D, teleport=True),
        ExitBlocked(room=A, direction="east", reason="A guard stands here."),
        ExitClosed(room=A, direction="east", reason="The bridge is gone."),
    ],
    ids=lambda event: event.type,
)
def test_what_is_worth_avoiding_costs_more(trouble: Event) -> None:
    world = known_house()
    easy = path(world, A, D)
    apply(world, trouble)
    hard = path(world, A, D)
    assert easy is not None
    assert hard is not None
    assert easy.cost < hard.cost


@pytest.mark.parametrize(
    ("trouble", "extra"),
    [
        (ExitMarked(room=A, direction="east", one_way=True), WITHOUT_LIGHT.one_way),
        (RoomChanged(room=D, dark=True), WITHOUT_LIGHT.dark),
        (ExitExplored(room=A, direction="east", to=D, teleport=True), WITHOUT_LIGHT.teleport),
    ],
    ids=["one way", "dark", "teleport"],
)
def test_each_trouble_costs_what_its_price_says(trouble: Event, extra: float) -> None:
    world = Walker({"a": {"east": "d"}, "d": {"west": "a"}}, "a").world
    apply(world, RoomFound(room=D, name="Garden"), ExitExplored(room=A, direction="east", to=D))
    easy = path(world, A, D)
    apply(world, trouble)
    hard = path(world, A, D)
    assert easy is not None
    assert hard is not None
    assert (easy.cost, hard.cost) == (1.0, 1.0 + extra)


def test_an_assumed_way_costs_half_a_step_more() -> None:
    route = path(house("north"), B, A)
    assert route is not None
    assert route.cost == 1.0 + WITHOUT_LIGHT.assumed


def test_a_random_way_costs_as_many_tries_as_it_may_miss() -> None:
    walker = Walker({"a": {"north": "b"}, "b": {"south": "a"}}, "a")
    walker.go("north")
    walker.go("south")
    walker.truth = {"a": {"north": "c"}, "c": {}}
    walker.go("north")
    way = walker.world.rooms[A].exits["north"]
    route = path(walker.world, A, B)
    assert route is not None
    misses = 1.0 / way.chance(B) - 1.0
    assert misses > 0.0
    assert route.cost == pytest.approx(1.0 + WITHOUT_LIGHT.retry * misses, abs=1 / 16)


def test_a_dark_shortcut_is_taken_only_with_a_light() -> None:
    world = known_house()
    apply(world, RoomChanged(room=D, dark=True))
    apply(world, ExitExplored(room=D, direction="up", to=C))
    without, with_light = path(world, A, C, WITHOUT_LIGHT), path(world, A, C, WITH_LIGHT)
    assert without is not None
    assert with_light is not None
    assert without.commands == ("north", "east")
    assert with_light.cost == 2.0


def test_a_deadly_way_is_gone_round_once_no_first_death_is_to_blame_for_it() -> None:
    world = known_house()
    world.here = A
    fall = PlayerDied(command="go east", text="You fall.")
    apply(world, fall)
    route = path(world, A, D)
    assert route is not None
    assert route.commands == ("east",)
    apply(world, fall)
    route = path(world, A, D)
    assert route is not None
    assert route.commands == ("north", "east", "south")


def test_a_light_makes_dark_rooms_as_near_as_others() -> None:
    world = known_house()
    apply(world, RoomChanged(room=D, dark=True))
    with_light, without = path(world, A, D, WITH_LIGHT), path(world, A, D, WITHOUT_LIGHT)
    assert with_light is not None
    assert without is not None
    assert with_light.cost == 1.0
    assert without.cost == 1.0 + WITHOUT_LIGHT.dark
    apply(world, RoomChanged(room=D, dark=False))
    assert path(world, A, D, WITHOUT_LIGHT) == with_light


def test_a_blocked_way_is_not_used() -> None:
    world = known_house()
    blocked = ExitBlocked(room=A, direction="east", reason="A guard stands here.")
    apply(world, blocked, ExitBlocked(room=A, direction="north", reason="So does another."))
    assert path(world, A, D) is None


def test_a_random_way_has_an_edge_to_each_of_its_ends() -> None:
    walker = Walker({"a": {"north": "b"}, "b": {"south": "a"}}, "a")
    walker.go("north")
    walker.go("south")
    walker.truth = {"a": {"north": "c"}, "c": {}}
    walker.go("north")
    world = walker.world
    for goal in (B, C):
        route = path(world, A, goal)
        assert route is not None
        assert route.commands == ("north",)
    assert walk(world, A, ["north"]) == {B, C}


def test_a_path_to_a_merged_room_leads_to_what_it_became() -> None:
    world = known_house()
    apply(world, RoomsMerged(room=D, into=B, reason="the same"))
    route = path(world, A, D)
    assert route is not None
    assert route.rooms[-1] == B


def test_the_nearest_unexplored_exit_is_found_with_the_way_to_it() -> None:
    world = known_house()
    apply(world, ExitSeen(room=C, direction="up"), ExitSeen(room=B, direction="west"))
    found = next(frontiers(world, A), None)
    assert found is not None
    assert (found.room, found.direction, found.route.commands) == (B, "west", ("north",))
    assert found.cost == 2.0


def test_an_exit_in_doubt_is_tried_later() -> None:
    world = known_house()
    apply(world, ExitSeen(room=A, direction="up", confidence=0.3))
    apply(world, ExitSeen(room=B, direction="west"))
    assert [found.direction for found in frontiers(world, A)] == ["west", "up"]


def test_nothing_is_left_to_explore_when_every_exit_was_tried() -> None:
    world = known_house()
    assert next(frontiers(world, A), None) is None
    assert unexplored(world) == []
    assert next(frontiers(world, RoomId("nowhere")), None) is None


def test_everything_unexplored_is_listed_whether_or_not_it_can_be_reached() -> None:
    world = known_house()
    far = RoomId("far")
    apply(world, ExitSeen(room=far, direction="up"), ExitSeen(room=B, direction="west"))
    assert unexplored(world) == [(B, "west"), (far, "up")]
    assert [found.room for found in frontiers(world, A)] == [B]
    assert untried_exits(world.rooms[far]) == ["up"]
    apply(world, ExitExplored(room=B, direction="west", to=A))
    assert unexplored(world) == [(far, "up")]


def test_what_can_be_reached_follows_the_ways_only_forwards() -> None:
    world = Walker({"a": {"push button": "b"}, "b": {}}, "a")
    world.go("push button")
    assert reachable(world.world, A) == {A, B}
    assert reachable(world.world, B) == {B}


def test_several_goals_are_routed_at_once_as_each_alone() -> None:
    world = known_house()
    routes = routes_to(world, A, {B, C, RoomId("nowhere")})
    assert routes == {goal: path(world, A, goal) for goal in (B, C)}
    assert {route.rooms[-1]: route for route in nearby(world, A)} == {
        goal: path(world, A, goal) for goal in (B, C, D)
    }


@given(st.lists(world_events, max_size=40))
def test_costs_are_the_shortest_that_networkx_finds(events: list[Event]) -> None:
    """The same prices on the MultiDiGraph, searched by networkx's own Dijkstra."""
    world = folded(events).map
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(world.rooms)
    for start, end, way in world.graph.ways.edges(data="exit"):
        price = WITHOUT_LIGHT.of(way, end, dark=world.rooms[end].dark)
        if price is not None:
            graph.add_edge(start, end, cost=price)
    for start in world.rooms:
        lengths = nx.single_source_dijkstra_path_length(graph, start, weight="cost")
        for goal in world.rooms:
            route = path(world, start, goal)
            assert (route.cost if route is not None else None) == lengths.get(goal)


@given(st.lists(world_events, max_size=40))
def test_the_frontier_is_every_untried_exit_that_can_be_reached_in_order(
    events: list[Event],
) -> None:
    world = folded(events).map
    for start in world.rooms:
        found = list(frontiers(world, start))
        inside = reachable(world, start)
        assert sorted((one.room, one.direction) for one in found) == [
            (room, direction) for room, direction in unexplored(world) if room in inside
        ]
        assert [one.cost for one in found] == sorted(one.cost for one in found)
