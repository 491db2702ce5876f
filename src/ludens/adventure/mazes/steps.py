"""What the solver answers with: a command, or that the next phase begins."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.mazes.events import Phase
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Step:
    """A command, and why."""

    command: str
    reason: str


@dataclass(frozen=True, slots=True)
class Onward:
    """There is no more to do in this phase; the next one begins, for this reason."""

    phase: Phase
    reason: str = ""
    tour: tuple[RoomId, ...] = ()
    """The order in which the markers are collected, when that begins."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something worth going for."""

    cost: float
    """Commands until it is done."""
    target: RoomId
    command: str
    """What to do there; empty to be there is all."""
    reason: str
