"""What is played in a suite: a file, and the cells that follow from it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ludens.bench.lineups import BARE, REFEREES, lineup, provider_elsewhere
from ludens.episode.errors import LudensError
from ludens.episode.events import canonical
from ludens.episode.state import merged
from ludens.episode.store import NewEpisode
from ludens.games import new_adventure, new_story, new_table
from ludens.llm.settings import OWN, UNATTENDED
from ludens.settings import Settings, check_settings

PLAIN = "plain"
"""The variant without any settings of its own."""


class SuiteError(LudensError):
    """A suite's file is missing or wrong."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Subjects(_Section):
    """What is played of one game."""

    limits: dict[str, Any] = {}
    """Limits of these episodes alone, laid over those of `settings`: a story may be cut after 100
    turns, and a table played to its end."""


class Stories(_Subjects):
    """Adventures of a suite."""

    stories: Annotated[tuple[str, ...], Field(min_length=1)]
    """Names of bundled stories, or paths of story files."""


class Tables(_Subjects):
    """Mafia tables of a suite."""

    seats: Annotated[tuple[int, ...], Field(min_length=1)]
    """Sizes of the tables."""


class Corpora(_Subjects):
    """Books of a suite, each visited by somebody who asks by itself."""

    corpora: Annotated[tuple[str, ...], Field(min_length=1)]
    """Names of bundled tales, or paths of books or folders of them."""
    prompts: str | None = None
    """A file of JSON lines, each with a `prompt` and whether the book has it `supported`: they are
    asked instead, and the referee is measured by them."""

    @cached_property
    def asked(self) -> tuple[tuple[str, bool], ...]:
        """The prompts of the file, each with its truth; raises SuiteError."""
        return read_prompts(Path(self.prompts)) if self.prompts is not None else ()


class Ceiling(_Section):
    """What the whole suite may cost."""

    cost: Annotated[Decimal, Field(gt=0)] | None = None
    """US dollars; no cell is begun once this is spent."""


class Suite(_Section):
    """A suite's file: every model plays every subject with every seed in every variant."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    """What its episodes and its report are called by."""
    adventure: Stories | None = None
    mafia: Tables | None = None
    story: Corpora | None = None
    models: Annotated[tuple[str, ...], Field(min_length=1)] = ("offline",)
    """`offline`, `random`, `provider/model`, `bare:provider/model` for the plain history,
    `agent:FILE.py` for an agent of one's own; for books also `bm25` and `coverage`."""
    seeds: tuple[int, ...] = (1, 2, 3)
    """A list, or a number of seeds from 1 on."""
    variants: dict[str, dict[str, Any]] = {PLAIN: {}}
    """Settings laid over those of the suite, by a name for the report; any setting."""
    settings: dict[str, Any] = {}
    """Settings of every cell, as in ludens.toml."""
    ceiling: Ceiling = Ceiling()
    retries: Annotated[int, Field(ge=0, le=10)] = 2
    """Times that a cell which failed is played again."""

    @field_validator("seeds", mode="before")
    @classmethod
    def _count(cls, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            return tuple(range(1, value + 1))
        return value

    @field_validator("models", "seeds")
    @classmethod
    def _are_different(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        if not value:
            raise ValueError("at least one is needed")
        if len(set(value)) != len(value):
            raise ValueError("one is named twice")
        return value

    @model_validator(mode="after")
    def _can_be_played(self) -> Suite:
        if self.adventure is None and self.mafia is None and self.story is None:
            raise ValueError(
                "nothing to play: give [adventure] stories, [mafia] seats or [story] corpora"
            )
        for model in self.models:
            if self.story is not None and model.startswith((BARE, OWN)):
                raise ValueError(f"a book has no player to be {model}; give it another suite")
            if model in REFEREES and (self.adventure is not None or self.mafia is not None):
                raise ValueError(f"{model} referees books alone; give them a suite of their own")
        if not self.variants:
            raise ValueError("variants: at least one is needed")
        return self

    @property
    def size(self) -> int:
        """How many cells it has."""
        subjects = sum(
            (
                len(self.adventure.stories) if self.adventure else 0,
                len(self.mafia.seats) if self.mafia else 0,
                len(self.story.corpora) if self.story else 0,
            )
        )
        return subjects * len(self.seeds) * len(self.models) * len(self.variants)

    def cells(self) -> Iterator[Cell]:
        """Yield every cell, seeds outermost: an interrupted suite has something of everything."""
        subjects: list[tuple[str, str | int]] = []
        if self.adventure is not None:
            subjects.extend(("adventure", story) for story in self.adventure.stories)
        if self.mafia is not None:
            subjects.extend(("mafia", seats) for seats in self.mafia.seats)
        if self.story is not None:
            subjects.extend(("story", corpus) for corpus in self.story.corpora)
        for seed, (game, subject), model, variant in product(
            self.seeds, subjects, self.models, self.variants
        ):
            yield Cell(self, game, subject, model, seed, variant)


@dataclass(frozen=True, slots=True)
class Cell:
    """One episode of a suite."""

    suite: Suite
    game: str
    subject: str | int
    model: str
    seed: int
    variant: str

    @property
    def _asked(self) -> tuple[tuple[str, bool], ...]:
        asks = self.game == "story" and self.suite.story is not None
        return self.suite.story.asked if asks and self.suite.story is not None else ()

    def settings(self) -> Settings:
        """Return all settings of the cell; raises SettingsError."""
        section: _Subjects | None = getattr(self.suite, self.game)
        limits = {"limits": section.limits} if section is not None and section.limits else {}
        laid = merged(merged({"llm": UNATTENDED}, self.suite.settings), limits)
        laid = merged(laid, self.suite.variants[self.variant])
        laid = merged(laid, lineup(self.game, self.model))
        elsewhere = provider_elsewhere(self.model, laid.get("llm", {}).get("providers", {}))
        if elsewhere is not None:
            laid = merged(laid, {"llm": {"providers": {elsewhere: ELSEWHERE}}})
        if self.game == "mafia":
            laid = merged(laid, {"mafia": {"seats": self.subject}})
        if self._asked:
            laid = merged(laid, {"story": {"script": [prompt for prompt, _ in self._asked]}})
        return check_settings(laid)

    def episode(self) -> NewEpisode:
        """Return the cell's episode, which says where it belongs; raises LudensError."""
        settings = self.settings()
        new = self._entered(settings)
        decided = [new.game, new.subject, new.subject_hash, new.seed, new.settings]
        decided += [self.model, self.variant]
        key = hashlib.sha256(canonical(decided).encode()).hexdigest()[:16]
        place = {
            "suite": self.suite.name,
            "cell": key,
            "cells": self.suite.size,
            "subject": str(self.subject),
            "model": self.model,
            "variant": self.variant,
        }
        if self._asked:
            place["supported"] = [supported for _, supported in self._asked]
        return NewEpisode(
            game=new.game,
            subject=new.subject,
            subject_hash=new.subject_hash,
            subject_content=new.subject_content,
            seed=new.seed,
            model=self.model,
            settings={**new.settings, "bench": place},
        )

    def _entered(self, settings: Settings) -> NewEpisode:
        match self.game:
            case "adventure":
                return new_adventure(settings, str(self.subject), seed=self.seed)
            case "story":
                return new_story(settings, str(self.subject), seed=self.seed)
            case _:
                return new_table(settings, seed=self.seed)


ELSEWHERE = {"adapter": "compatible"}
"""What a cell has of a provider that only those who play know: they say what it is."""


class _Asked(_Section):
    """A line of a file of prompts."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    prompt: Annotated[str, Field(min_length=1)]
    supported: bool


def read_prompts(path: Path) -> tuple[tuple[str, bool], ...]:
    """Return the prompts of a file, each with its truth; raises SuiteError."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
        read = [_Asked.model_validate_json(row) for row in rows if row.strip()]
    except OSError as error:
        raise SuiteError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, ValidationError) as error:
        raise SuiteError(
            f'{path}: each line must be like {{"prompt": "Who rang?", "supported": true}}'
        ) from error
    if {one.supported for one in read} != {True, False}:
        raise SuiteError(f"{path}: some prompts must be supported by the book, and some not")
    return tuple((one.prompt, one.supported) for one in read)


@lru_cache(maxsize=8)
def read_suite(path: Path) -> Suite:
    """Return the suite that a TOML file describes; raises SuiteError."""
    try:
        suite = Suite.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise SuiteError(
            f"there is no file {path}: a suite is run from its TOML file; what was played of it "
            "can be asked for by its name in `bench report` and `bench compare`"
        ) from error
    except OSError as error:
        raise SuiteError(f"{path} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise SuiteError(f"{path}: {_told(error)}") from error
    except ValueError as error:
        raise SuiteError(f"{path} is not valid TOML: {error}") from error
    return _checked(suite)


def suite_of(values: Mapping[str, Any]) -> Suite:
    """Return the suite that a file's content as a mapping describes; raises SuiteError."""
    try:
        return _checked(Suite.model_validate(dict(values)))
    except ValidationError as error:
        raise SuiteError(f"the suite: {_told(error)}") from error


def _checked(suite: Suite) -> Suite:
    for cell in suite.cells():
        if cell.seed == suite.seeds[0]:
            cell.settings()
    return suite


def _told(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message}" if where else message
