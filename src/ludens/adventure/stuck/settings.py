"""Settings of loop-breaking; the numbers are those that seed 002 shipped, where it has any."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from ludens.adventure.models import Frozen
from ludens.episode.state import merged

Turns = Annotated[int, Field(ge=1)]
Penalty = Annotated[float, Field(lt=0)]


class StuckPreset(StrEnum):
    """Named values of all of loop-breaking; what is set beside one is stronger."""

    HOUSE = "house"
    """Rooms, items and puzzles are progress too, and who is stuck is led to an untried exit."""
    SHIPPED = "shipped"
    """Seed 002 as it was shipped: the score alone, three mechanisms, the end after 40 turns."""
    DESIGNED = "designed"
    """Seed 001 as it was designed: oscillation and camping punished, the end after 30 turns."""


class Progress(StrEnum):
    """What may count as getting somewhere."""

    SCORE = "score"
    """A score that was not had before."""
    CHANGES = "changes"
    """Any change of the score, also to one that was had before."""
    ROOMS = "rooms"
    """A room seen for the first time."""
    ITEMS = "items"
    """An item seen for the first time."""
    PUZZLES = "puzzles"
    """A puzzle solved."""


class OnStuck(StrEnum):
    """What happens when nothing helped."""

    TERMINATE = "terminate"
    """The episode ends."""
    EXPLORE = "explore"
    """The company walks to the nearest way that nobody has tried."""
    REWIND = "rewind"
    """It goes back to the most promising earlier turn and tries something else."""


class VelocitySettings(Frozen):
    """Progress velocity: turns without progress."""

    enabled: bool = Field(True, description="Whether a company without progress is stopped.")
    progress: tuple[Progress, ...] = Field(
        (Progress.SCORE, Progress.ROOMS, Progress.ITEMS, Progress.PUZZLES),
        description="What counts as progress; the seeds count changes of the score alone.",
    )
    max_turns: Turns = Field(40, description="Turns without progress after which it is stuck.")
    check_every: Turns = Field(
        10, description="Turns without progress between two looks at the count."
    )
    by_episode: bool = Field(
        False, description="Whether these are turns of the episode, as the seeds have it."
    )

    @model_validator(mode="after")
    def _is_checked_in_time(self) -> Self:
        if self.check_every > self.max_turns:
            raise ValueError("check_every must not be more than max_turns")
        return self


class OscillationSettings(Frozen):
    """Going to and fro between two rooms: A, B, A, B."""

    enabled: bool = Field(True, description="Whether it is looked for.")
    penalty: Penalty = Field(-0.8, description="On a command that returns into the pattern.")


class CampingSettings(Frozen):
    """Staying at one place."""

    enabled: bool = Field(True, description="Whether it is looked for.")
    turns: Turns = Field(5, description="Turns in one room, of the last ones, that are camping.")
    window: Turns = Field(10, description="The last turns that count.")
    penalty: Penalty = Field(-0.6, description="On a command that returns to the room.")


class RevisitSettings(Frozen):
    """Coming back to a room too soon."""

    enabled: bool = Field(True, description="Whether coming back costs anything.")
    penalty: Penalty = Field(-0.2, description="For each visit to the room among the last ones.")
    window: Turns = Field(5, description="The last rooms come into that count.")
    by_turns: bool = Field(
        False, description="Whether each turn in the room counts, as the seed has it."
    )
    of_any_room: bool = Field(
        False, description="Whether it costs too where the room has ways that nobody tried."
    )


class WarningSettings(Frozen):
    """What the player is told."""

    enabled: bool = Field(True, description="Whether the player is warned.")
    after: Turns = Field(20, description="Turns without progress before the first warning.")
    urgent: Turns = Field(10, description="Turns left from which it is urgent.")
    critical: Turns = Field(5, description="Turns left from which it is critical.")


class HintSettings(Frozen):
    """What the player is reminded of while nothing is gained."""

    enabled: bool = Field(True, description="Whether hints are given.")
    window: Turns = Field(15, description="The last commands that are old news.")


_OFF: dict[str, Any] = {"enabled": False}
_SEEDS: dict[str, Any] = {
    "on_stuck": OnStuck.TERMINATE,
    "velocity": {"progress": (Progress.CHANGES,), "by_episode": True},
}
PRESETS: dict[StuckPreset, dict[str, Any]] = {
    StuckPreset.HOUSE: {},
    StuckPreset.SHIPPED: {
        **_SEEDS,
        "oscillation": _OFF,
        "camping": _OFF,
        "revisits": {"by_turns": True, "of_any_room": True},
    },
    StuckPreset.DESIGNED: {
        **_SEEDS,
        "velocity": {**_SEEDS["velocity"], "max_turns": 30},
        "revisits": _OFF,
    },
}
"""What each preset sets; the numbers of the seeds are the defaults of their fields."""


class StuckSettings(Frozen):
    """Loop-breaking: every mechanism has its own switch."""

    preset: StuckPreset | None = Field(
        None,
        description="house: our own values; shipped: those of seed 002; designed: of seed 001. "
        "Null: shipped where a model plays, house where the offline company does.",
    )
    base: StuckPreset | None = Field(
        None, description="The preset that the values beside it stood on; the record keeps it."
    )
    on_stuck: OnStuck = Field(
        OnStuck.EXPLORE,
        description="terminate: end the episode; explore: walk to an untried exit; rewind: go "
        "back to a promising earlier turn.",
    )
    velocity: VelocitySettings = Field(
        default_factory=VelocitySettings, description="Turns without progress."
    )
    oscillation: OscillationSettings = Field(
        default_factory=OscillationSettings, description="To and fro between two rooms."
    )
    camping: CampingSettings = Field(
        default_factory=CampingSettings, description="Staying at one place."
    )
    revisits: RevisitSettings = Field(
        default_factory=RevisitSettings, description="Coming back too soon."
    )
    exploration_bonus: Annotated[float, Field(ge=0, le=1)] = Field(
        0.5, description="Added to the score of a command that leaves a pattern; 0: none."
    )
    warnings: WarningSettings = Field(
        default_factory=WarningSettings, description="Countdown warnings in three levels."
    )
    hints: HintSettings = Field(
        default_factory=HintSettings, description="Old commands and untried exits."
    )

    @model_validator(mode="before")
    @classmethod
    def _begins_with_its_preset(cls, given: Any) -> Any:
        if not isinstance(given, dict) or given.get("preset") not in list(StuckPreset):
            return given
        preset = StuckPreset(given["preset"])
        before = given.get("base")
        if before in list(StuckPreset) and before != preset:
            stood_on = cls.model_validate({"preset": before}).model_dump(mode="json")
            given = {**_beside(given, stood_on), "preset": preset}
        return merged(PRESETS[preset], {**given, "base": preset})

    def for_player(self, *, is_model: bool) -> StuckSettings:
        """Return what is in force: where no preset is set, the seed's for a model, else ours."""
        if self.preset is not None:
            return self
        preset = StuckPreset.SHIPPED if is_model else StuckPreset.HOUSE
        given = self.model_dump(mode="json", exclude_unset=True)
        return StuckSettings.model_validate({**given, "preset": preset})

    @model_validator(mode="after")
    def _warns_in_time(self) -> Self:
        if self.velocity.enabled and self.warnings.after >= self.velocity.max_turns:
            raise ValueError("warnings.after must be less than velocity.max_turns")
        return self


def _beside(given: dict[str, Any], stood_on: dict[str, Any]) -> dict[str, Any]:
    """Return the values that were set beside a preset: those that are not its own."""
    kept: dict[str, Any] = {}
    for name, value in given.items():
        own = stood_on.get(name)
        if isinstance(value, dict) and isinstance(own, dict):
            kept[name] = _beside(value, own)
        elif (list(value) if isinstance(value, tuple) else value) != own:
            kept[name] = value
    return kept
