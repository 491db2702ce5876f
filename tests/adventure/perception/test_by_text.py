"""Perception by the text alone: which room is which, told line by line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adventure.perception.tale import REFUSED, Tale
from ludens.adventure.events import GameWon, PlayerDied, ScoreChanged
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.events import LookWished
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map_events import Movement, PlayerMoved, RoomsMerged, VisitReassigned

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n"
PANTRY = "Pantry\nShelves up to the ceiling, all of them bare. The way out is south.\n"
LANE = "Lane\nA muddy lane between hedges. It runs east and west, and a gate is to the south.\n"
CORRIDOR = "Corridor\nA long corridor with a red carpet. It goes on to the east and west.\n"


def test_a_walk_and_its_way_back_join_two_rooms() -> None:
    tale = Tale(HALL)
    hall = tale.here
    pantry = tale.tell("north", PANTRY)
    assert tale.way(hall, "north").to == pantry
    assert tale.way(pantry, "south").status is ExitStatus.ASSUMED
    assert tale.tell("south", "Hall\n") == hall
    assert tale.way(pantry, "south").status is ExitStatus.EXPLORED
    assert tale.names == ["Hall", "Pantry"]


def test_a_title_alone_names_a_room_that_was_told_before() -> None:
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("north", PANTRY)
    tale.tell("south", "Hall")
    lane = tale.tell("east", LANE)
    assert tale.tell("south", "Pantry") not in (hall, lane)
    assert tale.names == ["Hall", "Pantry", "Lane"], "the pantry has a second door"


def test_under_brief_a_description_told_again_is_another_room() -> None:
    tale = Tale(HALL)
    first = tale.tell("east", CORRIDOR)
    tale.tell("west", "Hall")
    assert tale.tell("east", "Corridor") == first
    assert tale.tell("east", CORRIDOR) != first, "a known corridor would only give its title"


def test_under_verbose_a_description_told_again_by_the_known_way_is_the_same_room() -> None:
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("verbose", "Maximum verbosity.")
    first = tale.tell("east", CORRIDOR)
    assert tale.tell("west", HALL) == hall
    assert tale.tell("east", CORRIDOR) == first
    assert tale.names == ["Hall", "Corridor"]


def test_a_corridor_that_goes_on_is_another_corridor() -> None:
    tale = Tale(HALL)
    tale.tell("verbose", "Maximum verbosity.")
    first = tale.tell("east", CORRIDOR)
    second = tale.tell("east", CORRIDOR)
    assert first != second
    assert tale.tell("west", CORRIDOR) == first


def test_a_light_that_goes_out_as_a_way_is_refused_moves_nobody() -> None:
    tale = Tale(HALL)
    hall = tale.here
    told = "You can't go that way.\n\nThe lantern goes out.\n\nIt is now pitch dark in here!\n"
    assert tale.tell("up", told) == hall


def test_rooms_with_one_name_and_different_descriptions_are_held_apart() -> None:
    tale = Tale("Forest\nPines so close that it is dusk at noon. Paths lead north and south.\n")
    first = tale.here
    clearing = tale.tell("north", "Clearing\nA ring of grass. Paths lead in all directions.\n")
    second = tale.tell(
        "east", "Forest\nYoung birches, and light between them. It thins out west.\n"
    )
    assert second not in (first, clearing)
    assert tale.names == ["Forest", "Clearing", "Forest"]


def test_identical_rooms_are_told_apart_by_where_their_exits_lead() -> None:
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("verbose", "Maximum verbosity.")
    tale.tell("east", CORRIDOR)
    tale.tell("north", PANTRY)
    tale.tell("south", CORRIDOR)
    tale.tell("west", HALL)
    tale.tell("north", LANE)
    tale.tell("south", CORRIDOR)
    tale.tell("north", LANE)
    tale.tell("south", CORRIDOR)
    tale.tell("west", "Attic\nRafters and dust. The ladder goes down.\n")
    corridors = [name for name in tale.names if name == "Corridor"]
    assert len(corridors) == 2
    assert tale.way(hall, "east").to != tale.way(tale.by_turn()[6] or hall, "south").to


def test_a_heading_that_nothing_follows_is_no_place() -> None:
    tale = Tale(HALL)
    hall = tale.here
    assert tale.tell("wait", "Time passes.\n\nBEEEEEP!") == hall
    assert tale.tell("west", f"{REFUSED}\n\nALL ABOARD") == hall
    assert tale.names == ["Hall"]


def test_a_heading_that_a_look_belies_was_no_place() -> None:
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("west", "Ding Dong")
    assert tale.wish, "a new place without a description is in doubt"
    assert tale.look(HALL) == hall
    assert tale.by_turn()[-1] == hall


def test_a_place_that_cannot_be_told_is_worth_a_look() -> None:
    tale = Tale("Forest\nPines so close that it is dusk at noon. Paths lead north and south.\n")
    tale.tell("north", "Clearing\nA ring of grass. Paths lead in all directions.\n")
    tale.tell("east", "Forest\nYoung birches, and light between them. It thins out west.\n")
    tale.tell("west", "Clearing")
    tale.tell("northwest", "Forest")
    assert tale.events(LookWished)
    birches = tale.by_turn()[2]
    assert (
        tale.look("Forest\nYoung birches, and light between them. It thins out west.\n") == birches
    )


def test_a_look_belongs_to_the_command_before_it() -> None:
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("push button", "Everything goes black for a moment.")
    lane = tale.look(LANE)
    assert lane != hall
    way = tale.way(hall, "push button")
    assert way.to == lane
    assert way.teleport


def test_the_status_line_betrays_a_silent_transport() -> None:
    tale = Tale(HALL, "Hall                    Score: 0   Moves: 0")
    hall = tale.here
    tale.tell("north", PANTRY, "Pantry                  Score: 0   Moves: 1")
    tale.tell("south", "Hall", "Hall                    Score: 0   Moves: 2")
    tale.tell("touch mirror", "There is a rumble.", "Cave of Ice    Score: 0   Moves: 3")
    assert tale.names == ["Hall", "Pantry", "Cave of Ice"]
    assert tale.way(hall, "touch mirror").teleport


def test_a_dark_room_gets_its_name_when_it_is_lit() -> None:
    tale = Tale(HALL)
    cellar = tale.tell("down", "It is pitch black. You can hear water.")
    assert tale.names == ["Hall", "Darkness"]
    assert tale.mapping.state.map.rooms[cellar].dark
    answer = "The lamp is now on.\n\nCellar\nWater drips from the vault. Steps lead up.\n"
    assert tale.tell("turn on lamp", answer) == cellar
    assert tale.names == ["Hall", "Cellar"]
    assert not tale.mapping.state.map.rooms[cellar].dark


def test_who_is_carried_off_is_told_in_full_of_a_room_that_is_known() -> None:
    tale = Tale(HALL)
    hall = tale.here
    pantry = tale.tell("north", PANTRY)
    for _ in range(4):
        tale.tell("south", "Hall")
        tale.tell("north", "Pantry")
    carried = f"A porter grabs you by the collar and drags you off.\n\n{HALL}"
    assert tale.tell("east", carried) == hall
    assert tale.way(pantry, "east").teleport
    assert tale.names == ["Hall", "Pantry"]


def test_what_lies_in_a_room_tells_it_from_its_namesakes() -> None:
    tale = Tale(HALL)
    bell = tale.tell("north", f"{CORRIDOR}\nThere is a bell here.\n")
    tale.tell("south", "Hall")
    drum = tale.tell("east", f"{CORRIDOR}\nThere is a drum here.\n")
    tale.tell("west", "Hall")
    lane = tale.tell("northeast", LANE)
    assert tale.tell("up", "Corridor\n\nThere is a drum here.\n") == drum
    tale.tell("down", "Lane")
    assert tale.tell("northwest", "Corridor\n\nThere is a bell here.\n") == bell
    assert bell != drum and lane


def test_a_look_shows_one_place() -> None:
    tale = Tale(HALL)
    hall = tale.here
    pantry = tale.tell("north", PANTRY)
    tale.tell("south", "Hall")
    tale.tell("north", "Pantry")
    dream = "A Dream\n\nYou are at home, and everybody is angry. Then you are not.\n"
    assert tale.tell("look", f"{PANTRY}\n{dream}") == pantry
    assert tale.names == ["Hall", "Pantry"]
    assert hall != pantry


def test_moving_in_the_dark_is_moving() -> None:
    tale = Tale(HALL)
    first = tale.tell("down", "Darkness\nIt is pitch dark, and you can't see a thing.")
    second = tale.tell("north", "Darkness\nIt is pitch dark, and you can't see a thing.")
    assert first != second
    assert tale.tell("north", REFUSED) == second


@pytest.mark.parametrize("title", ["Pond, in the rowing boat", "Pond (in the rowing boat)"])
def test_a_vehicle_is_not_another_room(title: str) -> None:
    shore = "A still pond. Reeds stand to the north, and the lane is west."
    tale = Tale(f"Pond\n{shore}\n")
    pond = tale.here
    assert tale.tell("enter boat", "You are now in the rowing boat.") == pond
    assert tale.tell("look", f"{title}\n{shore}\n") == pond
    reeds = tale.tell("north", f"Reeds{title[4:]}\nNothing but reeds and water, south and east.\n")
    assert tale.names == ["Pond", "Reeds"]
    assert tale.tell("south", title) == pond
    assert tale.way(pond, "north").to == reeds


def test_weather_tells_no_rooms_apart() -> None:
    tale = Tale(f"{HALL}\nIt has begun to rain.\n")
    hall = tale.here
    tale.tell("verbose", "Maximum verbosity.")
    pantry = tale.tell("north", f"{PANTRY}\nIt has begun to rain.\n")
    assert tale.tell("south", f"{HALL}\nA crow flaps past.\n") == hall
    assert tale.tell("north", f"{PANTRY}\nA crow flaps past.\n") == pantry


def test_a_description_that_changes_in_a_detail_is_the_same_room() -> None:
    tale = Tale("Gate House\nA vaulted passage below the tower. The portcullis is down.\n")
    gate = tale.here
    tale.tell("verbose", "Maximum verbosity.")
    tale.tell("east", LANE)
    back = "Gate House\nA vaulted passage below the tower. The portcullis is up.\n"
    assert tale.tell("west", back) == gate


def test_a_message_before_the_title_is_no_place() -> None:
    tale = Tale(HALL)
    tale.tell("north", f"You squeeze through the gap.\n\n{PANTRY}")
    assert tale.names == ["Hall", "Pantry"]


def test_a_refusal_is_no_move() -> None:
    tale = Tale(HALL)
    hall = tale.here
    assert tale.tell("west", REFUSED) == hall
    assert tale.way(hall, "west").status is ExitStatus.ABSENT
    assert tale.tell("east", "The door is locked.") == hall
    assert tale.way(hall, "east").status is ExitStatus.BLOCKED
    assert tale.way(hall, "east").reason == "The door is locked."


def test_death_and_return_leave_no_way_behind() -> None:
    tale = Tale(HALL)
    hall = tale.here
    answer = (
        "You fall for a long time.\n\n   ****  You have died  ****\n\n"
        "You may have another chance.\n\nOrchard\nApple trees in rows. A lane leads north.\n"
    )
    orchard = tale.tell("jump", answer)
    assert orchard != hall
    assert tale.mapping.state.deaths == 1
    moves = tale.events(PlayerMoved)
    assert [move.how for move in moves if isinstance(move, PlayerMoved)] == [Movement.RESTORED]
    assert tale.mapping.state.map.exit(hall, "jump") is None


def test_a_death_in_earnest_shows_no_place() -> None:
    tale = Tale(HALL)
    answer = (
        "You fall.\n\n    *** You have died ***\n\nIn that game you scored 5 out of a possible 40, "
        "in 3 turns.\n\nWould you like to RESTART, RESTORE a saved game or QUIT?"
    )
    tale.tell("jump", answer)
    assert tale.names == ["Hall"]
    assert tale.events(PlayerDied)
    assert tale.mapping.state.score == 5
    assert tale.mapping.state.max_score == 40


def test_a_victory_is_told() -> None:
    tale = Tale(HALL)
    tale.tell("north", "The crown is yours.\n\n    *** You have won ***\n")
    assert tale.events(GameWon)


def test_the_score_is_followed_by_its_changes() -> None:
    tale = Tale(HALL)
    tale.tell("score", "You have so far scored 2 out of a possible 30, in 1 turn.")
    tale.tell("take gem", "Taken.\n\n[Your score has just gone up by five points.]")
    assert tale.mapping.state.score == 7
    tale.tell("wait", "Time passes.")
    assert not tale.events(ScoreChanged)


def test_undo_goes_back_without_a_way() -> None:
    tale = Tale(HALL)
    hall = tale.here
    pantry = tale.tell("north", PANTRY)
    assert tale.tell("undo", "Previous turn undone.\n\nHall\n") == hall
    assert tale.mapping.state.map.exit(pantry, "undo") is None


def test_a_correction_reaches_back_over_the_turns_it_concerns() -> None:
    tale = Tale(HALL)
    tale.tell("down", "It is pitch black.")
    tale.tell("up", "Hall")
    tale.tell("east", LANE)
    cellar = tale.tell("down", "Cellar\nWater drips from the vault. Steps lead up and north.\n")
    tale.tell("north", "Hall")
    lit = tale.tell("down", "Cellar")
    assert tale.mapping.state.map.resolve(cellar) == lit
    assert tale.by_turn()[1] == lit, "what was dark at the first turn was the cellar"
    assert sorted(tale.names) == ["Cellar", "Hall", "Lane"]


def test_a_story_that_opens_with_keys_begins_where_it_first_shows_a_place() -> None:
    tale_opening = (
        "In the year of the great drought the wells failed one by one.\n\n[Press any key]"
    )
    perception = TextPerception()
    state = AdventureState()
    page = Observation(tale_opening, wants=Wants.KEY)
    assert perception.perceive(state, Percept("", page)) == []
    shown = perception.perceive(state, Percept(" ", Observation(f"DROUGHT\nRelease 1\n\n{HALL}")))
    moves = [event for event in shown if isinstance(event, PlayerMoved)]
    assert [move.how for move in moves] == [Movement.START]


def test_a_story_that_shows_no_place_at_first_is_worth_a_look() -> None:
    state, perception = AdventureState(), TextPerception()
    opening = Observation("The drought was in its third year, and you had come home.")
    (wish,) = perception.perceive(state, Percept("", opening))
    assert isinstance(wish, LookWished)


WORLD = (
    ("north", PANTRY),
    ("south", HALL),
    ("south", "Hall"),
    ("east", CORRIDOR),
    ("east", "Corridor"),
    ("west", REFUSED),
    ("down", "It is pitch black."),
    ("look", HALL),
    ("look", CORRIDOR),
    ("wait", "Time passes.\n\nBEEEEEP!"),
    ("push button", "Everything spins.\n\nLane\nA muddy lane between hedges.\n"),
    ("take lamp", "Taken."),
    ("drop lamp", "Dropped."),
    ("i", "You are carrying:\n  a lamp (providing light)\n  a sack (which is open)\n    a coin\n"),
    ("up", "You fall.\n\n   ****  You have died  ****\n\nHall\n"),
    ("undo", "Undone.\n\nPantry\n"),
    ("enter boat", "Lane, in the boat\nA muddy lane between hedges.\n"),
    ("x lamp", "It is brass."),
    ("n", ""),
)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.sampled_from(WORLD), max_size=25))
def test_any_tale_folds_and_a_fresh_reader_goes_on_as_the_old_one_would(
    tale: list[tuple[str, str]],
) -> None:
    told = Tale(HALL)
    for command, answer in tale:
        before = told.mapping.state.model_copy(deep=True)
        told.tell(command, answer)
        before.turn = told.mapping.state.turn
        again = Tale.__new__(Tale)
        again.mapping = type(told.mapping)(TextPerception(), before)
        again.mapping.turns = [[] for _ in range(before.turn)]
        again.told = []
        again.tell(command, answer)
        assert again.mapping.turns[-1] == told.mapping.turns[-1]
    rooms = told.by_turn()
    assert rooms[-1] == told.mapping.state.map.here
    known = told.mapping.state.map.rooms
    assert all(room in known for room in rooms)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(WORLD), max_size=20), st.integers(0, 20))
def test_a_prefix_of_a_log_folds_to_the_state_at_that_turn(
    tale: list[tuple[str, str]], cut: int
) -> None:
    whole, part = Tale(HALL), Tale(HALL)
    for command, answer in tale:
        whole.tell(command, answer)
    for command, answer in tale[:cut]:
        part.tell(command, answer)
    assert whole.mapping.turns[: len(part.mapping.turns)] == part.mapping.turns
    state = AdventureState()
    for turn, events in enumerate(part.mapping.turns):
        state.turn = turn
        for event in events:
            state.apply(event)
    assert state.model_dump() == part.mapping.state.model_dump()


def test_a_long_wander_among_namesakes_leaves_no_visit_without_a_room() -> None:
    rng = random.Random(7)
    tale = Tale(HALL)
    for _ in range(150):
        command, answer = rng.choice(WORLD)
        tale.tell(command, answer)
    corrections = [
        event
        for events in tale.mapping.turns
        for event in events
        if isinstance(event, RoomsMerged | VisitReassigned)
    ]
    assert corrections, "such a world takes back what it thought"
    assert set(tale.by_turn()) <= tale.mapping.state.map.rooms.keys()


def test_who_may_have_been_carried_off_unseen_wants_a_look() -> None:
    tale = Tale("Hall\nA wide hall with a mirror. A door leads north.\n")
    hall = tale.here
    tale.tell("rub mirror", "There is a rumble, and the room shakes.")
    assert tale.wish
    attic = tale.look("Attic\nRafters and dust, and a mirror. A ladder goes down.\n")
    assert attic != hall
    way = tale.way(hall, "rub mirror")
    assert (way.to, way.teleport) == (attic, True)


def test_what_is_read_hints_at_nothing() -> None:
    tale = Tale("Hall\nA wide hall with a mirror. A door leads north.\n")
    tale.tell("read book", "You feel dizzy as the room spins, it says.")
    assert not tale.wish


def test_titles_in_sentence_case_are_read_after_a_title_of_one_word() -> None:
    tale = Tale("Hallway\nA narrow hallway with a stone floor. A stair leads down.\n")
    hall = tale.here
    cellar = tale.tell("d", "The old cellar\nThe walls are damp here. A stair leads up.\n")
    assert cellar != hall
    assert tale.names == ["Hallway", "The old cellar"]


def test_a_remark_in_brackets_is_no_description() -> None:
    tale = Tale("Hall\nA wide hall with a stone floor. Doors lead north and east.\n")
    hall = tale.here
    tale.tell("n", "Pantry\nShelves up to the ceiling, all bare. The way out is south.\n")
    assert tale.tell("undo", "Hall\n[Previous turn undone.]") == hall


def test_a_line_of_several_commands_leaves_no_way_behind_even_when_the_map_is_redrawn() -> None:
    tale = Tale("Hall\nA wide hall with a stone floor. Doors lead north and east.\n")
    hall = tale.here
    tale.tell("n. n", "Attic\nRafters and dust. A ladder goes down.\n")
    assert all("." not in way for way in tale.mapping.state.map.rooms[hall].exits)


VAULT = "A vaulted room of old stone. Dust lies thick here."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Torch-lit Vault", f"{VAULT} Chests stand along the walls."),
        ("Treasury", "Gold glitters everywhere: chests, crowns and cups up to the ceiling."),
    ],
)
@pytest.mark.parametrize("how", ["looked", "walked", "told at once"])
def test_a_room_that_is_called_otherwise_by_another_light_is_one_room(
    name: str, told: str, how: str
) -> None:
    tale = Tale(f"{HALL}\nThere is a torch here.\n")
    hall = tale.here
    tale.tell("take torch", "Taken.")
    vault = tale.tell("north", f"Dim Vault\nYou can barely make out the walls. {VAULT}\n")
    if how == "walked":
        tale.tell("south", "Hall")
    shown = f"\n\n{name}\n{told}\n" if how == "told at once" else ""
    tale.tell("light torch", f"The torch burns brightly.{shown}")
    if how == "looked":
        assert tale.tell("look", f"{name}\n{told}\n") == vault
    if how == "walked":
        assert tale.tell("north", f"{name}\n{told}\n") == vault
    tale.tell("south", "Hall")
    assert tale.tell("north", f"{name}\n") == vault
    assert tale.names == ["Hall", name]
    ways = [tale.way(hall, "north"), tale.way(vault, "south")]
    assert [(way.to, way.teleport, way.random) for way in ways] == [
        (vault, False, False),
        (hall, False, False),
    ]
