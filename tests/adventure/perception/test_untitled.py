"""Places in stories that print no titles."""

from __future__ import annotations

from adventure.perception.tale import Tale
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.perception.events import PlaceRead, Told
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.untitled import named_after, says_where
from ludens.adventure.world.places import RoomId

VALLEY = "You are in a small valley beside a stream. A path leads north and a road goes east."
CLIFF = "You are at the foot of a cliff. The valley lies south.\nThere is a lamp here."
ROAD = "A long road runs east and west between hedges."


class Untitled(Tale):
    """A tale that shows no place until somebody looks."""

    @property
    def here(self) -> RoomId:
        return self.mapping.state.map.here or RoomId("")


def valley() -> Untitled:
    tale = Untitled(f"Welcome to the tale.\n\n{VALLEY}")
    assert tale.wish
    tale.look(VALLEY)
    return tale


def test_rooms_are_named_after_the_first_sentence() -> None:
    tale = valley()
    tale.tell("n", CLIFF)
    assert tale.names == ["In a small valley beside a stream", "At the foot of a cliff"]


def test_a_refusal_is_no_place() -> None:
    tale = valley()
    cliff = tale.tell("n", CLIFF)
    assert tale.tell("n", "You can't climb the cliff.") == cliff
    assert tale.tell("u", "You are too tired for that.") == cliff


def test_a_room_is_known_again_and_one_is_told_by_the_ways_it_names() -> None:
    tale = valley()
    start = tale.here
    road = tale.tell("e", ROAD)
    assert road != start
    assert tale.tell("w", VALLEY) == start


def test_the_dark_is_told_by_its_name_alone() -> None:
    tale = valley()
    start = tale.here
    tale.tell("e", ROAD)
    tale.tell("w", VALLEY)
    dark = tale.tell("n", "Darkness\n")
    assert dark != start
    assert tale.mapping.state.map.rooms[dark].dark


def test_being_carried_off_is_seen() -> None:
    tale = valley()
    start = tale.here
    text = f"Everything spins.\n\n{CLIFF}"
    assert tale.tell("rub lamp", text) != start


def test_the_status_line_gives_the_name_where_the_text_says_the_same() -> None:
    said = "You're now in the driveway entrance.\nGravel, and two stone lions. A path leads north."
    tale = Untitled("Welcome.", status="Driveway Entrance    10:15 am")
    observation = Observation(said, "Driveway Entrance    10:15 am", Wants.LINE)
    tale.mapping.perceive(Percept("look", observation))
    assert tale.names == ["Driveway Entrance"]


def test_a_name_is_a_sentence_without_its_beginning() -> None:
    assert named_after("You are standing in an open field west of a house.") == (
        "In an open field west of a house"
    )
    assert named_after("I'm in a forest.") == "In a forest"


def test_a_description_below_a_heading_is_no_further_place() -> None:
    tale = valley()
    tale.tell("n", "You are in the forest.\n\nThis is a stand of pines, and dusk at noon.\n")
    forest = "You are in the forest.\n\nYou are in a mossy part of the wood.\n"
    tale.tell("u", forest)
    assert tale.names[-1] == "In the forest"


def test_a_line_that_says_where_one_is_heads_a_place_also_where_others_have_titles() -> None:
    lift = "Lift\nIt has buttons one, two and three. The way is out.\n"
    hall = "You are now in the hall of plaster.\nA hall with a lift in it. Stairs lead up.\n"
    tale = Tale(lift, status="Lift")
    for number in range(5):
        tale.tell(
            "up", f"Floor {number}\nThis is the landing on floor {number}.\n", f"Floor {number}"
        )
    tale.tell("out", hall, "Hall of Plaster")
    read = [event for event in tale.events(PlaceRead) if isinstance(event, PlaceRead)]
    assert [(event.title, event.told) for event in read] == [("Hall of Plaster", Told.FULL)]
    assert says_where("Hall", "You are now in the hall.")
    assert not says_where("Hall", "You are thrown out, and the door of the hall falls shut.")
    assert not says_where("Hall", "Hall")
