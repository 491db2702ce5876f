"""Blocked exits that are worth another look now that something was gained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ludens.adventure.world.belongings import travel_costs, words
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.item import Item
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import ItemId, RoomId
from ludens.adventure.world.routes import Route, exits_by_distance
from ludens.adventure.world.search import Costs


class Remedy(NamedTuple):
    """Words of a refusal, and words of the things that such a refusal asks for."""

    refusal: frozenset[str]
    things: frozenset[str]


def _remedy(refusal: str, things: str) -> Remedy:
    return Remedy(words(refusal), words(things))


REMEDIES = (
    _remedy("lock locked unlock keyhole bolted", "key keys lockpick picklock card keycard"),
    _remedy("dark darkness black light see", "lamp lantern torch candle flashlight match matches"),
    _remedy("guard guards guarded blocks bars attacks", "sword knife axe dagger weapon club spear"),
    _remedy("steep high cliff pit chasm hole deep", "rope ladder grapnel hook"),
    _remedy("water river lake stream deep swim", "boat raft canoe bridge plank"),
    _remedy("overgrown vines thorns brambles web webs", "axe machete sword knife shears scythe"),
    _remedy("rubble boulder wall rock rocks buried", "shovel spade pick pickaxe dynamite crowbar"),
    _remedy("boarded nailed stuck jammed", "crowbar hammer axe lever"),
    _remedy("pay toll fee ticket pass", "coin coins money ticket pass"),
)
"""What English says of obstacles and of what overcomes them; no particular story's."""

NAMED, FITTING, NEWER = 3.0, 2.0, 1.0
"""How much it counts that a refusal names a thing gained, that the thing is of a kind that helps,
or only that the exit was last tried before it was gained."""


CONSIDERED = 100
"""Of so many blocked exits, the nearest ones, it is asked whether they are worth another look."""


class Hope(NamedTuple):
    """What speaks for trying a blocked exit again."""

    promise: float
    """The higher the more is to be hoped for; above NEWER where an item fits the reason."""
    items: tuple[ItemId, ...]
    """Which of the things gained it may be for."""
    since: int
    """The turn of the newest gain that counts."""

    @property
    def fits(self) -> bool:
        """Whether a thing gained fits what the story said."""
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A blocked exit to try again."""

    room: RoomId
    direction: str
    reason: str
    """What the story said when it was last tried."""
    hope: Hope
    route: Route
    """To the exit's room."""


def worth_another_look(
    world: WorldMap,
    items: Items,
    start: RoomId,
    gained: Sequence[ItemId] = (),
    *,
    costs: Costs | None = None,
    at_most: int = 10,
) -> list[SecondLook]:
    """Return blocked exits that were last tried before something was gained.

    `gained` are the items that came into reach; empty: all that is carried. The most promising
    come first, and among equals the nearest; `costs` are by default those for what the player
    carries. Exits that the story denied altogether ("You can't go that way") are left out, and
    those beyond the nearest CONSIDERED.
    """
    things = list(gained) or items.carried()
    if not things:
        return []
    costs = costs or travel_costs(items)
    looks = []
    nearest = exits_by_distance(world, start, ExitStatus.BLOCKED, costs)
    for direction, route in islice(nearest, CONSIDERED):
        room = route.rooms[-1]
        way = world.rooms[room].exits[direction]
        hope = hope_of(way, items, things)
        if hope is not None:
            looks.append(SecondLook(room, direction, way.reason, hope, route))
    looks.sort(key=lambda look: (-look.hope.promise, look.route.cost, look.room, look.direction))
    return looks[:at_most]


def hope_of(way: Exit, items: Items, gained: Sequence[ItemId]) -> Hope | None:
    """Return what speaks for trying a blocked exit again; None if nothing was gained since."""
    newer = [id_ for id_ in gained if items.known[id_].moved > way.turn]
    if not newer:
        return None
    fits = {id_: fit for id_ in newer if (fit := _fit(way, items.known[id_])) > 0}
    since = max(items.known[id_].moved for id_ in fits or newer)
    return Hope(NEWER + max(fits.values(), default=0.0), tuple(fits), since)


def _fit(way: Exit, item: Item) -> float:
    """Return how well a thing fits what a blocked exit said, 0 if not at all."""
    said, thing = words(way.reason), words(item.name)
    if said & thing:
        return NAMED
    for remedy in REMEDIES:
        if said & remedy.refusal and thing & remedy.things:
            return FITTING
    if item.light_source and said & words("dark darkness black light"):
        return FITTING
    return 0.0
