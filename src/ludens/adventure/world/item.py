"""An item: what it is like, and what events make of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.world.fact import Source
from ludens.adventure.world.item_events import Handling, ItemChanged
from ludens.adventure.world.places import UNKNOWN, ItemId, Place

PROPERTIES = (
    *("portable", "alive", "consumable", "container", "open", "locked", "light_source", "lit"),
    "worn",
)
"""What an item may be, not be, or not be known to be."""


class Item(BaseModel):
    """A thing, fixed or portable, alive or not. Properties are None while unknown."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: str
    place: Place = UNKNOWN
    number: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    description: str = ""
    portable: bool | None = None
    alive: bool | None = None
    consumable: bool | None = None
    container: bool | None = None
    open: bool | None = None
    locked: bool | None = None
    light_source: bool | None = None
    lit: bool | None = None
    worn: bool | None = None
    lit_since: int | None = None
    """The turn since which it gives light without a break."""
    burnt: int = 0
    """Turns of light before `lit_since`."""
    fuel: int | None = None
    """Turns of light left when `burnt` was last counted up; None while unknown."""
    fading: str = ""
    """The story's last warning that the light runs out."""
    shut: int = -1
    """The last turn in which it was shut after it had been open."""
    became: ItemId | None = None
    """What it turned into."""
    how: Handling | None = None
    """How it came to be where it is, if it ever moved."""
    moved: int = 0
    """The turn at which it came to be where it is."""
    left: Place = UNKNOWN
    """Where it was before."""
    first_seen: int = 0
    last_seen: int = 0
    """The last turn that told something new of it."""
    source: Source = Source.LEXICAL
    confidence: float = 1.0

    @property
    def fixed(self) -> bool:
        """Whether it is known that it cannot be taken."""
        return self.portable is False

    @property
    def properties(self) -> dict[str, bool]:
        """What it is known to be or not to be."""
        values = {name: getattr(self, name) for name in PROPERTIES}
        return {name: value for name, value in values.items() if value is not None}

    def burning_time(self, turn: int) -> int:
        """Return for how many turns it has given light, all told."""
        return self.burnt + (max(0, turn - self.lit_since) if self.lit_since is not None else 0)

    def fuel_left(self, turn: int) -> int | None:
        """Return for how many turns it will still give light; None while unknown."""
        if self.fuel is None:
            return None
        return max(0, self.fuel - (self.burning_time(turn) - self.burnt))

    def change(self, event: ItemChanged, turn: int) -> None:
        """Take what an event says about it."""
        if event.lit is not None and bool(self.lit) != event.lit:
            left, burnt = self.fuel_left(turn), self.burning_time(turn)
            self.fuel, self.burnt = left, burnt
            self.lit_since = turn if event.lit else None
            if event.lit and left == 0:
                self.fuel = None  # what was spent and burns again was filled
        if event.fuel is not None:
            self.burnt = self.burning_time(turn)
            self.lit_since = turn if self.lit_since is not None else None
            self.fuel = event.fuel
        was_open = self.open
        for name in ("name", "description", *PROPERTIES):
            value = getattr(event, name)
            if value is not None:
                setattr(self, name, value)
        if event.lit or event.fuel is not None:
            self.light_source = True
        if event.locked:
            self.open = False
        if was_open and self.open is False:
            self.shut = turn
        self.last_seen = turn
