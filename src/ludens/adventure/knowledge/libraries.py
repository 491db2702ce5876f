"""Which verbs stories share: `libraries.toml`, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict


class Libraries(BaseModel):
    """The table."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    verbs: tuple[str, ...]


@cache
def shared_verbs() -> tuple[str, ...]:
    """Return the verbs that most stories have from their library or by custom."""
    source = files("ludens.adventure.knowledge") / "libraries.toml"
    return Libraries.model_validate(tomllib.loads(source.read_text(encoding="utf-8"))).verbs
