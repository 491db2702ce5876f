"""Noticing a maze: from the rooms of the last turns, once the player has come into one."""

from __future__ import annotations

from ludens.adventure.mazes.detection import Visit, suspect
from ludens.adventure.mazes.events import MazeDetected
from ludens.adventure.mazes.rooms import WAYS
from ludens.adventure.mazes.settings import MazeSettings
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
    if mazes.group_of(state.map.here) is not None:
        return
    found = suspect(_trail(state), state.map, settings)
    if found is None:
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


def _trail(state: AdventureState) -> list[Visit]:
    visits: list[Visit] = []
    for step in state.mazes.trail:
        id_ = state.map.resolve(step.room)
        room = state.map.rooms.get(id_)
        if room is not None and state.mazes.group_of(id_) is None:
            visits.append(
                Visit(step.turn, id_, step.via, plain(room.name), look_of(room.description))
            )
    return visits


def look_of(description: str) -> str:
    """Return a description in plain form, without what is listed below it."""
    lines = lines_of(description)
    return plain(lines[0].text) if lines and not is_listing(lines[0].text) else ""
