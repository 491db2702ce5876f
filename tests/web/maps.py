"""Maps to lay out: invented worlds, walked through until every way was tried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from adventure.world.worlds import Walker
from ludens.adventure.directions import OPPOSITE
from ludens.adventure.world.layout import COMPASS
from ludens.adventure.world.map import WorldMap
from ludens.web.atlas.atlas import Atlas
from ludens.web.atlas.geometry import Point

Truth = dict[str, dict[str, str]]


def invented_world(seed: int) -> Truth:
    """Return a world of 4 to 60 rooms: mostly compass ways that fit a plane, some that do not."""
    dice = Random(seed)
    places = {f"room {number}": (0, 0) for number in range(dice.randint(4, 60))}
    truth: Truth = {name: {} for name in places}
    names = list(places)
    for number, name in enumerate(names[1:], 1):
        origin = names[dice.randrange(max(0, number - 6), number)]
        ways = [way for way in OPPOSITE if way not in truth[origin]]
        compass = [way for way in ways if way in COMPASS]
        way = dice.choice(compass if compass and dice.random() < 0.8 else ways)
        truth[origin][way] = name
        if dice.random() < 0.85:
            truth[name][OPPOSITE[way]] = origin
        if dice.random() < 0.15:
            truth[origin][f"enter the {name}"] = name
    for _ in range(len(names) // 3):
        one, other = dice.choice(names), dice.choice(names)
        way, back = dice.choice(list(COMPASS)), dice.choice(list(OPPOSITE))
        truth[one].setdefault(way, other)
        if dice.random() < 0.7:
            truth[other].setdefault(back, one)
    return truth


def walked(seed: int) -> WorldMap:
    """Return the map of an invented world after a long walk at random."""
    truth = invented_world(seed)
    walker = Walker(truth, "room 0")
    dice = Random(seed + 1)
    for _ in range(len(truth) * 12):
        ways = list(truth[walker.here])
        walker.go(dice.choice([*ways, *ways, *OPPOSITE]))
        if not ways:
            break
    return walker.world


def overlapping(atlas: Atlas) -> list[tuple[str, str]]:
    """Return the pairs of rooms whose boxes touch."""
    (width, height), rooms = atlas["box"], list(atlas["rooms"].items())
    return [
        (one, other)
        for index, (one, (ax, ay)) in enumerate(rooms)
        for other, (bx, by) in rooms[index + 1 :]
        if abs(ax - bx) < width + 1 and abs(ay - by) < height + 1
    ]


def rooms_crossed(atlas: Atlas) -> list[tuple[str, str]]:
    """Return each link (as its way) with a room whose inside it enters."""
    width, height = atlas["box"]
    found = []
    for link in atlas["links"]:
        for (ax, ay), (bx, by) in pairwise(sampled(link["path"])):
            for step in range(9):
                x, y = ax + (bx - ax) * step / 8, ay + (by - ay) * step / 8
                found += [
                    (f"{link['room']} {link['way']}", room)
                    for room, (left, top) in atlas["rooms"].items()
                    if left + 0.5 < x < left + width - 0.5 and top + 0.5 < y < top + height - 0.5
                ]
    return found


def sampled(path: str) -> Iterator[Point]:
    """Yield points along SVG path data of M, L and Q, close enough to follow its bends."""
    here = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLQ])([^MLQ]*)", path):
        values = [float(value) for value in re.split(r"[ ,]", numbers)]
        end = (values[-2], values[-1])
        if letter == "Q":
            (ax, ay), (bx, by), (cx, cy) = here, (values[0], values[1]), end
            for part in (0.25, 0.5, 0.75):
                rest = 1 - part
                yield (
                    rest * rest * ax + 2 * rest * part * bx + part * part * cx,
                    rest * rest * ay + 2 * rest * part * by + part * part * cy,
                )
        here = end
        yield here
