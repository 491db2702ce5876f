"""Invented mazes, drawn from a seed: the truth that a solver's map is held against.

Rooms up to `inside` are the maze; the others stand around it, and the first of them is the way in.
Every maze but those with a pit is strongly connected, its surroundings included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from ludens.adventure.directions import OPPOSITE

WAYS = tuple(way for way in OPPOSITE if way not in ("in", "out"))
MARKERS = (
    "coin rope candle bottle knife basket shovel ring whistle brush hammer mirror apple feather "
    "bucket glove letter spoon bell comb marble thimble ladle pebble"
).split()
TREASURE = "chalice"
DEAD_END = "Dead End"
WORDS = ("little", "twisty", "maze", "of", "passages")
DIFFERENT = (
    "maze of little twisty passages",
    "maze of twisty little passages",
    "little maze of twisty passages",
    "little twisty maze of passages",
    "twisty maze of little passages",
    "twisty little maze of passages",
    "maze of winding little passages",
    "winding maze of little passages",
    "little maze of winding passages",
    "winding little maze of passages",
    "little winding maze of passages",
    "maze of little winding passages",
    "maze of narrow crooked tunnels",
    "narrow maze of crooked tunnels",
    "crooked maze of narrow tunnels",
    "maze of crooked narrow tunnels",
    "narrow crooked maze of tunnels",
    "crooked narrow maze of tunnels",
    "maze of low bending galleries",
    "low maze of bending galleries",
    "bending maze of low galleries",
    "low bending maze of galleries",
)
SURROUNDINGS = (
    (
        "Mouth of the Cave",
        "Daylight falls through brambles onto a sandy floor with many footprints.",
    ),
    ("Walled Garden", "Pear trees stand in rows along old brick walls warm with the sun."),
    ("Boathouse", "Water slaps at the piles below the planks, and a skiff hangs on its chains."),
    ("Bell Loft", "A great bronze bell hangs still above the worn boards, green with age."),
)


HOUSE = (
    (
        "Potting Shed",
        "Clay pots are stacked to the rafters, and the air smells of earth and onions.",
    ),
    ("Cottage Kitchen", "Copper pans hang over a cold range, and crumbs lie on a scrubbed table."),
    ("Garret", "Rain taps on the slates just overhead, and old trunks stand about."),
)
"""Ordinary rooms before the maze, in a row."""


class Descriptions(StrEnum):
    """How the rooms of a maze look."""

    ALIKE = "alike"
    DIFFERENT = "different"
    MIXED = "mixed"


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
    for _ in range(random.randint(*plan.dead_ends)):
        _dead_end(random, rooms)
    inside = len(rooms)
    for number in range(random.randint(*plan.exits)):
        title, description = SURROUNDINGS[number]
        rooms.append(RoomSpec(title, description, maze=None))
        _surround(random, rooms, inside, number)
    if plan.pit:
        _dig(random, rooms, inside)
    start = _build(rooms, inside) if plan.house else inside
    count = max(0, round(plan.markers * inside))
    names = random.sample(MARKERS, min(count, len(MARKERS)))
    carried = names[: plan.carry_limit if plan.carried is None else plan.carried]
    left = names[len(carried) :]
    lying = random.sample([name for name in MARKERS if name not in names], plan.lying)
    return MazeSpec(
        seed=seed,
        plan=plan,
        rooms=rooms,
        start=start,
        markers=carried,
        spare={
            **{
                name: start + n % len(HOUSE) if plan.house else start for n, name in enumerate(left)
            },
            **{name: random.randrange(inside) for name in lying},
        },
        lamp_turns=60 * inside if plan.dark else None,
        thief=plan.thief,
        treasure_at=random.randrange(inside) if plan.treasure else None,
        creature_at=random.randrange(inside) if plan.creature else None,
        carry_limit=plan.carry_limit,
    )


def _dead_end(random: Random, rooms: list[RoomSpec]) -> None:
    """Add a room that there is one way into and one way out of."""
    doors = [n for n, room in enumerate(rooms) if room.maze == 0 and len(room.ways) < len(WAYS) - 2]
    door = random.choice(doors)
    rooms.append(RoomSpec(DEAD_END, "You have come to a dead end.", dark=rooms[door].dark))
    direction = _way(random, rooms, door, len(rooms) - 1, 0)
    back = OPPOSITE[direction] if random.random() < 0.7 else random.choice(WAYS)
    rooms[-1].ways[back] = [door]


def _build(rooms: list[RoomSpec], inside: int) -> int:
    """Put a house before the first room outside the maze; return its farthest room's number."""
    before = inside
    free = [way for way in ("south", "west", "east", "north") if way not in rooms[before].ways]
    first = len(rooms)
    for number, (title, description) in enumerate(HOUSE):
        rooms.append(RoomSpec(title, description, maze=None))
        other = before if number == len(HOUSE) - 1 else first + number + 1
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
    return [way for way in WAYS if way not in room.ways]


def _way(random: Random, rooms: list[RoomSpec], one: int, other: int, first: int) -> str:
    direction = random.choice(_free(rooms[one]))
    rooms[one].ways[direction] = [first + other]
    return direction


def _join(random: Random, rooms: list[RoomSpec], one: int, other: int) -> None:
    rooms[one].ways[random.choice(_free(rooms[one]))] = [other]


def _description(random: Random, plan: Plan, number: int, maze: int) -> str:
    if maze:
        return "Bones fill the niches of these catacombs, and every turning is like the last."
    alike = "You are in a maze of twisty little passages, all alike."
    different = f"You are in a {DIFFERENT[number % len(DIFFERENT)]}, all different."
    if plan.descriptions is Descriptions.MIXED:
        return random.choice([alike, different])
    return alike if plan.descriptions is Descriptions.ALIKE else different


def _surround(random: Random, rooms: list[RoomSpec], inside: int, number: int) -> None:
    """Join a new room outside with the maze; it has a way back in, or one to the first room."""
    new = len(rooms) - 1
    roomy = [n for n in range(inside) if len(_free(rooms[n])) > 1 and rooms[n].title != DEAD_END]
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
