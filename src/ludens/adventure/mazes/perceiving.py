"""Who says where the player is: in a maze the mapper, everywhere else the senses.

Whoever stands in a room of a maze, or comes into one, is where the mapper says. Out of a maze the
senses take up again without a way that led there, as the mapper knows it.
"""

from __future__ import annotations

from dataclasses import replace

from ludens.adventure.events import PlayerDied
from ludens.adventure.mazes.detection import look_of
from ludens.adventure.mazes.drawing import Draftsman
from ludens.adventure.mazes.events import OVER, Evidence, MazeArrived, MazePhaseBegan, Phase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.mapper import observe, observe_outside
from ludens.adventure.mazes.reading import Answer
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.protocol import Percept, Perception
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import Movement, PlayerMoved
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import leaves_the_world, way_of
from ludens.episode.events import Event
from ludens.episode.game import Turn

BACK = "back in the maze"


def perceive(senses: Perception, turn: Turn[AdventureState], percept: Percept) -> list[Event]:
    """Let the senses, and in a maze the mapper, tell what happened; return what was emitted."""
    state = turn.state
    count = len(turn.events)
    group, answer = _concerned(state, percept)
    if group is not None and not group.at_work:
        _catch_up(turn, group)
    if group is None or answer is None:
        percept = _put_back(state, percept)
        if percept.room is not None and percept.room != state.map.here:
            turn.emit(PlayerMoved(room=percept.room, how=Movement.RESTORED))
        _emit(turn, senses.perceive(state, percept))
    elif _stays_outside(state, group, answer):
        _on_errand(senses, turn, percept, group, answer)
    elif percept.memory is not None:
        _by_memory(senses, turn, percept, group, answer)
        _tell_the_busy_one(turn, percept, group, answer)
    else:
        _by_text(senses, turn, percept, group, answer)
        _tell_the_busy_one(turn, percept, group, answer)
    return turn.events[count:]


def _tell_the_busy_one(
    turn: Turn[AdventureState], percept: Percept, group: MazeGroup, answer: Answer
) -> None:
    """Tell the maze that the solver is busy with of a step in another one, which is outside."""
    busy, here = turn.state.mazes.current, turn.state.map.here
    if busy is None or busy is group or not busy.at_work:
        return
    if turn.state.mazes.group_of(here) is busy:
        _back(turn, busy)
        return
    draft = Draftsman(turn, busy, answer, redraws=False, here=None)
    if busy.phase is Phase.OUTSIDE:
        observe_outside(busy, percept.command, answer.sight(busy), draft.emit, here)
    else:
        sight = answer.sight(busy, outside=here if answer.shown else None, died=_died(turn))
        observe(busy, percept.command, sight, draft.emit)


def _catch_up(turn: Turn[AdventureState], group: MazeGroup) -> None:
    """Tell a maze that nobody was busy with where the player is by now, if it knows that place."""
    here = turn.state.map.here
    known = here if here in group.rooms else None
    if group.here != known:
        turn.emit(MazeArrived(group=group.group_id, room=known))


def _put_back(state: AdventureState, percept: Percept) -> Percept:
    """Tell the senses where an earlier moment that came back was, if that was in a maze.

    Where it is known which moment that is, the solver need not be busy with the maze: also one that
    is mapped must not be drawn again.
    """
    if percept.memory is not None or not leaves_the_world(way_of(percept.command)):
        return percept
    if state.text_memory.back is None:
        room = state.mazes.current.here if state.mazes.current is not None else None
    else:
        known = state.mazes.groups.values()
        room = next((group.here for group in known if group.here in group.room_ids), None)
    return percept if room is None else replace(percept, room=room)


def _stays_outside(state: AdventureState, group: MazeGroup, answer: Answer) -> bool:
    """Return whether the solver walks from a room outside to another one, or acts there."""
    if group.phase is not Phase.OUTSIDE or state.mazes.group_of(state.map.here) is not None:
        return False
    return not (answer.shown and answer.walked and answer.looks_like(group))


def _on_errand(
    senses: Perception,
    turn: Turn[AdventureState],
    percept: Percept,
    group: MazeGroup,
    answer: Answer,
) -> None:
    """Outside the senses tell everything but the rooms of other mazes that are known; the mapper
    counts what is in hand.
    """
    state = turn.state
    if percept.memory is None and _comes_into_another(turn, percept, group, answer, state.map.here):
        percept = replace(percept, room=state.map.here)
    _emit(turn, senses.perceive(state, percept))
    here = state.map.here
    sight = answer.sight(group, died=_died(turn))
    draft = Draftsman(turn, group, answer, redraws=False, here=None)
    observe_outside(group, percept.command, sight, draft.emit, here)


def _emit(turn: Turn[AdventureState], events: list[Event]) -> None:
    for event in events:
        turn.emit(event)


def _concerned(state: AdventureState, percept: Percept) -> tuple[MazeGroup | None, Answer | None]:
    """Return the maze that the player stands in or came into, if any, and the answer read."""
    if not state.mazes.groups or leaves_the_world(way_of(percept.command)):
        return None, None
    answer = Answer(state, percept)
    here = state.mazes.group_of(state.map.here)
    if here is not None and not here.given_up:
        return here, answer
    active = state.mazes.current
    if active is not None and active.at_work:
        return active, answer
    if answer.place is None or answer.dark:
        return None, None
    known = [group for group in state.mazes.groups.values() if not group.given_up]
    return next((group for group in known if answer.belongs_to(group, near=False)), None), answer


def _by_memory(
    senses: Perception,
    turn: Turn[AdventureState],
    percept: Percept,
    group: MazeGroup,
    answer: Answer,
) -> None:
    """Rooms are told by their numbers; the mapper names and counts those of the maze."""
    state = turn.state
    origin = state.map.here
    _emit(turn, senses.perceive(state, percept))
    here = state.map.here
    if here is None:
        return
    elsewhere = _comes_into_another(turn, percept, group, answer, origin)
    here = state.map.here or here
    inside = state.mazes.group_of(here) is group or here in group.suspected
    if not inside and not elsewhere:
        inside = _belongs(state, group, answer, origin, known=_was_known(state, group, here))
    location = state.map.rooms[here].location
    sight = answer.sight(
        group,
        outside=None if inside else here,
        location=location if inside else None,
        died=_died(turn),
        moved=here != origin,
    )
    draft = Draftsman(turn, group, answer, redraws=False, here=here)
    observe(group, percept.command, sight, draft.emit)
    _back(turn, group)


def _by_text(
    senses: Perception,
    turn: Turn[AdventureState],
    percept: Percept,
    group: MazeGroup,
    answer: Answer,
) -> None:
    """Rooms are told by the mapper: by markers, looks and exits."""
    state = turn.state
    origin = state.map.here
    elsewhere = _comes_into_another(turn, percept, group, answer, origin)
    known = _looks_known(state, group, answer)
    if not elsewhere and (not answer.shown or _belongs(state, group, answer, origin, known=known)):
        sight = answer.sight(group)
        first = group.evidence is Evidence.WITHIN_ANOTHER and group.found == 0
        here = origin if first and origin in group.suspected and not answer.walked else None
        draft = Draftsman(turn, group, answer, redraws=True, here=here)
        observe(group, percept.command, sight, draft.emit)
        _back(turn, group)
        room = state.map.here
        if group.here is not None or not answer.shown:
            _emit(turn, senses.perceive(state, replace(percept, room=room)))
            return
    if elsewhere:
        _emit(turn, senses.perceive(state, replace(percept, room=state.map.here)))
    else:
        _emit(turn, senses.perceive(state, replace(percept, severed=True)))
    sight = answer.sight(group, outside=state.map.here, died=_died(turn))
    draft = Draftsman(turn, group, answer, redraws=True, here=state.map.here)
    observe(group, percept.command, sight, draft.emit)


def _comes_into_another(
    turn: Turn[AdventureState],
    percept: Percept,
    group: MazeGroup,
    answer: Answer,
    origin: RoomId | None,
) -> bool:
    """Let another known maze that a way out of this one led into say which of its rooms it is.

    `origin` is the room that the player came from.
    """
    state = turn.state
    if not (answer.shown and answer.walked) or answer.dark or answer.looks_like(group):
        return False
    others = (g for g in state.mazes.groups.values() if g is not group and not g.given_up)
    other = next((g for g in others if answer.looks_like(g)), None)
    if other is None:
        return False
    expected = _led_before(group, origin, way_of(percept.command))
    sight = answer.sight(other)
    if expected in other.room_ids and not sight.markers and expected not in other.markers:
        turn.emit(MazeArrived(group=other.group_id, room=expected))
        if percept.memory is None:
            way = way_of(percept.command)
            turn.emit(PlayerMoved(room=expected, how=Movement.WALKED, via=way))
        return True
    before = origin if origin in other.rooms else None
    if other.here != before:
        turn.emit(MazeArrived(group=other.group_id, room=before))
    here = state.map.here if percept.memory is not None else None
    location = state.map.rooms[here].location if here is not None else None
    draft = Draftsman(turn, other, answer, redraws=percept.memory is None, here=here)
    observe(other, percept.command, answer.sight(other, location=location), draft.emit)
    return other.here is not None


def _led_before(group: MazeGroup, origin: RoomId | None, way: str) -> RoomId | None:
    """Return where a way out of a maze led before, if it always led there."""
    known = group.rooms[origin].ways.get(way) if origin in group.rooms else None
    return known.to if known is not None and not known.varies else None


def _died(turn: Turn[AdventureState]) -> bool:
    return any(isinstance(event, PlayerDied) for event in turn.events)


def _belongs(
    state: AdventureState, group: MazeGroup, answer: Answer, origin: RoomId | None, *, known: bool
) -> bool:
    """Return whether the place shown is part of a maze.

    `known`: it was known before the maze was, as a place outside.
    """
    if answer.looks_like(group):
        return True
    beside = origin in group.rooms and group.phase not in OVER
    if answer.is_within(group) and not answer.dark and beside:
        return not _is_entry(state, group, answer)
    if _is_known_again(group, answer, origin):
        return True
    near = beside and state.mazes.group_of(origin) is group
    return not known and answer.belongs_to(group, near=near)


def _is_known_again(group: MazeGroup, answer: Answer, origin: RoomId | None) -> bool:
    """Return whether a way in a maze shows the room that it led to before, whatever its looks.

    Dead ends have words of their own.
    """
    to = _led_before(group, origin, way_of(answer.percept.command)) if answer.walked else None
    room = group.rooms.get(to) if to is not None else None
    if room is None or room.outside or answer.dark:
        return False
    shown = answer.sight(group).look
    return room.look == shown if shown else plain(room.title) == answer.title != ""


def _is_entry(state: AdventureState, group: MazeGroup, answer: Answer) -> bool:
    """Return whether the place shown looks like the room before the maze."""
    entry = state.map.rooms.get(state.map.resolve(group.entry_room_id or RoomId("")))
    if entry is None or answer.place is None or plain(entry.name) != answer.title:
        return False
    return look_of(entry.description) == look_of(answer.place.body)


def _was_known(state: AdventureState, group: MazeGroup, room: RoomId) -> bool:
    """Return whether a room was known before the maze was, and is none of those suspected."""
    known = state.map.rooms[room]
    return known.first_seen < group.created_turn and room not in group.suspected


def _looks_known(state: AdventureState, group: MazeGroup, answer: Answer) -> bool:
    """Return whether the place shown looks just like a room known before the maze was."""
    if answer.place is None or not answer.look:
        return False
    look = look_of(answer.place.body)
    return any(
        plain(room.name) == answer.title and look_of(room.description) == look
        for id_, room in state.map.rooms.items()
        if _was_known(state, group, id_) and state.mazes.group_of(id_) is None
    )


def _back(turn: Turn[AdventureState], group: MazeGroup) -> None:
    """Go on exploring, once the solver is back from its errands."""
    if group.phase is Phase.OUTSIDE and turn.state.mazes.group_of(turn.state.map.here) is group:
        turn.emit(MazePhaseBegan(group=group.group_id, phase=Phase.EXPLORING, reason=BACK))
