"""Noticing a maze: from the rooms of the last turns, once the player has come into one."""

from __future__ import annotations

from ludens.adventure.mazes.detection import (
    FEWEST_WORDS,
    Suspicion,
    Visit,
    is_mazy,
    look_of,
    similarity,
    suspect,
)
from ludens.adventure.mazes.events import (
    Evidence,
    MazeArrived,
    MazeDetected,
    MazePhaseBegan,
    MazeWayWalked,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.rooms import WAYS
from ludens.adventure.mazes.settings import MazeSettings
from ludens.adventure.perception.layout import plain
from ludens.adventure.state import AdventureState
from ludens.episode.game import Turn


def notice(turn: Turn[AdventureState], settings: MazeSettings) -> None:
    """Say so if the player has come into a maze that nobody knows yet."""
    state = turn.state
    mazes = state.mazes
    if not settings.solve or state.map.here is None:
        return
    if mazes.solving:
        _notice_another(turn, settings)
        return
    if not mazes.trail or mazes.trail[-1].turn != turn.number:
        return
    known = mazes.group_of(state.map.here)
    if known is not None and not known.given_up:
        return
    if known is not None and _is_known_place(state, known):
        if _promises_more(state, known):
            _take_up_again(turn, known)
        return
    found = suspect(_trail(state), state.map, settings)
    if found is None or _was_in_vain(state, found, settings):
        return
    turn.emit(_detected(state, found, settings))


AGAIN = "something has changed since it was given up"


def _is_known_place(state: AdventureState, group: MazeGroup) -> bool:
    """Return whether it is sure which room of a maze given up the player has come into: by its
    number, or by a way into the maze that was walked before.
    """
    if group.numbered:
        return True
    came = state.mazes.trail[-2:]
    if len(came) < 2 or state.mazes.group_of(state.map.resolve(came[0].room)) is group:
        return False
    way = state.map.exit(state.map.resolve(came[0].room), came[1].via)
    return way is not None and sum(way.walked.values()) > 1


def _take_up_again(turn: Turn[AdventureState], group: MazeGroup) -> None:
    """Go on with a maze where it was left, with its map."""
    here = turn.state.map.here
    if group.here != here:
        turn.emit(MazeArrived(group=group.group_id, room=here))
    begun = MazePhaseBegan(group=group.group_id, phase=Phase.PREPARING, reason=AGAIN, afresh=True)
    turn.emit(begun)


def _detected(state: AdventureState, found: Suspicion, settings: MazeSettings) -> MazeDetected:
    return MazeDetected(
        group=str(len(state.mazes.groups) + 1),
        entry_room=found.entry,
        suspected_rooms=found.rooms,
        title=found.title,
        looks=found.looks,
        evidence=found.evidence,
        ways=WAYS,
        budget=settings.budget,
        markers_wanted=settings.fewest_markers,
    )


def _notice_another(turn: Turn[AdventureState], settings: MazeSettings) -> None:
    """Say so if a way out of the maze that is being mapped leads into another one.

    One room tells enough, where its words are those of mazes: among rooms that cannot be told
    apart nobody should walk about for three of them to show.
    """
    state = turn.state
    here, group = state.map.here, state.mazes.current
    assert here is not None
    assert group is not None
    walked = [e for e in turn.events if isinstance(e, MazeWayWalked) and e.to == here]
    if not walked or here not in group.rooms or not group.rooms[here].outside:
        return
    room = state.map.rooms[here]
    title, look = plain(room.name), look_of(room.description)
    if group.phase is not Phase.EXPLORING or len(look.split()) < FEWEST_WORDS:
        return
    looks = (own for other in state.mazes.groups.values() for own in other.looks)
    is_known = any(similarity(look, own) >= settings.threshold for own in looks)
    if room.dark or is_known or not is_mazy(title, look):
        return
    turn.emit(MazePhaseBegan(group=group.group_id, phase=Phase.INTERRUPTED, reason=ANOTHER))
    found = Suspicion(Evidence.WITHIN_ANOTHER, walked[-1].room, (here,), title, (look,))
    turn.emit(_detected(state, found, settings))


ANOTHER = "it leads into another maze"


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
    """Return whether something has changed since a maze was given up: the story has moved on, or
    there is more to mark rooms or to make light with.
    """
    old = {*group.carried, *group.kit, *group.lights}
    return state.score != group.score or any(name not in old for name in names_carried(state))


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
