"""What a move, a refusal or a mention says about the map."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adventure.world.worlds import REFUSAL, Truth, Walker, truths, ways
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.fact import Source
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitSeen, Movement, PlayerMoved, Resolution
from ludens.adventure.world.moves import (
    Evidence,
    events_for_closing,
    events_for_mentions,
    events_for_move,
    events_for_refusal,
    events_for_staying,
)
from ludens.adventure.world.places import RoomId

A, B, C = RoomId("a"), RoomId("b"), RoomId("c")
TWO_ROOMS: Truth = {"a": {"north": "b"}, "b": {"south": "a"}}
BENT: Truth = {"a": {"north": "b"}, "b": {"south": "c"}, "c": {"west": "a"}}


def walked(truth: Truth, *commands: str, start: str = "a") -> Walker:
    walker = Walker(truth, start)
    for command in commands:
        walker.go(command)
    return walker


def exit_of(world: WorldMap, room: str, direction: str) -> Exit:
    way = world.exit(RoomId(room), direction)
    assert way is not None
    return way


def test_a_new_way_is_assumed_to_lead_back() -> None:
    world = walked(TWO_ROOMS, "north").world
    there, back = exit_of(world, "a", "north"), exit_of(world, "b", "south")
    assert (there.status, there.to) == (ExitStatus.EXPLORED, B)
    assert (back.status, back.to, back.source) == (ExitStatus.ASSUMED, A, Source.INFERENCE)


def test_a_way_back_that_is_walked_is_no_longer_assumed() -> None:
    world = walked(TWO_ROOMS, "north", "south").world
    assert exit_of(world, "b", "south").status is ExitStatus.EXPLORED
    assert list(world.contradictions()) == []


def test_what_was_walked_stands_and_what_was_assumed_gives_way() -> None:
    """Seed 000, §5: A-north-B stays, B-south-A becomes B-south-C."""
    world = walked(BENT, "north", "south").world
    assert exit_of(world, "a", "north").to == B
    assert exit_of(world, "b", "south").to == C
    assert exit_of(world, "b", "south").status is ExitStatus.EXPLORED
    assert exit_of(world, "a", "north").one_way
    [(room, direction, conflict)] = world.contradictions()
    assert (room, direction, conflict.expected, conflict.found) == (B, "south", A, C)
    assert conflict.resolution is Resolution.ASSUMPTION_CORRECTED


def test_no_way_back_is_assumed_where_a_trial_has_shown_that_it_leads_elsewhere() -> None:
    walker = walked({"a": {"east": "b", "north": "b"}, "b": {"west": "a"}}, "east")
    shown = ExitSeen(room=B, direction="south", leads_to="Cellar", tried=True)
    walker.world.apply(shown, 2)
    walker.go("west")
    walker.go("north")
    assert exit_of(walker.world, "b", "south").leads_to == "Cellar"
    assert exit_of(walker.world, "a", "north").one_way


def test_a_way_back_that_does_not_exist_makes_the_way_one_way() -> None:
    truth: Truth = {"a": {"north": "b"}, "b": {}}
    world = walked(truth, "north", "south").world
    assert exit_of(world, "b", "south").status is ExitStatus.ABSENT
    assert exit_of(world, "b", "south").to is None
    assert exit_of(world, "a", "north").one_way
    assert [conflict.resolution for _, _, conflict in world.contradictions()] == [
        Resolution.ASSUMPTION_CORRECTED
    ]


def test_a_way_back_that_opens_later_makes_the_way_two_way_again() -> None:
    walker = walked({"a": {"north": "b"}, "b": {}}, "north", "south")
    walker.truth = TWO_ROOMS
    walker.go("south")
    assert not exit_of(walker.world, "a", "north").one_way
    assert exit_of(walker.world, "b", "south").to == A


def test_a_direction_that_leads_in_from_two_rooms_is_assumed_to_lead_back_to_neither() -> None:
    truth: Truth = {"a": {"north": "c"}, "b": {"north": "c", "west": "a"}, "c": {"east": "b"}}
    world = walked(truth, "north", "east", "north").world
    assert exit_of(world, "c", "south").status is ExitStatus.UNEXPLORED
    assert exit_of(world, "c", "south").to is None


def test_a_way_that_was_walked_to_two_places_is_random_and_keeps_both() -> None:
    walker = walked(TWO_ROOMS, "north", "south")
    walker.truth = {"a": {"north": "c"}, "c": {"south": "a"}}
    walker.go("north")
    way = exit_of(walker.world, "a", "north")
    assert way.random
    assert way.walked == {B: 1, C: 1}
    assert way.to == C
    [(_, _, conflict)] = walker.world.contradictions()
    assert conflict.resolution is Resolution.VARIES


def test_a_random_way_is_not_assumed_to_lead_back() -> None:
    walker = walked(TWO_ROOMS, "north", "south")
    walker.truth = {"a": {"north": "c"}, "c": {}}
    walker.go("north")
    assert walker.world.exit(C, "south") is None


def test_the_chance_of_a_random_way_follows_what_it_did_last() -> None:
    walker = walked({"a": {"north": "b"}, "b": {"south": "a"}, "c": {"south": "a"}}, "north")
    for goal in "bbcbc":
        walker.go("south")
        walker.truth = {**walker.truth, "a": {"north": goal}}
        walker.go("north")
    way = exit_of(walker.world, "a", "north")
    assert way.walked == {B: 4, C: 2}
    before = way.chance(C)
    for _ in range(3):
        walker.go("south")
        walker.go("north")
    assert way.streak == 4
    assert before < 0.6 < 0.9 < way.chance(C)
    assert way.chance(B) < 0.1


def test_who_is_carried_leaves_by_a_one_way_teleport() -> None:
    world = walked({"a": {"push button": "b"}, "b": {}}, "push button").world
    way = exit_of(world, "a", "push button")
    assert (way.to, way.teleport) == (B, True)
    assert world.rooms[B].exits == {}


def test_a_walk_that_ends_in_a_fall_is_a_teleport_where_the_reader_says_so() -> None:
    world = WorldMap(here=A)
    for event in events_for_move(world, A, "north", B, carried=True):
        world.apply(event, 1)
    assert exit_of(world, "a", "north").teleport
    assert world.exit(B, "south") is None


def test_a_teleport_is_relied_on_the_less_the_more_often_it_fails() -> None:
    walker = walked({"a": {"wait": "b"}, "b": {"south": "a"}}, "wait", "south")
    way = exit_of(walker.world, "a", "wait")
    chances = []
    for turn in (9, 10):
        for event in events_for_staying(walker.world, A, "z"):
            walker.world.apply(event, turn)
        chances.append(way.chance(B))
    assert way.random
    assert 1 > chances[0] > chances[1]


def test_going_in_is_assumed_to_lead_out() -> None:
    world = walked({"a": {"enter house": "b"}, "b": {}}, "enter house").world
    assert exit_of(world, "b", "out").to == A


def test_undo_restore_and_death_leave_no_way_behind() -> None:
    for command, restored in (("undo", False), ("restore", False), ("jump", True)):
        world = WorldMap(here=A)
        [moved] = events_for_move(world, A, command, B, restored=restored)
        assert isinstance(moved, PlayerMoved)
        assert moved.how is Movement.RESTORED


def test_a_line_of_several_commands_leaves_no_way_behind() -> None:
    [moved] = events_for_move(WorldMap(here=A), A, "north. east", B)
    assert isinstance(moved, PlayerMoved)
    assert moved.how is Movement.WALKED


def test_a_loop_leads_to_its_own_room_and_assumes_nothing() -> None:
    walker = walked({"a": {"north": "a"}}, "north")
    assert exit_of(walker.world, "a", "north").to == A
    assert set(walker.world.rooms[A].exits) == {"north"}
    assert walker.world.rooms[A].visits == 2


def test_something_in_the_way_blocks_an_exit_and_a_walk_clears_it() -> None:
    walker = walked(TWO_ROOMS)
    for event in events_for_refusal(walker.world, A, "n", "The door is locked.", absent=False):
        walker.world.apply(event, 3)
    way = exit_of(walker.world, "a", "north")
    assert (way.status, way.reason, way.turn) == (ExitStatus.BLOCKED, "The door is locked.", 3)
    walker.go("north")
    assert (way.status, way.reason, way.to) == (ExitStatus.EXPLORED, "", B)


def test_a_walked_way_that_is_blocked_remembers_where_it_led() -> None:
    walker = walked(TWO_ROOMS, "north", "south")
    for event in events_for_refusal(walker.world, A, "n", "The troll stops you.", absent=False):
        walker.world.apply(event, 3)
    assert exit_of(walker.world, "a", "north").to == B
    walker.go("north")
    assert list(walker.world.contradictions()) == []


def test_a_walked_way_that_is_denied_was_closed_by_a_change_of_the_world() -> None:
    walker = walked(TWO_ROOMS, "north", "south")
    walker.truth = {"a": {}}
    walker.go("north")
    way = exit_of(walker.world, "a", "north")
    assert (way.status, way.reason, way.to) == (ExitStatus.CLOSED, REFUSAL, B)
    [(_, _, conflict)] = walker.world.contradictions()
    assert conflict.resolution is Resolution.WORLD_CHANGED


def test_a_closing_takes_the_way_back_with_it() -> None:
    walker = walked(TWO_ROOMS, "north")
    for event in events_for_closing(walker.world, A, "north", "The bridge falls."):
        walker.world.apply(event, 5)
    assert exit_of(walker.world, "a", "north").status is ExitStatus.CLOSED
    assert exit_of(walker.world, "b", "south").status is ExitStatus.CLOSED


def test_a_refused_verb_says_nothing_about_the_map() -> None:
    assert events_for_refusal(WorldMap(here=A), A, "climb wall", "You can't.", absent=True) == []


def test_a_mentioned_exit_is_noted_once_and_is_to_be_tried() -> None:
    world = WorldMap(here=A)
    for event in events_for_mentions(world, A, ["n", "north", "east"]):
        world.apply(event, 1)
    assert [way.status for way in world.rooms[A].exits.values()] == [ExitStatus.UNEXPLORED] * 2
    assert events_for_mentions(world, A, ["north"]) == []


def test_an_absent_exit_may_open_when_the_description_has_changed() -> None:
    walker = walked({"a": {}}, "north")
    assert events_for_mentions(walker.world, A, ["north"]) == []
    for event in events_for_mentions(walker.world, A, ["north"], changed=True):
        walker.world.apply(event, 4)
    assert exit_of(walker.world, "a", "north").status is ExitStatus.UNEXPLORED


def test_facts_carry_their_source_and_confidence() -> None:
    evidence = Evidence(Source.STATE, 0.9)
    events = events_for_move(WorldMap(here=A), A, "north", B, evidence=evidence)
    assert [(event.source, event.confidence < 1) for event in events] == [
        (Source.STATE, True),
        (Source.INFERENCE, True),
        (Source.STATE, True),
    ]


@given(truths(), st.lists(ways, max_size=60))
def test_a_walk_through_an_unchanging_world_is_mapped_as_it_is(
    truth: Truth, commands: list[str]
) -> None:
    walker = Walker(truth, "room0")
    for command in commands:
        walker.go(command)
    world = walker.world
    for room_id, room in world.rooms.items():
        for direction, way in room.exits.items():
            goal = truth[room_id].get(direction)
            match way.status:
                case ExitStatus.EXPLORED:
                    assert way.to == goal
                case ExitStatus.ABSENT:
                    assert goal is None
                case status:
                    assert status in (ExitStatus.ASSUMED, ExitStatus.UNEXPLORED)
            assert not way.random
    assert all(
        conflict.resolution is Resolution.ASSUMPTION_CORRECTED
        for _, _, conflict in world.contradictions()
    )
    assert sum(room.visits for room in world.rooms.values()) == sum(
        isinstance(event, PlayerMoved) for event in walker.log
    )


@given(truths(), st.lists(ways, max_size=60))
def test_one_way_marks_are_true_of_all_that_was_walked(truth: Truth, commands: list[str]) -> None:
    opposite = {"north": "south", "east": "west", "northeast": "southwest", "up": "down"}
    opposite |= {back: there for there, back in opposite.items()}
    walker = Walker(truth, "room0")
    for command in commands:
        walker.go(command)
    world = walker.world
    for room_id, room in world.rooms.items():
        for direction, way in room.exits.items():
            back = opposite.get(direction)
            if way.status is not ExitStatus.EXPLORED or back is None or way.to == room_id:
                continue
            assert way.to is not None
            there = world.exit(way.to, back)
            if there is not None and there.status in (ExitStatus.EXPLORED, ExitStatus.ABSENT):
                assert way.one_way == (truth[way.to].get(back) != room_id)
            else:
                assert not way.one_way
