"""What there is, what it is like and where it is."""

from __future__ import annotations

from ludens.adventure.world.belongings import (
    carries_light,
    droppable,
    is_nearly_full,
    lights,
    room_left,
)
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemsMerged,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.items import Items
from ludens.adventure.world.map_events import RoomsMerged
from ludens.adventure.world.places import (
    GONE,
    INVENTORY,
    UNKNOWN,
    ItemId,
    Place,
    RoomId,
    holder_of,
    in_room,
    inside,
    room_of,
)
from ludens.episode.events import Event

LAMP, BOX, KEY, CAT, WATER, ICE = (
    ItemId(name) for name in ("lamp", "box", "key", "cat", "water", "ice")
)
HALL, CELLAR = RoomId("hall"), RoomId("cellar")


def known(*events: Event) -> Items:
    items = Items()
    for turn, event in enumerate(events):
        items.apply(event, turn)
    return items


def found(item: ItemId, place: Place = INVENTORY, name: str = "") -> ItemFound:
    return ItemFound(item=item, name=name or item, place=place)


def test_a_room_called_unknown_is_not_the_unknown_place() -> None:
    for name in ("unknown", "gone", "inventory", "room:hall", "item:box"):
        assert in_room(RoomId(name)) not in (UNKNOWN, GONE, INVENTORY, inside(ItemId(name)))
        assert room_of(in_room(RoomId(name))) == name
        assert holder_of(inside(ItemId(name))) == name
    assert room_of(UNKNOWN) is None
    assert holder_of(GONE) is None


def test_an_item_is_in_one_place() -> None:
    items = known(found(LAMP, in_room(HALL)), ItemMoved(item=LAMP, place=INVENTORY))
    assert items.at(INVENTORY) == [LAMP]
    assert items.at(in_room(HALL)) == []


def test_what_was_taken_is_portable() -> None:
    items = known(
        found(LAMP, in_room(HALL)), ItemMoved(item=LAMP, place=INVENTORY, how=Handling.TAKEN)
    )
    assert items.known[LAMP].portable is True
    assert items.known[LAMP].how is Handling.TAKEN


def test_what_cannot_be_taken_is_fixed_and_what_was_not_tried_is_neither() -> None:
    items = known(found(BOX, in_room(HALL)))
    assert items.known[BOX].portable is None
    assert not items.known[BOX].fixed
    items.apply(ItemChanged(item=BOX, portable=False), 1)
    assert items.known[BOX].fixed
    assert items.known[BOX].properties == {"portable": False}


def test_properties_change_one_by_one() -> None:
    items = known(
        found(BOX, in_room(HALL)),
        ItemChanged(item=BOX, container=True, open=True),
        ItemChanged(item=BOX, open=False),
        ItemChanged(item=BOX, alive=False, consumable=False),
    )
    assert items.known[BOX].properties == {
        "container": True,
        "open": False,
        "alive": False,
        "consumable": False,
    }


def test_what_is_locked_is_closed() -> None:
    items = known(found(BOX), ItemChanged(item=BOX, open=True), ItemChanged(item=BOX, locked=True))
    assert items.known[BOX].open is False


def test_what_is_in_a_room_is_seen_unless_it_is_shut_away() -> None:
    items = known(found(BOX, in_room(HALL)), found(KEY, inside(BOX)), found(CAT, in_room(CELLAR)))
    assert items.here(HALL) == [BOX, KEY]
    items.apply(ItemChanged(item=BOX, open=False), 3)
    assert items.here(HALL) == [BOX]
    assert items.within(in_room(HALL)) == [BOX, KEY]


def test_whereabouts_reach_through_what_holds_an_item() -> None:
    items = known(found(BOX, in_room(HALL)), found(KEY, inside(BOX)))
    assert items.room_of(KEY) == HALL
    items.apply(ItemMoved(item=BOX, place=INVENTORY), 2)
    assert items.whereabouts(KEY) == INVENTORY
    assert items.carried() == [BOX, KEY]
    assert items.room_of(KEY) is None


def test_things_inside_each_other_are_nowhere() -> None:
    items = known(found(BOX, inside(KEY)), found(KEY, inside(BOX)))
    assert items.whereabouts(KEY) == UNKNOWN
    assert items.within(inside(BOX)) == [KEY, BOX]


def test_what_vanished_is_unknown_and_what_was_eaten_is_gone() -> None:
    items = known(
        found(KEY),
        ItemMoved(item=KEY, place=UNKNOWN, how=Handling.VANISHED),
        found(WATER),
        ItemMoved(item=WATER, place=GONE, how=Handling.CONSUMED),
    )
    assert items.whereabouts(KEY) == UNKNOWN
    assert items.whereabouts(WATER) == GONE
    assert items.carried() == []


def test_what_is_transformed_leaves_its_place_to_what_it_became() -> None:
    items = known(found(ICE, in_room(HALL)), ItemTransformed(item=ICE, into=WATER))
    assert items.known[ICE].place == GONE
    assert items.known[ICE].became == WATER
    assert items.here(HALL) == [WATER]
    assert items.known[WATER].name == "ice"


def test_one_thing_under_two_names_is_one_item() -> None:
    items = known(
        found(LAMP, in_room(HALL)),
        ItemChanged(item=LAMP, light_source=True),
        found(BOX, in_room(CELLAR), "brass lamp"),
        found(KEY, inside(BOX)),
        ItemsMerged(item=LAMP, other=BOX),
        ItemMoved(item=BOX, place=INVENTORY),
    )
    assert set(items.known) == {LAMP, KEY}
    assert items.known[LAMP].light_source is True
    assert items.at(INVENTORY) == [LAMP]
    assert items.at(inside(LAMP)) == [KEY]


def test_items_of_a_merged_room_are_in_the_room_it_became() -> None:
    items = known(
        found(LAMP, in_room(CELLAR)),
        RoomsMerged(room=CELLAR, into=HALL, reason="the same"),
        found(KEY, in_room(CELLAR)),
    )
    assert items.here(HALL) == [LAMP, KEY]
    assert items.at(in_room(CELLAR)) == [LAMP, KEY]


def test_what_is_put_down_is_no_longer_worn() -> None:
    items = known(found(BOX), ItemChanged(item=BOX, worn=True))
    items.apply(ItemMoved(item=BOX, place=in_room(HALL), how=Handling.DROPPED), 2)
    assert items.known[BOX].worn is False


def test_the_turns_of_a_light_are_counted_while_it_burns() -> None:
    items = known(found(LAMP))
    lamp = items.known[LAMP]
    items.apply(ItemChanged(item=LAMP, lit=True), 10)
    assert lamp.light_source is True
    assert lamp.burning_time(25) == 15
    items.apply(ItemChanged(item=LAMP, lit=True), 26)
    items.apply(ItemChanged(item=LAMP, lit=False), 30)
    assert lamp.burning_time(99) == 20
    items.apply(ItemChanged(item=LAMP, lit=True), 100)
    assert lamp.burning_time(105) == 25


def test_fuel_goes_down_only_while_the_light_burns() -> None:
    items = known(found(LAMP))
    lamp = items.known[LAMP]
    assert lamp.fuel_left(5) is None
    items.apply(ItemChanged(item=LAMP, fuel=50), 5)
    assert lamp.fuel_left(20) == 50
    items.apply(ItemChanged(item=LAMP, lit=True), 20)
    assert lamp.fuel_left(30) == 40
    items.apply(ItemChanged(item=LAMP, lit=False), 35)
    assert lamp.fuel_left(60) == 35
    items.apply(ItemChanged(item=LAMP, lit=True), 60)
    items.apply(ItemChanged(item=LAMP, fuel=100), 70)
    assert lamp.fuel_left(90) == 80
    assert lamp.fuel_left(900) == 0
    assert lamp.burning_time(90) == 45


def test_a_warning_makes_a_light_of_what_fades() -> None:
    items = known(found(LAMP), LightFading(item=LAMP, text="The lamp grows dim."))
    assert items.known[LAMP].light_source is True
    assert items.known[LAMP].fading == "The lamp grows dim."


def test_a_light_that_was_spent_and_burns_again_may_fade_anew() -> None:
    items = known(found(LAMP), ItemChanged(item=LAMP, lit=True))
    lamp = items.known[LAMP]
    items.apply(LightFading(item=LAMP, text="The lamp grows dim."), 20)
    items.apply(LightFading(item=LAMP, text="The lamp is nearly out."), 30)
    assert lamp.fading_since == 20
    items.apply(ItemChanged(item=LAMP, lit=False, fuel=0), 40)
    assert lamp.fading_since == 20
    items.apply(ItemChanged(item=LAMP, lit=True), 50)
    assert (lamp.fading_since, lamp.fading) == (None, "")


def test_a_light_shines_where_it_can_be_seen() -> None:
    items = known(found(BOX), found(LAMP, inside(BOX)), ItemChanged(item=LAMP, lit=True))
    assert carries_light(items)
    items.apply(ItemChanged(item=BOX, open=False), 3)
    assert not carries_light(items)
    items.apply(ItemMoved(item=LAMP, place=in_room(HALL)), 4)
    assert not carries_light(items)
    assert lights(items, HALL) == [LAMP]
    assert lights(items, CELLAR) == []


def test_the_carry_limit_is_found_by_experience() -> None:
    items = known(found(LAMP), found(KEY), found(CAT, in_room(HALL)))
    assert room_left(items) is None
    assert not is_nearly_full(items)
    items.apply(CarryLimitMet(carried=2, item=CAT, text="Your load is too heavy."), 3)
    assert room_left(items) == 0
    assert is_nearly_full(items)
    items.apply(ItemMoved(item=KEY, place=in_room(HALL), how=Handling.DROPPED), 4)
    assert room_left(items) == 1


def test_worn_things_and_what_is_inside_others_do_not_count_as_load() -> None:
    items = known(found(BOX), found(KEY, inside(BOX)), found(CAT), ItemChanged(item=CAT, worn=True))
    assert items.load() == 1


def test_a_limit_that_was_passed_was_none() -> None:
    items = known(found(LAMP), CarryLimitMet(carried=1), ItemMoved(item=KEY, place=INVENTORY))
    assert items.carry_limit is None


def test_what_is_found_in_the_hands_was_there_when_the_limit_was_met() -> None:
    items = known(found(LAMP, place=INVENTORY), CarryLimitMet(carried=1))
    items.apply(found(KEY, place=INVENTORY), 2)
    assert items.carry_limit == 2


def test_what_was_used_up_could_be() -> None:
    items = known(
        found(LAMP, place=INVENTORY), ItemMoved(item=LAMP, place=GONE, how=Handling.CONSUMED)
    )
    assert items.known[LAMP].consumable


def test_what_no_open_puzzle_names_is_dropped_first() -> None:
    """Seed 000, §13: items not referenced by any open puzzle are the safest markers."""
    items = known(
        found(KEY, name="rusty key"),
        found(LAMP, name="brass lamp"),
        ItemChanged(item=LAMP, light_source=True),
        found(BOX, name="small box"),
        found(CAT, name="cloak"),
        ItemChanged(item=CAT, worn=True),
        found(WATER, name="bottle of water"),
        ItemChanged(item=WATER, consumable=True),
        found(ICE, in_room(HALL)),
    )
    assert droppable(items) == [KEY, BOX, WATER, LAMP]
    assert droppable(items, ["The Rusty lock needs a key", "a box"]) == [WATER, LAMP, KEY, BOX]


def test_the_only_burning_light_is_kept() -> None:
    items = known(found(LAMP), ItemChanged(item=LAMP, lit=True), found(KEY))
    assert droppable(items) == [KEY]
    items.apply(ItemChanged(item=KEY, lit=True), 3)
    assert droppable(items) == [LAMP, KEY]
