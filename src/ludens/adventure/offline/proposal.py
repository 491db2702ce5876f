"""A proposal: something that could be done, by which rule, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.offline.value import Features, value
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that could be worth a turn."""

    command: str
    room: RoomId
    """Where it is to be typed."""
    rule: str
    """The id of the rule that proposes it."""
    things: tuple[str, ...] = ()
    """The names of what it is about."""
    parts: tuple[Features, ...] = ()
    """What speaks for and against it; see `value.py`."""
    luck: tuple[Features, ...] = ()
    """The same of how its rule, its verb and its tool fared so far: always as of now."""
    anywhere: bool = False
    """All that it is about is in the hands: nothing speaks for going somewhere to do it."""
    long_shot: bool = False
    """Nothing that is known of the things says that it makes sense: it could be said, no more."""
    at_once: bool = False
    """It is worth a turn before all else, where one is."""

    @property
    def features(self) -> dict[str, float]:
        """All that speaks for and against it."""
        return {name: amount for part in (*self.parts, *self.luck) for name, amount in part.items()}

    @property
    def worth(self) -> float:
        """The progress that it is expected to bring."""
        return value(*self.parts, *self.luck)


Valued = tuple[float, Proposal]
"""A proposal behind what it is worth."""
