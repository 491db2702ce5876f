"""What is at hand in a room: items, and what is only named by the texts there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.living import is_creature
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.puzzles.naming import head as head_of
from ludens.adventure.puzzles.naming import heads_of, main_part, plainer
from ludens.adventure.puzzles.needs import LIGHTS
from ludens.adventure.puzzles.reserve import kept
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.fact import Source
from ludens.adventure.world.item import Item
from ludens.adventure.world.item_events import Handling
from ludens.adventure.world.places import INVENTORY, ItemId, Place, RoomId, in_room, inside


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be named: an item, or only a word in a description."""

    name: str
    """As the player calls it, in words that the story understands."""
    alive: bool = False
    fixed: bool = True
    open: bool | None = None
    locked: bool | None = None
    lit: bool | None = None
    worn: bool | None = None
    holds: bool = False
    listed: bool = False
    bare: bool = False
    """It was named without an article, and may be no thing."""
    new: bool = False
    """A description brings it in by `a` or `some`: it may be loose."""
    dull: bool = False
    """The story says of it what it says of whatever does not matter."""
    left: bool = False
    """The player put it there."""
    revealed: bool = False
    """Something that was done brought it to light: no experience speaks against it."""
    prized: bool = False
    """Taking it scored."""
    served: bool = False
    """What it is for was done."""
    kept: bool = False
    """It is not to be given away."""
    told: bool = False
    """Somebody has spoken or written of such a thing elsewhere."""
    seen: int = -1
    """The turn in which the thing came into view, or its name did."""
    shut: int = -1
    """The turn in which it was shut again after it had been open."""
    proven: bool = True
    """The story has answered to the name here."""

    def __hash__(self) -> int:
        return hash(self.name)

    def as_tool(self) -> Thing:
        """Return what of it matters where it is used with something: whether it burns does not
        for what gives light by its name.
        """
        shines = self.lit or LIGHTS.search(self.name) is not None
        lit = True if shines else None
        return _the_same(self.name, lit=lit, prized=self.prized, served=self.served, kept=self.kept)

    def as_target(self) -> Thing:
        """Return what of it matters where something is used with it."""
        return _the_same(
            self.name,
            alive=self.alive,
            open=self.open,
            locked=self.locked,
            holds=self.holds,
            listed=self.listed,
        )

    @classmethod
    def of(
        cls,
        item: Item,
        name: str,
        *,
        full: bool = False,
        prized: bool = False,
        alive: bool | None = None,
        scenery: bool = False,
        served: bool = False,
        kept: bool = False,
    ) -> Thing:
        """Return what matters of an item; `full` if something lies in it or on it.

        `alive` is what the texts say of it, where the item itself tells nothing; `scenery` if they
        do not list it like what lies there.
        """
        lives = item.alive if item.alive is not None else alive
        stands = item.portable is None and (full or bool(item.container) or scenery)
        return _the_same(
            name=name,
            alive=lives if lives is not None else is_creature(name),
            fixed=item.portable is False or stands,
            open=item.open,
            locked=item.locked,
            lit=item.lit,
            worn=item.worn,
            holds=bool(item.container) or item.open is not None or full,
            listed=not stands,
            left=item.how in (Handling.DROPPED, Handling.PUT),
            prized=prized,
            served=served,
            kept=kept,
            seen=item.first_seen,
            shut=item.shut if item.open is False else -1,
        )

    @classmethod
    def named(
        cls,
        name: str,
        mention: Mention,
        alive: bool | None = None,
        *,
        told: bool = False,
        left: bool = False,
    ) -> Thing:
        """Return what matters of a name in a text; `alive` is what the texts say of it."""
        return _the_same(
            name=name,
            alive=alive if alive is not None else is_creature(name),
            fixed=not mention.listed,
            listed=mention.listed or (bool(alive) and not mention.bare),
            bare=mention.bare and not alive,
            new=mention.new,
            dull=mention.dull,
            seen=mention.turn,
            revealed=mention.revealed,
            told=told,
            left=left,
            proven=mention.standing is Standing.PRESENT,
        )


_the_same = lru_cache(maxsize=10_000)(Thing)
"""A thing of which nothing changed is the same object, so comparing is quick."""


def carried(state: AdventureState, vocabulary: Vocabulary) -> list[Thing]:
    """Return what the player has at hand to use."""
    return items_at(state, vocabulary, INVENTORY)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What other places tell of the things in a room: worked out once for all rooms."""

    told: frozenset[str]
    """The last words of the names that somebody has spoken or written of anywhere."""
    lying: Mapping[str, tuple[RoomId, int]]
    """Loose things by their names, in full and for short: where they lie, and since when."""

    @classmethod
    def of(cls, state: AdventureState, vocabulary: Vocabulary) -> Elsewhere:
        """Look at everything once."""
        pages, items = state.journal.spoken.values(), state.items
        lying: dict[str, tuple[RoomId, int]] = {}
        for id_, item in items.known.items():
            if item.portable and (room := items.room_of(id_)) is not None:
                words = vocabulary.name(item.name).split()
                for start in range(len(words)):
                    lying[" ".join(words[start:])] = (room, item.moved)
        told = frozenset(name.rsplit(" ", 1)[-1] for page in pages for name in page)
        return cls(told, lying)

    def has(self, name: str, room: RoomId, turn: int) -> bool:
        """Tell whether a text of that turn about a room speaks of what now lies in another."""
        where, since = self.lying.get(name, (room, -1))
        return where != room and since >= turn


def around(
    state: AdventureState,
    vocabulary: Vocabulary,
    room: RoomId,
    held: tuple[Thing, ...],
    elsewhere: Elsewhere,
) -> list[Thing]:
    """Return what one may lay hands on in a room, items first, each under one name."""
    mentions = state.journal.mentioned.get(room, {})
    items = items_at(state, vocabulary, in_room(room), mentions)
    found, clumsy = list(items), state.journal.clumsy
    taken = Names()
    for thing in (*items, *held):
        taken.add(thing.name)
    named = sorted(mentions.items(), key=lambda pair: pair[1].standing is not Standing.PRESENT)
    longer = {plainly(state, phrase): phrase for phrase in mentions if phrase in clumsy}
    for phrase, mention in named:
        name = plainly(state, phrase)
        if name != phrase and name in mentions:
            continue
        if name == phrase and mention.standing in (Standing.ABSENT, Standing.ALIAS):
            continue
        if head_of(name) in state.journal.settled:
            continue  # it scored where it was put, and stays there
        if elsewhere.has(name, room, mention.turn):
            continue
        twin = taken.twin(name)
        if twin is None:
            head = name.rsplit(" ", 1)[-1]
            whole = longer.get(name, name).rsplit(" ", 1)[-1]
            told, put = not elsewhere.told.isdisjoint((head, whole)), head in state.journal.settled
            lives = state.journal.lives(name)
            found.append(Thing.named(name, mention, lives, told=told, left=put))
            taken.add(name)
        elif mention.listed and twin >= len(items) + len(held):
            place = twin - len(held)
            found[place] = replace(found[place], listed=True, fixed=False)
    return found


@lru_cache(maxsize=20_000)
def words_of(name: str) -> frozenset[str]:
    """Return the words of a name."""
    return frozenset(name.split())


class Names:
    """Names that are taken: another one of some of their words, or of more, is no other thing.

    The last word of either must be in the other, as what a thing is: of a brass lamp and a lamp,
    but not of a brass lamp and brass; nor of a tower lamp and the tower.
    """

    def __init__(self) -> None:
        self._words: list[frozenset[str]] = []
        self._heads: list[frozenset[str]] = []
        self._having: dict[str, list[int]] = {}

    def add(self, name: str) -> None:
        """Take a name."""
        words = words_of(name)
        for word in words:
            self._having.setdefault(word, []).append(len(self._words))
        self._words.append(words)
        self._heads.append(heads_of(name))

    def twin(self, name: str) -> int | None:
        """Return the number of the first name that may mean the same; None if there is none."""
        words, heads = words_of(name), heads_of(name)
        near = {number for word in words for number in self._having.get(word, ())}
        for number in sorted(near):
            other = self._words[number]
            if (words <= other or other <= words) and not heads.isdisjoint(self._heads[number]):
                return number
        return None


def plainly(state: AdventureState, name: str) -> str:
    """Return how to call a thing of that name: by its last word where the parser balked at more.

    Of a cake of copper that is the cake.
    """
    if name not in state.journal.clumsy:
        return name
    return main_part(name).rsplit(" ", 1)[-1]


def items_at(
    state: AdventureState,
    vocabulary: Vocabulary,
    place: Place,
    mentions: dict[str, Mention] | None = None,
) -> list[Thing]:
    """Return the items at a place and in open things there, under names that are understood."""
    found: dict[str, Thing] = {}
    keep = kept(state) if place == INVENTORY else frozenset()
    waiting = list(state.items.at(place))
    while waiting:
        id_ = waiting.pop(0)
        item = state.items.known[id_]
        name = vocabulary.name(item.name)
        name = plainer(vocabulary, item.name, name, state.journal.clumsy)
        mention = mentions.get(name) if mentions is not None else None
        absent = mention is not None and mention.standing is Standing.ABSENT
        if name and not (absent and mention is not None and item.last_seen <= mention.turn):
            full = bool(state.items.at(inside(id_))) and place != INVENTORY
            head = name.rsplit(" ", 1)[-1]
            prized = head in state.journal.prized
            if head in state.journal.settled and _is_put(item):
                continue
            if place == INVENTORY and state.journal.is_settled(head, item.last_seen):
                continue
            lives = state.journal.lives(name)
            scenery = item.source is Source.STATE and is_scenery(name, mentions or {})
            found[name] = found.get(name) or Thing.of(
                item,
                name,
                full=full,
                prized=prized,
                alive=lives,
                scenery=scenery,
                served=place == INVENTORY and name in state.journal.served,
                kept=item.name in keep,
            )
        if item.open is not False:
            waiting.extend(state.items.at(inside(id_)))
    return list(found.values())


def _is_put(item: Item) -> bool:
    """Tell whether something lies where it was put, or in or on something, by what is known."""
    return item.how in (Handling.DROPPED, Handling.PUT) or item.place.startswith(inside(ItemId("")))


def is_scenery(name: str, mentions: dict[str, Mention]) -> bool:
    """Tell whether the texts of a room speak of a thing only like of what stands there.

    The memory of the machine knows a rope and the hill that it lies on alike.
    """
    words = words_of(name)
    said = [
        mention
        for phrase, mention in mentions.items()
        if words <= (other := words_of(phrase)) or other <= words
    ]
    return bool(said) and not any(mention.listed or mention.new for mention in said)


def makes_sense(sentence: Sentence, thing: Thing) -> bool:
    """Tell whether a deed would change anything, by what is known of the thing."""
    match sentence.words:
        case ("open", *_):
            return thing.open is not True
        case ("turn", "on", *_) | ("light", *_):
            return thing.lit is not True
        case ("wear", *_):
            return thing.worn is not True
    return True
