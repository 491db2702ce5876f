"""Settings of the adventure: of its mazes, its reviews and its search, then of all of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, model_validator

from ludens.adventure.agents.settings import (
    CriticSettings,
    JudgeSettings,
    KeeperSettings,
    PlayerSettings,
    PuzzleSettings,
)
from ludens.adventure.models import Frozen
from ludens.adventure.stuck.settings import StuckSettings


class MazeSettings(Frozen):
    """When a place counts as a maze, and what may be spent on it."""

    solve: bool = Field(
        True, description="Whether the solver takes over in a maze; if not, the player goes on."
    )
    threshold: Annotated[float, Field(gt=0, le=1)] = Field(
        0.95, description="How alike two descriptions are to count as near-identical, 0 to 1."
    )
    alike_rooms: Annotated[int, Field(ge=2)] = Field(
        3, description="Near-identical rooms that make a maze."
    )
    window: Annotated[int, Field(ge=2)] = Field(
        10, description="Turns within which they must be seen."
    )
    fewest_markers: Annotated[int, Field(ge=0)] = Field(
        8, description="Things to mark rooms with, below which more are fetched."
    )
    budget: Annotated[int, Field(ge=1)] = Field(
        1500, description="Commands the solver may spend on one maze."
    )


class ReviewSettings(Frozen):
    """When a proposed command is refused."""

    threshold: Annotated[float, Field(ge=0, le=1)] = Field(
        0.5, description="The adjusted score, 0 to 1, below which a command is refused."
    )
    max_refusals: Annotated[int, Field(ge=0, le=10)] = Field(
        2, description="Refusals in one turn, after which the next proposal stands."
    )
    share: Annotated[float, Field(ge=0, le=1)] = Field(
        0.05,
        description="Refusals a turn, on average, at most, where the player is a model: each "
        "costs a call of it. There are none where it may try on copies of the story.",
    )


class SearchSettings(Frozen):
    """Whether commands are tried on snapshots before any is typed, and how many."""

    enabled: bool = Field(
        False, description="Search over snapshots of the story before typing; recorded."
    )
    budget: Annotated[int, Field(ge=0)] = Field(
        50_000, description="Interpreter steps of search in an episode; 0: none."
    )
    slice: Annotated[int, Field(ge=1)] = Field(
        10_000, description="Interpreter steps of one search; then its best find is typed."
    )
    batch: Annotated[int, Field(ge=1, le=500)] = Field(
        12, description="Commands that are tried from a state at once."
    )


class Engine(StrEnum):
    """Which interpreter plays the story."""

    JERICHO = "jericho"
    DFROTZ = "dfrotz"


class PerceptionKind(StrEnum):
    """How observations become facts."""

    STATE = "state"
    """Reads the Z-machine's memory as well as the text."""
    TEXT = "text"
    """From the story's text alone: what a person at the keyboard has."""


class OnDeath(StrEnum):
    """What happens when the player dies."""

    RESTORE = "restore"
    """The company goes back to a save and is told what killed it."""
    END = "end"


GONE = frozenset({"engine", "rules_off"})
"""Settings of the player in earlier versions."""
GONE_OF = {
    "stuck": frozenset({"sequences", "thrashing", "dead_ends", "ageing"}),
    "puzzles": frozenset({"adaptive"}),
}
"""Settings of other sections in earlier versions."""
RULES_GONE = frozenset({"set", "told by a text", "own verb"})
"""Rules of earlier versions' planner."""


def without_gone(given: Any) -> Any:
    """Return an adventure's settings without what earlier versions had and this one has not.

    Lookahead was replaced by search, the rules of the earlier offline player by the planner's.
    """
    if not isinstance(given, dict):
        return given
    kept = {name: value for name, value in given.items() if name != "lookahead"}
    player = kept.get("player")
    if isinstance(player, dict) and not GONE.isdisjoint(player):
        kept["player"] = {k: v for k, v in player.items() if k not in GONE | {"without"}}
    elif isinstance(player, dict) and isinstance(rules := player.get("without"), list | tuple):
        left = [rule for rule in rules if not isinstance(rule, str) or rule not in RULES_GONE]
        kept["player"] = player | {"without": left}
    for section, names in GONE_OF.items():
        if isinstance(held := kept.get(section), dict):
            kept[section] = {name: value for name, value in held.items() if name not in names}
    return kept


class AdventureSettings(Frozen):
    """How a story is played."""

    @model_validator(mode="before")
    @classmethod
    def _load_earlier(cls, given: Any) -> Any:
        return without_gone(given)

    @model_validator(mode="after")
    def _can_search(self) -> AdventureSettings:
        """Refuse search with an engine that cannot be put into any of many states."""
        if self.search.enabled and self.engine is not Engine.JERICHO:
            raise ValueError("search needs the jericho engine")
        return self

    engine: Engine = Field(Engine.JERICHO, description="The interpreter: jericho or dfrotz.")
    perception: PerceptionKind = Field(
        PerceptionKind.STATE,
        description="state: the Z-machine's memory is read too; text: fair play, text alone. "
        "Whoever plays by hand has text unless it is set.",
    )
    reader_share: Annotated[float, Field(ge=0, le=2)] | None = Field(
        None,
        description="Calls a turn, on average, that the models of map_reader and item_reader may "
        "make at most; they read only what is new and no rule is sure of. 0: never. None: 0.05 by "
        "text, and where a model is named for one of them or for parser; else 0, since the "
        "machine's memory tells which rooms and things there are.",
    )
    deadline: Annotated[float, Field(gt=0, le=600)] = Field(
        5.0, description="Seconds the interpreter may take for one command before it is restarted."
    )
    max_faults: Annotated[int, Field(ge=0)] = Field(
        20, description="Interpreter failures after which the episode is given up."
    )
    max_hangs: Annotated[int, Field(ge=0)] = Field(
        8, description="Of these, times without an answer: each costs the whole deadline."
    )
    opening_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        60.0, description="Seconds in which commands are tried on the opening to learn its memory."
    )
    on_death: OnDeath = Field(
        OnDeath.RESTORE, description="restore: go back to a save; end: the episode is over."
    )
    max_deaths: Annotated[int, Field(ge=0)] = Field(
        50, description="Deaths after which the episode ends although it could be restored."
    )
    save_every: Annotated[int, Field(ge=1)] = Field(
        10, description="Turns between two saves, besides those before a risk."
    )
    save_slots: Annotated[int, Field(ge=1, le=100)] = Field(
        3, description="Saves that are kept; the oldest makes room."
    )
    mazes: MazeSettings = Field(
        default_factory=MazeSettings, description="When a place counts as a maze, and what then."
    )
    review: ReviewSettings = Field(
        default_factory=ReviewSettings, description="When a proposed command is refused."
    )
    stuck: StuckSettings = Field(
        default_factory=StuckSettings, description="Loop-breaking, each mechanism with a switch."
    )
    search: SearchSettings = Field(
        default_factory=SearchSettings, description="Searching over snapshots before typing."
    )
    critic: CriticSettings = Field(
        default_factory=CriticSettings, description="Who scores a command before it is typed."
    )
    puzzles: PuzzleSettings = Field(
        default_factory=PuzzleSettings, description="How puzzles are found and suggestions made."
    )
    player: PlayerSettings = Field(default_factory=PlayerSettings, description="Who decides.")
    judge: JudgeSettings = Field(
        default_factory=JudgeSettings, description="How the outcome is judged."
    )
    lessons: KeeperSettings = Field(
        default_factory=KeeperSettings, description="What an episode remembers of what it taught."
    )
