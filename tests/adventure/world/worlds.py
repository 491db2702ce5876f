"""Worlds to test with: made-up events, and walks through a world that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO

from hypothesis import strategies as st
from rich.console import Console, RenderableType

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import PlayerDied
from ludens.adventure.state import AdventureState
from ludens.adventure.world.fact import Fact
from ludens.adventure.world.item_events import (
    ITEM_EVENTS,
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemsMerged,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.map import WorldMap, destinations
from ludens.adventure.world.map_events import (
    MAP_EVENTS,
    ExitAbsent,
    ExitBlocked,
    ExitClosed,
    ExitDoubted,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    ExitSeen,
    MapContradicted,
    Movement,
    PlayerMoved,
    Resolution,
    RoomChanged,
    RoomFound,
    RoomsMerged,
    VisitReassigned,
)
from ludens.adventure.world.moves import events_for_move, events_for_refusal
from ludens.adventure.world.places import GONE, INVENTORY, UNKNOWN, ItemId, RoomId, in_room, inside
from ludens.adventure.world.routes import WITHOUT_LIGHT, Costs, search_from
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

ROOMS = [RoomId(name) for name in ("hall", "cellar", "attic", "garden", "unknown", "lamp")]
ITEMS = [ItemId(name) for name in ("lamp", "box", "key", "cat", "gone")]
WAYS = [*DIRECTIONS[:6], "up", "down", "enter house", "push button"]
REFUSAL = "You can't go that way."

rooms = st.sampled_from(ROOMS)
items = st.sampled_from(ITEMS)
ways = st.sampled_from(WAYS)
words = st.text(max_size=8)
maybe = st.none() | st.booleans()
confidence = st.floats(0.1, 1.0)
places = st.one_of(
    st.sampled_from([INVENTORY, UNKNOWN, GONE]), rooms.map(in_room), items.map(inside)
)


def _of(event: type[Event], **fields: st.SearchStrategy[object]) -> st.SearchStrategy[Event]:
    return st.builds(event, **fields)


world_events: st.SearchStrategy[Event] = st.one_of(
    _of(RoomFound, room=rooms, name=words, location=st.none() | st.integers(1, 9)),
    _of(RoomChanged, room=rooms, name=st.none() | words, dark=maybe),
    _of(RoomsMerged, room=rooms, into=rooms, reason=words),
    _of(VisitReassigned, room=rooms, to=rooms, since=st.integers(0, 50), reason=words),
    _of(PlayerMoved, room=rooms, how=st.sampled_from(Movement), via=ways),
    _of(ExitSeen, room=rooms, direction=ways, confidence=confidence),
    _of(
        ExitExplored,
        room=rooms,
        direction=ways,
        to=rooms,
        assumed=st.booleans(),
        teleport=st.booleans(),
    ),
    _of(ExitBlocked, room=rooms, direction=ways, reason=words),
    _of(ExitAbsent, room=rooms, direction=ways, reason=words),
    _of(ExitClosed, room=rooms, direction=ways, reason=words),
    _of(ExitDoubted, room=rooms, direction=ways, reason=words),
    _of(ExitForgotten, room=rooms, direction=ways),
    _of(ExitMarked, room=rooms, direction=ways, one_way=maybe, random=maybe),
    _of(
        MapContradicted,
        room=rooms,
        direction=ways,
        expected=st.none() | rooms,
        found=st.none() | rooms,
        resolution=st.sampled_from(Resolution),
    ),
    _of(PlayerDied, command=ways, text=words),
    _of(ItemFound, item=items, name=words, place=places, portable=maybe, alive=maybe),
    _of(
        ItemChanged,
        item=items,
        portable=maybe,
        container=maybe,
        open=maybe,
        locked=maybe,
        lit=maybe,
        worn=maybe,
        fuel=st.none() | st.integers(0, 99),
    ),
    _of(ItemMoved, item=items, place=places, how=st.sampled_from(Handling)),
    _of(ItemTransformed, item=items, into=items),
    _of(ItemsMerged, item=items, other=items),
    _of(LightFading, item=items, text=words),
    _of(CarryLimitMet, carried=st.integers(0, 9)),
)
"""Any event that changes the map or the items; ids of rooms and items overlap on purpose."""

COVERED = frozenset(
    {
        *(RoomFound, RoomChanged, RoomsMerged, VisitReassigned, PlayerMoved, ExitSeen),
        *(ExitExplored, ExitBlocked, ExitAbsent, ExitClosed, ExitDoubted, ExitForgotten),
        *(ExitMarked, MapContradicted, PlayerDied, ItemFound, ItemChanged, ItemMoved),
        *(ItemTransformed, ItemsMerged, LightFading, CarryLimitMet),
    }
)


def uncovered_events() -> set[str]:
    """Return the facts about the story's world that the strategy does not make."""
    facts = (event for event in (*MAP_EVENTS, *ITEM_EVENTS) if issubclass(event, Fact))
    return {event.type for event in facts if event not in COVERED}


def folded(events: list[Event], *, ask: bool = False) -> AdventureState:
    """Return the state after events, one a turn; `ask` questions the map after each of them."""
    state = AdventureState()
    for turn, event in enumerate(events):
        state.turn = turn
        state.apply(event)
        if ask:
            assert state.map.graph.ways is not None
            state.items.at(INVENTORY)
    return state


def printed(drawing: RenderableType, width: int = 100) -> list[str]:
    """Return what rich prints of something on a terminal of a width, line by line."""
    paper = StringIO()
    Console(file=paper, width=width).print(drawing)
    return [line.rstrip() for line in paper.getvalue().split("\n")]


Truth = Mapping[str, Mapping[str, str]]
"""Where each direction leads from each room."""


@dataclass
class Walker:
    """Walks through a world that is known and keeps the map of it."""

    truth: Truth
    here: str
    world: WorldMap = field(default_factory=WorldMap)
    turn: int = 0
    log: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._find(self.here)
        self._emit(*events_for_move(self.world, None, "", RoomId(self.here)))

    def go(self, command: str) -> None:
        """Type a command: the walker moves, or is told that there is no way."""
        self.turn += 1
        origin = RoomId(self.here)
        goal = self.truth[self.here].get(command)
        if goal is None:
            self._emit(*events_for_refusal(self.world, origin, command, REFUSAL, absent=True))
            return
        self._find(goal)
        self._emit(*events_for_move(self.world, origin, command, RoomId(goal)))
        self.here = goal

    def _find(self, room: str) -> None:
        if room not in self.world.rooms:
            self._emit(RoomFound(room=RoomId(room), name=room.title()))

    def _emit(self, *events: Event) -> None:
        for event in events:
            self.world.apply(event, self.turn)
            self.log.append(event)


@st.composite
def truths(draw: st.DrawFn, most: int = 8) -> Truth:
    """Worlds whose ways never change: loops, one-way passages and dead ends included."""
    names = [f"room{number}" for number in range(draw(st.integers(1, most)))]
    return {name: draw(st.dictionaries(ways, st.sampled_from(names), max_size=5)) for name in names}


def unexplored(world: WorldMap) -> list[tuple[RoomId, str]]:
    """Return every exit that nobody has tried, reachable or not, in alphabetical order."""
    return world.graph.untried()


def reachable(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> frozenset[RoomId]:
    """Return every room that can be reached by known ways, the start included."""
    start = world.resolve(start)
    if start not in world.rooms:
        return frozenset()
    return frozenset(search_from(world, start, costs).settle())


def walk(world: WorldMap, start: RoomId, commands: Sequence[str]) -> frozenset[RoomId]:
    """Return the rooms where these commands may lead by the map; empty if one leads nowhere.

    More than one room only where a way on the path is random.
    """
    places = {world.resolve(start)}
    for command in commands:
        ways = [world.exit(room, way_of(command)) for room in places]
        places = {to for way in ways if way is not None and way.open for to in destinations(way)}
    return frozenset(places)
