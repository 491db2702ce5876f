"""What agents are warned of, and the world as a document."""

from __future__ import annotations

import json

from ludens.adventure.state import AdventureState
from ludens.adventure.world.document import world_document
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    ItemChanged,
    ItemFound,
    LightFading,
)
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitExplored,
    MapContradicted,
    Movement,
    PlayerMoved,
    Resolution,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room, inside
from ludens.adventure.world.warnings import warnings
from ludens.episode.events import Event

A, B, C = (RoomId(name) for name in "abc")
LAMP, KEY = ItemId("lamp"), ItemId("key")


def applied(*events: Event, turn: int = 5, state: AdventureState | None = None) -> AdventureState:
    state = state or AdventureState()
    state.turn = turn
    for event in events:
        state.apply(event)
    return state


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


def test_full_hands_are_not_nearly_full() -> None:
    state = applied(
        ItemFound(item=LAMP, name="brass lamp", place=INVENTORY),
        CarryLimitMet(carried=1, item=LAMP, text="Your load is too heavy."),
    )
    assert warnings(state.map, state.items, 5) == ["The load is full: 1 carried, 1 at most."]
