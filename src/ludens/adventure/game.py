"""The adventure as a game that the runner can play."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.adventure.agents.events import AGENT_EVENTS
from ludens.adventure.agents.human_player import STOPPED, HumanPlayer
from ludens.adventure.company import Company, read_calibration, told
from ludens.adventure.dialogue import DIALOGUE_EVENTS
from ludens.adventure.events import TURN_EVENTS, By, CommandChosen, InterpreterFailed, StoryOpened
from ludens.adventure.interpreter.protocol import InterpreterFault, SnapshotRefused
from ludens.adventure.lessons.events import LESSON_EVENTS
from ludens.adventure.loop import open_story, play_turn
from ludens.adventure.mazes.events import MAZE_EVENTS
from ludens.adventure.mazes.mode import status
from ludens.adventure.perception.events import PERCEPTION_EVENTS
from ludens.adventure.plan import PLAN_EVENTS, PlanEnded, PlanMade
from ludens.adventure.puzzles.events import PUZZLE_EVENTS
from ludens.adventure.review.events import REVIEW_EVENTS
from ludens.adventure.search.events import SEARCH_EVENTS
from ludens.adventure.setup import assemble_company
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import STUCK_EVENTS
from ludens.adventure.world.item_events import ITEM_EVENTS
from ludens.adventure.world.map_events import MAP_EVENTS
from ludens.adventure.world.places import INVENTORY
from ludens.episode.errors import LudensError
from ludens.episode.events import Event
from ludens.episode.game import Stage, Turn
from ludens.llm.base import BaseLLM


class StoryLostError(LudensError):
    """The interpreter cannot take up the story where the log ends."""


@dataclass(slots=True)
class AdventureSession:
    """A story being played, as the runner sees it."""

    company: Company
    typed: Mapping[int, HumanPlayer] = field(default_factory=dict)
    """What a person decides in the company's place, by the turn; a request comes before it."""
    failed: Mapping[int, Sequence[InterpreterFailed]] = field(default_factory=dict)
    """In a replay: where the interpreter failed, by the turn."""

    async def opening(self, turn: Turn[AdventureState]) -> None:
        """Begin the story and look at what it says."""
        self._remember_failures(turn)
        await open_story(self.company, turn)

    async def play(self, turn: Turn[AdventureState]) -> None:
        """Play one turn."""
        self._remember_failures(turn)
        self.company.models.begin_turn()
        if turn.decision is None and turn.number in self.typed:
            turn.decision = self.typed[turn.number].model_dump()
        await play_turn(self.company, turn)

    def _remember_failures(self, turn: Turn[AdventureState]) -> None:
        self.company.failing = deque(self.failed.get(turn.number, ()))

    def snapshot(self) -> bytes | None:
        """Return the interpreter's state after the turn."""
        return self.company.saved or None

    def repeats(self) -> bool:
        """Return False: each turn is written before the next."""
        return False

    async def restore(self, snapshot: bytes | None, state: AdventureState) -> None:
        """Put the interpreter back to where the log ends; raises StoryLostError."""
        if snapshot is None:
            raise StoryLostError("the log keeps no snapshot to go on from; start a new episode")
        try:
            self.company.interpreter.restore(snapshot)
        except (InterpreterFault, SnapshotRefused) as fault:
            raise StoryLostError(
                f"the interpreter cannot go on from turn {state.turn}: {told(fault)}"
            ) from fault
        self.company.saved = snapshot
        self.company.prepare(read_calibration(state.calibration))

    async def close(self) -> None:
        """End the interpreter and let go of the models."""
        self.company.interpreter.close()
        await self.company.models.aclose()


class Adventure:
    """Any Z-machine story, played by a company of agents.

    `stand_ins` are models that play roles (`player`, `critic`) instead of those that the settings
    name; `typed` has what a person decided, by the turn. In a replay, `opened` and `failed` have
    what a clock may have had a part in: what was found out at the opening, and by the turn where
    the interpreter failed.
    """

    def __init__(
        self,
        stand_ins: Mapping[str, BaseLLM] | None = None,
        typed: Mapping[int, HumanPlayer] | None = None,
        opened: StoryOpened | None = None,
        failed: Mapping[int, Sequence[InterpreterFailed]] | None = None,
    ) -> None:
        self.stand_ins = stand_ins
        self.typed = typed or {}
        self.opened = opened
        self.failed = failed or {}

    def as_recorded(self, events: Sequence[tuple[int, Event]]) -> Adventure:
        """Return the game with what a person and the clock decided in a recorded episode."""
        typed: dict[int, HumanPlayer] = {}
        opened: StoryOpened | None = None
        failed: dict[int, list[InterpreterFailed]] = {}
        for turn, event in events:
            match event:
                case PlanMade(by=By.HUMAN, said=""):
                    typed[turn] = HumanPlayer(steps=event.plan.steps)
                case PlanMade(by=By.HUMAN):
                    typed[turn] = HumanPlayer(command=event.said)
                case CommandChosen(by=By.HUMAN, plan=None):
                    typed[turn] = HumanPlayer(command=event.command)
                case PlanEnded(why=why) if why == STOPPED:
                    typed[turn] = HumanPlayer(stops=True)
                case StoryOpened():
                    opened = event
                case InterpreterFailed():
                    failed.setdefault(turn, []).append(event)
        return Adventure(typed=typed, opened=opened, failed=failed)

    name = "adventure"
    has_engine = True
    """Whether a state of an engine is kept after each turn."""
    events = (
        *TURN_EVENTS,
        *MAP_EVENTS,
        *ITEM_EVENTS,
        *PERCEPTION_EVENTS,
        *MAZE_EVENTS,
        *PUZZLE_EVENTS,
        *REVIEW_EVENTS,
        *STUCK_EVENTS,
        *LESSON_EVENTS,
        *AGENT_EVENTS,
        *PLAN_EVENTS,
        *DIALOGUE_EVENTS,
        *SEARCH_EVENTS,
    )
    state = AdventureState

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together; raises LudensError when the story cannot be played."""
        company = assemble_company(stage, self.stand_ins)
        company.opened = self.opened
        return AdventureSession(company, self.typed, self.failed)

    def headline(self, state: AdventureState) -> dict[str, Any]:
        """Return score, place and counts, for lists and the line under the transcript."""
        here = state.map.here
        return {
            "score": state.tally.best if state.score is not None else None,
            "max_score": state.max_score,
            "rooms": len(state.map.rooms),
            "items": len(state.items.known),
            "carrying": len(state.items.at(INVENTORY)),
            "searched": state.searches.steps,
            "place": state.map.rooms[here].name if here else None,
            "deaths": state.deaths,
            "perception": state.perception or None,
            "maze": status(state),
            "decided_by": list(state.decided_by),
        }

    def last_progress(self, state: AdventureState) -> int:
        """Return the last turn that found a room or an item, or changed the score."""
        return state.progress_turn
