"""What is played in a tournament: a file, and the games that follow from it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ludens.episode.errors import LudensError
from ludens.episode.events import canonical
from ludens.episode.generators import derive_seed, generator
from ludens.episode.settings import Limits
from ludens.mafia.composition import deal
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seating import seat_role
from ludens.mafia.settings import Chair, MafiaSettings


class TournamentError(LudensError):
    """A tournament's file is missing or wrong."""


class Lineup(StrEnum):
    """How the models are put into the seats of a block, all of whose games have one deal."""

    ROTATION = "rotation"
    """All models at one table, moved on by one seat from game to game until the line-up comes
    round: as many games as models where the models divide the seats, else as many as seats. Every
    place in the line-up is in every seat, and so in every role, and no two games are the same."""
    SIDES = "sides"
    """One model is the mafia, another or the same everybody else: a block has every such pair, so
    that each is on either side against each, and in every seat and role. Games of a model against
    itself tell how good it is on one side from how good it is on the other."""


class Tournament(BaseModel):
    """A tournament's file."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str = Field("tournament", min_length=1, max_length=60)
    models: Annotated[list[str], Field(min_length=1)]
    """`offline`, `random` or provider/model."""
    lineup: Lineup = Lineup.ROTATION
    blocks: Annotated[int, Field(ge=1)] = 1
    """How many deals are played; see `Lineup` for the games of one."""
    seed: int = 1
    mafia: MafiaSettings = Field(default_factory=MafiaSettings)
    limits: Limits = Field(default_factory=Limits)
    longest_outage: Annotated[float, Field(ge=0)] = 300.0
    """Seconds after which a run gives up a model that is still down: its games are left for
    another run."""
    retries: Annotated[int, Field(ge=0, le=10)] = 2
    """Times that a game which was left is gone on with in one run; those that find out whether a
    model is back do not count."""
    llm: dict[str, Any] = {}
    """Settings of the model layer besides who plays; as in ludens.toml."""

    @model_validator(mode="after")
    def _can_be_played(self) -> Tournament:
        if len(set(self.models)) != len(self.models):
            raise ValueError("a model is named twice")
        if self.lineup is Lineup.SIDES and len(self.models) < 2:
            raise ValueError("sides need two models")
        if self.mafia.players or self.mafia.player is not Chair.MODEL:
            raise ValueError("players are given by `models`, not by mafia.players")
        if "models" in self.llm:
            raise ValueError("players are given by `models`, not by llm.models")
        return self

    def games(self) -> Iterator[Cell]:
        """Yield every game, block by block."""
        for block in range(self.blocks):
            seed = derive_seed(self.seed, "tournament", block) % 2**31
            rotates = self.lineup is Lineup.ROTATION
            seatings = self._rotations(block) if rotates else self._sides(seed)
            for number, seating in enumerate(seatings):
                yield Cell(self, block, number, seed, seating)

    @property
    def key(self) -> str:
        """Return what names the plan: all that decides its games, however many blocks of them."""
        decides = {"models", "lineup", "seed", "mafia", "limits", "llm"}
        named = canonical(self.model_dump(mode="json", include=decides))
        return hashlib.sha256(named.encode()).hexdigest()[:16]

    def games_a_block(self) -> int:
        """Return how many games have one deal."""
        if self.lineup is Lineup.SIDES:
            return len(self.models) ** 2
        return len(set(self._rotations(0)))

    def _rotations(self, block: int) -> Iterator[tuple[str, ...]]:
        """Yield a block's seatings: one line-up, moved on by one seat each time.

        Who sits next to whom is drawn anew for every so many blocks as there are models; within
        them each block begins its line-up one model later, so that after them it is even also
        where the models do not fill the seats evenly.
        """
        seats, models = self.mafia.seats, list(self.models)
        generator(self.seed, "lineup", block // len(models)).shuffle(models)
        line = [models[(block + place) % len(models)] for place in range(seats)]
        rotated = (
            tuple(line[(seat - shift) % seats] for seat in range(seats)) for shift in range(seats)
        )
        yield from dict.fromkeys(rotated)

    def _sides(self, seed: int) -> Iterator[tuple[str, ...]]:
        """Yield a block's seatings: every model as town against every model as mafia."""
        roles = deal(self.mafia.composition(), generator(seed, "roles"))  # as the table will
        for town, mafia in product(self.models, repeat=2):
            yield tuple(mafia if ROLES[role].team is Team.MAFIA else town for role in roles)


@dataclass(frozen=True, slots=True)
class Cell:
    """One game of a tournament."""

    tournament: Tournament
    block: int
    number: int
    seed: int
    models: tuple[str, ...]
    """Who plays each seat."""

    @property
    def key(self) -> str:
        """Return what names the game: its place in the plan and all that decides it.

        The tournament's name and the number of its blocks are no part of it, so that renaming a
        tournament or adding blocks pays for no game again.
        """
        place = [self.tournament.lineup, self.block, self.number, self.seed]
        named = canonical([*place, self.played_by()])
        return hashlib.sha256(named.encode()).hexdigest()[:16]

    def played_by(self) -> dict[str, Any]:
        """Return the settings that the game is played by."""
        chairs = {
            seat: Chair.RANDOM for seat, name in enumerate(self.models) if name == Chair.RANDOM
        }
        models = {
            seat_role(seat): name for seat, name in enumerate(self.models) if seat not in chairs
        }
        table = self.tournament.mafia.model_copy(update={"players": chairs})
        return {
            "mafia": table.model_dump(mode="json"),
            "limits": self.tournament.limits.model_dump(mode="json"),
            "llm": {**self.tournament.llm, "models": models},
        }

    def recorded(self) -> dict[str, Any]:
        """Return the settings that the episode records: with its place in the tournament."""
        place = {
            "name": self.tournament.name,
            "game": self.key,
            "block": self.block,
            "number": self.number,
            "models": list(self.models),
            "plan": self.tournament.key,
            "games": self.tournament.blocks * self.tournament.games_a_block(),
            "games_a_block": self.tournament.games_a_block(),
        }
        return {**self.played_by(), "tournament": place}


def read_tournament(path: Path) -> Tournament:
    """Return the tournament that a TOML file describes; raises TournamentError."""
    try:
        return Tournament.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise TournamentError(f"{path} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise TournamentError(f"{path}: {f'{where}: ' if where else ''}{message}") from error
    except ValueError as error:
        raise TournamentError(f"{path} is not valid TOML: {error}") from error
