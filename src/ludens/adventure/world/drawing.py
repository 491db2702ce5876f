"""The map in words, for a terminal; the picture is the page's (`ludens map --svg`)."""

from __future__ import annotations

import textwrap

from rich.text import Text

from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.map import WorldMap

REASON = 60
"""Characters of what the story said of a blocked way."""


def map_in_words(world: WorldMap) -> Text:
    """Return each room with its ways, in the order of discovery; a star marks the player's."""
    if not world.rooms:
        return Text("Nothing is known of the map yet.")
    told = Text()
    for id_, room in world.rooms.items():
        here = id_ == world.here
        ways = [
            _told(world, direction, way)
            for direction, way in room.exits.items()
            if way.status is not ExitStatus.ABSENT
        ]
        told.append(
            _plain(f"*{room.name}" if here else room.name), "bold yellow" if here else "bold"
        )
        told.append(_plain(f"{' (dark)' * room.dark}: {', '.join(ways) or 'no way is known'}\n"))
    return told


def _told(world: WorldMap, direction: str, way: Exit) -> str:
    """Return one way in words."""
    to = world.rooms[way.to].name if way.to is not None and way.to in world.rooms else "?"
    match way.status:
        case ExitStatus.UNEXPLORED:
            return f"{direction} → ?"
        case ExitStatus.BLOCKED:
            return (
                f"{direction} is blocked ({textwrap.shorten(way.reason, REASON, placeholder='…')})"
            )
        case ExitStatus.CLOSED:
            return f"{direction} led to {to} and is no more"
        case _ if way.random:
            places = [world.rooms[room].name for room in way.walked if room in world.rooms]
            return f"{direction} → now here, now there ({', '.join(places[:6])})"
        case _ if way.teleport:
            return f"{direction} carries to {to}"
        case _:
            return f"{direction} → {to}" + (" (one way)" if way.one_way else "")


def _plain(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
