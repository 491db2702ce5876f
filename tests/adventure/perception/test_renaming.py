"""Things and rooms under two names, and doors that move by themselves."""

from __future__ import annotations

import pytest

from adventure.perception.tale import Tale
from ludens.adventure.perception.listings import is_name

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n\n"
TOWER = "Tower\nA round room at the top, which cannot be seen from below. The way is down.\n"


def names(tale: Tale) -> set[str]:
    return {item.name for item in tale.mapping.state.items.known.values()}


def test_what_the_inventory_calls_otherwise_has_not_vanished() -> None:
    tale = Tale(f"{HALL}There is a large egg here.\n")
    tale.tell("take egg", "Taken.")
    tale.tell("take lamp", "Taken.")
    tale.tell("inventory", "You are carrying:\n  A jewel-encrusted egg\n  A brass lantern\n")
    assert tale.carried() == names(tale) == {"jewel-encrusted egg", "brass lantern"}


def test_a_lamp_is_the_lantern_where_there_is_one() -> None:
    tale = Tale(f"{HALL}There is a brass lantern here.\n")
    tale.tell("take lamp", "Taken.")
    assert tale.carried() == names(tale) == {"brass lantern"}
    tale.tell("drop light", "Dropped.")
    tale.tell("look", f"{HALL}There is a brass lantern here.\nThere is an old torch here.\n")
    tale.tell("take lamp", "Taken.")
    assert "lamp" in names(tale), "it may be either"


def test_what_was_stolen_is_not_what_came_meanwhile() -> None:
    tale = Tale(f"{HALL}There is a silver cup here.\n")
    tale.tell("take cup", "Taken.")
    tale.tell("inventory", "You are carrying:\n  A rope\n")
    assert tale.carried() == {"rope"}
    assert tale.item("silver cup").place == "unknown"


def test_a_lamp_that_lights_up_a_room_is_lit_whatever_stands_in_its_description() -> None:
    tale = Tale(f"{HALL}There is a brass lamp here.\n")
    tale.tell("take lamp", "Taken.")
    tale.tell("up", "It is pitch black.\n")
    tale.tell("turn on lamp", f"The brass lamp is now on.\n\n{TOWER}")
    assert tale.item("brass lamp").lit


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("The trap door crashes shut, and you hear someone barring it.", False),
        ("The old trap door swings slowly closed behind you.", False),
        ("The trap door closes behind you.", False),
        ("You hear the barn door slam shut.", True),
        ("The trap door is open.", True),
    ],
)
def test_a_door_that_falls_shut_behind_the_player_is_open_no_more(text: str, open_: bool) -> None:
    tale = Tale(HALL)
    tale.tell("open trap door", "The trap door opens, and reveals a stair.")
    tale.tell("down", f"Cellar\nA cellar of wet brick. The way out is up.\n\n{text}\n")
    assert tale.item("trap door").open is open_


def test_a_direction_is_no_thing() -> None:
    assert not is_name("west")
    assert is_name("west wing")
    tale = Tale(f"{HALL}On the west is the bottom of a steep ramp.\n")
    assert "west" not in names(tale)


DIM = "Dim Vault\nHardly more than an iron door to the south can be made out. Something glitters.\n"
LIT = "Lamp-Lit Vault\nRacks of coins stand under a painted ceiling. The iron door is south.\n"
IS_ON = "The brass lamp is now on."


@pytest.mark.parametrize(("lit", "back"), [(f"{IS_ON}\n\n{LIT}", "Lamp-Lit Vault"), (IS_ON, LIT)])
def test_a_room_that_is_called_otherwise_in_another_light_is_one_room(lit: str, back: str) -> None:
    tale = Tale(f"{HALL}There is a brass lamp here.\n")
    tale.tell("take lamp", "Taken.")
    vault = tale.tell("north", DIM)
    assert tale.tell("turn on lamp", lit) == vault
    tale.tell("south", "Hall")
    assert tale.tell("north", back) == vault
    world = tale.mapping.state.map
    assert len(world.rooms) == 2
    assert not any(way.teleport for room in world.rooms.values() for way in room.exits.values())


def test_a_place_shown_again_below_a_denial_is_no_way() -> None:
    tale = Tale(HALL)
    vault = tale.tell("north", DIM)
    assert tale.tell("west", f"You can't go west from here!\n\n{DIM}") == vault
    assert tale.mapping.state.map.rooms[vault].exits["west"].to is None
