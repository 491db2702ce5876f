"""What a text names: things that may be there, and what it tells the reader to do."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.events import ThingsMentioned
from ludens.adventure.judgement import fault_in
from ludens.adventure.orders import orders_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Article, Vocabulary
from ludens.adventure.world.places import INVENTORY, RoomId

_SENTENCE = re.compile(r"[.!?;:]+[\s\"']*|\n\s*\n")
_LISTS = re.compile(
    r"^\W*(?:(?:you (?:can )?(?:also )?see|there (?:is|are|lies?|stands?|hangs?))\b"
    r"|.*\b(?:reveal(?:s|ing)?|contain(?:s|ing)?|you (?:find|discover|notice))\b"
    r"|(?:in(?:side)?|on|under|behind|beside|upon|by|against|from|above|over|among|between) .{1,60}"
    r"\b(?:is|are|lies?|stands?|rests?|sits?|hangs?|leans?)\b)",
    re.IGNORECASE,
)
"""A sentence that lists what is there."""
_SEES = re.compile(r"^\W*you (?:can )?(?:also )?see\b", re.IGNORECASE)
"""Such a sentence within a room's description, whose other things are scenery."""
_BEGINS = re.compile(
    r"^\W*(?:a|an|some|one|two|three|several|your|the|another|[a-z-]+'s)\s", re.IGNORECASE
)
"""A sentence that brings in a thing first of all, as that of a thing that lies there does."""
_CLAUSE = re.compile(
    rf"{_SENTENCE.pattern}|, (?:and|for|but|while|where) (?=(?:on|in|under|beside|above|against) )"
)
"""Where a sentence ends, or a part of it begins that says by itself what is where."""
_ENDS = (".", "!", "?", ":", '"', "”", ")")
"""What a line ends with that ends a sentence."""
_QUOTED = re.compile(r"[\"“]([^\"”]{3,})[\"”]")
_STUDYING = frozenset({"examine", "x", "read", "inspect", "describe"})
"""What the answers to these bring in by `a` is a part of the thing, and not loose."""
LISTING = frozenset({"inventory", "i", "inv"})
"""What the answers to these name is carried, and in no room."""
LONG = 400
"""Characters of an answer that is a letter or a tale: what it names is mostly elsewhere."""


def things_mentioned(
    state: AdventureState, vocabulary: Vocabulary, text: str, command: str = ""
) -> ThingsMentioned | None:
    """Return what the answer to a command names for the first time where the player is, if
    anything; what was not there before is named anew when a deed's answer speaks of it.
    """
    here = state.map.here
    if here is None:
        return None
    before, body, shown = _parts(state, here, text)
    known = state.memory.sightings.get(here, {})
    told = not shown and len(body) > LONG
    refused = fault_in(text) is not None
    studied = command.partition(" ")[0] in _STUDYING
    elsewhere = command in LISTING or (told and studied)
    near = body if not elsewhere else ""
    mentions = vocabulary.mentions(near) if shown else _present(state, vocabulary, here, near)
    aside = vocabulary.mentions(before)
    again = () if shown or told or refused or studied else mentions
    names = tuple(
        name
        for name in {**mentions, **aside}
        if name not in known or (name in again and known[name].absent)
    )
    brief = shown and is_brief(state, here, body)
    lying = listed_in(vocabulary, body, shown=shown, brief=brief)
    listed = tuple(
        name for name in lying if name in names or (name in known and not known[name].listed)
    )
    about = vocabulary.phrases(command.partition(" ")[2])
    orders = orders_in(vocabulary, text, about[0] if about else "") if not refused else ()
    if state.plans.knows(orders):
        orders = ()
    if not (names or listed or orders):
        return None
    parts = studied and not shown
    far = told or (parts and bool(about) and _is_carried(state, about[0]))
    bare = tuple(name for name in names if far or mentions.get(name, Article.NONE) is Article.NONE)
    new = tuple(name for name in names if mentions.get(name) is Article.INDEFINITE and not parts)
    return ThingsMentioned(
        room=here,
        names=names,
        listed=listed,
        bare=bare,
        new=new,
        revealed=new if command and not (shown or told) else (),
        orders=orders,
    )


def _is_carried(state: AdventureState, name: str) -> bool:
    """Tell whether a thing of this name is in the player's hands."""
    held = (state.items.known[id_].name.lower() for id_ in state.items.at(INVENTORY))
    return any(other == name or other.endswith(f" {name}") for other in held)


def _present(
    state: AdventureState, vocabulary: Vocabulary, here: RoomId, text: str
) -> dict[str, Article]:
    """Return the names in an answer that may be those of things here.

    What is only said or written there is not, nor what was carried and lies elsewhere.
    """
    mentions = vocabulary.mentions(_QUOTED.sub(" . ", text))
    elsewhere = {
        vocabulary.name(item.name).rsplit(" ", 1)[-1]
        for id_, item in state.items.known.items()
        if item.portable and state.items.room_of(id_) not in (None, here)
    }
    return {
        name: article
        for name, article in mentions.items()
        if name.rsplit(" ", 1)[-1] not in elsewhere
    }


def _parts(state: AdventureState, here: RoomId, text: str) -> tuple[str, str, bool]:
    """Return what a text tells before it shows the place, the rest, and whether it shows it."""
    room = state.map.rooms[here]
    before, found, below = f"\n{text}".partition(f"\n{room.name}\n")
    if found and room.name:
        return before, below, True
    begin = room.description.partition("\n")[0]  # some titles are adorned
    before, found, below = text.partition(begin) if begin else (text, "", "")
    return (before, f"{found}{below}", True) if found else ("", text, False)


@lru_cache(maxsize=256)
def paragraphs_of(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text; where no blank line parts any, each line may be one.

    So it is printed by stories that do not wrap their lines, of which each ends a sentence.
    """
    found = tuple(part for part in text.split("\n\n") if part.strip())
    lines = [line for line in text.split("\n") if line.strip()]
    if len(found) > 1 or not all(line.rstrip().endswith(_ENDS) for line in lines):
        return found
    return tuple(lines)


def is_brief(state: AdventureState, here: RoomId, body: str) -> bool:
    """Tell whether a known place is shown by its name alone, with nothing but what lies there.

    So stories do that describe a place only the first time.
    """
    room = state.map.rooms[here]
    first = " ".join(body.strip().partition("\n\n")[0].split())[:BEGINNING]
    return room.visits > 1 and first not in " ".join(room.description.split())


BEGINNING = 40
"""Letters by which a description is known again."""


def listed_in(
    vocabulary: Vocabulary, text: str, *, shown: bool, brief: bool = False
) -> tuple[str, ...]:
    """Return the names that a text lists like things that lie there to be taken.

    Below a room's description (`shown`), a paragraph of its own that begins with the thing is
    such a listing, as every library prints it; anywhere, a sentence that says what is where.
    Where the description is left out (`brief`), all is below it.
    """
    found: dict[str, None] = {}
    for number, paragraph in enumerate(paragraphs_of(text)):
        below = shown and (number > 0 or brief)
        parts = _CLAUSE if below else _SENTENCE
        for sentence in parts.split(paragraph):
            first = below and _BEGINS.match(sentence) is not None
            lists = _SEES if shown and not below else _LISTS
            if not first and lists.match(sentence) is None:
                continue
            new = [
                name
                for name, article in vocabulary.mentions(sentence).items()
                if article is Article.INDEFINITE or first
            ]
            found.update(dict.fromkeys(new[:1] if first else new))
    return tuple(found)
