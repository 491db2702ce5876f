"""Personas: who a player is, beside their role. TOML files, checked when they are read."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ludens.episode.errors import LudensError
from ludens.mafia.roles.role import RoleName

Line = Annotated[str, StringConstraints(min_length=1, max_length=240, strip_whitespace=True)]
Paragraph = Annotated[str, StringConstraints(min_length=1, max_length=700, strip_whitespace=True)]


class PersonaError(LudensError):
    """A persona's file is missing or wrong; the message says which and how."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Identity(_Part):
    """Who it is."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Z][\w'-]{1,15}$")]
    """One word: it is how everybody at the table speaks of the player."""
    tagline: Line
    """What the others see of them, in a few words."""
    background: Paragraph
    traits: tuple[Line, ...] = Field(min_length=2, max_length=6)


class Voice(_Part):
    """How it speaks and what it tends to do."""

    speech: Line
    reasoning: Line
    accusing: Line
    defending: Line
    trust: Line
    risk: Line
    phrases: tuple[Line, ...] = Field(min_length=2, max_length=8)
    """Words of its own, to be used now and then."""
    quirks: tuple[Line, ...] = Field(default=(), max_length=4)


class Persona(_Part):
    """A character who can sit down at a table."""

    identity: Identity
    voice: Voice
    roles: dict[RoleName, Line] = {}
    """What the character makes of a role, in a line; for any roles or none."""
    relationships: dict[str, Line] = {}
    """What it thinks of other characters, by their name: told only if they are at the table."""

    def __hash__(self) -> int:
        """Return the hash of its name: equal characters have equal names."""
        return hash(self.identity.name)


def read_persona(text: str, source: str) -> Persona:
    """Return the persona that a TOML text describes; raises PersonaError."""
    try:
        return Persona.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PersonaError(f"the persona {source} is not valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PersonaError(f"the persona {source}: {where}: {first['msg'].lower()}") from error


@lru_cache(maxsize=1)
def bundled_personas() -> dict[str, Persona]:
    """Return the personas that come with Ludens, by their file's name."""
    folder = files("ludens.mafia") / "personas"
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {
        file.name.removesuffix(".toml"): read_persona(file.read_text(encoding="utf-8"), file.name)
        for file in found
    }


def load_personas(folder: str | None = None) -> dict[str, Persona]:
    """Return the bundled personas and those of a folder, which come before them.

    Raises PersonaError.
    """
    if folder is None:
        return bundled_personas()
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise PersonaError(f"there is no folder of personas {folder}")
    own = {
        file.stem: read_persona(file.read_text(encoding="utf-8"), file.name)
        for file in sorted(path.glob("*.toml"))
    }
    return {**bundled_personas(), **own}


def cast_table(
    seats: int, known: dict[str, Persona], wanted: tuple[str, ...], dice: Random
) -> list[Persona]:
    """Return a persona for each seat: those wanted in their order, the rest drawn by lot.

    Raises PersonaError for an unknown one, a name that two share, or too few.
    """
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise PersonaError(f"there is no persona {unknown[0]!r}; there are {', '.join(known)}")
    chosen = list(wanted[:seats])
    spare = [name for name in known if name not in chosen]
    dice.shuffle(spare)
    taken = {known[name].identity.name for name in chosen}
    for name in spare:
        if len(chosen) == seats:
            break
        if known[name].identity.name not in taken:
            chosen.append(name)
            taken.add(known[name].identity.name)
    if len(chosen) < seats or len(taken) < seats:
        raise PersonaError(
            f"{seats} seats need {seats} personas of different names; there are {len(taken)}"
        )
    return [known[name] for name in chosen]
