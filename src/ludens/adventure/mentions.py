"""Names that texts give to things, and what came of them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Standing(StrEnum):
    """What is known of a name that a text gave to something in a room."""

    UNTRIED = "untried"
    ABSENT = "absent"
    """The story knows nothing of that name here."""
    PRESENT = "present"
    ALIAS = "alias"
    """It is another name of a thing that is known here."""


class Mention(BaseModel):
    """A name that a text used in a room."""

    model_config = ConfigDict(extra="forbid")

    turn: int
    listed: bool = False
    """The text lists it like a thing that lies there to be taken."""
    bare: bool = False
    """No article stands with it: as often as not it names no thing."""
    new: bool = False
    """The text brings it in by `a` or `some`."""
    revealed: bool = False
    """Something that was done brought it to light."""
    dull: bool = False
    """The story says of it what it says of whatever does not matter."""
    standing: Standing = Standing.UNTRIED
