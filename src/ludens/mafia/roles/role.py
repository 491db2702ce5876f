"""What a role is: a side, a goal, and perhaps something to do at night."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from ludens.mafia.night import Night
from ludens.mafia.seats import SeatId

RoleName = NewType("RoleName", str)


class Team(StrEnum):
    """Whom a role wins with."""

    TOWN = "town"
    MAFIA = "mafia"
    ALONE = "alone"
    """With nobody: the role wins by itself."""


@dataclass(frozen=True, slots=True)
class NightAct:
    """What a role may do alone each night from the first on, after the mafia has chosen."""

    verb: str
    """One word, as in "investigate"; the act's name in the log."""
    order: int
    """Who acts earlier in the night; the doctor is 10, the detective 20 (seed 003)."""
    told: str
    """What happens, as the rules tell it: "Each night the doctor …"."""
    at_dawn: Callable[[Night, SeatId], None] | None = None
    """What the act adds to the night, applied with everybody's when the night is resolved."""
    learns: Callable[[Role], bool] | None = None
    """What the actor is told at once: whether the target's role appears to be mafia."""
    on_self: bool = False
    """Whether the actor may be the target."""
    may_pass: bool = False
    uses: int | None = None
    """How many times in a game; None for every night."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role; everything the engine, the rules text and the players know of it."""

    name: RoleName
    team: Team
    goal: str
    """What it wants, told to whoever holds it: "You win when …"."""
    advice: str
    """How to play it, in two or three sentences, for whoever holds it."""
    article: str = "a"
    """What stands before the name of whoever holds it: "a doctor"; nothing before "mafia"."""
    act: NightAct | None = None
    found_mafia: bool = False
    """What an investigation of it finds."""
    wins_when_voted_out: bool = False
    """Whether being voted out wins it the game at once."""
    twist: str = ""
    """What the rules tell of it besides its act, where there is something to tell."""

    @property
    def called(self) -> str:
        """Return what somebody who holds it is: "a doctor", "mafia"."""
        return f"{self.article} {self.name}".lstrip()
