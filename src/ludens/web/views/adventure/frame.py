"""The frame of an adventure: the map, the items and the score as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NotRequired

from typing_extensions import TypedDict

from ludens.adventure.briefing import load
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import Exit, Room
from ludens.adventure.world.item_events import (
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemsMerged,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.items import Item, Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import RoomsMerged, VisitReassigned
from ludens.adventure.world.places import ItemId, RoomId
from ludens.adventure.world.warnings import warnings
from ludens.episode.events import Event
from ludens.web.views.adventure.company import CompanyFrame, CompanyFrames
from ludens.web.views.adventure.planning import PlanFrame, PlanFrames

ABOUT_ITEMS = (
    ItemFound,
    ItemChanged,
    ItemMoved,
    ItemTransformed,
    ItemsMerged,
    LightFading,
    RoomsMerged,
)
"""Events after which an item is shown differently."""


class ExitFrame(TypedDict):
    """A way out of a room. Flags are there when they are so."""

    status: str
    """`unexplored`, `assumed`, `explored`, `blocked`, `absent` or `closed`."""
    to: NotRequired[str]
    reason: NotRequired[str]
    """What the story said when it was blocked, absent or closed."""
    one_way: NotRequired[bool]
    teleport: NotRequired[bool]
    random: NotRequired[bool]
    deaths: NotRequired[int]


class RoomFrame(TypedDict):
    """A room. It is dark if `dark` is there."""

    name: str
    exits: dict[str, ExitFrame]
    visits: int
    first_seen: int
    description: NotRequired[str]
    dark: NotRequired[bool]


class ItemFrame(TypedDict):
    """An item."""

    name: str
    place: str
    """`room:ID`, `item:ID`, `inventory`, `unknown` or `gone`."""
    traits: list[str]
    """What it is known to be: `lit`, `open`, `locked`, `worn`, `alive`, `fixed`, ..."""
    description: NotRequired[str]


class AdventureFrame(CompanyFrame):
    """All that the page shows of an adventure's state."""

    rooms: dict[str, RoomFrame]
    items: dict[str, ItemFrame]
    carrying: list[str]
    """Items the player has, outer ones before those inside them."""
    around: list[str]
    """Items that can be seen in the room."""
    warnings: list[str]
    deaths: int
    here: NotRequired[str]
    score: NotRequired[int]
    best: NotRequired[int]
    """The highest score that counts, where that is another one: what a list of episodes shows."""
    max_score: NotRequired[int]
    won: NotRequired[bool]
    key_wanted: NotRequired[bool]
    """The story waits for a key, not for a line."""
    plan: NotRequired[PlanFrame]
    """The plan under way, or the one that ended in this turn."""
    goal: NotRequired[str]
    """What the player is after; a mind, also between two plans."""
    notes: NotRequired[str]
    """The player's own notes."""


class TouchedRooms:
    """Listens to the map for rooms that changed (`world.graph.Reader`)."""

    def __init__(self) -> None:
        self.rooms: set[RoomId] = set()

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        self.rooms.update(rooms)

    def take(self, world: WorldMap) -> set[RoomId]:
        """Return what changed since the last time."""
        world.graph.readers.setdefault("page", self)
        rooms, self.rooms = self.rooms, set()
        return rooms


class FrameMaker:
    """Makes frames turn by turn, from what changed only."""

    def __init__(self, before: AdventureState | None = None) -> None:
        self._rooms: dict[str, RoomFrame] | None = None
        self._items: dict[str, ItemFrame] = {}
        self._carrying: list[str] = []
        self._around: list[str] = []
        self._around_in: RoomId | None = None
        self._touched = TouchedRooms()
        self._here: RoomId | None = None
        self._company = CompanyFrames()
        self._plans = PlanFrames(before)

    def frame(self, state: AdventureState, events: Sequence[Event]) -> AdventureFrame:
        """Return the frame after a turn."""
        self._read_rooms(state.map, events)
        here = state.map.here
        self._read_items(state.items, here, events)
        company = self._company.frame(state, events)
        frame = AdventureFrame(
            puzzles=company["puzzles"],
            suggestions=company["suggestions"],
            mazes=company["mazes"],
            rooms=self._rooms or {},
            items=self._items,
            carrying=self._carrying,
            around=self._around,
            warnings=[*warnings(state.map, state.items, state.turn), *load(state)],
            deaths=state.deaths,
        )
        if "stuck" in company:
            frame["stuck"] = company["stuck"]
        if here is not None:
            frame["here"] = here
        if state.score is not None:
            frame["score"] = state.score
            if state.tally.best is not None and state.tally.best != state.score:
                frame["best"] = state.tally.best
        if state.max_score is not None:
            frame["max_score"] = state.max_score
        if state.won:
            frame["won"] = True
        if state.wants == "key":
            frame["key_wanted"] = True
        plan = self._plans.frame(state, events)
        if plan is not None:
            frame["plan"] = plan
        # Rules have a goal for each plan; only a mind is after something between two.
        if state.plan.goal and (plan is not None or state.dialogue.spoken):
            frame["goal"] = state.plan.goal
        if state.plan.notes:
            frame["notes"] = state.plan.notes
        return frame

    def _read_items(self, items: Items, here: RoomId | None, events: Sequence[Event]) -> None:
        changed = self._items.keys() != items.known.keys() or any(
            isinstance(event, ABOUT_ITEMS) for event in events
        )
        if changed:
            self._items = {id_: item_frame(item) for id_, item in items.known.items()}
            self._carrying = _ids(items.carried())
        if changed or here != self._around_in:
            self._around = _ids(items.here(here)) if here is not None else []
            self._around_in = here

    def _read_rooms(self, world: WorldMap, events: Sequence[Event]) -> None:
        touched = self._touched.take(world)
        if self._rooms is None:
            self._rooms = {id_: room_frame(room) for id_, room in world.rooms.items()}
        else:
            touched |= {room for room in (self._here, world.here) if room is not None}
            for event in events:
                if isinstance(event, VisitReassigned):  # counts of visits are no part of the graph
                    touched |= {world.resolve(event.room), world.resolve(event.to)}
            rooms = dict(self._rooms)
            for id_ in touched:
                if id_ in world.rooms:
                    rooms[id_] = room_frame(world.rooms[id_])
                else:
                    rooms.pop(id_, None)
            self._rooms = rooms
        self._here = world.here


def room_frame(room: Room) -> RoomFrame:
    """Return a room as the page shows it."""
    frame = RoomFrame(
        name=room.name,
        exits={direction: _exit_frame(way) for direction, way in room.exits.items()},
        visits=room.visits,
        first_seen=room.first_seen,
    )
    description = room.description
    if description:
        frame["description"] = description
    if room.dark:
        frame["dark"] = True
    return frame


def _exit_frame(way: Exit) -> ExitFrame:
    frame = ExitFrame(status=way.status.value)
    if way.to is not None:
        frame["to"] = way.to
    if way.reason:
        frame["reason"] = way.reason
    if way.one_way:
        frame["one_way"] = True
    if way.teleport:
        frame["teleport"] = True
    if way.random:
        frame["random"] = True
    if way.deaths:
        frame["deaths"] = way.deaths
    return frame


def item_frame(item: Item) -> ItemFrame:
    """Return an item as the page shows it."""
    frame = ItemFrame(name=item.name, place=item.place, traits=_traits(item))
    if item.description:
        frame["description"] = item.description
    return frame


def _traits(item: Item) -> list[str]:
    told = {
        "lit": item.lit,
        "open": item.open,
        "closed": item.open is False and not item.locked,
        "locked": item.locked,
        "worn": item.worn,
        "alive": item.alive,
        "fixed": item.fixed,
        "fading": bool(item.fading),
    }
    return [name for name, is_so in told.items() if is_so]


def _ids(items: Iterable[ItemId]) -> list[str]:
    return list(items)


def carried_names(items: Items) -> list[str]:
    """Return the names of what the player has, outer ones first."""
    return [items.known[id_].name for id_ in items.carried()]
