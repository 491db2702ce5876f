"""The rule-based reader: what an observation says, from its words and its layout alone."""

from __future__ import annotations

from ludens.adventure.perception.commands import is_walk
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.facts import Holder, ItemFact, PlaceFact, Reading
from ludens.adventure.perception.items_text import (
    handled_in,
    inventory_in,
    is_too_much,
    items_in,
)
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.outcomes import ending_in, question_in, score_in
from ludens.adventure.perception.places import is_dark, places_in
from ludens.adventure.perception.titles import Expectation, Kind

DARK_ROOM_WORDS = 200
"""A text longer than this that says it is dark somewhere describes more than darkness."""


def read(text: str, command: str, expected: Expectation, here: str = "") -> Reading:
    """Return what a text says in answer to a command. `here` is the current room's title."""
    places, messages = places_in(text, expected, here)
    place = places[-1] if places else None
    inventory = inventory_in(text, command)
    handled = handled_in(text, command)
    ending = ending_in(text)
    walks = is_walk(command)
    refusal = None
    if walks and place is None and ending is None and messages:
        refusal = sentences_of(" ".join(messages))[0]
    return Reading(
        places=places,
        dark=place.dark if place is not None else is_dark(text) and len(text) < DARK_ROOM_WORDS,
        refusal=refusal,
        exits=exits_in(" ".join(place.body.split()))
        if place is not None and not place.dark
        else (),
        items=inventory if inventory is not None else _items(text, place, expected.kind),
        taken=handled.taken,
        dropped=handled.dropped,
        inventory=inventory is not None,
        too_much=is_too_much(text),
        score=score_in(text),
        ending=ending,
        question=question_in(text),
        messages=messages,
    )


def _items(text: str, place: PlaceFact | None, kind: Kind) -> tuple[ItemFact, ...]:
    """Return the listed items: of the place shown, or of what was looked into."""
    if place is not None:
        return items_in(place.body)
    inside = tuple(fact for fact in items_in(text) if fact.holder is not Holder.ROOM)
    return inside if kind is not Kind.MOVING else ()
