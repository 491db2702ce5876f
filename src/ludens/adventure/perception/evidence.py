"""How likely it is that a text was printed in a known room, or in a new one.

The numbers are likelihoods set by reasoning about how stories are written and checked by
`bench/world_accuracy`; only their ratios matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.events import RoomId
from ludens.adventure.perception.commands import Verbosity
from ludens.adventure.perception.memory import TextMemory
from ludens.adventure.world.map import ExitStatus, WorldMap

FORM_GIVEN_BRIEF = {"old_full": 0.04, "new_bare": 0.03}
FORM_GIVEN_VERBOSE = {"old_full": 0.97, "new_bare": 0.03}
FORM_GIVEN_SUPERBRIEF = {"old_full": 0.02, "new_bare": 0.95}

SAME_TEXT_BY_CHANCE = 0.3
"""How often two rooms of one title also share their description."""
CHANGED_SLIGHTLY = 0.1
"""How often a room's description has changed in a detail since it was last told."""
CHANGED_WHOLLY = 0.01
"""How often it has changed beyond recognition."""

NEW_ROOM = 0.65
"""How often a way not tried before leads to a room not seen before."""
OLD_ROOM = 0.30
KEPT = 0.97
"""How often a way that was walked leads where it led before."""
LEADS_BACK = 0.88
"""How often the opposite direction leads back."""
FIRST_NAMESAKE = 0.08
"""How often a new room bears the title of exactly one other room."""
FURTHER_NAMESAKE = 0.8
"""The same for each room by which the title is shared already."""
LOOP = 0.03
"""How much less likely a way is to lead back into its own room than into another."""


class Likeness(StrEnum):
    """How a told text compares to what is known of a room."""

    SAME = "same"
    CHANGED = "changed"
    """Recognisably the same description with differences."""
    DIFFERENT = "different"
    BARE = "bare"
    """No description was told: nothing to compare."""
    UNTOLD = "untold"
    """The room was never described: nothing to compare with."""


@dataclass(frozen=True, slots=True)
class Text:
    """What was told below a title, taken apart for comparing; sentences in plain form."""

    description: tuple[str, ...]
    """The sentences of the first paragraph, unless it lists things."""
    rest: tuple[str, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        return (*self.description, *self.rest)


def word_overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Return which share of the words of two texts they have in common, from 0 to 1."""
    a = {word for sentence in one for word in sentence.split()}
    b = {word for sentence in other for word in sentence.split()}
    return len(a & b) / len(a | b) if a | b else 0.0


def likeness(memory: TextMemory, room: RoomId, text: Text) -> Likeness:
    """Return how a text compares to a room's descriptions, common sentences left out."""
    tellings = memory.rooms[room].tellings
    if not text.description:
        return Likeness.BARE
    if not tellings:
        return Likeness.UNTOLD
    telling_words = [s for s in text.description if not memory.tells_nothing(s)]
    described = telling_words or list(text.description)
    known = [sentence for telling in tellings for sentence in telling.sentences]
    heads = [telling.sentences[: len(text.description)] for telling in tellings]
    if any(list(text.description) == head for head in heads):
        return Likeness.SAME
    shared = sum(1 for sentence in described if sentence in known)
    first = tellings[0].sentences[0] if tellings[0].sentences else ""
    if shared == len(described) and first not in text.description:
        return Likeness.BARE
    if shared and shared >= len(described) / 2:
        return Likeness.SAME if shared == len(described) else Likeness.CHANGED
    overlap = max(word_overlap(text.description, head) for head in heads)
    if shared or overlap >= 0.6:
        return Likeness.CHANGED
    return Likeness.DIFFERENT


def told_again(memory: TextMemory) -> float:
    """Return how likely a known room is told in full again, by the story's habit so far."""
    prior = {
        None: (1.0, 1.0),
        Verbosity.BRIEF: (0.2, 4.0),
        Verbosity.VERBOSE: (6.0, 0.2),
        Verbosity.SUPERBRIEF: (0.1, 6.0),
    }[memory.verbosity]
    full = memory.full_returns + prior[0]
    bare = memory.bare_returns + prior[1]
    return min(0.97, max(0.03, full / (full + bare)))


def of_known_room(memory: TextMemory, like: Likeness) -> float:
    """Return the likelihood of a text in a room it has this likeness to."""
    again = told_again(memory)
    return {
        Likeness.BARE: 1.0 - again,
        Likeness.SAME: again,
        Likeness.CHANGED: again * CHANGED_SLIGHTLY + 0.01,
        Likeness.DIFFERENT: again * CHANGED_WHOLLY + 0.004,
        Likeness.UNTOLD: 0.5,
    }[like]


def of_new_room(memory: TextMemory, likes: Sequence[Likeness]) -> float:
    """Return the likelihood of a text in a new room, given its likeness to its namesakes."""
    if Likeness.BARE in likes or not likes:
        return 0.95 if memory.verbosity is Verbosity.SUPERBRIEF else 0.03
    if Likeness.SAME in likes:
        return SAME_TEXT_BY_CHANCE
    if Likeness.CHANGED in likes:
        return 0.25
    return 0.65


def namesake(count: int) -> float:
    """Return how likely a new room bears a title that `count` known rooms bear."""
    return FIRST_NAMESAKE + FURTHER_NAMESAKE * (count - 1)


def of_position(world: WorldMap, origin: RoomId, way: str, room: RoomId) -> float:
    """Return how well a room fits as the end of a way, by the other ways that are known."""
    factor = 1.0
    if room == origin:
        return LOOP
    back = OPPOSITE.get(way)
    if back is not None:
        known = world.exit(room, back)
        if known is not None:
            if known.status is ExitStatus.EXPLORED:
                factor *= 2.0 if known.to == origin else 0.15
            elif known.status in {ExitStatus.ABSENT, ExitStatus.BLOCKED}:
                factor *= 0.4
            elif known.status is ExitStatus.ASSUMED and known.to != origin:
                factor *= 0.3
    for entry, direction in world.entries(room):
        known = world.exit(entry, direction)
        if known is None or known.status is not ExitStatus.EXPLORED:
            continue
        if entry == origin and direction != way:
            factor *= 0.3
        elif direction == way and way in OPPOSITE and entry != origin:
            factor *= 0.35
    return factor
