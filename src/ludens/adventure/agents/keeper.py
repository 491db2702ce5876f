"""The knowledge keeper: looks back now and then, and writes down what the episode taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.agents.asking import ask
from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.settings import KeeperSettings
from ludens.adventure.events import PlayerDied
from ludens.adventure.lessons.drawing import lessons
from ludens.adventure.lessons.events import LINE, MOST_LINES, LessonsDrawn
from ludens.adventure.state import AdventureState
from ludens.episode.events import EpisodeEnded, Event
from ludens.llm.base import BaseLLM

KEEPER = "keeper"


class Keeper(Protocol):
    """The role that draws lessons. It keeps no memory but those lines."""

    async def look_back(self, state: AdventureState) -> Sequence[Event]:
        """Return the lessons drawn from all that happened; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class OfflineKeeper:
    """Draws lessons by rule."""

    async def look_back(self, state: AdventureState) -> Sequence[Event]:
        """Return what the counts and the deaths tell."""
        return [LessonsDrawn(lines=lessons(state))]


class Notes(BaseModel):
    """What a model writes down."""

    model_config = ConfigDict(extra="forbid")

    lines: list[Annotated[str, Field(description="One lesson, one short sentence.")]] = Field(
        description="The lessons, the most useful first; they replace those before."
    )


@dataclass(frozen=True, slots=True)
class LLMKeeper:
    """Lets a model write the lessons, with those drawn by rule before it."""

    model: BaseLLM
    settings: KeeperSettings

    async def look_back(self, state: AdventureState) -> Sequence[Event]:
        """Return a model's lessons; those drawn by rule when it gives none or may not be asked."""
        ruled = lessons(state)
        if not state.consultations.may_ask(KEEPER, state.turn, self.settings.share):
            return [LessonsDrawn(lines=ruled)]
        notes = await ask(
            self.model,
            Notes,
            KEEPER,
            turn=state.turn,
            score=state.score,
            max_score=state.max_score,
            ruled=ruled,
            before=state.lessons.drawn,
            recent=[(command, answer[:400]) for command, answer in state.recent[-12:]],
            solved=[p.summary for p in state.puzzles.puzzles.values() if p.status == "solved"][-8:],
        )
        asked = ModelAsked(role=KEEPER)
        if notes is None:
            return [asked, LessonsDrawn(lines=ruled)]
        lines = [" ".join(line.split())[:LINE] for line in notes.lines if line.strip()]
        return [asked, LessonsDrawn(lines=tuple(lines[:MOST_LINES]))]


def is_time(state: AdventureState, events: Sequence[Event], every: int) -> bool:
    """Tell whether to look back: after a death, at the end, and every so often."""
    if any(isinstance(event, PlayerDied | EpisodeEnded) for event in events):
        return True
    return state.turn - state.lessons.looked >= every
