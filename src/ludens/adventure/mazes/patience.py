"""When mapping a maze does not pay any more: too many commands, too many that told nothing, deaths.

What is known of a maze counts as the ways tried in rooms that are known to be no other one, and the
things to mark rooms with. The most that it ever was is kept, so going to and fro, or moving markers
about without an end, is no progress. The numbers are from mazes with fewer markers than rooms
(bench/mazes.py): with half as many, progress never took more than 59 commands in mazes of up to 20
rooms.
"""

from __future__ import annotations

from ludens.adventure.mazes.events import Phase, Trait
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions, resolved

PATIENCE, A_ROOM = 60, 8
"""Commands without progress after which mapping ends, and more for each room known."""
BARE_PATIENCE, BARE_ROOM = 30, 4
"""The same where there is nothing to mark rooms with, so that little can be hoped for."""
CLOSING, CLOSING_ROOM = 60, 40
"""Commands that collecting markers, or walking out, may take, and more for each room known."""
LIVES = 3
"""Deaths after which the maze is left alone."""
WALKS, VARYING_WALKS = 2, 6
"""How often a way is walked that may vary, and one that does."""


def known(group: MazeGroup) -> int:
    """Return how much is known of a maze; grows, but for what proves wrong."""
    count = len(group.kit)
    doubtful = Trait.RANDOM in group.traits
    for id_ in resolved(group, questions(group)):
        room = group.rooms[id_]
        if room.outside:
            continue
        count += 1 + len(room.ways)
        for way in room.ways.values() if doubtful else ():
            walks = sum(way.led.values()) + way.refused
            count += min(walks, VARYING_WALKS if way.varies else WALKS) - 1
    if Trait.THIEF in group.traits:
        count += sum(len(group.rooms[id_].proved) for id_ in group.room_ids) // 2
    return count


def why_stop(group: MazeGroup) -> str:
    """Return why exploring ends though not all is known; empty if it goes on."""
    if group.overspent:
        return f"{group.spent} commands did not suffice"
    if group.deaths >= LIVES:
        return f"the player died {group.deaths} times in it"
    idle = group.spent - group.learned_at
    bare = not (group.can_mark or group.numbered)
    patience, a_room = (BARE_PATIENCE, BARE_ROOM) if bare else (PATIENCE, A_ROOM)
    if idle > patience + a_room * len(resolved(group, questions(group))):
        return f"the last {idle} commands told nothing new"
    return ""


def why_break_off(group: MazeGroup) -> str:
    """Return why the solver stops where it stands; empty if it goes on."""
    if group.budget and group.spent >= 2 * group.budget:
        return f"{group.spent} commands did not suffice"
    if group.phase in (Phase.RETRIEVING, Phase.LEAVING):
        since = group.spent - group.phase_spent
        if since > CLOSING + CLOSING_ROOM * len(group.room_ids):
            return group.reason or f"the way out is not found again in {since} commands"
    return ""
