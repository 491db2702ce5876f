"""What tells known rooms from new ones, told line by line: titles, lists, moments, crowds."""

from __future__ import annotations

from adventure.perception.tale import Tale
from ludens.adventure.events import CommandChosen, PlayerDied, StoryRestored, TextObserved
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.evidence import bare_in_new_room, may_be_contents
from ludens.adventure.perception.hypotheses import Branch, Hypothesis
from ludens.adventure.perception.memory import Description
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.resolver import WIDTH, Beam, Option, selected
from ludens.adventure.world.places import RoomId

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n"
PANTRY = "Pantry\nShelves up to the ceiling, all of them bare. The way out is south.\n"
FOREST = "Forest\nPines so close that it is dusk at noon. You can wander off in any direction.\n"


def supposed(tale: Tale) -> Hypothesis:
    """What is taken for true of the story so far."""
    return beam_of(tale).best


def beam_of(tale: Tale) -> Beam:
    perception = tale.mapping.perception
    assert isinstance(perception, TextPerception)
    return perception.resolver.now(tale.mapping.state.text_memory)


def wooded_tale() -> tuple[Tale, RoomId]:
    """A story of many rooms told in full once, with a clearing beside a forest and a house."""
    tale = Tale("Summit\nThe top of a bare hill. A path leads down.\n")
    for number in range(30):
        tale.tell("down", f"Cave {number}\nYou have come to cave {number} of many, all of chalk.\n")
    tale.tell("out", "South of House\nA house without a door, its windows boarded up.\n")
    tale.tell("west", "West of House\nAn open field, with a white house to the east.\n")
    clearing = tale.tell("north", "Clearing\nA ring of grass in the woods, strewn with leaves.\n")
    tale.tell("south", "West of House")
    tale.tell("east", "South of House")
    tale.tell("south", FOREST)
    return tale, clearing


def test_a_bent_way_into_a_known_room_renames_no_other() -> None:
    tale, clearing = wooded_tale()
    assert tale.tell("north", "Clearing") == clearing, "north of the forest lies not the house"
    assert "South of House" in tale.names


def test_where_every_room_was_described_a_bare_title_is_no_new_room() -> None:
    tale, _ = wooded_tale()
    story = supposed(tale)
    assert (story.born_full, story.born_bare) == (len(tale.names), 0)
    assert bare_in_new_room(story.born_full, 0) < bare_in_new_room(0, 0) / 3
    assert bare_in_new_room(10, 10) > 0.3, "some stories show rooms bare at once"


def die_and_return(tale: Tale, to_turn: int, shown: str) -> RoomId:
    """Die at once, wake up in the forest, and go back to the end of a turn."""
    tale.mapping.state.turn = len(tale.mapping.turns)
    tale.mapping.turns.append([])
    answer = f"You fall to your death.\n\n    ****  You have died  ****\n\nLater...\n\n{FOREST}"
    tale.mapping.emit([CommandChosen(command="jump"), TextObserved(text=answer)])
    tale.mapping.perceive(Percept("jump", Observation(answer)))
    tale.mapping.emit([StoryRestored(to_turn=to_turn, command="jump", reason="died")])
    tale.mapping.emit([TextObserved(text=shown)])
    tale.mapping.perceive(Percept("restore", Observation(shown)))
    return tale.here


def twin_corridors() -> tuple[Tale, RoomId, RoomId]:
    corridor = "Corridor\nA long corridor with a red carpet. It goes on to the east and west.\n"
    tale = Tale(HALL)
    first = tale.tell("east", corridor)
    second = tale.tell("east", corridor)
    tale.tell("north", PANTRY)
    return tale, first, second


def test_who_is_taken_back_to_a_known_turn_is_where_that_turn_ended() -> None:
    look = "Corridor\nA long corridor with a red carpet. It goes on to the east and west.\n"
    tale, first, second = twin_corridors()
    assert die_and_return(tale, 2, look) == second
    tale, first, second = twin_corridors()
    assert die_and_return(tale, 1, look) == first


def test_one_death_after_another_wakes_the_player_in_one_forest() -> None:
    tale, _ = wooded_tale()
    for _ in range(4):
        die_and_return(
            tale, 31, "South of House\nA house without a door, its windows boarded up.\n"
        )
    assert tale.names.count("Forest") == 1
    assert any(isinstance(event, PlayerDied) for event in tale.mapping.turns[-1])


def test_who_is_carried_off_on_a_way_does_not_learn_where_it_leads() -> None:
    tale = Tale(HALL)
    pantry = tale.tell("north", PANTRY)
    hall = tale.tell("south", "Hall")
    cave = "Cave\nA cave of chalk, lit from above by a narrow shaft.\n"
    assert tale.tell("north", f"A gust of wind carries you off!\n\n{cave}") not in (hall, pantry)
    story = supposed(tale)
    ends = [lead.to for (_, way), lead in story.ways.items() if way == "north"]
    assert [story.places[end or 0].title for end in ends] == ["pantry"]


def test_doubts_of_long_ago_do_not_crowd_out_the_doubt_of_now() -> None:
    crowd: list[Option] = [(-0.01 * n, n, Branch(1, 1.0), Hypothesis()) for n in range(80)]
    rivals: list[Option] = [(-5.0, n, Branch(2, 1.0), Hypothesis()) for n in range(80, 90)]
    went_on = selected([*crowd, *rivals])
    assert len(went_on) == WIDTH
    assert [option for option in went_on if option[2].room == 2] == rivals
    assert selected(crowd) == crowd[:WIDTH], "where all agree, none gives way"


def test_what_was_heard_in_many_places_describes_none_of_them() -> None:
    basket = (
        "The cloth bag is inflated, and a fire of old newspapers smokes in the iron pan below it. "
        "A long wire of braided steel dangles over the rim of the basket and into the depth.\n"
    )
    tale = Tale(f"Shaft Bottom\nA round floor of cracked clay, far below the daylight.\n{basket}")
    core = tale.tell("wait", f"Shaft Core\nSmooth walls of black glass slide by.\n{basket}")
    rim = tale.tell("wait", f"Shaft Rim\nThe sky is near, and a ledge is in reach.\n{basket}")
    assert tale.tell("wait", f"Shaft Core\n{basket}") == core
    assert tale.tell("wait", f"Shaft Rim\n{basket}") == rim
    assert len(tale.names) == 3


def test_who_goes_back_out_of_what_they_entered_is_where_they_were() -> None:
    tale = Tale("Lane\nA lane between hedges. The pub stands to the west.\n")
    lane = tale.here
    tale.tell("enter pub", "Pub\nIt smells of beer. The exit is east.\n")
    tale.tell("out", "Lane\nDust hangs over what is left of your home. A dog runs up to you.\n")
    assert tale.here == lane
    assert tale.names == ["Lane", "Pub"]


def test_rooms_of_one_title_that_name_other_ways_are_two() -> None:
    tale = Tale("Fork\nThe path forks to the southwest and southeast.\n")
    left = tale.tell("southwest", "End of Path\nThe path ends here. An exit leads northeast.\n")
    tale.tell("northeast", "Fork\nThe path forks to the southwest and southeast.\n")
    right = tale.tell("southeast", "End of Path\nThe path ends here. An exit leads northwest.\n")
    assert left != right


DAM = (
    "Beaver Dam\nA stream, held up by a dam. The air is thick with gnats.\n\nThey drive you off.\n"
)
SHADE = "Shady Path\nOaks border the path. It branches south and goes on east.\n"


def test_who_is_driven_back_from_a_place_is_where_they_were() -> None:
    tale = Tale("Clearing\nA meadow. A path leads west.\n", "Clearing")
    shade = tale.tell("west", SHADE, "Shady Path")
    assert tale.tell("south", f"{DAM}\n{SHADE}", "Shady Path") == shade
    assert len(tale.names) == 2


def test_what_happens_at_length_is_no_description() -> None:
    tale = Tale("Street\nA street with a courthouse to the south and shops on both sides.\n")
    for number in range(6):
        tale.tell("east", f"Shop {number}\nA shop of the kind that there are {number} of here.\n")
    for _ in range(6):
        tale.tell("west", "Street\nA street with a courthouse to the south and shops.\n")
    court = tale.tell("south", "Court\nRows of benches, and a chair for the judge up in front.\n")
    tale.tell("north", "Street\nA street with a courthouse to the south and shops.\n")
    told = (
        "Your honour, says the district attorney, I wish that you would think once more of it. This"
        " man has been gone for years at a time, and nobody will find him in a week from now."
    )
    assert tale.tell("south", f"Court\n\n{told}\n") == court
    assert tale.mapping.state.text_memory.texts[-1].described == 0


def test_a_text_that_only_one_of_several_namesakes_had_is_that_room() -> None:
    tale = Tale("Field\nA field. The gate of a graveyard is to the east.\n")
    foggy = "Graveyard\nA foggy graveyard. A stream runs to the north, a field lies west.\n"
    first = tale.tell("east", foggy)
    tale.tell("south", "Hole\nYou stand before a hole. Graves are east and west of it.\n")
    tale.tell("east", "Graveyard\nThe corner of a walled graveyard. Walls rise south and east.\n")
    tale.tell("west", "Hole\nYou stand before a hole. Graves are east and west of it.\n")
    tale.tell("west", "Graveyard\nTombstones, so many that you climb over some. A black wall.\n")
    tale.tell("east", "Hole\nYou stand before a hole. Graves are east and west of it.\n")
    tale.tell("east", "Graveyard\nThe corner of a walled graveyard. Walls rise south and east.\n")
    assert tale.tell("north", foggy) == first


def test_what_no_way_led_to_is_not_called_otherwise_when_it_leads_elsewhere() -> None:
    lane = "Lane\nThe road runs from {} home, to the north, toward the village, to the west.\n"
    tale = Tale(lane.format("your"), "Lane")
    first = tale.here
    tale.tell("wait", "Everything goes black.\n\nDark\n", "Dark")
    boat = "Speedboat\nYou are piloting the boat, which has very simple controls, toward a spire.\n"
    tale.tell("examine light", f"The light resolves itself into a sun.\n\n{boat}", "Speedboat")
    tale.tell("wait", "Everything goes black.\n\nDark\n", "Dark")
    tale.tell("examine light", f"It resolves itself.\n\n{lane.format('his')}", "Lane")
    assert "Speedboat" in tale.names
    assert tale.here == first


def test_what_names_ways_out_is_no_list_of_what_lies_there() -> None:
    assert may_be_contents(Description(sentences=("a dog sleeps by the fire",), described=1))
    road = Description(
        sentences=("the road runs from your home",), described=1, exits=("north", "west")
    )
    assert not may_be_contents(road)
