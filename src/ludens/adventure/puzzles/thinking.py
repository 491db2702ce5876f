"""What is known when ideas are looked for, and what an idea is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ludens.adventure.living import is_creature
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import by_head, call, head, is_receptacle, plainer
from ludens.adventure.puzzles.needs import DRINK, FOOD, LAMPS, LIGHTS, Need, needs_met_by
from ludens.adventure.puzzles.reserve import kept
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import GONE, INVENTORY, UNKNOWN, ItemId, RoomId
from ludens.adventure.world.routes import Route, path

FAR = 0.9
"""What is left of a chance when the thing must be fetched first."""
MOST_TOOLS = 40
"""Things that are thought of, those in hand first."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A command that may help, what it needs, and how likely it is to work."""

    command: str
    room: RoomId | None
    items: tuple[str, ...]
    chance: float
    reason: str
    kind: str = ""
    """What sort of idea it is, by which kinds are compared."""
    renewed: int = -1
    """The turn of what makes it worth another try, though it was tried before."""


@dataclass(frozen=True, slots=True)
class Why:
    """What speaks for an idea: in words, and as a kind by which ideas are compared."""

    reason: str
    kind: str


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that could be brought to bear."""

    id: ItemId
    item: Item
    name: str
    """What to call it."""
    held: bool

    @property
    def may_be_given(self) -> bool:
        """Whether it may be parted with at a guess: it is carried, and no light."""
        light = self.item.lit or self.item.light_source or LIGHTS.search(self.item.name)
        return self.held and not light


PERSONAL = frozenset({"give", "show", "feed", "offer", "pay"})
"""What one does with somebody, and with no thing."""


@dataclass(slots=True)
class Thinking:
    """What is known when ideas are looked for; made once for all puzzles."""

    state: AdventureState
    vocabulary: Vocabulary
    tools: list[Tool] = field(default_factory=list)
    receivers: list[tuple[ItemId, Item]] = field(default_factory=list)
    """What something may be given to or put into: creatures and fixed containers."""
    living: list[str] = field(default_factory=list)
    """The names of the items that live."""
    receptacles: list[tuple[RoomId, str]] = field(default_factory=list)
    """What is only mentioned and is made to take something, by its name."""
    kept: frozenset[str] = frozenset()
    """The names of the carried things that are not to be given away."""
    _routes: dict[RoomId, Route | None] = field(default_factory=dict)
    _fitting: dict[str, list[Tool]] = field(default_factory=dict)
    """For each need, by its name, the tools that help."""
    _names: dict[str, list[tuple[str, ItemId, Item]]] = field(default_factory=dict)
    """Every known item with its name in small letters, by the name's last word."""
    _called: dict[str, list[tuple[ItemId, Item]]] = field(default_factory=dict)
    _sources: dict[tuple[str, ...], tuple[tuple[RoomId, str], ...]] = field(default_factory=dict)
    _lives: dict[str, bool] = field(default_factory=dict)
    """For each name, whether it is somebody's."""

    @classmethod
    def of(cls, state: AdventureState, vocabulary: Vocabulary) -> Thinking:
        """Look at everything that is carried or can be fetched."""
        thinking = cls(state, vocabulary)
        for id_, item in state.items.known.items():
            name = item.name.lower()
            thinking._names.setdefault(name.rpartition(" ")[2], []).append((name, id_, item))
        thinking.kept = kept(state)
        thinking.living = [item.name for item in state.items.known.values() if item.alive]
        thinking.receivers = [
            (id_, item)
            for id_, item in state.items.known.items()
            if thinking.lives(item.name, item) or (item.fixed and item.container)
        ]
        thinking.receptacles = [
            (room, name)
            for room, page in state.journal.mentioned.items()
            for name, said in page.items()
            if is_receptacle(name) and _is_there(name, page)
        ]
        held = set(state.items.carried())
        known = sorted(state.items.known.items(), key=lambda entry: entry[0] not in held)
        for id_, item in known:
            if item.fixed or thinking.lives(item.name, item) or item.place in (GONE, UNKNOWN):
                continue
            if head(item.name.lower()) in state.journal.settled and (
                state.journal.is_settled(head(item.name.lower()), item.last_seen)
                or item.place != INVENTORY
            ):
                continue
            if id_ not in held and not thinking.may_be_taken(id_, item):
                continue
            where = state.items.whereabouts(id_)
            room = state.items.room_of(id_)
            if where == INVENTORY or (room is not None and thinking.reachable(room)):
                called = call(vocabulary, item.name)
                called = plainer(vocabulary, item.name, called, state.journal.clumsy)
                thinking.tools.append(Tool(id_, item, called, where == INVENTORY))
            if len(thinking.tools) >= MOST_TOOLS:
                break
        for tool in thinking.tools:
            for need in needs_met_by(tool.item.name):
                thinking._fitting.setdefault(need.name, []).append(tool)
        return thinking

    def lives(self, name: str, item: Item | None = None) -> bool:
        """Tell whether a thing of this name is somebody, as far as is known."""
        if item is not None and item.alive is not None:
            return item.alive
        if name not in self._lives:
            told = self.state.journal.lives(name.lower())
            if told is None and any(known.alive for _, known in self.called(name.lower())):
                told = True
            self._lives[name] = told if told is not None else is_creature(name)
        return self._lives[name]

    def may_be_taken(self, id_: ItemId, item: Item) -> bool:
        """Tell whether something that lies somewhere may be a tool: it was carried, or nobody has
        tried in vain to take it and it is nothing that opens.
        """
        if item.portable:
            return True
        room = self.state.items.room_of(id_)
        name = self.vocabulary.name(item.name)
        tried = self.state.journal.attempt(room, f"take {name}")
        refused = tried is not None and tried.turn != self.state.journal.overloaded
        return not refused and item.open is None and item.locked is None

    def room_of(self, thing: str) -> RoomId | None:
        """Return where a thing is, or a room whose text names it; None if nobody met it."""
        for id_, _ in self.called(thing):
            return self.state.items.room_of(id_)
        for room, names in self.state.journal.mentioned.items():
            if room in self.state.map.rooms and any(name.endswith(thing) for name in names):
                return room
        return None

    def fitting(self, need: Need) -> list[Tool]:
        """Return the tools that help with a need."""
        return self._fitting.get(need.name, [])

    def sources(self, needs: tuple[Need, ...]) -> tuple[tuple[RoomId, str], ...]:
        """Return the things that stay where they are and help with one of the needs, with rooms."""
        key = tuple(need.name for need in needs)
        if key not in self._sources:
            self._sources[key] = tuple(self._found_about(frozenset(key)))
        return self._sources[key]

    def _found_about(self, wanted: frozenset[str]) -> Iterable[tuple[RoomId, str]]:
        held = {tool.name for tool in self.tools if tool.held}
        found: dict[tuple[RoomId, str], None] = {}
        for room, page in self.state.journal.mentioned.items():
            if room not in self.state.map.rooms or not self.reachable(room):
                continue
            for name, said in page.items():
                there = said.standing in (Standing.PRESENT, Standing.UNTRIED)
                if not there or name in held:
                    continue
                if any(need.name in wanted for need in needs_met_by(name)):
                    found.setdefault((room, name))
        return found

    def named(self, last: str) -> list[tuple[RoomId, str, Standing]]:
        """Return where texts name something whose name's last word this is, and as what."""
        return [
            (room, name, page[name].standing)
            for room, page in self.state.journal.mentioned.items()
            if room in self.state.map.rooms
            for name in by_head(tuple(page)).get(last, ())
        ]

    def called(self, ending: str) -> list[tuple[ItemId, Item]]:
        """Return the known items whose name ends so, in the order they were first seen."""
        if ending not in self._called:
            alike = self._names.get(ending.rpartition(" ")[2], ())
            self._called[ending] = [
                (id_, item) for name, id_, item in alike if name.endswith(ending)
            ]
        return self._called[ending]

    def route(self, room: RoomId) -> Route | None:
        """Return the way to a room from where the player is."""
        if room not in self._routes:
            here = self.state.map.here
            self._routes[room] = path(self.state.map, here, room) if here is not None else None
        return self._routes[room]

    def is_met(self, need: Need, target: str) -> bool:
        """Tell whether something needs no light any more: a lamp that burned is lit in the dark."""
        called = (tool for tool in self.tools if target in (tool.name, tool.item.name))
        return need.name == "fire" and any(has_burned(tool.item) for tool in called)

    def reachable(self, room: RoomId) -> bool:
        """Tell whether a way to a room is known."""
        return self.route(room) is not None

    def may_live(self, target: str) -> bool:
        """Tell whether something of this name may be alive: nothing carried or opened is."""
        told = self.state.journal.lives(target.lower())
        if told is not None:
            return told
        things = [item for _, item in self.called(target)]
        if is_creature(target) or any(item.alive for item in things):
            return True
        if not things or _STUFF.search(target) is not None:
            return False
        return not any(item.portable or item.container or item.open is not None for item in things)

    def sentence(self, shapes: tuple[tuple[str, ...], ...], tool: str, target: str) -> str | None:
        """Return the first of these sentences that the story's grammar takes."""
        for shape in shapes:
            if target == "" and "O" in shape:
                continue
            if shape[0] in PERSONAL and not self.may_live(target):
                continue
            pattern = ("*" if word in ("T", "O") else word for word in shape)
            if self.vocabulary.takes(*pattern):
                return " ".join({"T": tool, "O": target}.get(word, word) for word in shape)
        return None


def has_burned(item: Item) -> bool:
    """Tell whether something is a lamp that was lit or put out before: it is lit where it is dark.

    Candles and matches may be wanted alight for other reasons.
    """
    return item.lit is not None and LAMPS.search(item.name) is not None


def _is_there(name: str, page: Mapping[str, Mention]) -> bool:
    """Tell whether a name is that of something in a room, by what was said and tried there: the
    deed proves it as well as a look does.
    """
    said = page[name]
    fixed = said.standing is Standing.UNTRIED and not (said.bare or said.listed)
    return said.standing is Standing.PRESENT or (fixed and head(name) not in page.keys() - {name})


_STUFF = re.compile(rf"\b(?:{FOOD}|{DRINK})$", re.IGNORECASE)


def bring(
    thinking: Thinking, puzzle: Puzzle, tool: Tool, command: str, chance: float, *, why: Why
) -> Idea:
    """Return the idea of doing something with a tool about a puzzle.

    What is carried is dealt with anywhere.
    """
    held = puzzle.things[:1] and any(
        other.held and head(other.name) == head(puzzle.things[0]) for other in thinking.tools
    )
    return Idea(
        command=command,
        room=None if held and puzzle.direction is None else puzzle.room,
        items=(tool.item.name,),
        chance=chance if tool.held else chance * FAR,
        reason=why.reason,
        kind=why.kind,
    )
