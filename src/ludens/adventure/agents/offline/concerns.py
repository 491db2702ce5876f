"""Concerns: what open refusals speak of. What is named there is dealt with before anything else.

"The bucket must still be at the bottom of the well": the bucket down there. "There is no clapper in
it": nobody has seen a clapper, but a letter tells that it hangs over the inn: the inn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ludens.adventure.agents.offline.nouns import substance
from ludens.adventure.agents.offline.opportunity import Opportunity, best_first
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.kinds import LOOKING
from ludens.adventure.mentions import Standing
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.naming import COMMON, head, telling_words
from ludens.adventure.puzzles.noticing import LACKING
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Article, Vocabulary
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId

CONCERNED = 3.0
"""By how much all that one can do with such a thing is worth more."""
LOOKED_FOR = 5.0
"""The same, of what may be looked at where a text lets one look for it."""
MOST_WORTH = 0.9
"""What it is worth at most by that."""
MOST_PUZZLES = 12
"""Refusals that are thought of, the newest."""
MANY = 4
"""What texts name in so many rooms is a view, and no one thing."""
KEEPS = re.compile(
    r"\b(?:coat|jacket|cloak|apron|trousers|pockets?|purse|drawers?|desk|bureau|mat|doormat|hook"
    r"|nail|flowerpot|plant pot|key ?rack|bowl|vase|urn|pillow|mattress|bed|rug)$"
)
"""Where people keep keys, by its name."""
OBSTACLES = frozenset({PuzzleKind.REFUSED, PuzzleKind.BLOCKED, PuzzleKind.LOCKED})
_WANTING = re.compile(
    r"\b(?:must|still|should|wants?|needs?|lacks?|without|missing)\b"
    rf"|{LACKING.pattern}",
    re.IGNORECASE,
)
"""What a refusal says that tells what matters and is not as it should be."""


@dataclass(frozen=True, slots=True)
class Concerns:
    """What is to be dealt with, and where it is to be looked for."""

    names: frozenset[str] = frozenset()
    """The last words of what refusals name."""
    keyless: bool = False
    """Something is locked, and there is no key at hand: one looks where keys are kept."""
    places: frozenset[RoomId] = frozenset()
    """Rooms in which something that refusals name may be, as texts tell."""
    _source: tuple[object, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, state: AdventureState, words: Vocabulary, before: Concerns | None) -> Concerns:
        """Work them out, unless nothing changed."""
        obstacles = [p for p in state.puzzles.open() if p.kind in OBSTACLES]
        puzzles = [p for p in obstacles if _is_telling(p)][-MOST_PUZZLES:]
        locked = any(p.kind is PuzzleKind.LOCKED for p in obstacles)
        keyless = locked and not any(_has_key(state, id_) for id_ in state.items.carried())
        known = (len(state.map.rooms), len(state.journal.clues) // 8, keyless)
        source = (*(p.id for p in puzzles), *known)
        if before is not None and before._source == source:
            return before
        names: set[str] = set()
        for puzzle in puzzles:
            names |= _named(words, puzzle)
        names -= {head(state.items.known[id_].name) for id_ in state.items.at(INVENTORY)}
        asked = {puzzle.room for puzzle in puzzles}
        rooms = _rooms_naming(state, names, asked)
        there = frozenset(name for name in names if 0 < len(rooms.get(name, ())) < MANY)
        missing = [name for name in names if not rooms.get(name)]
        places = frozenset(_looked_for(state, words, missing)) - asked
        return cls(there, keyless, places, source)

    def among(self, things: Iterable[Thing]) -> frozenset[str]:
        """Return the names of those things that are to be dealt with."""
        if not self.names:
            return frozenset()
        return frozenset(thing.name for thing in things if head(thing.name) in self.names)

    def weigh(
        self, chances: list[Opportunity], *, dealt_with: bool, place: bool
    ) -> list[Opportunity]:
        """Return what one can do with a thing, worth more if it concerns one, or is looked for."""
        if not dealt_with and not place:
            return self._searching(chances) if self.keyless else chances
        more = CONCERNED if dealt_with else LOOKED_FOR
        return best_first(
            _worth_more(one, more) if dealt_with or not one.things else one for one in chances
        )

    def _searching(self, chances: list[Opportunity]) -> list[Opportunity]:
        """Return what one can do with a thing, looks at it worth more if keys are kept there."""
        if not chances or KEEPS.search(chances[0].thing) is None:
            return chances
        return best_first(
            _worth_more(one, CONCERNED) if LOOKING.match(one.command) else one for one in chances
        )


def _worth_more(one: Opportunity, more: float) -> Opportunity:
    return replace(one, worth=max(one.worth, min(MOST_WORTH, one.worth * more)), kind="")


def _has_key(state: AdventureState, id_: ItemId) -> bool:
    """Tell whether something is a key that has opened nothing yet."""
    name = state.items.known[id_].name.lower()
    return head(name) in ("key", "keys", "keycard") and name not in state.journal.served


def _is_telling(puzzle: Puzzle) -> bool:
    return bool(puzzle.command or puzzle.direction) and _WANTING.search(puzzle.quote) is not None


def _named(words: Vocabulary, puzzle: Puzzle) -> set[str]:
    """Return the last words of the things that a refusal names besides its own."""
    own = {word for thing in puzzle.things for word in thing.split()}
    own |= telling_words(puzzle.command)
    wanting = {word.lower() for word in LACKING.findall(puzzle.quote)}
    return {
        last
        for name, article in words.mentions(puzzle.quote).items()
        for last in (head(name),)
        if last not in own
        and last not in COMMON
        and substance(name) == 1.0
        and (article is not Article.NONE or last in wanting)
    }


def _rooms_naming(
    state: AdventureState, names: set[str], but: set[RoomId | None]
) -> Mapping[str, set[RoomId]]:
    """Return in which rooms texts name such things, but for those where they were wanting."""
    found: dict[str, set[RoomId]] = {}
    for room, page in state.journal.mentioned.items() if names else ():
        if room in but:
            continue
        for name, said in page.items():
            if said.standing in (Standing.PRESENT, Standing.UNTRIED) and head(name) in names:
                found.setdefault(head(name), set()).add(room)
    for id_, item in state.items.known.items():
        where = state.items.room_of(id_) if head(item.name) in names else None
        if where is not None:
            found.setdefault(head(item.name), set()).add(where)
    return found


def _looked_for(
    state: AdventureState, words: Vocabulary, missing: Sequence[str]
) -> Iterable[RoomId]:
    """Yield the rooms whose names share a word with a sentence that names what is missing."""
    cut = {words.truncate(name) for name in missing}
    told = {
        word
        for clue in state.journal.clues
        if not cut.isdisjoint(parts := clue.split())
        for word in parts
        if word[0] != "@" and word not in cut
    }
    for id_, room in state.map.rooms.items() if told else ():
        if any(words.truncate(w) in told and w not in COMMON for w in room.name.lower().split()):
            yield id_
