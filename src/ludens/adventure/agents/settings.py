"""Settings of the agents besides the player."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ludens.adventure.lessons.events import Lines
from ludens.episode.settings import Whose

Share = Annotated[float, Field(ge=0, le=2)]
"""Calls of a model for each turn, on average, at most; the first call is always allowed."""


class CriticSettings(BaseModel):
    """Who scores a proposed command before it is typed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(True, description="Commands are scored before they are typed.")
    veto: Annotated[float, Field(ge=0, le=1)] = Field(
        0.08,
        description=(
            "The score below which the critic alone refuses a command; where loop-breaking adds "
            "penalties, review.threshold holds. Scores are chances, and most good ideas are "
            "unlikely: a higher veto refuses them."
        ),
    )
    by_model: bool = Field(
        False,
        description=(
            "The critic's model, if its role has one, is asked where the rules are unsure. Off "
            "unless wished for: elsewhere a model overruled the player 77 times in 254 turns and "
            "was wrong in 88% of those."
        ),
    )
    doubt: Annotated[float, Field(ge=0, le=0.5)] = Field(
        0.2, description="How near 0.5 the rules' score must be for the model to be asked."
    )
    share: Share = Field(0.01, description="Calls a turn, on average, of the critic's model.")


class PuzzleSettings(BaseModel):
    """How puzzles are found and suggestions made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(True, description="Puzzles are noticed and suggestions made.")
    every: Annotated[int, Field(ge=1)] = Field(
        5, description="Turns after which the puzzle agent thinks though nothing new came up."
    )
    share: Share = Field(
        0.02, description="Calls a turn, on average, of the puzzle agent's model, if it has one."
    )


class JudgeSettings(BaseModel):
    """How the outcome is judged."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    share: Share = Field(
        0.005, description="Calls a turn, on average, of the judge's model where rules are unsure."
    )


class KeeperSettings(BaseModel):
    """What an episode remembers of what it taught."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(True, description="Lessons are drawn and told to the player.")
    every: Annotated[int, Field(ge=1)] = Field(
        50, description="Turns between two looks back, besides those after a death."
    )
    share: Share = Field(
        0.005, description="Calls a turn, on average, of the keeper's model, if it has one."
    )
    carry: bool = Field(
        False,
        description="A new episode begins with the lessons of the last one of the same story.",
    )
    heuristics: bool = Field(
        False,
        description="A new episode begins with how well each rule fared in other stories.",
    )
    given: Annotated[Lines, Whose.EPISODES] = Field(
        (), description="The lessons an episode begins with; filled in when `carry` is on."
    )
    fared: Annotated[dict[str, tuple[int, int]], Whose.EPISODES] = Field(
        default_factory=dict,
        description="For each rule, how often it gained something and failed in other episodes; "
        "filled in when `heuristics` is on.",
    )


class PlayerKind(StrEnum):
    """What the player is told."""

    COMPANY = "company"
    """The company's briefing."""
    BARE = "bare"
    """The plain transcript and nothing else: the baseline. It needs a model."""
    RANDOM = "random"
    """Nothing: it draws a command by lot."""


class Autonomy(StrEnum):
    """How much a model decides when it is asked."""

    COMMANDS = "commands"
    """One command; it is asked every turn."""
    PLANS = "plans"
    """Several steps; it is asked when they are done, or interrupted by news."""
    GOALS = "goals"
    """A goal, which the offline planner pursues until it is reached, stalls or meets news."""


class Buddies(StrEnum):
    """How two players share a turn."""

    ALONE = "alone"
    """There is one player."""
    ALTERNATE = "alternate"
    """Each decides every other turn."""
    VOTE = "vote"
    """Both propose; where they differ, the critic's score decides."""


class PlayerSettings(BaseModel):
    """Who decides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: PlayerKind = Field(
        PlayerKind.COMPANY,
        description="company: the briefing; bare: the transcript alone; random: by lot.",
    )
    autonomy: Autonomy = Field(
        Autonomy.PLANS,
        description="How much a model decides when it is asked: commands (one), plans (several "
        "steps, until news interrupts them), goals (the offline planner pursues its goal).",
    )
    tries: Annotated[int, Field(ge=0, le=100)] = Field(
        0,
        description="Commands, or short chains of them, that a model may try at once on copies of "
        "the story, which costs no turn; 0: none. It is lookahead, and recorded as a setting.",
    )
    pursue: Annotated[int, Field(ge=1, le=100)] = Field(
        20, description="Turns that the offline planner works for a goal before its mind is asked."
    )
    focus: Annotated[float, Field(ge=1)] = Field(
        10.0, description="By how much more is worth to the planner what the goal names."
    )
    looks: Annotated[int, Field(ge=1)] = Field(
        3, description="Things that one `look over` examines at most."
    )
    steps: Annotated[int, Field(ge=1, le=30)] = Field(
        20,
        description="Steps of a model's plan that are carried out before it is asked again. Fewer "
        "cost money.",
    )
    transcript: Annotated[int, Field(ge=1000)] = Field(
        10_000,
        description="Tokens of what was said and answered, by estimate, that a model is told word "
        "for word; beyond them the oldest are folded into a digest.",
    )
    buddies: Buddies = Field(
        Buddies.ALONE, description="alone, or two players that alternate or vote."
    )
    characters: Annotated[tuple[str, str], Whose.EPISODES] = Field(
        (
            "You are the careful one: you examine, read and finish what was begun.",
            "You are the bold one: you go where nobody went and try what nobody tried.",
        ),
        description="What two players are told of themselves.",
    )
    without: Annotated[tuple[str, ...], Whose.EPISODES] = Field(
        (),
        description="Ids of rules that the offline planner does without, to see what each is "
        "worth: those that `ludens rules` lists.",
    )

    @field_validator("without")
    @classmethod
    def _are_rules(cls, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse ids that no rule has: what is switched off by a wrong name stays on."""
        if ids:
            # Only who asks for it pays for reading the tables.
            from ludens.adventure.offline.proposers import rule_ids  # noqa: PLC0415

            unknown = sorted(set(ids) - set(rule_ids()))
            if unknown:
                raise ValueError(f"no such rule: {', '.join(unknown)}; `ludens rules` lists them")
        return ids
