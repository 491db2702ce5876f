"""What a text tells of a thing's nature."""

from __future__ import annotations

from adventure.perception.tale import Tale
from ludens.adventure.perception.things_told import fuel_in, lives

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n\n"


def test_who_speaks_or_looks_at_one_is_alive() -> None:
    assert lives("The old guard is watching you.", "guard")
    assert lives('"No," the guard says.', "guard")
    assert not lives("The door is closed.", "door")


def test_a_creature_seen_elsewhere_moved_by_itself() -> None:
    tale = Tale(f"{HALL}You can see a cat here.\n")
    tale.tell("pet cat", "The cat purrs.")
    pantry = tale.tell("north", "Pantry\nShelves, all of them bare.\n\nYou can see a cat here.\n")
    assert tale.room_with("cat") == pantry
    assert tale.item("cat").how == "moved_by_itself"


def test_the_turns_that_a_light_lasts_are_its_fuel() -> None:
    assert fuel_in("The candle will burn for about twenty more turns.", "candle") == 20
    assert fuel_in("You have 40 turns left to live.", "candle") is None


def test_fuel_is_counted_down_while_the_light_burns_and_known_to_be_spent() -> None:
    tale = Tale(f"{HALL}You can see a candle here.\n")
    tale.tell("take candle", "Taken.")
    tale.tell("light candle", "The candle burns with a small flame.")
    tale.tell("x candle", "There is enough of the candle left for 30 turns.")
    for _ in range(4):
        tale.tell("wait", "Time passes.")
    candle = tale.item("candle")
    assert candle.fuel_left(tale.mapping.state.turn) == 26
    tale.tell("wait", "The candle goes out.")
    assert (tale.item("candle").lit, tale.item("candle").fuel) == (False, 0)
