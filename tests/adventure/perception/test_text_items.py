"""What became of the items, by the text alone."""

from __future__ import annotations

import pytest

from adventure.perception.tale import Tale
from ludens.adventure.perception.text_items import same_thing
from ludens.adventure.world.item_events import CarryLimitMet, Handling, ItemMoved, LightFading
from ludens.adventure.world.places import GONE, INVENTORY, UNKNOWN, holder_of, room_of

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n\n"
PANTRY = "Pantry\nShelves up to the ceiling, all of them bare. The way out is south.\n\n"


def test_a_thing_listed_in_a_room_is_there() -> None:
    tale = Tale(f"{HALL}You can see a brass lamp here.\n")
    assert tale.room_with("brass lamp") == tale.here
    assert tale.item("brass lamp").portable is None


def test_what_is_taken_is_carried_and_what_is_dropped_lies_here() -> None:
    tale = Tale(f"{HALL}You can see a brass lamp here.\n")
    tale.tell("take lamp", "Taken.")
    assert tale.carried() == {"brass lamp"}
    assert tale.item("brass lamp").portable
    pantry = tale.tell("north", PANTRY)
    tale.tell("drop lamp", "Dropped.")
    assert tale.room_with("brass lamp") == pantry
    assert tale.item("brass lamp").how is Handling.DROPPED


def test_a_shorter_name_is_the_same_thing_and_another_adjective_is_not() -> None:
    assert same_thing("lamp", "brass lamp")
    assert same_thing("pile of leaves", "pile of leaves")
    assert not same_thing("iron key", "brass key")
    assert not same_thing("lamp post", "lamp")


def test_a_fixed_thing_in_another_room_is_another_thing() -> None:
    tale = Tale(f"{HALL}You can see a table here.\n")
    tale.tell("north", f"{PANTRY}You can see a table here.\n")
    tables = [item for item in tale.mapping.state.items.known.values() if item.name == "table"]
    assert len(tables) == 2


def test_a_portable_thing_in_another_room_is_the_same_thing() -> None:
    tale = Tale(f"{HALL}You can see a coin here.\n")
    tale.tell("take coin", "Taken.")
    tale.tell("drop coin", "Dropped.")
    pantry = tale.tell("north", f"{PANTRY}You can see a coin here.\n")
    assert tale.room_with("coin") == pantry
    assert tale.item("coin").how is Handling.NOTICED


def test_an_inventory_tells_everything_that_is_carried() -> None:
    tale = Tale(HALL)
    tale.tell("i", "You are carrying:\n  a brass lamp (providing light)\n  a sack\n    a coin\n")
    assert tale.carried() == {"brass lamp", "sack"}
    assert tale.item("brass lamp").lit
    holder = holder_of(tale.item("coin").place)
    assert holder is not None
    assert tale.mapping.state.items.known[holder].name == "sack"


def test_what_an_inventory_no_longer_tells_has_vanished() -> None:
    tale = Tale(HALL)
    tale.tell("i", "You are carrying:\n  a lamp\n  a coin\n")
    tale.tell("wait", "A magpie swoops past your head.")
    tale.tell("i", "You are carrying:\n  a lamp\n")
    assert tale.item("coin").place == UNKNOWN
    assert tale.item("coin").how is Handling.VANISHED
    assert tale.item("lamp").place == INVENTORY


def test_what_was_put_down_and_is_no_longer_shown_has_vanished() -> None:
    tale = Tale(HALL)
    tale.tell("take coin", "Taken.")
    tale.tell("drop coin", "Dropped.")
    tale.tell("look", f"{HALL}You can see a coin here.\n")
    assert tale.room_with("coin") == tale.here
    tale.tell("look", HALL)
    assert tale.item("coin").place == UNKNOWN


def test_what_is_put_into_a_thing_is_inside_it() -> None:
    tale = Tale(f"{HALL}You can see a sack here.\n")
    tale.tell("take coin", "Taken.")
    tale.tell("put coin in sack", "Done.")
    holder = holder_of(tale.item("coin").place)
    assert holder is not None
    assert tale.mapping.state.items.known[holder].name == "sack"
    tale.tell("put coin in well", "You can't see any such thing.")
    assert holder_of(tale.item("coin").place) == holder


def test_what_a_thing_was_put_into_may_be_called_otherwise_by_the_story() -> None:
    tale = Tale(f"{HALL}You can see a sack here.\n")
    tale.tell("take coin", "Taken.")
    tale.tell("put coin in pocket", "You put the gold coin into the sack.")
    holder = holder_of(tale.item("coin").place)
    assert holder is not None
    assert tale.mapping.state.items.known[holder].name == "sack"


def test_a_thing_keeps_its_identity_when_it_is_called_after_what_is_in_it() -> None:
    tale = Tale(HALL)
    tale.tell("take bucket", "Taken.")
    tale.tell("inventory", "You are carrying:\n  a bucket of water\n")
    assert tale.carried() == {"bucket"}


def test_what_an_inventory_tells_inside_other_things_has_not_vanished() -> None:
    tale = Tale(HALL)
    tale.tell("take key", "Taken.")
    tale.tell("take sack", "Taken.")
    tale.tell("inventory", "You are carrying:\n  a sack\n    a key\n")
    assert tale.item("key").how is not Handling.VANISHED
    assert holder_of(tale.item("key").place) is not None
    moved = [event for event in tale.events(ItemMoved) if isinstance(event, ItemMoved)]
    assert [event.how for event in moved] == [Handling.NOTICED]


def test_what_is_stolen_is_nobody_knows_where() -> None:
    tale = Tale(HALL)
    tale.tell("take coin", "Taken.")
    tale.tell("wait", "A magpie snatches your coin and is gone through the window.")
    assert (tale.item("coin").place, tale.item("coin").how) == (UNKNOWN, Handling.VANISHED)


def test_what_is_given_away_is_with_whom_it_was_given_to_or_eaten() -> None:
    tale = Tale(f"{HALL}You can see a dog and a guard here.\n")
    for thing in ("loaf", "coin"):
        tale.tell(f"take {thing}", "Taken.")
    tale.tell("give loaf to dog", "The dog eats it in two bites.")
    assert (tale.item("loaf").place, tale.item("loaf").consumable) == (GONE, True)
    tale.tell("give coin to guard", "The guard takes it without a word.")
    holder = holder_of(tale.item("coin").place)
    assert holder is not None
    assert tale.mapping.state.items.known[holder].name == "guard"


def test_clothes_are_put_on_and_taken_off() -> None:
    tale = Tale(HALL)
    tale.tell("take coat", "Taken.")
    tale.tell("wear coat", "You put it on. It smells of dog.")
    assert tale.item("coat").worn is True
    tale.tell("take off coat", "You take off the coat.")
    assert tale.item("coat").worn is False


def test_what_is_eaten_is_gone() -> None:
    tale = Tale(HALL)
    tale.tell("take apple", "Taken.")
    tale.tell("eat apple", "You eat the apple. Not bad.")
    assert tale.item("apple").place == GONE
    assert tale.item("apple").how is Handling.CONSUMED


def test_what_cannot_be_taken_is_fixed() -> None:
    tale = Tale(f"{HALL}You can see an anvil here.\n")
    tale.tell("take anvil", "That's hardly portable.")
    assert tale.item("anvil").portable is False


def test_opening_and_lighting_change_a_thing() -> None:
    tale = Tale(f"{HALL}You can see a chest (which is closed) and a lamp here.\n")
    assert tale.item("chest").open is False
    tale.tell("open chest", "You open the chest.")
    assert tale.item("chest").open
    tale.tell("turn on lamp", "You switch the lamp on.")
    assert tale.item("lamp").lit


def test_a_light_that_dims_is_warned_of() -> None:
    tale = Tale(HALL)
    tale.tell("i", "You are carrying:\n  a lamp (providing light)\n")
    tale.tell("wait", "Time passes.\n\nThe lamp is getting dim.")
    assert tale.events(LightFading)
    assert tale.item("lamp").fading


def test_examining_a_thing_tells_what_it_is_like() -> None:
    tale = Tale(f"{HALL}You can see a brass lamp here.\n")
    tale.tell("x lamp", "It is dented, and older than the house.")
    assert tale.item("brass lamp").description == "It is dented, and older than the house."
    tale.tell("x lamp", "You can't see any such thing.")
    assert tale.item("brass lamp").description == "It is dented, and older than the house."


def test_the_carry_limit_is_met_by_experience() -> None:
    tale = Tale(f"{HALL}You can see an anvil here.\n")
    tale.tell("i", "You are carrying:\n  a lamp\n  a coin\n")
    tale.tell("take anvil", "You're carrying too many things already.")
    assert tale.events(CarryLimitMet)
    assert tale.mapping.state.items.carry_limit == 2


def test_what_is_dropped_into_something_is_in_it() -> None:
    tale = Tale(f"{HALL}You can see a trough and a coin here.\n")
    tale.tell("take coin", "Taken.")
    tale.tell("put coin in trough", "You drop the coin into the trough.")
    holder = holder_of(tale.item("coin").place)
    assert holder is not None and tale.item("trough").name == "trough"
    assert not [i for i in tale.mapping.state.items.known.values() if "into" in i.name]


@pytest.mark.parametrize(
    "seen", ["A dog is sleeping here.", "There is a large dog here.", "A dog is here, growling."]
)
@pytest.mark.parametrize(
    "met", ["A dog is here.", "The dog follows you in.", "A dog wanders in.", "The dog sits here."]
)
def test_a_dog_in_another_room_is_the_same_dog_and_alive(seen: str, met: str) -> None:
    tale = Tale(f"{HALL}\n{seen}\n")
    pantry = tale.tell("north", f"{PANTRY}\n{met}\n")
    dogs = [i for i in tale.mapping.state.items.known.values() if i.name.endswith("dog")]
    assert [(room_of(dog.place), dog.alive) for dog in dogs] == [(pantry, True)]


def test_what_is_in_the_hands_does_not_lie_about_by_a_longer_name() -> None:
    tale = Tale(f"{HALL}You can see a key here.\n")
    tale.tell("take key", "Taken.")
    pantry = tale.tell("north", f"{PANTRY}You can see a brass key here.\n")
    assert tale.carried() == {"key"}
    assert tale.room_with("brass key") == pantry
