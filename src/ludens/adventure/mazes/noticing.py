"""Noticing a maze: from the rooms of the last turns, once the player has come into one."""

from __future__ import annotations

from ludens.adventure.mazes.collecting import FADING
from ludens.adventure.mazes.detection import Suspicion, Visit, similarity, suspect
from ludens.adventure.mazes.events import MazeDetected
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.rooms import WAYS
from ludens.adventure.mazes.settings import MazeSettings
from ludens.adventure.perception.deeds import LIGHT_NAMES
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import lines_of, plain
from ludens.adventure.state import AdventureState
from ludens.episode.game import Turn


def notice(turn: Turn[AdventureState], settings: MazeSettings) -> None:
    """Say so if the player has come into a maze that nobody knows yet."""
    state = turn.state
    mazes = state.mazes
    if not settings.solve or mazes.solving or state.map.here is None:
        return
    if not mazes.trail or mazes.trail[-1].turn != turn.number:
        return
    known = mazes.group_of(state.map.here)
    if known is not None and not known.given_up:
        return
    found = suspect(_trail(state), state.map, settings)
    if found is None or _was_in_vain(state, found, settings):
        return
    detected = MazeDetected(
        group=str(len(mazes.groups) + 1),
        entry_room=found.entry,
        suspected_rooms=found.rooms,
        title=found.title,
        looks=found.looks,
        evidence=found.evidence,
        ways=WAYS,
        budget=settings.budget,
        markers_wanted=settings.fewest_markers,
    )
    turn.emit(detected)


def suspected(state: AdventureState, settings: MazeSettings) -> Suspicion | None:
    """Return what speaks for the player's having just come into a maze, known or not."""
    trail = state.mazes.trail
    if not trail or trail[-1].turn != state.turn:
        return None
    return suspect(_trail(state), state.map, settings)


def _was_in_vain(state: AdventureState, found: Suspicion, settings: MazeSettings) -> bool:
    """Return whether a maze that looks the same was given up, and nothing has changed since."""
    return any(
        group.given_up
        and not _promises_more(state, group)
        and any(
            similarity(one, look) >= settings.threshold
            for one in group.looks
            for look in found.looks
        )
        for group in state.mazes.groups.values()
    )


def _promises_more(state: AdventureState, group: MazeGroup) -> bool:
    """Return whether there is more to mark rooms or to make light with than when a maze was given
    up, or the story has moved on.
    """
    if state.score != group.score:
        return True
    old = {*group.carried, *group.kit, *group.lights}
    new = [name for name in names_carried(state) if name not in old]
    if group.reason == FADING:
        return any(LIGHT_NAMES.search(name) for name in new)
    return bool(new)


def names_carried(state: AdventureState) -> tuple[str, ...]:
    """Return what the player carries, by the names that are used in mazes."""
    return tuple(state.items.known[id_].name.lower() for id_ in state.items.carried())


def _trail(state: AdventureState) -> list[Visit]:
    visits: list[Visit] = []
    for step in state.mazes.trail:
        id_ = state.map.resolve(step.room)
        room = state.map.rooms.get(id_)
        group = state.mazes.group_of(id_)
        if room is not None and (group is None or group.given_up):
            visits.append(
                Visit(step.turn, id_, step.via, plain(room.name), look_of(room.description))
            )
    return visits


def look_of(description: str) -> str:
    """Return a description in plain form, without what is listed below it."""
    lines = lines_of(description)
    return plain(lines[0].text) if lines and not is_listing(lines[0].text) else ""
