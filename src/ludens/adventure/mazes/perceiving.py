"""Who says where the player is: in a maze the mapper, everywhere else the senses.

Whoever stands in a room of a maze, or comes into one, is where the mapper says. Out of a maze the
senses take up again without a way that led there, as the mapper knows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludens.adventure.events import PlayerDied
from ludens.adventure.mazes.drawing import Draftsman
from ludens.adventure.mazes.events import OVER, Evidence, MazeArrived, MazePhaseBegan, Phase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.mapper import Sight, observe, observe_outside
from ludens.adventure.mazes.noticing import look_of
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
        for event in senses.perceive(state, percept):
            turn.emit(event)
        return turn.events[count:]
    heard = _Heard(senses, turn, percept, group, answer)
    if _stays_outside(state, group, answer):
        heard.on_errand()
    else:
        if percept.memory is None:
            heard.by_text()
        else:
            heard.by_memory()
        heard.tell_the_busy_one()
    return turn.events[count:]


@dataclass(frozen=True, slots=True)
class _Heard:
    """An answer of the story that is about a maze."""

    senses: Perception
    turn: Turn[AdventureState]
    percept: Percept
    group: MazeGroup
    answer: Answer

    @property
    def state(self) -> AdventureState:
        return self.turn.state

    @property
    def died(self) -> bool:
        return any(isinstance(event, PlayerDied) for event in self.turn.events)

    def sense(self, **known: Any) -> None:
        """Let the senses tell what happened, with what is `known` of it."""
        for event in self.senses.perceive(self.state, replace(self.percept, **known)):
            self.turn.emit(event)

    def observe(
        self, group: MazeGroup, sight: Sight, *, redraws: bool, here: RoomId | None
    ) -> None:
        """Let the mapper of a maze tell what the answer says of it."""
        draft = Draftsman(self.turn, group, self.answer, redraws=redraws, here=here)
        observe(group, self.percept.command, sight, draft.emit)

    def observe_outside(self, group: MazeGroup, sight: Sight) -> None:
        """The same while the solver is outside, at a room that the senses know."""
        draft = Draftsman(self.turn, group, self.answer, redraws=False, here=None)
        observe_outside(group, self.percept.command, sight, draft.emit, self.state.map.here)

    def tell_the_busy_one(self) -> None:
        """Tell the maze that the solver is busy with of a step in another one, which is outside."""
        busy, here = self.state.mazes.current, self.state.map.here
        if busy is None or busy is self.group or not busy.at_work:
            return
        if self.state.mazes.group_of(here) is busy:
            _back(self.turn, busy)
        elif busy.phase is Phase.OUTSIDE:
            self.observe_outside(busy, self.answer.sight(busy))
        else:
            outside = here if self.answer.shown else None
            sight = self.answer.sight(busy, outside=outside, died=self.died)
            self.observe(busy, sight, redraws=False, here=None)

    def on_errand(self) -> None:
        """Outside the senses tell everything but the rooms of other mazes that are known; the
        mapper counts what is in hand.
        """
        known = self.percept.memory is None and self.comes_into_another(self.state.map.here)
        self.sense(room=self.state.map.here if known else self.percept.room)
        self.observe_outside(self.group, self.answer.sight(self.group, died=self.died))

    def by_memory(self) -> None:
        """Rooms are told by their numbers; the mapper names and counts those of the maze."""
        state, group, answer = self.state, self.group, self.answer
        origin = state.map.here
        self.sense()
        here = state.map.here
        if here is None:
            return
        elsewhere = self.comes_into_another(origin)
        here = state.map.here or here
        inside = state.mazes.group_of(here) is group or here in group.suspected
        if not inside and not elsewhere:
            inside = _belongs(state, group, answer, origin, known=_was_known(state, group, here))
        sight = answer.sight(
            group,
            outside=None if inside else here,
            location=state.map.rooms[here].location if inside else None,
            died=self.died,
            moved=here != origin,
        )
        self.observe(group, sight, redraws=False, here=here)
        _back(self.turn, group)

    def by_text(self) -> None:
        """Rooms are told by the mapper: by markers, looks and exits."""
        state, group, answer = self.state, self.group, self.answer
        origin = state.map.here
        elsewhere = self.comes_into_another(origin)
        known = _looks_known(state, group, answer)
        if not elsewhere and (
            not answer.shown or _belongs(state, group, answer, origin, known=known)
        ):
            first = group.evidence is Evidence.WITHIN_ANOTHER and group.found == 0
            here = origin if first and origin in group.suspected and not answer.walked else None
            self.observe(group, answer.sight(group), redraws=True, here=here)
            _back(self.turn, group)
            if group.here is not None or not answer.shown:
                self.sense(room=state.map.here)
                return
        if elsewhere:
            self.sense(room=state.map.here)
        else:
            self.sense(severed=True)
        sight = answer.sight(group, outside=state.map.here, died=self.died)
        self.observe(group, sight, redraws=True, here=state.map.here)

    def comes_into_another(self, origin: RoomId | None) -> bool:
        """Let another known maze that a way out of this one led into say which of its rooms it is.

        `origin` is the room that the player came from.
        """
        state, turn, answer = self.state, self.turn, self.answer
        if not (answer.shown and answer.walked) or answer.dark or answer.looks_like(self.group):
            return False
        others = (g for g in state.mazes.groups.values() if g is not self.group and not g.given_up)
        other = next((g for g in others if answer.looks_like(g)), None)
        if other is None:
            return False
        by_text, way = self.percept.memory is None, way_of(self.percept.command)
        expected = _led_before(self.group, origin, way)
        sight = answer.sight(other)
        if expected in other.room_ids and not sight.markers and expected not in other.markers:
            turn.emit(MazeArrived(group=other.group_id, room=expected))
            if by_text:
                turn.emit(PlayerMoved(room=expected, how=Movement.WALKED, via=way))
            return True
        before = origin if origin in other.rooms else None
        if other.here != before:
            turn.emit(MazeArrived(group=other.group_id, room=before))
        here = state.map.here if not by_text else None
        location = state.map.rooms[here].location if here is not None else None
        sight = answer.sight(other, location=location)
        self.observe(other, sight, redraws=by_text, here=here)
        return other.here is not None


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


def _led_before(group: MazeGroup, origin: RoomId | None, way: str) -> RoomId | None:
    """Return where a way out of a maze led before, if it always led there."""
    known = group.rooms[origin].ways.get(way) if origin in group.rooms else None
    return known.to if known is not None and not known.varies else None


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
