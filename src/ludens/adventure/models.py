"""What the models of this game have in common: their own fields, and no others."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A part of the state: what is not of it is refused."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class Frozen(Part):
    """One that never changes: a setting, a finding, a line of a table."""

    model_config = ConfigDict(frozen=True)
