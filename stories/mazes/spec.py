"""Invented mazes, drawn from a seed: the truth that a solver's map is held against.

Rooms up to `inside` are the maze; the others stand around it, and the first of them is the way in.
Every maze but those with a pit is strongly connected, its surroundings included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from ludens.adventure.directions import OPPOSITE
from mazes import texts
from mazes.manner import Manner

WAYS = tuple(way for way in OPPOSITE if way not in ("in", "out"))


class Descriptions(StrEnum):
    """How the rooms of a maze look."""

    ALIKE = "alike"
    DIFFERENT = "different"
    MIXED = "mixed"
    PLAIN = "plain"
    """All alike, and no word tells of a maze."""


@dataclass(frozen=True)
class Plan:
    """What kind of maze to draw."""

    rooms: tuple[int, int] = (4, 20)
    descriptions: Descriptions = Descriptions.ALIKE
    degree: tuple[int, int] = (1, 8)
    one_way: float = 0.2
    """The share of ways that no way leads back from."""
    self_loops: float = 0.0
    """How many self-loops there are for each room."""
    random_exits: float = 0.0
    """The share of rooms with a way that leads to one of several rooms."""
    markers: float = 1.0
    """Things to mark rooms with, for each room."""
    exits: tuple[int, int] = (1, 3)
    dark: bool = False
    thief: bool = False
    treasure: bool = False
    pit: bool = False
    creature: bool = False
    carry_limit: int = 100
    nested: bool = False
    dead_ends: tuple[int, int] = (0, 0)
    """Rooms of the maze with a single way out that look like each other, not like the maze."""
    lying: int = 0
    """Things that lie about in the maze from the beginning."""
    carried: int | None = None
    """What the player carries, whatever the number of rooms; None: by `markers`."""
    own_ends: bool = False
    """Each dead end has words of its own."""
    barred: float = 0.0
    """The share of rooms with a way that is barred, and says so."""
    deadly: int = 0
    """Ways on which the player dies."""
    light: int | None = 60
    """Turns that the lamp gives light for in the dark, for each room; None: there is no lamp."""
    unlit: bool = False
    """The lamp is not turned on before the maze is entered."""
    manner: Manner = field(default_factory=Manner)
    house: bool = False
    """A row of ordinary rooms leads to the maze; what cannot be carried at once lies in them."""


@dataclass
class RoomSpec:
    """One room."""

    title: str
    description: str
    ways: dict[str, list[int]] = field(default_factory=dict)
    """Where each way leads: one room, or several of which one is drawn each time."""
    dark: bool = False
    maze: int | None = 0
    """Which maze it belongs to; None for the surroundings."""
    deadly: dict[str, str] = field(default_factory=dict)
    """Ways on which the player dies, and what the story says then."""
    barred: dict[str, str] = field(default_factory=dict)
    """Ways that are shut, and what the story says."""
    crawls: dict[str, str] = field(default_factory=dict)
    """What is told on a way before the room that it leads to."""
    refusal: str = ""
    """What is said where no way leads; empty: what the story says everywhere."""


@dataclass
class MazeSpec:
    """A maze and all that is about it."""

    seed: int
    plan: Plan
    rooms: list[RoomSpec]
    start: int
    """Where the player is at first: before the maze, or in the house before it."""
    markers: list[str]
    """What the player carries."""
    spare: dict[str, int] = field(default_factory=dict)
    """Other things to mark rooms with, and where they lie at first."""
    lamp_turns: int | None = None
    """Turns that the lamp gives light for; None if it is not needed."""
    thief: bool = False
    treasure_at: int | None = None
    creature_at: int | None = None
    carry_limit: int = 100

    @property
    def mouth(self) -> int:
        """The room before the maze; its first way leads in."""
        return len(self.inside)

    @property
    def inside(self) -> list[int]:
        """The rooms of the maze, nested ones included."""
        return [n for n, room in enumerate(self.rooms) if room.maze is not None]


def invent(seed: int, plan: Plan = Plan()) -> MazeSpec:
    """Return the maze of a seed."""
    random = Random(f"maze {seed}")
    rooms = _maze(random, plan, 0)
    if plan.nested:
        inner = _maze(random, plan, len(rooms), maze=1)
        _join(random, rooms + inner, random.randrange(len(rooms)), len(rooms))
        _join(random, rooms + inner, len(rooms) + random.randrange(len(inner)), 0)
        rooms += inner
    for number in range(random.randint(*plan.dead_ends)):
        look = texts.ENDS[number % len(texts.ENDS)] if plan.own_ends else texts.ENDS[0]
        _dead_end(random, rooms, look)
    inside = len(rooms)
    for number in range(random.randint(*plan.exits)):
        title, description = (*texts.SURROUNDINGS, *texts.MORE_SURROUNDINGS)[number]
        rooms.append(RoomSpec(title, description, maze=None))
        _surround(random, rooms, inside, number)
    if plan.pit:
        _dig(random, rooms, inside)
    start = _build(rooms, inside) if plan.house else inside
    count = max(0, round(plan.markers * inside))
    names = random.sample(texts.MARKERS, min(count, len(texts.MARKERS)))
    carried = names[: plan.carry_limit if plan.carried is None else plan.carried]
    left = names[len(carried) :]
    _harden(Random(f"harder {seed}"), rooms[:inside], plan)
    lying = random.sample([name for name in texts.MARKERS if name not in names], plan.lying)
    return MazeSpec(
        seed=seed,
        plan=plan,
        rooms=rooms,
        start=start,
        markers=carried,
        spare={
            **{
                name: start + n % len(texts.HOUSE) if plan.house else start
                for n, name in enumerate(left)
            },
            **{name: random.randrange(inside) for name in lying},
        },
        lamp_turns=plan.light * inside if plan.dark and plan.light else None,
        thief=plan.thief,
        treasure_at=random.randrange(inside) if plan.treasure else None,
        creature_at=random.randrange(inside) if plan.creature else None,
        carry_limit=plan.carry_limit,
    )


def _harden(random: Random, rooms: list[RoomSpec], plan: Plan) -> None:
    """Put into the rooms of a maze what makes it harder, but for where its ways lead."""
    manner = plan.manner
    for room in rooms:
        if random.random() < plan.barred:
            room.barred[random.choice(_free(room))] = random.choice(texts.BARRED)
        if manner.refusals:
            room.refusal = random.choice(texts.REFUSALS)
        for way, ends in room.ways.items():
            if len(ends) == 1 and random.random() < manner.crawls:
                room.crawls[way] = random.choice(texts.CRAWLS)
        if manner.ways_told:
            room.description += f" Ways lead {_in_words(room)}."
    roomy = [room for room in rooms if _free(room)]
    for room in random.sample(roomy, min(plan.deadly, len(roomy))):
        room.deadly[random.choice(_free(room))] = random.choice(texts.DEATHS)


def _in_words(room: RoomSpec) -> str:
    ways = [way for way in WAYS if way in room.ways]
    return ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])} and {ways[-1]}"


def _dead_end(random: Random, rooms: list[RoomSpec], look: tuple[str, str]) -> None:
    """Add a room that there is one way into and one way out of."""
    doors = [n for n, room in enumerate(rooms) if room.maze == 0 and len(room.ways) < len(WAYS) - 2]
    door = random.choice(doors)
    rooms.append(RoomSpec(*look, dark=rooms[door].dark))
    direction = _way(random, rooms, door, len(rooms) - 1, 0)
    back = OPPOSITE[direction] if random.random() < 0.7 else random.choice(WAYS)
    rooms[-1].ways[back] = [door]


def _build(rooms: list[RoomSpec], inside: int) -> int:
    """Put a house before the first room outside the maze; return its farthest room's number."""
    before = inside
    free = [way for way in ("south", "west", "east", "north") if way not in rooms[before].ways]
    first = len(rooms)
    for number, (title, description) in enumerate(texts.HOUSE):
        rooms.append(RoomSpec(title, description, maze=None))
        other = before if number == len(texts.HOUSE) - 1 else first + number + 1
        way = OPPOSITE[free[0]] if other == before else "east"
        back = OPPOSITE[way]
        rooms[-1].ways[way] = [other]
        rooms[-1].description += f" A door leads {way}."
        if other == before:
            rooms[before].ways[back] = [len(rooms) - 1]
            rooms[before].description += f" A door leads {back}."
        if number > 0:
            rooms[-1].ways["west" if way != "west" else "south"] = [len(rooms) - 2]
    return first


def _maze(random: Random, plan: Plan, first: int, maze: int = 0) -> list[RoomSpec]:
    count = random.randint(*plan.rooms)
    title = "Maze" if maze == 0 else "Catacombs"
    if plan.descriptions is Descriptions.PLAIN:
        title = texts.DUNES[0]
    rooms = [
        RoomSpec(title, _description(random, plan, number, maze), dark=plan.dark, maze=maze)
        for number in range(count)
    ]
    order = random.sample(range(count), count)
    if count > 1:
        for one, other in zip(order, [*order[1:], order[0]], strict=True):
            _way(random, rooms, one, other, first)
    for one, room in enumerate(rooms):
        wanted = random.randint(*plan.degree)
        while len(room.ways) < wanted:
            other = random.randrange(count)
            if other == one and random.random() >= plan.self_loops:
                if count == 1:
                    break
                continue
            direction = _way(random, rooms, one, other, first)
            most = plan.degree[1]
            if other != one and len(rooms[other].ways) < most and random.random() >= plan.one_way:
                back = OPPOSITE[direction]
                free = _free(rooms[other])
                choice = back if back in free and random.random() < 0.4 else random.choice(free)
                rooms[other].ways[choice] = [first + one]
    for one, room in enumerate(rooms):
        if random.random() < plan.self_loops and len(room.ways) < plan.degree[1]:
            room.ways[random.choice(_free(room))] = [first + one]
        if random.random() < plan.random_exits and len(room.ways) < plan.degree[1]:
            ends = random.sample(range(count), min(count, random.choice([2, 2, 3])))
            room.ways[random.choice(_free(room))] = [first + end for end in ends]
    return rooms


def _free(room: RoomSpec) -> list[str]:
    shut = {*room.ways, *room.barred, *room.deadly}
    return [way for way in WAYS if way not in shut]


def _way(random: Random, rooms: list[RoomSpec], one: int, other: int, first: int) -> str:
    direction = random.choice(_free(rooms[one]))
    rooms[one].ways[direction] = [first + other]
    return direction


def _join(random: Random, rooms: list[RoomSpec], one: int, other: int) -> None:
    rooms[one].ways[random.choice(_free(rooms[one]))] = [other]


def _description(random: Random, plan: Plan, number: int, maze: int) -> str:
    if maze:
        return "Bones fill the niches of these catacombs, and every turning is like the last."
    if plan.descriptions is Descriptions.PLAIN:
        return texts.DUNES[1]
    alike = texts.ALIKE
    different = f"You are in a {texts.DIFFERENT[number % len(texts.DIFFERENT)]}, all different."
    if plan.descriptions is Descriptions.MIXED:
        return random.choice([alike, different])
    return alike if plan.descriptions is Descriptions.ALIKE else different


def _surround(random: Random, rooms: list[RoomSpec], inside: int, number: int) -> None:
    """Join a new room outside with the maze; it has a way back in, or one to the first room."""
    new = len(rooms) - 1
    ends = {description for _, description in texts.ENDS}
    roomy = [
        n for n in range(inside) if len(_free(rooms[n])) > 1 and rooms[n].description not in ends
    ]
    door = random.choice(roomy)
    direction = random.choice(_free(rooms[door]))
    rooms[door].ways[direction] = [new]
    if number == 0 or random.random() < 0.5:
        rooms[new].ways[OPPOSITE[direction]] = [door]
        rooms[new].description += f" A passage leads {OPPOSITE[direction]}."
        return
    way = random.choice(_free(rooms[new]))
    rooms[new].ways[way] = [inside]
    rooms[new].description += f" A path leads {way}."


def _dig(random: Random, rooms: list[RoomSpec], inside: int) -> None:
    """Let a way down lead to where there is no way back."""
    door = random.choice([n for n in range(inside) if "down" not in rooms[n].ways])
    rooms.append(RoomSpec("Bottom of a Pit", "The walls are smooth as glass.", maze=None))
    rooms[door].ways["down"] = [len(rooms) - 1]
    rooms[door].description += " A deep pit gapes here, leading down."
