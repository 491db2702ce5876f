"""What can happen to the items: found, changed, moved, and what the player can carry."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ludens.adventure.world.fact import Fact
from ludens.adventure.world.places import ItemId, Place
from ludens.episode.events import events_of


class Handling(StrEnum):
    """How an item came to be where it is."""

    TAKEN = "taken"
    DROPPED = "dropped"
    PUT = "put"
    """Into or onto another item, given to somebody, thrown somewhere."""
    CONSUMED = "consumed"
    """Eaten, drunk, burnt up, broken: it is no more."""
    MOVED_BY_ITSELF = "moved_by_itself"
    """A creature went, a thing rolled away, or another took it where it was seen to."""
    VANISHED = "vanished"
    """It is no longer where it was, and nobody saw where to: stolen, evaporated."""
    NOTICED = "noticed"
    """It is seen somewhere else than thought; nobody knows how it came there."""


class ItemFound(Fact):
    """An item was seen for the first time. Properties are None while unknown."""

    hook = "on_item_found"
    item: ItemId
    name: str
    place: Place
    number: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    portable: bool | None = None
    alive: bool | None = None


class ItemChanged(Fact):
    """An item proved or came to be another than was known; None: as before."""

    item: ItemId
    name: str | None = None
    description: str | None = None
    """What the story says on examining it."""
    portable: bool | None = None
    """Whether it can be taken; False is a fixed thing."""
    alive: bool | None = None
    consumable: bool | None = None
    """It can be used up: eaten, drunk, burnt."""
    container: bool | None = None
    """Things can be put into or onto it."""
    open: bool | None = None
    locked: bool | None = None
    light_source: bool | None = None
    lit: bool | None = None
    """It gives light now; the turns that it does are counted."""
    fuel: Annotated[int, Field(ge=0)] | None = None
    """Turns of light that are left from now on, where the story or experience tells."""
    worn: bool | None = None


class ItemMoved(Fact):
    """An item is somewhere else than before."""

    item: ItemId
    place: Place
    how: Handling = Handling.NOTICED
    holder: int | None = None
    """The object that has it for the player, whose own does not."""


class ItemTransformed(Fact):
    """An item turned into another one, which stands in its place; the old one is gone."""

    item: ItemId
    into: ItemId
    """Known by an ItemFound before, or new under the name of the old."""


class ItemsMerged(Fact):
    """Two items proved to be one under two names: what is known of `other` goes to `item`."""

    item: ItemId
    other: ItemId


class LightFading(Fact):
    """The story warns that a light is running out."""

    item: ItemId
    text: str


class CarryLimitMet(Fact):
    """The player could not take an item because of what is carried already."""

    carried: Annotated[int, Field(ge=0)]
    """Items carried (worn ones not counted) when the load was too much."""
    item: ItemId | None = None
    """What was refused."""
    text: str = ""


ITEM_EVENTS = events_of(__name__)
