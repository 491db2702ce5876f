"""Things that the inventory calls otherwise than the room or the player did.

A large egg in a nest is a jewelled egg in the hands; what the player calls a lamp is listed as a
lantern. Such a thing has not vanished, and nothing else has come instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ludens.adventure.perception.item_notes import Notes
from ludens.adventure.perception.mentions import noun_of
from ludens.adventure.world.places import INVENTORY, ItemId


def renamed(
    notes: Notes, missing: Collection[ItemId], come: Collection[ItemId]
) -> list[tuple[ItemId, ItemId]]:
    """Return which things that a whole inventory leaves out are which of those new in it.

    Where one of each has the same noun they are one. The last of each are one where the player's
    own word is all that the thing was ever known by.
    """
    pairs: list[tuple[ItemId, ItemId]] = []
    left, new = list(missing), list(come)
    for id_ in missing:
        same = _of_noun(notes, new, _noun(notes, id_))
        if len(same) == 1 and len(_of_noun(notes, left, _noun(notes, id_))) == 1:
            pairs.append((id_, same[0]))
            left.remove(id_)
            new.remove(same[0])
    if len(left) == len(new) == 1 and _is_hearsay(notes, left[0]):
        pairs.append((left[0], new[0]))
    return pairs


def come_to_hand(notes: Notes, listed: Sequence[ItemId]) -> Iterator[ItemId]:
    """Yield what a whole inventory lists in the hands and nobody thought to be there."""
    for id_ in listed:
        known = notes.items.known.get(id_)
        if notes.place(id_) == INVENTORY and (known is None or known.place != INVENTORY):
            yield id_


def _is_hearsay(notes: Notes, id_: ItemId) -> bool:
    """Return whether a thing was never anywhere but in the hands, where the player took it."""
    known = notes.items.known[id_]
    return known.how is None and known.moved == known.first_seen


def _noun(notes: Notes, id_: ItemId) -> str:
    return noun_of(notes.known()[id_].lower().split())


def _of_noun(notes: Notes, ids: Collection[ItemId], noun: str) -> list[ItemId]:
    return [id_ for id_ in ids if _noun(notes, id_) == noun]
