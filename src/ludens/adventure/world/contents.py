"""What is directly at each place: computed from the items, kept in step with them."""

from __future__ import annotations

from collections.abc import Mapping

from ludens.adventure.stamps import Stamps
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import ItemId, Place


class Contents:
    """The items at each place. Holds no fact of its own, so any two are equal."""

    def __init__(self) -> None:
        self.stamps = Stamps()
        """Another number after each change of any item."""
        self._at: dict[Place, set[ItemId]] | None = None
        self._in_order: dict[Place, list[ItemId]] = {}
        self.within: dict[Place, tuple[ItemId, ...]] = {}
        """What is at each place however deep, as long as no item changes."""
        self.visible: dict[Place, tuple[ItemId, ...]] = {}
        """What can be seen at each place, as long as no item changes."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents)

    def __hash__(self) -> int:
        return hash(Contents)

    def __reduce__(self) -> tuple[type[Contents], tuple[()]]:
        return Contents, ()

    def forget(self) -> None:
        """Work out anew what is at each place however deep: an item changed."""
        self.within.clear()
        self.visible.clear()
        self.stamps.touch("")

    def move(self, item: ItemId, old: Place | None, new: Place | None) -> None:
        """Note that an item is at another place; None is for one that was not or is no more."""
        if self._at is None:
            return
        if old is not None:
            self._at[old].discard(item)
            self._in_order.pop(old, None)
        if new is not None:
            self._at.setdefault(new, set()).add(item)
            self._in_order.pop(new, None)

    def at(self, place: Place, known: Mapping[ItemId, Item]) -> list[ItemId]:
        """Return what is directly at a place, in the order it was first seen."""
        if self._at is None:
            self._at = {}
            for id_, item in known.items():
                self._at.setdefault(item.place, set()).add(id_)
        found = self._in_order.get(place)
        if found is None:
            there = self._at.get(place, ())
            found = sorted(there, key=lambda id_: (known[id_].first_seen, id_))
            self._in_order[place] = found
        return found.copy()
