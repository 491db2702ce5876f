"""What a model reports of a text, and the check that each fact quotes words that are there.

A fact not in the text is not a fact: what cannot be found in it, word for word, is thrown away.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.models import Part
from ludens.adventure.perception.facts import ExitFact, Holder, ItemFact
from ludens.adventure.perception.listings import is_name, name_of
from ludens.adventure.perception.mentions import WORD, noun_of
from ludens.adventure.world.fact import Source

CONFIDENCE = 0.8
"""How sure a fact is that a model read and whose words were found."""
SHORTEST_QUOTE = 3
"""Characters a quote must have to prove anything."""
Direction = Literal[
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "up",
    "down",
    "in",
    "out",
]
DIRECTION_WORDS: dict[str, tuple[str, ...]] = {
    **{direction: (direction,) for direction in DIRECTIONS},
    "northeast": ("northeast", "north-east", "north east"),
    "northwest": ("northwest", "north-west", "north west"),
    "southeast": ("southeast", "south-east", "south east"),
    "southwest": ("southwest", "south-west", "south west"),
    "up": ("up", "above", "upstairs", "ascend", "climb", "rise", "overhead", "ceiling"),
    "down": ("down", "below", "downstairs", "descend", "pit", "hole", "trapdoor", "trap door"),
    "in": ("in", "into", "inside", "enter", "entrance", "within"),
    "out": ("out", "outside", "exit", "leave", "leaving"),
}
"""Words of which a quote must hold one to speak of a direction; longer forms count too."""

Quote = Annotated[str, Field(description="The words of the text that say so, copied exactly.")]


class ReportedExit(Part):
    """A way out that the text mentions."""

    direction: Direction | None = Field(description="One of the twelve, or null if none is named.")
    quote: Quote


class MapReport(Part):
    """What a text says of the ways out of a place."""

    exits: list[ReportedExit] = Field(description="Empty when the text mentions none.")
    closed: list[ReportedExit] = Field(
        description="Ways that the text says are gone from now on: collapsed, flooded, sealed."
    )
    carried_by: Quote | None = Field(
        description="The words that say the player was moved without wanting it, or null."
    )
    renamed: bool | None = Field(
        None,
        description="Whether this is the place given as the one before, under another name; null "
        "where none is given.",
    )


class ReportedItem(Part):
    """A thing or creature that the text mentions. What the text does not tell is null."""

    name: str = Field(description="As the text names it, without article.")
    quote: Quote
    where: Literal["here", "carried", "inside"] | None
    inside: str | None = Field(description="The name of what it is in or on, when `inside`.")
    portable: bool | None
    alive: bool | None
    container: bool | None
    open: bool | None
    locked: bool | None
    light_source: bool | None
    lit: bool | None
    consumable: bool | None

    @property
    def properties(self) -> dict[str, bool]:
        """What the report says it is or is not."""
        values = {
            "portable": self.portable,
            "alive": self.alive,
            "container": self.container,
            "open": self.open,
            "locked": self.locked,
            "light_source": self.light_source,
            "lit": self.lit,
            "consumable": self.consumable,
        }
        return {name: value for name, value in values.items() if value is not None}


class ItemReport(Part):
    """What a text says of things and creatures."""

    items: list[ReportedItem] = Field(description="Empty when the text mentions none.")


def quoted(quote: str, text: str) -> bool:
    """Say whether a text holds a quote, apart from case, spaces and the shape of its marks."""
    words = _even(quote)
    return len(words) >= SHORTEST_QUOTE and words in _even(text)


def exit_facts(reported: list[ReportedExit], text: str) -> list[ExitFact]:
    """Return the reported exits whose quotes stand in the text and speak of their direction."""
    return [
        ExitFact(entry.direction, entry.quote, CONFIDENCE, Source.LLM)
        for entry in reported
        if entry.direction is not None
        and quoted(entry.quote, text)
        and speaks_of(entry.direction, entry.quote)
    ]


def item_facts(report: ItemReport, text: str) -> list[tuple[ItemFact, dict[str, bool]]]:
    """Return the reported items whose quotes stand in the text and name them, with properties."""
    found: list[tuple[ItemFact, dict[str, bool]]] = []
    for entry in report.items:
        name = name_of(entry.name)
        if is_name(name) and quoted(entry.quote, text) and _names(name, entry.quote):
            found.append((_item_fact(entry, name, text), entry.properties))
    return found


def _item_fact(entry: ReportedItem, name: str, text: str) -> ItemFact:
    inside = name_of(entry.inside) if entry.where == "inside" and entry.inside else None
    if inside is not None and not (is_name(inside) and _names(inside, text)):
        inside = None
    holder = Holder.INVENTORY if entry.where == "carried" else Holder.ROOM
    return ItemFact(
        name=name,
        holder=Holder.CONTAINER if inside is not None else holder,
        inside=inside,
        quote=entry.quote,
        confidence=CONFIDENCE,
        source=Source.LLM,
    )


def speaks_of(direction: str, quote: str) -> bool:
    """Say whether words name a direction, by itself or by what leads there."""
    words = _even(quote)
    return any(
        re.search(rf"\b{word}(?:s|es|ern|erly|ward|wards|ing)?\b", words)
        for word in DIRECTION_WORDS[direction]
    )


def _names(name: str, quote: str) -> bool:
    """Say whether a quote holds a thing's noun."""
    noun = noun_of(WORD.findall(name.lower()))
    return bool(noun) and re.search(rf"\b{re.escape(noun)}(?:s|es)?\b", quote.lower()) is not None


def _even(text: str) -> str:
    text = text.lower().translate(str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--"))
    return " ".join(text.split())
