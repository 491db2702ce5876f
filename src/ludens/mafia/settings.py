"""Settings of a Mafia table."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ludens.episode.settings import Whose
from ludens.mafia.composition import CompositionError, composition_for
from ludens.mafia.roles import RoleName
from ludens.mafia.seats import FEWEST_SEATS, MOST_SEATS


class Rules(BaseModel):
    """The rules that may differ from table to table; announced to every player, and applied."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reveal_roles: bool = Field(False, description="Show a dead player's role to everybody.")
    reveal_sides: bool = Field(
        False, description="Show everybody whether a dead player was mafia, and not the role."
    )
    bids: bool = Field(
        False, description="Players bid for when they speak; without, they speak by seat."
    )
    replies: Annotated[int, Field(ge=0, le=3)] = Field(
        0,
        description=(
            "How many rounds there are, before the vote, in which whoever was mentioned since "
            "they spoke may answer."
        ),
    )
    rebuttal: bool = Field(
        False, description="Whoever is tied speaks once more after hearing the others' defences."
    )
    doctor_self: bool = Field(True, description="The doctor may protect themselves.")
    doctor_repeats: bool = Field(
        True, description="The doctor may protect one player two nights in a row."
    )
    doctor_told: bool = Field(
        False, description="The doctor learns whether whom they protected was attacked."
    )
    max_days: Annotated[int, Field(ge=1, le=50)] = Field(
        12, description="The day after which the game ends with no winner."
    )
    speech_characters: Annotated[int, Field(ge=80, le=8000)] = Field(
        1200, description="The longest speech, in characters."
    )
    defence_characters: Annotated[int, Field(ge=80, le=8000)] = Field(
        600, description="The longest defence, last words or message to partners, in characters."
    )


class Chair(StrEnum):
    """Who plays a seat."""

    MODEL = "model"
    """The seat's model, or the offline player where its model is `offline`."""
    RANDOM = "random"
    HUMAN = "human"


class MafiaSettings(BaseModel):
    """Who sits at the table and how it is played."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    seats: Annotated[int, Field(ge=FEWEST_SEATS, le=MOST_SEATS)] = Field(
        7, description="How many players."
    )
    roles: Annotated[dict[RoleName, Annotated[int, Field(ge=0)]], Whose.EPISODES] = Field(
        {},
        description=(
            "How many of a role, where it is not as the table for the size has it; "
            'for example {"jester": 1}. Seats left over are villagers.'
        ),
    )
    rules: Rules = Field(default_factory=Rules, description="The rules of this table.")
    player: Chair = Field(
        Chair.MODEL,
        description=(
            "Who plays: model (the model that llm.models has for the role seat:N, else the "
            "offline player), random, or human."
        ),
    )
    players: dict[int, Chair] = Field(
        {}, description="Who plays a seat in particular, by its number from 0."
    )
    personas: bool = Field(
        True, description="Whether players have characters; without, they are Player 0, Player 1."
    )
    cast: Annotated[tuple[str, ...], Whose.EPISODES] = Field(
        (), description="Which characters sit down, by their file's name; drawn by lot if empty."
    )
    personas_folder: str | None = Field(
        None, description="A folder of more characters (TOML), beside those that come with Ludens."
    )
    at_once: bool = Field(
        False,
        description=(
            "Ask everybody at once where the rules make decisions simultaneous (votes, plans, "
            "proposals, bids). Such a round is one turn, which can be forked only as a whole."
        ),
    )
    narrator: bool = Field(
        False,
        description=(
            "Whether somebody tells the show: the model of the role narrator, else the offline "
            "narrator."
        ),
    )
    retries: Annotated[int, Field(ge=0, le=10)] = Field(
        3,
        description="How often a player may correct an invalid reply before the default is taken.",
    )
    full_days: Annotated[int, Field(ge=1, le=10)] = Field(
        2, description="How many days, the current one included, a player reads word for word."
    )
    memory_characters: Annotated[int, Field(ge=100, le=20_000)] = Field(
        1500,
        description="The longest memory a player may keep, in characters; what is more is cut off.",
    )
    retry_characters: Annotated[int, Field(ge=0, le=20_000)] = Field(
        1500, description="How much of an invalid reply is shown to whoever has to correct it."
    )
    human_seconds: Annotated[float, Field(gt=0)] | None = Field(
        180.0,
        description="Seconds that a person may take for a decision; none: as long as it takes.",
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """Refuse roles and seats that make no game."""
        try:
            self.composition()
        except CompositionError as error:
            raise ValueError(str(error)) from error
        strangers = [seat for seat in self.players if not 0 <= seat < self.seats]
        if strangers:
            raise ValueError(
                f"there is no seat {strangers[0]}; this table has seats 0 to {self.seats - 1}"
            )
        return self

    @cached_property
    def recorded(self) -> dict[str, Any]:
        """The settings as an episode's record holds them, to be read only."""
        return self.model_dump(mode="json")

    def composition(self) -> dict[RoleName, int]:
        """Return how many of each role are dealt."""
        return composition_for(self.seats, self.roles)

    def chair(self, seat: int) -> Chair:
        """Return who plays a seat."""
        return self.players.get(seat, self.player)
