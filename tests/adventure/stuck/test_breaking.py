"""Loop-breaking at work in a real story: refusals, warnings, walks, endings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from adventure.agents_stage import HERE, stage
from adventure.scripted import play_with
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.plan import Plan, PlanMade, Step
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.stuck.events import (
    EscapeEnded,
    LoopDetected,
    LoopKind,
    LoopPenaltyApplied,
    StuckExploration,
    StuckTermination,
    StuckWarning,
)
from ludens.adventure.stuck.watching import nearest_untried
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map_events import ExitSeen, RoomChanged, RoomFound
from ludens.episode.events import EpisodeEnded, Event, Outcome

STORY = "drowned_clock"

EventT = TypeVar("EventT", bound=Event)


@dataclass(slots=True)
class Pacer:
    """Goes to and fro between two places for ever, unless it is refused: then it looks."""

    insists: bool = False
    advice: list[tuple[str, ...]] = field(default_factory=list)

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the way back, or LOOK where that was refused."""
        self.advice.append(briefing.advice)
        if briefing.refusals and not self.insists:
            return Decision(reasoning="", command="look")
        here = briefing.state.map.here
        assert here is not None
        ways = briefing.state.map.rooms[here].exits
        back = [name for name, way in ways.items() if way.open and way.to is not None]
        onward = [name for name, way in ways.items() if way.status is ExitStatus.UNEXPLORED]
        return Decision(reasoning="", command=[*back, *onward, "north"][0])


def events(turns: list[tuple[int, list[Event]]], kind: type[EventT]) -> list[tuple[int, EventT]]:
    return [(turn, event) for turn, all_ in turns for event in all_ if isinstance(event, kind)]


def test_pacing_is_noticed_punished_and_refused(tmp_path: Path) -> None:
    player = Pacer()
    turns = play_with(player, STORY, 20, tmp_path)
    turn, loop = events(turns, LoopDetected)[0]
    assert loop.kind is LoopKind.OSCILLATION
    penalties = [one for one in events(turns, LoopPenaltyApplied) if one[0] > turn]
    assert penalties[0][0] == turn + 1
    assert "oscillation" in [one.mechanism for one in penalties[0][1].adjustments]
    assert penalties[0][1].adjusted < 0.5
    reviews = [review for number, review in events(turns, CommandReviewed) if number > turn]
    assert not reviews[0].accepted
    chosen = [choice.command for number, choice in events(turns, CommandChosen) if number > turn]
    assert chosen[0] == "look"


def test_who_insists_is_let_through(tmp_path: Path) -> None:
    turns = play_with(Pacer(insists=True), STORY, 15, tmp_path)
    reviews = [review for _, review in events(turns, CommandReviewed)]
    refused = [review for review in reviews if not review.accepted]
    insisted = [review for review in reviews if review.insisted]
    assert refused
    assert len(insisted) == len(refused)
    assert all(review.accepted for review in insisted)


def test_the_player_is_told_that_it_goes_in_circles(tmp_path: Path) -> None:
    player = Pacer(insists=True)
    play_with(player, STORY, 40, tmp_path)
    told = " ".join(player.advice[-1])
    assert "you are going in circles: to and fro between" in told
    assert "nothing was gained for" in told
    assert "tried lately, without gain" in told
    assert all(len(" ".join(lines)) < 900 for lines in player.advice)


def test_a_stuck_company_walks_to_an_exit_that_nobody_tried(tmp_path: Path) -> None:
    turns = play_with(Pacer(insists=True), STORY, 80, tmp_path)
    turn, exploration = events(turns, StuckExploration)[0]
    walk = [number for number, choice in events(turns, CommandChosen) if choice.by is By.BREAKER]
    found = next(number for number, _ in events(turns, RoomFound) if number > turn)
    assert exploration.idle == 40
    assert walk == list(range(turn + 1, found + 1))
    assert events(turns, EscapeEnded)[0][0] == found


def test_a_stuck_company_is_ended_where_that_is_set(tmp_path: Path) -> None:
    settings = {"on_stuck": "terminate", "velocity": {"max_turns": 30, "check_every": 5}}
    turns = play_with(Pacer(insists=True), STORY, 200, tmp_path, stuck=settings)
    turn, termination = events(turns, StuckTermination)[0]
    assert termination.idle == 30
    assert [warning.urgency.value for _, warning in events(turns, StuckWarning)] == [
        *("urgent", "critical")
    ]
    ended = events(turns, EpisodeEnded)[0]
    assert ended == (turn, ended[1])
    assert ended[1].outcome is Outcome.LIMIT
    assert ended[1].reason == "stuck: no progress for 30 turns"


def test_every_mechanism_can_be_switched_off(tmp_path: Path) -> None:
    names = ("oscillation", "camping", "revisits")
    off = {name: {"enabled": False} for name in (*names, "velocity", "warnings", "hints")}
    player = Pacer()
    turns = play_with(player, STORY, 60, tmp_path, stuck=off, critic={"enabled": False})
    assert not events(turns, LoopPenaltyApplied)
    assert not events(turns, LoopDetected)
    assert not events(turns, StuckWarning)
    assert not events(turns, CommandReviewed)
    assert not any(player.advice)


def test_nobody_is_led_where_the_notes_or_the_text_warn_of() -> None:
    def led(notes: str = "", description: str = "") -> str | None:
        state = stage(RoomChanged(room=HERE, description=description))
        state.apply(ExitSeen(room=HERE, direction="north"))
        state.apply(PlanMade(plan=Plan(notes=notes, steps=(Step(command="wait"),))))
        found = nearest_untried(state)
        return found.direction if found is not None else None

    assert led() == "north"
    assert led(notes="Never go north of the Yard.") is None
    assert led(description="A deadly chasm opens to the north.") is None
