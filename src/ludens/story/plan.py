"""What the planner returns: who answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.story.corpus.passages import PassageId


class Route(StrEnum):
    """Who answers a prompt."""

    # Seed 004, phase 4. A model is told the docstring, as the shape's description.

    ENGAGE_NPC = "engage_npc"
    NARRATOR_SCENE = "narrator_scene"
    DISQUALIFY = "disqualify"


class PromptKind(StrEnum):
    """What a prompt is."""

    ACTION = "action"
    QUESTION = "question"
    SPEECH = "speech"


class ScenePlan(BaseModel):
    """The route of a turn, with its reasons."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    next_action: Route
    target: str | None = None
    """Whom the player speaks to, where a character answers."""
    kind: PromptKind = PromptKind.ACTION
    reasoning: str = ""
    look_for: tuple[str, ...] = ()
    """What is looked for in the book, besides the prompt, for whoever answers."""
    scene: PassageId | None = None
    """The passage where the turn plays; None for where the player was."""
    retrieval_quality: Annotated[float, Field(ge=0, le=1)] = 0.5
    suggestions: tuple[str, ...] = ()
    planner: str = "offline"
