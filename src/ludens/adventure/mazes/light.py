"""How long the light lasts in a maze: reckoned before it is mapped, and when it fades.

Stories seldom say how much is left. What an item's fuel or the story's last warning tells counts;
without either nothing is known, and nothing is assumed.
"""

from __future__ import annotations

from math import ceil

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.world.items import Items

PLAIN, LAST = 25, 8
"""Turns of light after a warning: of a light getting dim, nearly out. One getting dim was seen to
burn 30 until it went out (advent by `bench/mazes.py --published`); the last warning comes about 10
ahead. A lamp a bit dimmer burned 100 turns until the next warning (zork1)."""
A_BIT = phrase("light_a_bit")
NEARLY = phrase("light_nearly")
COMMANDS_A_ROOM = 13
"""What mapping takes with a marker a room, as measured by bench/mazes.py."""
EXPECTED_ROOMS = 10
"""Rooms of a maze of which nothing is known: most have 8 to 12 (seed 000 §13)."""
RESERVE = 5
"""Turns of light that are left when the solver comes out."""


def after_warning(sentence: str) -> int | None:
    """Return how many turns the light lasts at the least after a story's warning; None after a mild
    one, as a sterner one comes before the light is gone.
    """
    if NEARLY.search(sentence):
        return LAST
    return None if A_BIT.search(sentence) else PLAIN


def turns_left(items: Items, turn: int) -> int | None:
    """Return how long the lights in hand last, the longest first; None if nothing tells."""
    lasting: list[int] = []
    for id_ in items.carried():
        item = items.known[id_]
        left = item.fuel_left(turn)
        if not item.lit:
            continue
        if left is None and item.fading:
            left = after_warning(item.fading)
        if left is None:
            return None
        lasting.append(left)
    return max(lasting, default=None)


def commands_needed(group: MazeGroup) -> int:
    """Return about how many commands mapping the rest of a maze takes."""
    rooms = max(EXPECTED_ROOMS, len(group.room_ids))
    tried = sum(len(group.rooms[id_].ways) for id_ in group.room_ids)
    few = max(1.0, rooms / max(1, len(group.usable))) if not group.numbered else 1.0
    return max(0, round((COMMANDS_A_ROOM * rooms - tried) * few))


def is_short(group: MazeGroup, way_out: float) -> bool:
    """Return whether the light just lasts for the way out; `way_out` in commands.

    While no way out is known, exploring on is what may find one.
    """
    if group.light_left is None or way_out == float("inf"):
        return False
    return group.light_left <= ceil(way_out) + RESERVE
