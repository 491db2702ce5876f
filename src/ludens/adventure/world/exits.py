"""A room and the ways out of it: what is known of each, and how reports about one are united."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from ludens.adventure.models import Part
from ludens.adventure.world.fact import Source
from ludens.adventure.world.map_events import Resolution, WayFact
from ludens.adventure.world.places import RoomId


class ExitStatus(StrEnum):
    """What is known of a way out."""

    UNEXPLORED = "unexplored"
    """Mentioned or suspected, and not tried."""
    ASSUMED = "assumed"
    """Not tried, but the opposite of a way that was walked."""
    EXPLORED = "explored"
    BLOCKED = "blocked"
    """Something stands in it that may go away."""
    ABSENT = "absent"
    """Tried: there is no way out."""
    CLOSED = "closed"
    """Walked once; the story changed its world and it is no more."""


WEIGHT = {
    ExitStatus.UNEXPLORED: 0,
    ExitStatus.ABSENT: 1,
    ExitStatus.ASSUMED: 2,
    ExitStatus.BLOCKED: 3,
    ExitStatus.CLOSED: 4,
    ExitStatus.EXPLORED: 5,
}
"""Which of two reports about one exit stands when two rooms prove to be one."""


class Contradiction(Part):
    """The last time that a way did not lead where the map said."""

    expected: RoomId | None
    found: RoomId | None
    resolution: Resolution
    turn: int
    times: int = 1


class Exit(Part):
    """A way out of a room, by direction or command."""

    status: ExitStatus = ExitStatus.UNEXPLORED
    to: RoomId | None = None
    """Where it leads or last led; kept when it is blocked or closed."""
    walked: dict[RoomId, int] = Field(default_factory=dict)
    """How often it led where."""
    streak: int = 0
    """How often in a row it led to `to`, up to now."""
    teleport: bool = False
    one_way: bool = False
    random: bool = False
    reason: str = ""
    """What the story said when it was blocked, absent or closed."""
    deaths: int = 0
    """How often the player died of going this way."""
    contradiction: Contradiction | None = None
    first_seen: int = 0
    turn: int = 0
    """When something was last learnt about it."""
    tried: bool = False
    """What is known of it now was tried on a copy of the story: nobody has gone it since."""
    leads_to: str = ""
    """What the place is called that a trial showed at its end, while it is not on the map."""
    leads_at: int | None = None
    """That place's object number, where it is known."""
    source: Source = Source.LEXICAL
    confidence: float = 1.0

    @property
    def open(self) -> bool:
        """Whether it is believed to lead somewhere now."""
        return self.status in (ExitStatus.EXPLORED, ExitStatus.ASSUMED)

    @property
    def to_blame(self) -> int:
        """How many of those deaths this way is to blame for.

        Who had gone it alive before dies of something else the first time: a storm, the dark.
        """
        return max(0, self.deaths - 1) if self.walked else self.deaths

    def chance(self, to: RoomId) -> float:
        """Return how likely it leads to a room, judged by where it led so far, from 0 to 1."""
        if not self.random:
            return 1.0 if to == self.to else 0.0
        share = (self.walked.get(to, 0) + 0.5) / (sum(self.walked.values()) + 1.0)
        habit = 1.0 - 0.5**self.streak
        """After a change of the world the newest walks say more than all older ones."""
        return max(share, habit) if to == self.to else min(share, 1.0 - habit)

    def note(self, status: ExitStatus, fact: WayFact, turn: int) -> None:
        """Take another status from a fact."""
        self.status, self.turn = status, turn
        self.tried, self.leads_to, self.leads_at = fact.tried, "", None
        self.source, self.confidence = fact.source, fact.confidence

    def count(self, to: RoomId) -> None:
        """Count one more walk and where it led."""
        self.streak = self.streak + 1 if to == self.to else 0
        self.walked[to] = self.walked.get(to, 0) + 1

    def redirect(self, old: RoomId, new: RoomId) -> None:
        """Lead to `new` wherever it led to `old`, which proved to be the same room."""
        self.to = new if self.to == old else self.to
        if old in self.walked:
            self.walked[new] = self.walked.get(new, 0) + self.walked.pop(old)


def united(one: Exit, other: Exit) -> Exit:
    """Return what two reports about one exit come to; both lead to rooms that are still there."""
    stronger, weaker = (one, other) if WEIGHT[one.status] >= WEIGHT[other.status] else (other, one)
    both_walked = stronger.status is weaker.status is ExitStatus.EXPLORED
    walked = dict(one.walked)
    for to, times in other.walked.items():
        walked[to] = walked.get(to, 0) + times
    return stronger.model_copy(
        update={
            "to": stronger.to if stronger.to is not None else weaker.to,
            "walked": walked,
            "random": one.random or other.random or (both_walked and one.to != other.to),
            "deaths": one.deaths + other.deaths,
            "first_seen": min(one.first_seen, other.first_seen),
            "turn": max(one.turn, other.turn),
        }
    )


class Room(Part):
    """A place."""

    name: str
    description: str = ""
    location: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    dark: bool = False
    """Nothing can be seen in it without a light."""
    visits: int = 0
    first_seen: int = 0
    last_seen: int = 0
    exits: dict[str, Exit] = Field(default_factory=dict)
    source: Source = Source.LEXICAL
    confidence: float = 1.0
