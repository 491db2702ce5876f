"""Invented places that are no mazes, though rooms look alike or ways do not lead back.

A maze that is noticed in one of them is a false alarm.
"""

from __future__ import annotations

from enum import StrEnum
from random import Random

from ludens.adventure.directions import OPPOSITE
from mazes.spec import MazeSpec, Plan, RoomSpec
from mazes.texts import MARKERS


class Ordinary(StrEnum):
    """What kind of place it is."""

    HOUSE = "house"
    """Rooms of their own around corridors that look alike."""
    STREET = "street"
    """A long row of rooms that look alike, with houses to both sides."""
    FOREST = "forest"
    """A square of rooms that all look alike; every way leads back."""
    WOODS = "woods"
    """A wood with paths: rooms nearly alike, and now and then a way goes round or astray."""
    TOWN = "town"
    """Streets that cross, each part described alike but for a word."""
    STAIRS = "stairs"
    """A tower's landings that look alike, one above the other."""
    HILL = "hill"
    """Slides, falls and doors that shut: ways that do not lead back."""


ROOMS = (
    ("Kitchen", "Pots hang over a cold range, and flour covers the long table."),
    ("Library", "Shelves climb to the ceiling, and a ladder leans on its rail."),
    ("Bedroom", "A brass bed stands under the window, neatly made."),
    ("Music Room", "A harp and a piano share the carpet with a dozen chairs."),
    ("Pantry", "Jars of plums and pickles fill the shelves from floor to ceiling."),
    ("Study", "A globe stands beside a desk that is buried in letters."),
    ("Nursery", "A rocking horse looks out of the barred window."),
    ("Conservatory", "Palms drip on the tiles, and the air is warm and heavy."),
    ("Cellar", "Barrels lie in two rows, and something drips in the corner."),
    ("Attic", "Trunks and broken chairs are pushed under the eaves."),
    ("Bathroom", "A bath on iron feet stands in the middle of the floor."),
    ("Dining Room", "A table for twenty is laid, under a year of dust."),
)
FOUR = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def ordinary(seed: int, kind: Ordinary) -> MazeSpec:
    """Return the place of a seed."""
    random = Random(f"{kind} {seed}")
    rooms = {
        Ordinary.HOUSE: _house,
        Ordinary.STREET: _street,
        Ordinary.FOREST: _forest,
        Ordinary.WOODS: _woods,
        Ordinary.TOWN: _town,
        Ordinary.STAIRS: _stairs,
        Ordinary.HILL: _hill,
    }[kind](random)
    names = random.sample(MARKERS, 6)
    return MazeSpec(
        seed=seed,
        plan=Plan(),
        rooms=rooms,
        start=0,
        markers=names[:2],
        spare={name: random.randrange(len(rooms)) for name in names[2:]},
    )


def _join(rooms: list[RoomSpec], one: int, way: str, other: int) -> None:
    rooms[one].ways[way] = [other]
    rooms[other].ways[OPPOSITE[way]] = [one]


def _house(random: Random) -> list[RoomSpec]:
    corridor = "The corridor goes on between panelled walls hung with portraits."
    count = random.randint(3, 4)
    rooms = [RoomSpec("Corridor", corridor, maze=None) for _ in range(count)]
    for one in range(count - 1):
        _join(rooms, one, "east", one + 1)
    unused = random.sample(ROOMS, len(ROOMS))
    for one in range(count):
        for way in random.sample(["north", "south"], random.randint(1, 2)):
            rooms.append(RoomSpec(*unused.pop(), maze=None))
            _join(rooms, one, way, len(rooms) - 1)
    return rooms


def _street(random: Random) -> list[RoomSpec]:
    street = "The street runs on between tall houses with shuttered windows."
    count = random.randint(5, 10)
    bent = random.randrange(count - 1)
    rooms = [RoomSpec("Long Street", street, maze=None) for _ in range(count)]
    for one in range(count - 1):
        _join(rooms, one, "north" if one == bent else "east", one + 1)
    for title, description in random.sample(ROOMS, 4):
        free = [n for n in range(count) if "south" not in rooms[n].ways]
        rooms.append(RoomSpec(title, description, maze=None))
        _join(rooms, random.choice(free), "south", len(rooms) - 1)
    return rooms


def _grid(rooms: list[RoomSpec], width: int) -> None:
    """Join rooms that stand in rows, each with its neighbours."""
    height = len(rooms) // width
    for x in range(width):
        for y in range(height):
            for way, (dx, dy) in FOUR.items():
                if 0 <= x + dx < width and 0 <= y + dy < height:
                    rooms[y * width + x].ways[way] = [(y + dy) * width + x + dx]


def _woods(random: Random) -> list[RoomSpec]:
    trees = ("beeches", "oaks", "firs", "beeches", "beeches")
    count = random.choice([4, 6, 9])
    rooms = [
        RoomSpec(
            random.choice(["Forest", "Forest", "Forest Path"]),
            f"This is a dim forest, with tall {random.choice(trees)} in all directions, and"
            " birds sing far above you in the light.",
            maze=None,
        )
        for _ in range(count)
    ]
    _grid(rooms, {4: 2, 6: 3, 9: 3}[count])
    for number, room in enumerate(rooms):
        for way in FOUR:
            if way not in room.ways and random.random() < 0.5:
                room.ways[way] = [number]
            elif random.random() < 0.1:
                room.ways[way] = [random.randrange(count)]
    rooms.append(RoomSpec(*random.choice(ROOMS), maze=None))
    rooms[0].ways["up"], rooms[-1].ways["down"] = [len(rooms) - 1], [0]
    return rooms


def _town(random: Random) -> list[RoomSpec]:
    width, height = random.randint(3, 4), random.randint(2, 3)
    numbers = random.sample(range(20, 99), width * height)
    rooms = [
        RoomSpec(
            "Narrow Street",
            "You stand in a narrow street of the old town between rows of tall grey houses whose"
            f" shutters are closed against the heat of noon, before the door of number {number}.",
            maze=None,
        )
        for number in numbers
    ]
    _grid(rooms, width)
    return rooms


def _stairs(random: Random) -> list[RoomSpec]:
    landing = "The stairs wind up and down between bare walls; a slit lets in some light."
    rooms = [RoomSpec("Landing", landing, maze=None) for _ in range(random.randint(4, 8))]
    for one in range(len(rooms) - 1):
        _join(rooms, one, "up", one + 1)
    for title, description in random.sample(ROOMS, 3):
        free = [
            n for n, room in enumerate(rooms) if "east" not in room.ways and room.title == "Landing"
        ]
        rooms.append(RoomSpec(title, description, maze=None))
        _join(rooms, random.choice(free), "east", len(rooms) - 1)
    return rooms


def _forest(random: Random) -> list[RoomSpec]:
    forest = "Trees stand close on all sides, and a little light falls through the leaves."
    width, height = random.randint(2, 4), random.randint(2, 4)
    rooms = [RoomSpec("Forest", forest, maze=None) for _ in range(width * height)]
    _grid(rooms, width)
    rooms.append(RoomSpec(*random.choice(ROOMS), maze=None))
    _join(rooms, 0, "up", len(rooms) - 1)
    return rooms


def _hill(random: Random) -> list[RoomSpec]:
    names = random.sample(ROOMS, 9)
    rooms = [RoomSpec(title, description, maze=None) for title, description in names]
    for one in range(len(rooms) - 1):
        rooms[one].ways[random.choice(["down", "west", "south"])] = [one + 1]
    rooms[-1].ways["up"] = [0]
    return rooms
