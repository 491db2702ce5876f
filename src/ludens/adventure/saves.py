"""Saves and death: which turns are kept to return to, and what returning changes.

Every turn leaves a snapshot on the log, so a save is only the number of a turn worth returning
to. The slots rotate (seed 000 §13); after a death the company goes back to just before the deadly
command, and when death follows again at once, to an older save: what kills on a clock started
killing earlier.
"""

from __future__ import annotations

import re

from ludens.adventure.mazes.record import taken_back
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import carries_light
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.places import UNKNOWN
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

SOON = 25
"""Turns of the story's time within which another death counts as the same danger."""
TRIES = 2
"""Deaths of the same danger for which each save is gone back to: each shows what not to do."""


LOTH = 3
"""Returns beyond the oldest save that do not yet give up the best score."""


_RISKY = re.compile(
    r"^(?:attack|kill|fight|hit|break|smash|jump|leap|eat|drink|taste|throw|burn|swim|dive|touch"
    r"|wake|kiss|cut|enter|board)\b"
)
"""Deeds of which stories kill."""


def is_risky(state: AdventureState, command: str) -> bool:
    """Tell whether a command may be the last one: its kind, or the dark, or what killed there."""
    here = state.map.here
    if here is None:
        return False
    if state.map.rooms[here].dark and not carries_light(state.items):
        return True
    way = state.map.exit(here, way_of(command))
    return _RISKY.match(command) is not None or (way is not None and bool(way.deaths))


def turn_to_return_to(state: AdventureState, turn: int) -> int:
    """Return the turn to go back to after a death in `turn`; smaller than `turn`.

    The first death goes back one turn, every TRIES further ones at about the same time to an older
    save, and beyond the oldest save twice as far each time.
    """
    *others, now = state.lessons.died_at or [turn]
    before = sum(abs(now - at) <= SOON for at in others)
    if before <= 0:
        return turn - 1
    again = 1 + (before - 1) // TRIES
    older = [saved for saved in state.slots if saved < turn - 1]
    if again <= len(older):
        return older[-again]
    oldest, beyond = older[0] if older else turn - 1, again - len(older)
    target = int(max(0, oldest - 5 * 2**beyond))
    if beyond <= LOTH and (reached := state.frontier.reached()) < oldest:
        return max(target, reached)
    return target


PASSING = ("open", "locked", "lit", "worn")
"""What a thing is for a while, and is again as it was when the story is put back."""


def changes_to(then: AdventureState, now: AdventureState) -> list[Event]:
    """Return the events that put things, mazes and the score back to where they were at `then`."""
    events: list[Event] = []
    carried = set(now.items.carried())
    for id_, item in now.items.known.items():
        before = then.items.known.get(id_)
        if before is None:
            if id_ in carried:  # it was taken later, wherever that was
                events.append(ItemMoved(item=id_, place=UNKNOWN, how=Handling.VANISHED))
            continue
        if before.place != item.place:
            events.append(ItemMoved(item=id_, place=before.place, how=Handling.NOTICED))
        passing = {
            name: bool(getattr(before, name))
            for name in PASSING
            if bool(getattr(before, name)) != bool(getattr(item, name))
        }
        if passing:
            events.append(ItemChanged(item=id_, **passing))
    place = now.map.resolve(then.map.here) if then.map.here is not None else None
    events += taken_back(then.mazes, now.mazes, place)
    if then.score is not None and then.score != now.score:
        events.append(now.score_changed(then.score, then.max_score))
    return events
