"""What the page tells of the company's agents: reviews, puzzles, loops, mazes."""

from __future__ import annotations

from typing import Any

import pytest

from ludens.adventure.events import By, CommandChosen, CommandJudged, Effect, ScoreChanged
from ludens.adventure.mazes.events import MazeDetected, MazePhaseBegan, Phase
from ludens.adventure.plan import Intent, Plan, PlanEnded, PlanMade, Step, StepDone
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import (
    Adjustment,
    LoopDetected,
    LoopKind,
    LoopPenaltyApplied,
    StuckRewind,
    StuckWarning,
    Urgency,
)
from ludens.adventure.stuck.settings import Progress, StuckPreset, StuckSettings
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId
from ludens.episode.events import EpisodeForked, EpisodeId, EpisodeStarted, Event
from ludens.episode.visibility import ANALYSIS
from ludens.web.views.adventure.company import counted
from ludens.web.views.adventure.moments import marks_of
from ludens.web.views.adventure.view import AdventureView
from ludens.web.views.view import Entry, LogLine

HALL = RoomId("r1")
GRATE = PuzzleFound(puzzle=PuzzleId("p1"), kind=PuzzleKind.LOCKED, summary="the grate is locked")
KEY = SuggestionMade(
    suggestion=SuggestionId("s1"),
    puzzle=PuzzleId("p1"),
    command="unlock grate with key",
    room=HALL,
    way=("down",),
    confidence=0.8,
    reason="A key and a lock.",
)


class Told:
    """Turns told one after another."""

    def __init__(self) -> None:
        self.state = AdventureState()
        self.teller = AdventureView().teller(None, ANALYSIS)
        self.frame: dict[str, Any] = {}

    def turn(self, number: int, *events: Event) -> Entry:
        self.state.turn = number
        for event in events:
            self.state.apply(event)
        self.frame = dict(self.teller.frame(self.state, events))
        return self.teller.entry(0.0, self.state, events)


@pytest.fixture
def told() -> Told:
    story = Told()
    story.turn(0, RoomFound(room=HALL, name="Hall"))
    return story


def test_a_puzzle_stands_with_its_suggestion_until_it_is_solved(told: Told) -> None:
    entry = told.turn(1, GRATE, KEY)
    assert entry["notes"][0] == {"kind": "puzzle", "text": "The grate is locked."}
    assert entry["thoughts"] == [
        {"agent": "puzzle_agent", "text": "A key and a lock.", "did": "down; unlock grate with key"}
    ]
    assert told.frame["puzzles"]["p1"]["status"] == "open"
    assert told.frame["suggestions"]["s1"]["sure"] is True
    told.turn(2, PuzzleSolved(puzzle=PuzzleId("p1"), reason="it opened"))
    assert told.frame["puzzles"]["p1"]["status"] == "solved"


def test_puzzles_that_nothing_happened_to_are_the_same_object(told: Told) -> None:
    told.turn(1, GRATE)
    before = told.frame["puzzles"]
    told.turn(2, CommandChosen(command="wait"))
    assert told.frame["puzzles"] is before


def test_a_refused_proposal_is_told_with_what_was_put_on_its_score(told: Told) -> None:
    penalty = Adjustment(mechanism="camping", amount=-0.3, reason="here for long")
    entry = told.turn(
        1,
        LoopPenaltyApplied(command="wait", base=0.4, adjusted=0.1, adjustments=(penalty,)),
        CommandReviewed(command="wait", score=0.4, reason="Idle.", adjusted=0.1, accepted=False),
        CommandReviewed(command="east", score=0.9, reason="New.", adjusted=0.9, accepted=True),
        CommandChosen(command="east", reasoning="A new way."),
    )
    refused, taken = entry["details"]["reviews"]
    assert (refused["accepted"], taken["accepted"]) == (False, True)
    assert refused["adjustments"] == [
        {"mechanism": "camping", "amount": -0.3, "reason": "here for long"}
    ]
    assert taken["adjustments"] == []


def test_loops_and_warnings_stand_while_they_last(told: Told) -> None:
    told.state.stuck.idle = dict.fromkeys(Progress, 30)
    entry = told.turn(
        9,
        LoopDetected(kind=LoopKind.CAMPING, what="most of the last turns in Hall"),
        StuckWarning(urgency=Urgency.URGENT, idle=30, left=10),
    )
    assert told.frame["stuck"]["loops"]["camping"]["since"] == 9
    assert told.frame["stuck"]["warned"] == "urgent"
    assert [note["kind"] for note in entry["notes"]] == ["circles", "stuck"]
    gained = (CommandChosen(command="west"), RoomFound(room=RoomId("r2"), name="Attic"))
    told.turn(10, *gained, CommandJudged(room=HALL, command="west", effect=Effect.CHANGED))
    assert "warned" not in told.frame["stuck"], "something was gained since"
    entry = told.turn(11, StuckRewind(idle=31, to_turn=4))
    assert entry["notes"][0]["text"] == (
        "The company is stuck: 31 turns without progress. It goes back to turn 4."
    )


def test_the_maze_solvers_rooms_have_the_numbers_of_the_map(told: Told) -> None:
    entry = told.turn(
        1, CommandChosen(command="west", reasoning="to maze_1_9: west?", by=By.SOLVER)
    )
    assert entry["thoughts"][0]["text"] == "To maze room 9: west?"


@pytest.mark.parametrize(
    ("effect", "done"),
    [(Effect.MOVED, 1), (Effect.NOTHING, 0), (Effect.NOT_UNDERSTOOD, 0)],
)
def test_a_step_whose_own_work_ended_the_plan_is_done_and_one_that_failed_is_not(
    told: Told, effect: Effect, done: int
) -> None:
    plan = Plan(steps=(Step(command="west"), Step(command="wait")))
    told.turn(
        1,
        PlanMade(plan=plan),
        CommandChosen(command="west", plan=1, step=0),
        CommandJudged(room=HALL, command="west", effect=effect),
        PlanEnded(done=False, why="a place not seen before"),
    )
    shown = told.frame["plan"]
    assert (shown["at"], shown["over"]) == (done, "stopped")


def test_a_step_that_the_story_did_not_take_is_told_as_typed_in_vain(told: Told) -> None:
    plan = Plan(steps=(Step(command="xyzzy"), Step(command="wait")))
    for turn, (command, effect) in enumerate(
        (("xyzzy", Effect.NOT_UNDERSTOOD), ("wait", Effect.NOTHING)), 1
    ):
        told.turn(
            turn,
            *([PlanMade(plan=plan, by=By.HUMAN)] if turn == 1 else []),
            CommandChosen(command=command, by=By.HUMAN, plan=1, step=turn - 1),
            CommandJudged(room=HALL, command=command, effect=effect),
            StepDone(step=turn - 1),
        )
    assert (told.frame["plan"]["at"], told.frame["plan"]["vain"]) == (2, [0])


def line(turn: int, event: Event) -> LogLine:
    return LogLine(turn, event.type, event.model_dump(mode="json"))


@pytest.mark.parametrize("intent", list(Intent))
def test_every_intent_is_shown_in_words(told: Told, intent: Intent) -> None:
    needs = intent not in (Intent.EXPLORE, Intent.LOOK_OVER, Intent.TAKE_ALL)
    step = Step(intent=intent, target="Old Mill" if needs else "")
    told.turn(1, PlanMade(plan=Plan(goal="Rest.", steps=(step,))))
    [shown] = told.frame["plan"]["steps"]
    assert shown["text"]
    assert ("Old Mill" in shown["text"]) == needs
    assert shown["order"]["intent"] == intent.value


def test_a_maze_is_a_period_from_its_detection_to_its_map() -> None:
    lines = [
        line(5, MazeDetected(group="1", entry_room=HALL)),
        line(5, MazePhaseBegan(group="1", phase=Phase.PREPARING)),
        line(60, MazePhaseBegan(group="1", phase=Phase.MAPPED)),
    ]
    assert marks_of(lines)["spans"] == [
        {"first": 5, "last": 60, "kind": "maze", "text": "In a maze"}
    ]


STUCK = line(40, StuckWarning(urgency=Urgency.IMPORTANT, idle=30, left=10))


def test_being_stuck_is_a_period_from_the_last_gain_to_the_next() -> None:
    lines = [
        line(0, ScoreChanged(score=0)),
        STUCK,
        line(45, StuckWarning(urgency=Urgency.URGENT, idle=35, left=5)),
        line(52, ScoreChanged(score=5)),
        line(90, StuckWarning(urgency=Urgency.IMPORTANT, idle=30, left=10)),
    ]
    found = marks_of(lines)
    assert [(span["first"], span.get("last")) for span in found["spans"]] == [(10, 52), (60, None)]
    assert [(mark["turn"], mark["kind"]) for mark in found["marks"]] == [(52, "score")]


@pytest.mark.parametrize(("preset", "last"), [(StuckPreset.HOUSE, 44), (StuckPreset.SHIPPED, 48)])
def test_being_stuck_ends_with_what_counts_as_a_gain(preset: StuckPreset, last: int) -> None:
    stuck = StuckSettings(preset=preset).model_dump(mode="json")
    settings = {"adventure": {"stuck": stuck}}
    started = EpisodeStarted(game="adventure", seed=1, subject="", settings=settings, version="")
    lines = [
        line(0, started),
        line(0, ScoreChanged(score=0)),
        STUCK,
        line(44, ItemFound(item=ItemId("i1"), name="lamp", place=INVENTORY)),
        line(48, ScoreChanged(score=5)),
    ]
    assert [span["last"] for span in marks_of(lines)["spans"]] == [last]


def test_a_score_that_is_had_again_after_a_return_ends_nothing() -> None:
    scores = [line(0, ScoreChanged(score=0)), line(9, ScoreChanged(score=10))]
    back = [line(41, ScoreChanged(score=0)), line(42, ScoreChanged(score=10))]
    assert "last" not in marks_of([*scores, STUCK, *back])["spans"][0]


def test_a_warning_stands_while_nothing_was_gained_that_counts(told: Told) -> None:
    stuck = StuckSettings(preset=StuckPreset.SHIPPED)
    told.state.settings = {"adventure": {"stuck": stuck.model_dump(mode="json")}}
    told.state.stuck.idle = dict.fromkeys(Progress, 30)
    told.turn(9, StuckWarning(urgency=Urgency.URGENT, idle=30, left=10))
    found = (CommandChosen(command="west"), RoomFound(room=RoomId("r2"), name="Attic"))
    told.turn(10, *found, CommandJudged(room=HALL, command="west", effect=Effect.CHANGED))
    assert told.frame["stuck"]["warned"] == "urgent", "a room is no gain by this preset"
    assert told.frame["stuck"]["idle"] == 31


def test_a_plan_that_a_fork_did_not_take_over_says_so(told: Told) -> None:
    told.turn(1, PlanMade(plan=Plan(steps=(Step(command="west"), Step(command="wait")))))
    forked = EpisodeForked(parent=EpisodeId("aaaaaaaa"), turn=1, seed=1, changes={})
    told.turn(2, forked, CommandChosen(command="look", by=By.HUMAN))
    assert told.frame["plan"]["why"] == "The fork plans anew."


@pytest.mark.parametrize("said", ["", "I open the grate."])
def test_a_goal_outlives_its_plan_where_a_mind_set_it(told: Told, said: str) -> None:
    plan = Plan(goal="To the cellar.", steps=(Step(command="open grate"),), said=said)
    told.turn(1, PlanMade(plan=plan), PlanEnded(done=True))
    assert told.frame["goal"] == "To the cellar."
    told.turn(2, CommandChosen(command="wait"))
    assert ("goal" in told.frame) is bool(said)


def test_an_episode_of_an_earlier_version_is_shown_by_what_is_left_of_its_settings() -> None:
    stuck = StuckSettings(preset=StuckPreset.SHIPPED).model_dump(mode="json")
    earlier = {"adventure": {"stuck": stuck | {"ageing": {"enabled": True}}}}
    assert counted(earlier) == counted({"adventure": {"stuck": stuck}})


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_of_a_maze_is_told(told: Told, phase: Phase) -> None:
    entry = told.turn(1, MazePhaseBegan(group="1", phase=phase, reason="it is dark"))
    assert entry["notes"][-1]["kind"] == "maze"
