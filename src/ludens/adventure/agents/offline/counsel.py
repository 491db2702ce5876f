"""Counsel: what the story's texts ask for, and what the puzzle agent suggests, as opportunities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId, in_room

ORDERED = 1.5
"""The first thing that the story asks for and that is not done yet."""
IN_VAIN = 0.3
"""What is left of an order's worth for each room where it did nothing: it may be none."""
ORDERED_LATER = 0.2
"""What it asks for after that."""
SUGGESTED = 0.9
"""What the surest of the puzzle agent's ideas is worth: one that solves something opens more."""
FETCHED = 0.8
"""What is left of that for going to fetch what it wants."""


def suggested(
    state: AdventureState, room: RoomId, held: tuple[Thing, ...]
) -> Iterator[Opportunity]:
    """Yield the puzzle agent's suggestions for a room, and what lies there and is wanted for one.

    A suggestion is worth a try where it is to be done, once everything for it is in the hands.
    """
    names = {thing.name for thing in held}
    carried_names = {state.items.known[id_].name.lower() for id_ in state.items.carried()} | names
    for idea in state.puzzles.suggestions.values():
        missing = [name for name in idea.items if name.lower() not in carried_names]
        worth = SUGGESTED * idea.confidence
        if not missing and idea.room in (None, room):
            thing = idea.items[0].lower() if idea.items else ""
            yield Opportunity(idea.command, worth, idea.reason, thing, since=idea.turn)
        for name in missing:
            yield from _fetched(state, room, name, worth * FETCHED)


def _fetched(state: AdventureState, room: RoomId, name: str, worth: float) -> Iterator[Opportunity]:
    """Yield the taking of something that an idea wants and that was left in a room."""
    for id_ in state.items.visible_at(in_room(room)):
        item = state.items.known[id_]
        if item.name == name and not item.fixed:
            reason = f"The {name} is wanted elsewhere."
            yield Opportunity(f"take {name.lower()}", worth, reason, since=item.last_seen)


def ordered(
    vocabulary: Vocabulary,
    state: AdventureState,
    held: tuple[Thing, ...],
    here: tuple[Thing, ...],
) -> Iterator[Opportunity]:
    """Yield what the story has told the player to do and can be done with what is at hand."""
    worth = ORDERED
    for order, done in state.journal.orders.items():
        if done:
            continue
        vain = IN_VAIN ** state.journal.barren.get(order, 0)
        verb, _, rest = order.partition(" ")
        names = vocabulary.phrases(rest)
        if len(names) == 2:
            first, second = (1, 0) if " with " in rest else (0, 1)
            ready = _at_hand(names[first], held) and _at_hand(names[second], (*here, *held))
        else:
            ready = bool(names) and _at_hand(names[0], (*here, *held))
        if not ready:
            worth = ORDERED_LATER
            continue
        reason = "The story asks for it."
        yield Opportunity(order, worth * vain, reason, kind="")
        if verb in ("unlock", "lock") and len(names) == 1:
            for tool in held:
                yield Opportunity(f"{order} with {tool.name}", worth * vain / 2, reason)
        worth = ORDERED_LATER


def _at_hand(name: str, things: Iterable[Thing]) -> bool:
    words = set(name.split())
    return any(words <= (other := set(thing.name.split())) or other <= words for thing in things)
