"""Going back: which earlier turn, and what is remembered and forgotten then."""

from __future__ import annotations

from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    ScoreChanged,
    StoryRestored,
)
from ludens.adventure.frontier.archive import REWOUND
from ludens.adventure.frontier.target import target
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import ExitSeen, Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import RoomId


def told(*steps: tuple[str, int]) -> AdventureState:
    """Return the state after turns that each ended in a room with a score."""
    state = AdventureState()
    for turn, (room, score) in enumerate(steps, start=1):
        state.turn = turn
        id_ = RoomId(room)
        if id_ not in state.map.rooms:
            state.apply(RoomFound(room=id_, name=room))
        state.apply(CommandChosen(command=f"go {turn}"))
        state.apply(PlayerMoved(room=id_, how=Movement.WALKED, via=f"go {turn}"))
        if score != (state.score or 0):
            state.apply(ScoreChanged(score=score))
        state.apply(CommandJudged(room=id_, command=f"go {turn}", effect=Effect.MOVED))
    return state


def test_the_highest_score_is_gone_back_to_first() -> None:
    state = told(*[("hall", 0)] * 3, *[("cellar", 10)] * 3, *[("attic", 5)] * 10)
    assert target(state, 16) in (4, 6)


def test_among_places_of_one_score_the_one_with_untried_exits_is_preferred() -> None:
    state = told(*[("hall", 0)] * 2, *[("cave", 0)] * 2, *[("pit", 0)] * 10)
    state.apply(ExitSeen(room=RoomId("cave"), direction="north"))
    assert target(state, 14) in (3, 4)


def test_a_turn_just_past_is_no_other_try() -> None:
    assert target(told(("hall", 0), ("cave", 0)), 3) is None


def test_what_worked_after_the_turn_gone_back_to_may_be_done_again() -> None:
    state = told(("hall", 0), ("cave", 0))
    room = RoomId("cave")
    state.turn = 3
    state.apply(CommandJudged(room=room, command="take lamp", effect=Effect.SCORED, gained=True))
    state.apply(CommandJudged(room=room, command="eat rock", effect=Effect.NOTHING))
    state.turn = 9
    state.apply(StoryRestored(to_turn=2, command="wait", reason=REWOUND))
    assert state.journal.attempt(room, "take lamp") is None
    assert state.journal.attempt(room, "eat rock") is not None
    assert not state.returns, "it is no death"


def test_points_paid_again_for_one_act_count_once() -> None:
    state = told(("hall", 0))
    for turn, score in ((2, 5), (3, 10), (4, 15)):
        state.turn = turn
        state.apply(CommandChosen(command="ring bell"))
        state.apply(ScoreChanged(score=score, max_score=50))
    assert state.tally.honest == 5


def test_a_score_above_the_maximum_is_the_maximum() -> None:
    state = told(("hall", 0))
    state.apply(CommandChosen(command="win"))
    state.apply(ScoreChanged(score=70, max_score=50))
    assert state.tally.honest == 50


def test_going_back_loses_no_score_that_was_reached() -> None:
    state = told(("hall", 0), ("cave", 10))
    state.turn = 9
    state.apply(StoryRestored(to_turn=1, command="wait", reason=REWOUND))
    state.apply(ScoreChanged(score=0))
    assert state.score == 0
    assert state.tally.best == 10
