"""The Drowned Clock plays fair: its rooms, its words, its dangers, its way to the end."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from adventure.drowned_clock import DUSK, EXITS, NOUNS
from adventure.playthrough import Playthrough, walkthrough

Visits = dict[str, tuple[Playthrough, Any]]
STORY = "drowned_clock"
COMMANDS = walkthrough(STORY)
# What the parser says of a word it does not know, or a thing that is not there.
UNKNOWN = re.compile(
    r"any such thing|only understood you|refer to in the course|not a verb I|Which do you mean|"
    r"can't see \""
)
TO_THE_MILL = ["west", "west", "north"]
TO_THE_LOAF = ["west", "west", "west", "north", "open oven", "take peel", "take loaf"]
TO_THE_DOG = ["south", "east", "east", "south"]


def played(*commands: str) -> Playthrough:
    """Return the story after these commands."""
    play = Playthrough(STORY)
    play.all(commands)
    return play


def played_until(command: str) -> Playthrough:
    """Return the story as the walkthrough has it just before a command."""
    return played(*COMMANDS[: COMMANDS.index(command)])


@pytest.fixture(scope="module")
def first_visits() -> Visits:
    """Each room's name with the moment at which the walkthrough leaves it for the last time.

    By then the walkthrough has opened in it what can be opened. Rooms of the last run home are
    taken before the clock is started.
    """
    play = Playthrough(STORY)
    moments = {play.room: play.mark()}
    for command in COMMANDS[: COMMANDS.index("push pendulum")]:
        play.do(command)
        moments[play.room] = play.mark()
    return {room: (play, moment) for room, moment in moments.items()}


def test_the_walkthrough_enters_every_room_there_is(first_visits: Visits) -> None:
    assert set(first_visits) == set(EXITS)
    assert 12 <= len(EXITS) <= 18


@pytest.mark.parametrize("room", EXITS)
def test_the_exits_of_a_room_lead_where_its_map_says(room: str, first_visits: Visits) -> None:
    play, moment = first_visits[room]
    for direction, destination in EXITS[room].items():
        play.back_to(moment)
        play.do(direction)
        assert play.room == destination, f"{direction} of {room}"


@pytest.mark.parametrize("room", EXITS)
def test_a_room_names_each_of_its_exits(room: str, first_visits: Visits) -> None:
    play, moment = first_visits[room]
    play.back_to(moment)
    description = play.do("look").lower()
    for direction in EXITS[room]:
        if direction in ("up", "down"):
            assert re.search(r"\b(up|down|stair|steps|ladder|climbs|upward)\b", description)
        else:
            assert direction in description, f"{direction} of {room}"


@pytest.mark.parametrize("room", NOUNS)
def test_whatever_a_room_mentions_can_be_examined(room: str, first_visits: Visits) -> None:
    play, moment = first_visits[room]
    for noun in NOUNS[room]:
        play.back_to(moment)
        said = play.do(f"examine {noun}")
        assert said, noun
        assert not UNKNOWN.search(said), f"{noun} in {room}: {said}"


def test_the_last_run_home_can_be_looked_at_too() -> None:
    start = COMMANDS.index("push pendulum")
    play = played(*COMMANDS[: start + 1])
    rooms = []
    for command in COMMANDS[start + 1 : -1]:
        play.do(command)
        rooms.append(play.room)
        moment = play.mark()
        for noun in DUSK[play.room]:
            play.back_to(moment)
            said = play.do(f"examine {noun}")
            assert not UNKNOWN.search(said), f"{noun} in {play.room}: {said}"
        play.back_to(moment)
    assert set(rooms) == set(DUSK)


def test_the_score_rises_all_through_the_story() -> None:
    play = Playthrough(STORY)
    scores = [play.score]
    for command in COMMANDS:
        play.do(command)
        scores.append(play.score)
    rises = [turn for turn in range(1, len(scores)) if scores[turn] > scores[turn - 1]]
    assert len(rises) >= 20
    assert rises[0] <= 10
    assert max(later - earlier for earlier, later in pairwise(rises)) <= 10


def test_the_mud_warns_once_and_then_kills() -> None:
    play = played("west", "south")
    assert "One step more would have been the" in " ".join(play.do("south").split())
    assert not play.ended
    assert play.room == "Edge of the Slake"
    assert "You have died" in play.do("south")
    assert play.ended


def test_the_mud_bears_whoever_brings_the_sledge() -> None:
    play = played("west", "take sledge", "south", "south")
    assert play.room == "Gauge Post"
    assert not play.ended


def test_sitting_down_in_the_village_warns_once_and_then_keeps() -> None:
    play = played("west", "west", "west")
    play.do("sit on the steps")
    assert not play.ended
    assert "You have lost track of time" in play.do("sit down")
    assert play.ended


def test_sitting_down_in_the_hut_does_no_harm() -> None:
    play = played("north", "sit on chair", "sit on chair", "lie on cot")
    assert not play.ended


def test_whoever_stays_for_the_stroke_is_kept() -> None:
    play = played(*COMMANDS[: COMMANDS.index("push pendulum") + 1])
    minutes = 0
    while not play.ended:
        play.do("wait")
        minutes += 1
    assert "You have lost track of time" in play.last
    assert minutes == 10


def test_there_is_time_to_reach_the_dam_with_turns_to_spare() -> None:
    play = played(*COMMANDS[: COMMANDS.index("push pendulum") + 1])
    play.all(["examine dial", "down", "north", "examine man", "east", "east", "east", "east"])
    assert not play.ended
    assert "You have won" in play.do("up")


def test_the_clock_waits_for_all_its_parts() -> None:
    play = played_until("wind clock with crank")
    moment = play.mark()
    for missing, rest in (
        ("no bob", ["wind clock", "up", "untie cord", "down"]),
        ("not been wound", ["hang bob on pendulum", "up", "untie cord", "down"]),
        ("holds the hammer off", ["wind clock", "hang bob on pendulum"]),
    ):
        play.back_to(moment)
        play.all(rest)
        assert missing in " ".join(play.do("push pendulum").replace("\n", " ").split())
        assert "Tick." not in play.last


def test_the_class_leaves_at_the_bell_and_only_then_the_desk_opens() -> None:
    play = played("west", "west", "west", "southwest")
    assert "pressed down again" in play.do("open desk")
    play.all(["take bell", "ring bell"])
    assert "winding crank" in play.do("open desk")


def test_the_dog_gives_up_the_coat_for_bread_and_nothing_else() -> None:
    play = played("west", "south")
    for attempt in (
        "take coat",
        "wear coat",
        "search coat",
        "drop coat",
        "put coat on board",
        "move coat to board",
        "give letter to dog",
        "attack dog",
    ):
        play.do(attempt)
        assert "coat" not in play.do("inventory"), attempt
    play = played(*TO_THE_LOAF, *TO_THE_DOG, "give loaf to dog", "take coat", "take key")
    assert "iron key" in play.do("inventory")


def test_the_loaf_can_be_neither_lost_nor_spoiled() -> None:
    play = played("west", "west", "west", "north", "open oven")
    for attempt in ("take loaf", "drop loaf", "put loaf on table", "empty oven"):
        play.do(attempt)
        assert "loaf" not in play.do("inventory"), attempt
    play.all(["take peel", "take loaf"])
    for attempt in ("eat loaf", "put loaf in oven", "break loaf", "burn loaf", "cut loaf"):
        play.do(attempt)
        assert "loaf" in play.do("inventory"), attempt


def test_the_dog_follows_and_finds_her_master() -> None:
    play = played(*TO_THE_LOAF, *TO_THE_DOG, "give loaf to dog")
    assert "dog" in play.do("north")
    assert "dog" in play.all(["west", "west", "west"])
    assert "across his boots" in " ".join(play.do("west").split())
    play.do("east")
    assert "dog" not in play.do("look")


def test_the_lamp_wants_oil() -> None:
    play = played("north", "take lamp")
    assert "wants oil" in play.do("light lamp")
    play.all(["south", *TO_THE_MILL, "take oil can", "fill lamp", "light lamp"])
    assert "providing light" in play.do("inventory")


def test_a_lamp_put_out_and_put_down_in_the_dark_is_found_again() -> None:
    play = played_until("open coffer")
    play.all(["drop lamp", "turn off lamp"])
    assert play.room == "Darkness"
    play.all(["take lamp", "light lamp"])
    assert play.room == "Undercroft"


def test_nobody_walks_on_in_the_dark() -> None:
    play = played_until("open coffer")
    play.do("turn off lamp")
    assert "Not without a" in play.do("southwest")
    play.do("up")
    assert play.room == "Churchyard"


def test_seven_things_fill_the_hands() -> None:
    play = played(
        "north",
        "open drawer",
        "take photograph",
        "take lamp",
        "take logbook",
        "south",
        "west",
        "take sledge",
        *TO_THE_MILL[1:],
        "take oil can",
        "south",
        "west",
        "north",
        "take peel",
    )
    assert "long wooden peel" in play.do("inventory")
    assert "put down first" in " ".join(play.all(["open oven", "take loaf"]).split())
    play.do("drop logbook")
    play.do("take loaf")
    assert "loaf" in play.do("inventory")


def test_the_chute_goes_one_way() -> None:
    play = played(*TO_THE_MILL, "down")
    assert play.room == "Bakehouse"
    play.all(["up", "east", "climb chute"])
    assert play.room == "Bakehouse"


def test_the_tower_door_opens_from_inside_only() -> None:
    play = played("west", "west", "west", "west", "west")
    assert play.room == "Nave"
    assert "bolted" in play.do("open door")
    play.do("south")
    assert play.room == "Nave"
