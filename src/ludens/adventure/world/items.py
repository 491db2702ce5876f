"""The items: what there is and where it is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import ItemFound, ItemId, ItemMoved
from ludens.episode.events import Event

INVENTORY = "inventory"
GONE = "gone"
UNKNOWN = "unknown"


class Item(BaseModel):
    """A thing, fixed or portable, alive or not."""

    model_config = ConfigDict(extra="forbid")

    name: str
    place: str
    """A room id, `inventory`, `unknown`, `gone`, or another item's id."""
    number: int | None = None
    first_seen: int = 0


class Items(BaseModel):
    """Every item seen so far; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    known: dict[ItemId, Item] = {}

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case ItemFound():
                self.known[event.item] = Item(
                    name=event.name, place=event.place, number=event.number, first_seen=turn
                )
            case ItemMoved():
                self.known[event.item].place = event.place

    def at(self, place: str) -> list[ItemId]:
        """Return what is directly at a place."""
        return [id_ for id_, item in self.known.items() if item.place == place]
