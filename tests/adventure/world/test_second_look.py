"""Blocked exits that are worth another look."""

from __future__ import annotations

from adventure.world.worlds import Walker
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitAbsent, ExitBlocked, Movement, PlayerMoved
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room
from ludens.adventure.world.second_look import SecondLook, worth_another_look
from ludens.adventure.world.summary import summarize
from ludens.episode.events import Event

A, B, C = (RoomId(name) for name in "abc")
KEY, LAMP, FISH = (ItemId(name) for name in ("key", "lamp", "fish"))


def house() -> AdventureState:
    walker = Walker({"a": {"north": "b"}, "b": {"north": "c"}, "c": {}}, "a")
    for command in ("north", "north"):
        walker.go(command)
    state = AdventureState()
    state.map = walker.world
    at(
        state,
        10,
        ExitBlocked(room=A, direction="west", reason="The oak door is locked."),
        ExitBlocked(room=B, direction="down", reason="It is too dark to go down there."),
        ExitBlocked(room=C, direction="up", reason="A hungry otter wants your fish."),
        ExitAbsent(room=C, direction="east", reason="You can't go that way."),
    )
    return state


def at(state: AdventureState, turn: int, *events: Event) -> None:
    state.turn = turn
    for event in events:
        state.apply(event)


def take(state: AdventureState, item: ItemId, name: str, turn: int) -> None:
    at(
        state,
        turn,
        ItemFound(item=item, name=name, place=in_room(A)),
        ItemMoved(item=item, place=INVENTORY, how=Handling.TAKEN),
    )


def looks(state: AdventureState, *gained: ItemId) -> list[SecondLook]:
    return worth_another_look(state.map, state.items, A, gained)


def test_nothing_is_worth_another_look_before_anything_was_gained() -> None:
    assert looks(house()) == []


def test_a_key_sends_one_back_to_the_locked_door_first() -> None:
    state = house()
    take(state, KEY, "rusty key", 20)
    first, *others = looks(state, KEY)
    assert (first.room, first.direction, first.hope.items) == (A, "west", (KEY,))
    assert first.reason == "The oak door is locked."
    assert first.route.commands == ()
    assert all(other.hope.promise < first.hope.promise for other in others)
    assert [other.route.commands for other in others] == [("north",), ("north", "north")]


def test_a_light_sends_one_back_to_the_dark_whatever_it_is_called() -> None:
    state = house()
    take(state, LAMP, "glowing orb", 20)
    at(state, 21, ItemChanged(item=LAMP, light_source=True))
    assert looks(state, LAMP)[0].direction == "down"


def test_a_thing_that_the_refusal_names_goes_before_all() -> None:
    state = house()
    take(state, KEY, "rusty key", 20)
    take(state, FISH, "silver fish", 21)
    assert [look.direction for look in looks(state, KEY, FISH)] == ["up", "west", "down"]


def test_an_exit_tried_since_the_gain_is_not_worth_it_and_an_absent_one_never() -> None:
    state = house()
    take(state, KEY, "rusty key", 20)
    at(state, 25, ExitBlocked(room=A, direction="west", reason="The oak door is locked."))
    assert {look.direction for look in looks(state, KEY)} == {"down", "up"}


def test_what_cannot_be_reached_is_left_out() -> None:
    state = house()
    take(state, KEY, "rusty key", 20)
    assert worth_another_look(state.map, state.items, RoomId("island"), [KEY]) == []


def test_the_briefing_tells_first_of_the_door_that_the_key_may_be_for() -> None:
    state = house()
    at(state, 11, PlayerMoved(room=C, how=Movement.WALKED))
    take(state, KEY, "rusty key", 20)
    told = summarize(state.map, items=state.items).blocked
    assert (told[0].room_id, told[0].direction) == (A, "west")
    assert told[0].note == "The oak door is locked. Perhaps now: rusty key"
    assert {errand.direction for errand in told[1:]} == {"down", "up"}
