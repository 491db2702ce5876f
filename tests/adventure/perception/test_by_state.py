"""Perception by the Z-machine's memory, on a story whose rooms each hold a surprise."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adventure.drowned_clock import EXITS
from adventure.perception.watched import WORKSHOP, Watched, watched
from adventure.playthrough import walkthrough
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import PlayerDied, ScoreChanged
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.mapping import Mapping
from ludens.adventure.perception.presence import Thing
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.scene import printed
from ludens.adventure.state import AdventureState
from ludens.adventure.stories import bundled_story
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.fact import Source
from ludens.adventure.world.item_events import CarryLimitMet, Handling, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitSeen, Movement, PlayerMoved, Resolution, RoomFound
from ludens.adventure.world.places import GONE, INVENTORY, UNKNOWN, in_room


@pytest.fixture
def play() -> Watched:
    return watched()


@pytest.mark.skipif(
    shutil.which("inform6") is None,
    reason="needs the Inform 6 compiler (Debian: inform6-compiler, inform6-library)",
)
def test_the_test_stories_are_what_their_sources_compile_to(tmp_path: Path) -> None:
    script = WORKSHOP.parent / "compile.py"
    subprocess.run([sys.executable, script, tmp_path], check=True)
    for story in (WORKSHOP, *map(WORKSHOP.with_name, ("loot.z5", "endings.z5"))):
        assert (tmp_path / story.name).read_bytes() == story.read_bytes()


@pytest.fixture(scope="module")
def won() -> Watched:
    play = watched(bundled_story("drowned_clock"))
    for command in walkthrough("drowned_clock"):
        play.do(command)
        play.check()
    return play


class TestRooms:
    def test_a_room_is_its_location_number(self, play: Watched) -> None:
        play.walk("n n")
        first, second = play.rooms("Corridor")
        assert play.state.map.rooms[first].location != play.state.map.rooms[second].location
        assert play.state.map.here == second
        play.check()

    def test_a_direction_taken_for_the_answer_to_a_question_bars_no_way(
        self, play: Watched
    ) -> None:
        assert play.do("take") == "What do you want to take?"
        play.do("south")
        assert play.state.map.exit(play.rooms("Hall")[0], "south").status is ExitStatus.UNEXPLORED

    def test_the_first_room_is_read_where_a_key_lets_the_story_begin(self) -> None:
        play = Watched(WORKSHOP, nameless=True)
        shown, memory = play.answer, play.interpreter.memory()
        play.mapping = Mapping(play.perception)
        play.mapping.observe("", Observation(text="It was long ago."), memory)
        play.mapping.observe(" ", shown, memory)
        [hall] = play.state.map.rooms.values()
        assert hall.name == "Hall"
        assert "north" in hall.exits

    def test_coming_back_by_any_way_is_coming_back(self, play: Watched) -> None:
        play.walk("n n n down n")
        assert len(play.state.map.rooms) == 4
        assert play.state.map.rooms[play.rooms("Hall")[0]].visits == 2

    def test_a_dark_room_is_no_room_of_its_own_and_has_no_name_until_it_is_seen(
        self, play: Watched
    ) -> None:
        play.do("take lamp", "down")
        dark = play.state.map.here
        assert dark is not None
        assert play.here == "Darkness"
        assert play.state.map.rooms[dark].dark
        assert play.state.map.rooms[dark].description == ""
        play.do("turn on lamp")
        assert play.state.map.here == dark
        assert play.here == "Cellar"
        assert play.state.map.rooms[dark].dark
        assert "rough stone" in play.state.map.rooms[dark].description

    def test_a_room_that_was_seen_lit_by_the_lamp_alone_is_dark_once_the_lamp_is_out(
        self, play: Watched
    ) -> None:
        play.do("take lamp", "turn on lamp", "down", "north")
        vault = play.rooms("Vault")[0]
        assert not play.state.map.rooms[vault].dark
        play.do("turn off lamp", "look")
        assert play.state.map.rooms[vault].dark
        assert play.state.map.rooms[vault].name == "Vault"
        assert play.state.map.here == vault

    def test_a_room_keeps_its_id_when_its_name_changes(self, play: Watched) -> None:
        play.walk("west")
        study = play.state.map.here
        assert play.here == "Dim Study"
        play.do("pull curtain", "look")
        assert play.here == "Bright Study"
        assert play.state.map.here == study

    def test_an_ending_is_not_the_name_of_a_room(self, play: Watched) -> None:
        play.do("take lamp", "turn on lamp", "down", "north", "east")
        assert any(isinstance(event, PlayerDied) for event in play.events)
        assert {room.name for room in play.state.map.rooms.values()} == {"Hall", "Cellar", "Vault"}

    def test_without_memory_the_player_is_where_they_were(self, play: Watched) -> None:
        percept = Percept("north", Observation(text="Corridor\nA corridor."))
        assert play.perception.perceive(play.state, percept) == []

    def test_what_is_read_in_memory_says_so(self, play: Watched) -> None:
        play.walk("n")
        [found] = [event for event in play.events if isinstance(event, RoomFound)]
        [moved] = [event for event in play.events if isinstance(event, PlayerMoved)]
        [seen] = [event for event in play.events if isinstance(event, ExitSeen)]
        assert found.source is moved.source is Source.STATE
        assert seen.source is Source.LEXICAL
        assert seen.confidence < 1


class TestWays:
    def test_what_was_walked_is_explored_and_the_way_back_is_assumed(self, play: Watched) -> None:
        play.walk("n")
        assert play.leads("Hall", "north") == "Corridor"
        assert play.exit("Corridor", "south").status is ExitStatus.ASSUMED

    def test_again_is_what_it_repeats(self, play: Watched) -> None:
        play.walk("n g")
        first, second = play.rooms("Corridor")
        assert play.state.map.rooms[first].exits["north"].to == second
        assert "again" not in play.state.map.rooms[first].exits

    def test_a_line_whose_rooms_cannot_be_told_leads_to_its_end_alone(self, play: Watched) -> None:
        """Two rooms are called Corridor, and no way to either is known."""
        play.do("n. n")
        assert play.here == "Corridor"
        assert len(play.rooms("Corridor")) == 1
        assert not any(way.to for way in play.state.map.rooms[play.rooms("Hall")[0]].exits.values())

    def test_magic_is_a_one_way_teleport(self, play: Watched) -> None:
        play.do("n", "n", "n", "rub mirror")
        assert play.here == "Island"
        assert play.exit("Tower", "rub mirror").teleport
        assert play.leads("Tower", "rub mirror") == "Island"
        assert "up" not in play.state.map.rooms[play.rooms("Island")[0]].exits

    def test_a_fall_is_a_one_way_teleport(self, play: Watched) -> None:
        told = play.interpreter.send("n")
        fallen = Observation(f"You slip and fall!\n\n{told.text}", told.status, told.wants)
        play.mapping.observe("n", fallen, play.interpreter.memory())
        assert play.leads("Hall", "north") == "Corridor"
        assert play.exit("Hall", "north").teleport
        assert play.exit("Corridor", "south").status is ExitStatus.UNEXPLORED

    def test_a_vehicle_is_no_room_and_leaving_it_is_no_loop(self, play: Watched) -> None:
        play.do("n", "n", "n", "rub mirror")
        rooms = len(play.state.map.rooms)
        play.do("enter raft", "get out")
        play.do("enter raft", "out")
        assert len(play.state.map.rooms) == rooms
        assert play.state.map.rooms[play.rooms("Island")[0]].exits == {}
        play.check()

    def test_a_loop_leads_to_its_own_room(self, play: Watched) -> None:
        play.walk("s w")
        assert play.leads("Grove", "west") == "Grove"

    def test_who_goes_in_and_is_thrown_out_was_in_another_place(self, play: Watched) -> None:
        here, seen = play.here, play.interpreter.send("look")
        hut = "Hut\nIt is warm in here, and there is a smell of cabbage."
        text = f"{hut}\n\nAn old woman screams and shoves you out again.\n\n{seen.text.strip()}"
        thrown = Observation(text, seen.status, seen.wants)
        play.mapping.observe("in", thrown, play.interpreter.memory())
        assert play.leads(here, "in") == here

    def test_a_refusal_after_which_the_place_is_told_again_is_no_loop(self, play: Watched) -> None:
        here, seen = play.here, play.interpreter.send("look")
        text = f"You can't go northeast from here!\n\n{seen.text.strip()}"
        told = Observation(text, seen.status, seen.wants)
        play.mapping.observe("northeast", told, play.interpreter.memory())
        assert play.exit(here, "northeast").status is ExitStatus.ABSENT

    def test_a_way_that_leads_elsewhere_each_time_is_marked_random(self, play: Watched) -> None:
        play.walk("s e w e w e w e")
        way = play.exit("Grove", "east")
        assert way.random
        assert sum(way.walked.values()) == 4
        assert {play.state.map.rooms[room].name for room in way.walked} == {"Thicket", "Hollow"}
        assert {conflict.resolution for _, _, conflict in play.state.map.contradictions()} == {
            Resolution.VARIES
        }

    def test_a_bridge_that_falls_is_a_way_closed_by_a_change_of_the_world(
        self, play: Watched
    ) -> None:
        play.walk("e e w e w")
        assert play.exit("Bridge Head", "east").status is ExitStatus.EXPLORED
        play.walk("e")
        assert play.exit("Bridge Head", "east").status is ExitStatus.CLOSED
        [(_, _, conflict)] = play.state.map.contradictions()
        assert conflict.resolution is Resolution.WORLD_CHANGED

    def test_refusals_are_kept_in_the_storys_words(self, play: Watched) -> None:
        play.walk("u se w")
        assert play.exit("Hall", "up").status is ExitStatus.BLOCKED
        assert play.exit("Hall", "up").reason == "The ceiling is too high to reach."
        assert play.exit("Hall", "southeast").status is ExitStatus.ABSENT
        play.walk("w")
        assert play.exit("Dim Study", "west").reason == "The curtain is in the way."

    def test_a_blocked_way_opens_when_it_is_walked(self, play: Watched) -> None:
        play.walk("w w")
        play.do("pull curtain", "west")
        assert play.leads("Dim Study", "west") == "Garden"
        assert play.exit("Dim Study", "west").status is ExitStatus.EXPLORED

    def test_mentioned_exits_are_there_to_be_tried(self, play: Watched) -> None:
        [hall] = play.rooms("Hall")
        exits = play.state.map.rooms[hall].exits
        assert set(exits) == {"north", "east", "south", "west", "down"}
        assert {way.status for way in exits.values()} == {ExitStatus.UNEXPLORED}

    def test_undo_and_restart_leave_no_way_behind(self, play: Watched) -> None:
        play.do("take lamp", "n", "undo")
        assert play.here == "Hall"
        [moved] = [event for event in play.events if isinstance(event, PlayerMoved)]
        assert moved.how is Movement.RESTORED
        play.do("n", "n", "restart", "yes")
        assert play.here == "Hall"
        assert all(
            way.to is None or name in DIRECTIONS
            for room in play.state.map.rooms.values()
            for name, way in room.exits.items()
        )
        play.check()


class TestItems:
    def test_the_inventory_is_the_object_trees(self, play: Watched) -> None:
        for command in ("take all", "drop lamp", "i", "wear cloak", "put key in chest", "drop all"):
            play.do(command)
            play.check()

    def test_a_thing_is_known_from_the_moment_it_is_mentioned(self, play: Watched) -> None:
        assert play.place("oak chest") == "Hall"
        assert not play.knows("gold crown")
        play.do("take key", "unlock chest with key", "open chest")
        assert play.place("gold crown") == "oak chest"

    def test_hidden_things_are_not_told(self, play: Watched) -> None:
        play.do("west", "look", "examine rug")
        assert not play.knows("black pearl")
        assert not play.knows("silver coin")
        play.do("look under rug")
        assert play.place("black pearl") == "Dim Study"

    def test_what_lies_in_the_dark_is_not_told(self, play: Watched) -> None:
        play.do("take lamp", "down", "look")
        assert not play.knows("small cask")
        play.do("turn on lamp")
        assert play.place("small cask") == "Cellar"

    def test_taken_dropped_put_and_eaten_are_told_apart(self, play: Watched) -> None:
        play.do("take feather")
        assert play.item("white feather").how is Handling.TAKEN
        assert play.item("white feather").portable is True
        play.do("drop feather")
        assert (play.item("white feather").how, play.place("white feather")) == (
            Handling.DROPPED,
            "Hall",
        )
        play.do("take all", "west", "put feather in vase")
        assert (play.item("white feather").how, play.place("white feather")) == (
            Handling.PUT,
            "glass vase",
        )
        play.do("e", "e", "e", "eat cake")
        assert (play.item("honey cake").how, play.item("honey cake").place) == (
            Handling.CONSUMED,
            GONE,
        )

    def test_a_thing_that_becomes_another_is_gone_and_the_other_is_in_its_place(
        self, play: Watched
    ) -> None:
        play.do("e", "e", "take ice", "wait", "wait")
        assert play.item("block of ice").place == GONE
        assert play.item("block of ice").became == play.id("pool of water")
        assert play.place("pool of water") == "Far Bank"

    def test_what_is_stolen_and_carried_off_is_nobody_knows_where(self, play: Watched) -> None:
        play.do("take key", "west", "pull curtain", "west")
        assert "snatches the brass key" in play.answer.text
        assert play.item("brass key").place == UNKNOWN
        assert play.item("brass key").how is Handling.VANISHED
        play.check()

    def test_what_the_story_keeps_for_the_player_elsewhere_is_carried(self, play: Watched) -> None:
        play.do("north", "north", "north", "take bead")
        assert play.item("glass bead").place == INVENTORY
        play.walk("s s")
        assert play.item("glass bead").place == INVENTORY
        play.do("drop bead")
        assert play.item("glass bead").place == in_room(play.rooms("Corridor")[0])
        play.do("take bead", "n", "n", "take ring")
        assert play.item("tin ring").place == UNKNOWN, "it did not say that it is taken"
        play.do("inventory")
        assert play.item("tin ring").place == INVENTORY
        assert play.item("glass bead").place == INVENTORY

    def test_a_creature_is_alive_and_moves_by_itself(self, play: Watched) -> None:
        play.do("west", "pull curtain", "west")
        assert play.item("black-tailed magpie").alive is True
        play.do("east", "take coin", "west", "look")
        assert play.item("black-tailed magpie").place == UNKNOWN
        assert play.item("black-tailed magpie").how is Handling.MOVED_BY_ITSELF

    def test_fixed_things_are_fixed_and_untried_ones_are_neither(self, play: Watched) -> None:
        assert play.item("iron anvil").fixed
        assert play.item("brass key").portable is None

    def test_containers_locks_clothes_and_lights_are_told(self, play: Watched) -> None:
        chest = play.item("oak chest")
        assert (chest.container, chest.open, chest.locked) == (True, False, None)
        play.do("open chest")
        assert chest.locked is True
        play.do("take key", "unlock chest with key")
        assert chest.locked is False
        play.do("open chest", "take cloak", "wear cloak", "take lamp", "turn on lamp")
        assert chest.open is True
        assert play.item("grey cloak").worn is True
        assert play.item("storm lamp").lit is True
        play.do("take off cloak", "turn off lamp")
        assert play.item("grey cloak").worn is False
        assert play.item("storm lamp").lit is False

    def test_a_light_is_counted_warned_of_and_goes_out(self, play: Watched) -> None:
        play.do("take lamp", "turn on lamp", *["wait"] * 16)
        assert play.item("storm lamp").fading == ""
        play.do("wait")
        assert play.item("storm lamp").fading == "The flame of the storm lamp is getting low."
        assert play.item("storm lamp").burning_time(play.state.turn) == 17
        play.do(*["wait"] * 6)
        assert play.item("storm lamp").lit is False

    def test_the_carry_limit_is_met(self, play: Watched) -> None:
        play.do("take key", "unlock chest with key", "open chest", "take all")
        play.do("take feather")
        limits = [
            event
            for turn in play.mapping.turns
            for event in turn
            if isinstance(event, CarryLimitMet)
        ]
        assert limits
        assert {event.carried for event in limits} == {4}
        assert play.state.items.carry_limit == 4
        assert limits[-1].item == play.id("white feather")

    def test_undo_puts_things_back(self, play: Watched) -> None:
        play.do("take feather", "n", "undo", "undo")
        assert play.place("white feather") == "Hall"
        play.check()

    def test_an_earlier_moment_brought_back_from_outside_is_taken_in(self, play: Watched) -> None:
        """The loop restores after a death: it tells perception by a RESTORE of its own."""
        before = play.interpreter.snapshot()
        play.do("take feather", "n", "drop feather", "n")
        play.interpreter.restore(before)
        percept = Percept("restore", Observation(text=""), play.interpreter.memory())
        play.mapping.perceive(percept)
        assert play.here == "Hall"
        assert play.place("white feather") == "Hall"
        play.check()

    def test_each_item_is_its_object(self, play: Watched) -> None:
        play.do("take all", "w", "e", "d", "u", "s", "e")
        numbers = [item.number for item in play.state.items.known.values()]
        assert None not in numbers
        assert len(set(numbers)) == len(numbers)


class TestWithoutNamesOfAttributes:
    """Infocom's stories, and those whose authors left the names out: words must do."""

    @pytest.fixture
    def bare(self) -> Watched:
        return watched(nameless=True)

    def test_the_answers_to_commands_tell_what_things_are_like(self, bare: Watched) -> None:
        bare.do("take anvil", "open chest", "take key", "unlock chest with key")
        assert bare.item("iron anvil").fixed
        assert bare.item("oak chest").locked is False
        bare.do("open chest")
        assert bare.item("oak chest").open is True
        bare.do("close chest", "take lamp", "turn on lamp", "take cloak", "wear cloak")
        assert bare.item("oak chest").open is False
        assert bare.item("storm lamp").lit is True
        assert bare.item("grey cloak").worn is True
        bare.do("turn off lamp", "take off cloak")
        assert bare.item("storm lamp").lit is False
        assert bare.item("grey cloak").worn is False

    def test_a_light_that_goes_out_is_noticed(self, bare: Watched) -> None:
        bare.do("take lamp", "turn on lamp", *["wait"] * 18)
        assert bare.item("storm lamp").fading != ""
        bare.do(*["wait"] * 6)
        assert bare.item("storm lamp").lit is False

    def test_what_was_not_taken_for_another_reason_is_not_fixed(self, bare: Watched) -> None:
        bare.do("take chest from hall", "take feather", "take feather", "take crown")
        assert bare.item("white feather").portable is True


class TestTheDrownedClock:
    """The whole of a story of our own, along its walkthrough."""

    def test_its_rooms_are_exactly_right(self, won: Watched) -> None:
        assert sorted(room.name for room in won.state.map.rooms.values()) == sorted(EXITS)

    def test_its_ways_lead_where_they_do(self, won: Watched) -> None:
        rooms = won.state.map.rooms
        for room in rooms.values():
            for direction, way in room.exits.items():
                if way.status is ExitStatus.EXPLORED:
                    assert way.to is not None
                    truth = EXITS[room.name]
                    assert truth.get(direction, rooms[way.to].name) == rooms[way.to].name
                    assert rooms[way.to].name in truth.values()
        assert list(won.state.map.contradictions()) == []

    def test_the_score_is_the_storys(self, won: Watched) -> None:
        assert (won.state.score, won.state.max_score) == (50, 50)
        assert won.state.won

    def test_nothing_is_told_before_the_story_tells_it(self, won: Watched) -> None:
        said = ""
        for turn in won.mapping.turns:
            said += " ".join(event.text for event in turn if hasattr(event, "text")).lower()
            for event in turn:
                if isinstance(event, ItemFound) and event.place != INVENTORY:
                    assert event.name.lower().split()[-1] in said, event.name

    def test_the_log_folds_to_the_same_world(self, won: Watched) -> None:
        state = AdventureState()
        for number, turn in enumerate(won.mapping.turns):
            state.turn = number
            for event in turn:
                state.apply(event)
        assert state == won.state


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("story", ["workshop", "drowned_clock"])
def test_a_walk_at_random_is_mapped_as_it_was(story: str, seed: int) -> None:
    """Rooms exactly right, the walk's ways all there and no others, the inventory the tree's."""
    path = WORKSHOP if story == "workshop" else bundled_story(story)
    dice = random.Random(seed)
    walked: set[tuple[int, str, int]] = set()
    seen: set[int] = set()
    play = watched(path, seed=seed)
    for _ in range(150):
        if play.over:
            break
        before = play.truth.location
        command = _some_command(play, dice)
        play.do(command)
        play.check()
        after = play.truth.location
        if before and after and before != after and command in DIRECTIONS:
            walked.add((before, command, after))
        seen.update({after} if after else ())
    rooms = play.state.map.rooms
    assert sorted(room.location or 0 for room in rooms.values()) == sorted(seen)
    mapped = {
        (room.location, direction, rooms[to].location)
        for room in rooms.values()
        for direction, way in room.exits.items()
        for to in way.walked
        if direction in DIRECTIONS and rooms[to] is not room
    }
    assert mapped == walked


def _some_command(play: Watched, dice: random.Random) -> str:
    names = [item.name for item in play.state.items.known.values()]
    if dice.random() < 0.6 or not names:
        return dice.choice(DIRECTIONS)
    verb = dice.choice(["take", "drop", "open", "turn on", "wear", "eat", "pull", "rub", "enter"])
    return dice.choice([f"{verb} {dice.choice(names)}", "take all", "wait", "look", "undo"])


def test_nothing_of_this_depends_on_what_was_perceived_before(play: Watched) -> None:
    """A resumed episode perceives the same: a new perception, the state out of its document."""
    play.do("take lamp", "turn on lamp", "down")
    memory = play.interpreter.memory()
    before = AdventureState.load(play.state.dump())
    answer = play.interpreter.send("north")
    after = play.interpreter.memory()
    assert memory != after
    percept = Percept("north", answer, after)
    fresh = type(play.perception)(play.probe)
    assert fresh.perceive(before, percept) == play.perception.perceive(play.state, percept)


def test_a_score_is_told_when_it_changes(play: Watched) -> None:
    first = [event for event in play.mapping.turns[0] if isinstance(event, ScoreChanged)]
    assert [(event.score, event.max_score) for event in first] == [(0, 10)]
    play.do("look")
    assert not any(isinstance(event, ScoreChanged) for event in play.events)


def test_moves_of_items_name_their_source(play: Watched) -> None:
    play.do("take feather")
    [moved] = [event for event in play.events if isinstance(event, ItemMoved)]
    assert moved.source is Source.STATE


def test_a_word_for_what_is_shut_away_does_not_give_it_away(play: Watched) -> None:
    """An anvil in the text is no anvil in the chest, and a crown on a sign is none either."""
    memory = play.interpreter.memory()
    percept = Percept("wait", Observation(text="A herald cries: who wears the gold crown?"), memory)
    assert not any(isinstance(e, ItemFound) for e in play.perception.perceive(play.state, percept))


def test_where_no_attribute_tells_what_is_shut_the_box_must_be_spoken_of_too() -> None:
    bare = watched(nameless=True)
    memory = bare.interpreter.memory()
    percept = Percept("wait", Observation(text="A herald cries: who wears the gold crown?"), memory)
    assert not any(isinstance(e, ItemFound) for e in bare.perception.perceive(bare.state, percept))
    bare.do("take key", "unlock chest with key", "open chest")
    assert bare.place("gold crown") == "oak chest"


def test_what_stands_in_two_rooms_is_where_what_it_holds_is_seen(play: Watched) -> None:
    play.do("take key", "unlock chest with key", "open chest")
    state, memory = play.state.model_copy(deep=True), play.interpreter.memory()
    [chest] = [id_ for id_, item in state.items.known.items() if item.name == "oak chest"]
    number = state.items.known[chest].number
    assert number is not None
    play.perception.presence._everywhere[number] = True
    state.apply(ItemMoved(item=chest, place=UNKNOWN, how=Handling.NOTICED))
    for text, comes in (("A dull day.", False), ("In the chest is a gold crown.", True)):
        events = play.perception.perceive(state, Percept("wait", Observation(text=text), memory))
        assert any(isinstance(e, ItemMoved) and e.item == chest for e in events) is comes
    del play.perception.presence._everywhere[number]


def nameless(*words: str) -> Thing:
    return Thing(
        number=7,
        name=" ".join(words),
        nameless=True,
        words=frozenset(words),
        holder=1,
        carried=False,
        shut_away=None,
        everywhere=False,
        locked=None,
        traits={},
    )


@pytest.mark.parametrize(
    ("words", "text", "name"),
    [
        (("shiny", "can", "coke"), "Inside are some jars and one shiny can.", "shiny can"),
        (("soft", "little", "thing"), "You tug at the little soft pillows.", "soft"),
        (("leftovers", "fuzzy", "food"), "The food room! There are leftovers.", "leftovers"),
        (("pet", "human"), "Nobody is here.", "pet human"),
    ],
)
def test_what_has_no_name_is_called_as_the_text_prints_it(
    words: tuple[str, ...], text: str, name: str
) -> None:
    assert printed(nameless(*words), text) == name
