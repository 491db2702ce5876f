"""What is held after words that leave it in doubt, what is put down, and ways that lead nowhere."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence, favour, plain_name
from ludens.adventure.agents.offline.load import least_needed
from ludens.adventure.agents.offline.pairing import pair_worth
from ludens.adventure.agents.offline.player import once_more
from ludens.adventure.agents.offline.stock import take_stock
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.offline.wandering import SPELL, wander
from ludens.adventure.agents.offline.ways_out import exits
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import CommandJudged, Effect, ScoreChanged, StoryRestored, TextObserved
from ludens.adventure.frontier.archive import REWOUND
from ludens.adventure.frontier.losses import LEFT, MOST, ROOMS, lost_rooms, turn_before_loss
from ludens.adventure.journal import VerbRecord
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.puzzles.ideas import is_spent
from ludens.adventure.puzzles.thinking import Idea
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, RoomId
from ludens.episode.events import Event

WORDS = Vocabulary(find_story("drowned_clock").data)
OLD = 9


def taken(text: str, effect: Effect = Effect.SCORED, command: str = "take loaf") -> AdventureState:
    """A state in which a command was just answered so."""
    state = stage(carried=("peel",))
    state.journal.verbs["inventory"] = VerbRecord(tries=1)
    state.turn, state.command = OLD, command
    state.apply(TextObserved(text=text))
    state.apply(CommandJudged(room=HERE, command=command, effect=effect, novel=True))
    state.turn = OLD + 1
    return state


def test_what_one_has_is_looked_up_first_of_all() -> None:
    decision = take_stock(stage())
    assert decision is not None and decision.command == "inventory"


def test_a_taking_told_in_words_of_its_own_is_looked_up() -> None:
    decision = take_stock(taken("You slide the peel under the loaf and draw it out."))
    assert decision is not None and decision.command == "inventory"


@pytest.mark.parametrize(
    ("text", "effect", "command"),
    [
        ("You cannot reach it.", Effect.NOTHING, "take loaf"),
        ("The lid comes up a little.", Effect.NOTHING, "open desk"),
        ("You stand in the yard.", Effect.MOVED, "north"),
    ],
)
def test_nothing_is_looked_up_where_nothing_is_in_doubt(
    text: str, effect: Effect, command: str
) -> None:
    assert take_stock(taken(text, effect, command)) is None


def test_what_was_not_there_leaves_in_doubt_only_what_alone_was_named() -> None:
    def missed(command: str) -> bool:
        state = taken("You can't see any such thing.", Effect.NOT_UNDERSTOOD, command)
        return take_stock(state) is not None

    assert missed("examine peel")
    assert not missed("open oven with peel")


def test_something_handed_over_is_looked_up() -> None:
    assert take_stock(taken("He gives you a key.", Effect.NOTHING, "give loaf to man")) is not None


def test_what_was_read_is_put_down_before_a_tool_and_a_pocket_last() -> None:
    coat = ItemChanged(item=item("old coat"), description="A coat with deep pockets.")
    state = stage(coat, carried=("old coat", "crank", "logbook", "loaf"))
    state.apply(CommandJudged(room=HERE, command="examine logbook", effect=Effect.NOTHING))
    order = [state.items.known[id_].name for id_ in least_needed(state, WORDS)]
    assert order[0] == "logbook"
    assert order[-1] == "old coat"


def test_a_compound_is_a_kind_of_what_it_ends_with() -> None:
    assert plain_name("plank beehive") == "plank hive"
    assert plain_name("string") == "string"
    assert favour("open", "plank beehive") == favour("open", "hive") > 0


def place(name: str, *ways: str) -> list[Event]:
    """A room, called by its name without the number, and the ways that are mentioned there."""
    room = RoomId(name)
    found = RoomFound(room=room, name=name.rstrip("0123456789"))
    return [found, *(ExitSeen(room=room, direction=way, confidence=0.9) for way in ways)]


def led(room: str, way: str, to: str) -> list[Event]:
    """A way that was walked."""
    judged = CommandJudged(room=RoomId(room), command=way, effect=Effect.MOVED)
    return [ExitExplored(room=RoomId(room), direction=way, to=RoomId(to)), judged]


def waste(*more: Event) -> AdventureState:
    """Two places all alike, of which each leads to the other."""
    known = [*place("Waste1"), *place("Waste2"), *more]
    state = stage(*known, PlayerMoved(room=RoomId("Waste1"), how=Movement.CARRIED, via="jump"))
    for turn, (room, way, to) in enumerate(
        [("Waste1", "north", "Waste1"), ("Waste1", "east", "Waste2"), ("Waste2", "west", "Waste1")],
        start=6,
    ):
        state.turn = turn
        for event in led(room, way, to):
            state.apply(event)
    return state


def test_where_every_way_leads_to_places_alike_the_oldest_way_is_gone() -> None:
    decision = wander(waste())
    assert decision is not None and decision.command == "north"


def test_nobody_wanders_by_a_way_that_led_nowhere_lately_nor_for_good() -> None:
    state = waste()
    state.apply(CommandJudged(room=RoomId("Waste1"), command="north", effect=Effect.NOTHING))
    decision = wander(state)
    assert decision is not None and decision.command == "east"
    state.turn = SPELL
    assert wander(state) is None, "first whatever else there is to do"


def test_nobody_wanders_where_a_known_way_leads_elsewhere() -> None:
    out = ExitExplored(room=RoomId("Waste2"), direction="south", to=HERE)
    assert wander(waste(out)) is None


def test_an_answer_about_another_thing_tells_that_the_name_is_its() -> None:
    before = Before(
        HERE, frozenset({"peel", "long wooden peel"}), stage().journal, ("long wooden peel",)
    )
    judged = judge_command(
        before, WORDS, "turn handle", "The long wooden peel is not something you can turn.", []
    )
    assert judged.alias_of == "long wooden peel"


def lost_world() -> AdventureState:
    """A player who cannot get back to four rooms in which much was left."""
    state = stage(RoomFound(room=HERE, name="Yard"))
    for number in range(ROOMS):
        room = f"Hall{number}"
        for event in place(room, "north", "east", "west"):
            state.apply(event)
        state.frontier._note(RoomId(room), 10, 60 + number)
    return state


def test_what_cannot_be_reached_any_more_is_lost_if_much_was_left_there() -> None:
    assert len(lost_rooms(lost_world())) == ROOMS
    assert LEFT > 0
    few = stage(*place("Hall0", "north"))
    assert not lost_rooms(few)


def test_the_return_is_to_before_the_loss_and_not_for_ever() -> None:
    state = lost_world()
    assert turn_before_loss(state, 300) == 60
    for number in range(MOST):
        state.turn = 400 + number
        state.apply(StoryRestored(to_turn=60, command="wait", reason=REWOUND))
    assert turn_before_loss(state, 900) is None


def test_what_would_cost_many_points_is_not_gone_back_to() -> None:
    state = lost_world()
    state.apply(ScoreChanged(score=12))
    assert turn_before_loss(state, 300) == 60
    state.apply(ScoreChanged(score=13))
    assert turn_before_loss(state, 300) is None


def test_what_is_thought_to_be_held_and_is_not_seen_is_looked_up() -> None:
    state = taken("You can't see any such thing.", Effect.NOT_UNDERSTOOD, "examine peel")
    assert take_stock(state) is not None
    other = taken("You can't see any such thing.", Effect.NOT_UNDERSTOOD, "examine moon")
    assert take_stock(other) is None


def test_things_are_put_away_only_for_a_reason() -> None:
    put = Sentence(("put", "*", "in", "*"), 0.1)
    desk, slot = Thing("cabinet", holds=True), Thing("slot", holds=False)
    plain, treasure = Thing("crank"), Thing("idol", prized=True)
    assert pair_worth(put, plain, desk) < pair_worth(put, treasure, desk)
    assert pair_worth(put, treasure, Thing("door")) < pair_worth(put, treasure, desk)
    assert pair_worth(put, plain, slot) > pair_worth(put, plain, desk)


def test_what_was_put_somewhere_and_taken_out_again_may_be_put_there_again() -> None:
    idea = Idea("put crank in slot", HERE, ("crank",), 0.5, "It fits.")
    for told in (True, False):
        done = CommandJudged(
            room=HERE, command="put crank in slot", effect=Effect.CHANGED, novel=told
        )
        state = stage(done, here=("crank",), turn=5)
        assert is_spent(state, idea)
        state.turn = 7
        state.apply(ItemMoved(item=item("crank"), place=INVENTORY, how=Handling.TAKEN))
        assert is_spent(state, idea) is not told, "only where the story had something to say of it"


def test_where_the_story_says_the_same_of_three_ways_one_is_tried_again_for_all() -> None:
    said = "You will not leave before the show is over."
    barred = [
        ExitBlocked(room=HERE, direction=way, reason=said) for way in ("north", "east", "west")
    ]
    state = stage(*barred)
    again = [way for way in exits(state.map.rooms[HERE], state.items) if way.barred]
    assert [way.command for way in again] == ["north"]
    guess = next(way for way in exits(state.map.rooms[HERE], state.items) if way.command == "south")
    fresh = next(
        way for way in exits(stage().map.rooms[HERE], state.items) if way.command == "south"
    )
    assert guess.worth < fresh.worth / 2


def test_what_any_library_says_of_a_missing_way_is_no_such_answer() -> None:
    absent = [
        ExitAbsent(room=HERE, direction=way, reason="You can't go that way.")
        for way in ("north", "east", "west")
    ]
    state, fresh = stage(*absent), stage()
    guess = [w.worth for w in exits(state.map.rooms[HERE], state.items) if w.command == "south"]
    plain = [w.worth for w in exits(fresh.map.rooms[HERE], fresh.items) if w.command == "south"]
    assert guess == plain


def test_where_nothing_is_left_the_ways_go_round_and_nobody_only_waits() -> None:
    state, typed = stage(), []
    for turn in range(6, 6 + 2 * len(DIRECTIONS)):
        state.turn = turn
        command = once_more(state).command
        typed.append(command)
        state.apply(CommandJudged(room=HERE, command=command, effect=Effect.NOTHING))
    assert set(DIRECTIONS) <= set(typed) and "wait" in typed
