"""Pending: deeds that were refused for a reason that may pass, or that have begun to work."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import CommandJudged
from ludens.adventure.experience import GAINFUL
from ludens.adventure.kinds import LOOKING
from ludens.adventure.world.places import RoomId


class Pending(BaseModel):
    """What a deed waits for that was refused."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    speaks: tuple[str, ...] = ()
    """The last words of what the refusal named besides the things of the deed."""
    premature: bool = False
    """It said that the deed came too early."""
    unfinished: bool = False
    """It did something, and is to be gone on with."""


def note_pending(
    pending: dict[RoomId, dict[str, Pending]], event: CommandJudged, page: RoomId
) -> None:
    """Note what a refused deed waits for; what worked waits for nothing."""
    if event.effect in GAINFUL:
        pending.get(page, {}).pop(event.command, None)
    elif event.novel and LOOKING.match(event.command) is None:
        pending.setdefault(page, {})[event.command] = Pending(
            speaks=event.speaks, premature=event.premature, unfinished=event.unfinished
        )
    elif event.command in (known := pending.get(page, {})):
        known[event.command].unfinished = False
