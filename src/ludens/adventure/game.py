"""The adventure as a game that the runner can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludens.adventure.agents.events import AGENT_EVENTS
from ludens.adventure.agents.human_player import STOPPED, HumanPlayer
from ludens.adventure.dialogue import DIALOGUE_EVENTS
from ludens.adventure.events import TURN_EVENTS, By, CommandChosen, InterpreterFailed, StoryOpened
from ludens.adventure.lessons.events import LESSON_EVENTS
from ludens.adventure.mazes.events import MAZE_EVENTS
from ludens.adventure.mazes.mode import status
from ludens.adventure.perception.events import PERCEPTION_EVENTS
from ludens.adventure.plan import PLAN_EVENTS, PlanEnded, PlanMade
from ludens.adventure.puzzles.events import PUZZLE_EVENTS
from ludens.adventure.review.events import REVIEW_EVENTS
from ludens.adventure.search.events import SEARCH_EVENTS
from ludens.adventure.session import AdventureSession
from ludens.adventure.setup import assemble_company
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import STUCK_EVENTS
from ludens.adventure.world.item_events import ITEM_EVENTS
from ludens.adventure.world.map_events import MAP_EVENTS
from ludens.adventure.world.places import INVENTORY
from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.llm.base import BaseLLM


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
        }

    def last_progress(self, state: AdventureState) -> int:
        """Return the last turn that found a room or an item, or changed the score."""
        return state.progress_turn
