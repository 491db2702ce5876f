"""What agents are told of the map, and what they are warned of."""

from __future__ import annotations

import json

import pytest

from ludens.adventure.events import PlayerDied
from ludens.adventure.state import AdventureState
from ludens.adventure.world.document import world_document
from ludens.adventure.world.item_events import (
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    LightFading,
)
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitClosed,
    ExitExplored,
    ExitSeen,
    MapContradicted,
    Movement,
    PlayerMoved,
    Resolution,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, UNKNOWN, ItemId, RoomId, in_room, inside
from ludens.adventure.world.summary import AT_MOST, summarize, warnings
from ludens.episode.events import Event

A, B, C = (RoomId(name) for name in "abc")
LAMP, KEY = ItemId("lamp"), ItemId("key")


def applied(*events: Event, turn: int = 5, state: AdventureState | None = None) -> AdventureState:
    state = state or AdventureState()
    state.turn = turn
    for event in events:
        state.apply(event)
    return state


def long_corridor(rooms: int) -> WorldMap:
    """A corridor with a locked and an untried door in every room; the player in its middle."""
    names = [RoomId(f"room_{number}") for number in range(rooms)]
    events: list[Event] = []
    for number, room in enumerate(names):
        events.append(RoomFound(room=room, name=f"The Long and Winding Corridor, Part {number:05}"))
        for direction in ("southwest", "northeast", "up"):
            events.append(ExitSeen(room=room, direction=direction))
        events.append(ExitBlocked(room=room, direction="west", reason="It is locked. " * 20))
        if number:
            events.append(ExitExplored(room=room, direction="south", to=names[number - 1]))
            events.append(ExitExplored(room=names[number - 1], direction="north", to=room))
    events.append(PlayerMoved(room=names[rooms // 2], how=Movement.START))
    return applied(*events).map


def test_the_summary_tells_where_one_is_and_what_can_be_done() -> None:
    state = applied(
        RoomFound(room=A, name="Hall"),
        RoomFound(room=B, name="Cellar"),
        ExitExplored(room=A, direction="down", to=B),
        ExitExplored(room=B, direction="up", to=A, assumed=True),
        ExitSeen(room=A, direction="north"),
        ExitBlocked(room=B, direction="east", reason="The door is locked."),
        ExitAbsent(room=A, direction="south", reason="No."),
        PlayerMoved(room=A, how=Movement.START),
    )
    summary = summarize(state.map)
    assert summary.room == "Hall"
    assert summary.exits == ("down: to Cellar", "north: unexplored", "south: no way")
    assert [str(errand) for errand in summary.unexplored] == ["Hall, north: here"]
    assert [str(errand) for errand in summary.blocked] == [
        "Cellar, east (The door is locked.): down"
    ]
    assert [str(errand) for errand in summary.nearby] == ["Cellar: down"]
    assert (summary.rooms, summary.ways) == (2, 1)
    text = str(summary)
    assert "2 rooms, 1 ways walked, 1 exits unexplored, 1 blocked" in text


def test_the_summary_of_an_empty_map_says_that_nothing_is_known() -> None:
    text = str(summarize(WorldMap()))
    assert "Room: unknown" in text
    assert text.count("- none") == 4


def test_the_summary_is_as_long_for_a_thousand_rooms_as_for_fifty() -> None:
    small, large = str(summarize(long_corridor(50))), str(summarize(long_corridor(1_000)))
    assert len(small.splitlines()) == len(large.splitlines())
    assert abs(len(large) - len(small)) < 40


@pytest.mark.long
def test_the_summary_is_as_long_for_ten_thousand_rooms_as_for_fifty() -> None:
    small, large = str(summarize(long_corridor(50))), str(summarize(long_corridor(10_000)))
    assert len(small.splitlines()) == len(large.splitlines())
    assert abs(len(large) - len(small)) < 40


def test_each_part_of_the_summary_is_bounded() -> None:
    events: list[Event] = [PlayerMoved(room=A, how=Movement.START)]
    for number in range(100):
        events.append(ExitSeen(room=A, direction=f"enter the {'very ' * 30} door {number}"))
        events.append(ExitBlocked(room=A, direction=f"climb {number}", reason="no " * 500))
    text = str(summarize(applied(*events).map))
    assert len(text) < 4000


def test_exits_are_told_with_what_is_known_of_them() -> None:
    state = applied(
        RoomFound(room=A, name="Hall"),
        PlayerMoved(room=A, how=Movement.START),
        RoomFound(room=B, name="Pit"),
        ExitExplored(room=A, direction="push button", to=B, teleport=True),
        ExitClosed(room=A, direction="east", reason="The bridge fell."),
        ExitExplored(room=A, direction="north", to=B, assumed=True),
        PlayerDied(command="jump", text="You break your neck."),
        PlayerDied(command="down", text="You fall."),
    )
    assert summarize(state.map).exits == (
        "push button: carries to Pit",
        "east: closed for good: The bridge fell.",
        "north: probably to Pit",
        "down: unexplored, deadly (1)",
    )


def test_the_dark_is_warned_of_unless_there_is_a_light() -> None:
    state = applied(
        RoomFound(room=A, name="Hall"),
        RoomFound(room=B, name="Cellar", dark=True),
        ExitExplored(room=A, direction="down", to=B),
        PlayerMoved(room=A, how=Movement.START),
        ItemFound(item=LAMP, name="brass lamp", place=INVENTORY),
    )
    assert warnings(state.map, state.items, 5) == ["It is dark that way: down."]
    applied(PlayerMoved(room=B, how=Movement.WALKED, via="down"), state=state)
    [warning] = warnings(state.map, state.items, 5)
    assert "no light" in warning
    applied(ItemChanged(item=LAMP, lit=True), state=state)
    assert warnings(state.map, state.items, 5) == []


def test_a_light_that_runs_out_is_warned_of() -> None:
    state = applied(
        ItemFound(item=LAMP, name="brass lamp", place=INVENTORY),
        ItemChanged(item=LAMP, lit=True, fuel=100),
    )
    assert warnings(state.map, state.items, 50) == []
    assert warnings(state.map, state.items, 95) == ["The brass lamp gives light for 10 more turns."]
    faded = applied(
        ItemFound(item=LAMP, name="brass lamp", place=INVENTORY),
        ItemChanged(item=LAMP, lit=True),
        LightFading(item=LAMP, text="Your lamp is getting dim."),
    )
    assert warnings(faded.map, faded.items, 105) == [
        "The brass lamp is running out after 100 turns: Your lamp is getting dim."
    ]


def test_what_vanished_is_told_for_a_while() -> None:
    state = applied(
        ItemFound(item=KEY, name="key", place=INVENTORY),
        ItemMoved(item=KEY, place=UNKNOWN, how=Handling.VANISHED),
    )
    [warning] = warnings(state.map, state.items, 6)
    assert "where to: key." in warning
    assert warnings(state.map, state.items, 500) == []


def test_no_more_than_a_handful_is_told_of_what_vanished() -> None:
    events: list[Event] = []
    for number in range(50):
        item = ItemId(f"item{number}")
        events.append(ItemFound(item=item, name=f"item {number}", place=INVENTORY))
        events.append(ItemMoved(item=item, place=UNKNOWN, how=Handling.VANISHED))
    state = applied(*events)
    [warning] = warnings(state.map, state.items, 6)
    assert warning.count(", item ") + 1 == AT_MOST


def test_the_world_as_json_has_rooms_items_and_conflicts() -> None:
    state = applied(
        RoomFound(room=A, name="Hall", location=7),
        ExitExplored(room=A, direction="down", to=B),
        MapContradicted(
            room=A, direction="down", expected=C, found=B, resolution=Resolution.VARIES
        ),
        RoomChanged(room=B, dark=True),
        ItemFound(item=LAMP, name="lamp", place=in_room(A), number=12),
        ItemFound(item=KEY, name="key", place=inside(LAMP)),
        ItemChanged(item=LAMP, lit=True),
    )
    document = json.loads(json.dumps(world_document(state.map, state.items)))
    hall, cellar = document["rooms"]
    assert (hall["id"], hall["location"], hall["items_here"]) == ("a", 7, ["lamp", "key"])
    assert (hall["exits"]["down"]["status"], hall["exits"]["down"]["destination"]) == (
        "explored",
        "b",
    )
    assert (cellar["location"], cellar["dark"]) == (None, True)
    assert [(item["id"], item["location"]) for item in document["items"]] == [
        ("lamp", "a"),
        ("key", "lamp"),
    ]
    assert document["items"][0]["properties"] == {"light_source": True, "lit": True}
    [conflict] = document["conflicts"]
    assert (conflict["expected"], conflict["found"], conflict["resolution"]) == ("c", "b", "varies")


def test_nothing_known_is_an_empty_document() -> None:
    assert world_document(WorldMap(), Items()) == {"rooms": [], "items": [], "conflicts": []}
