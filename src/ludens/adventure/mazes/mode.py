"""Maze mode: in a maze the solver decides instead of the player. No model is ever called here.

Outside the maze it fetches things to mark rooms with, and goes back in.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.mazes.drawing import conclude, filed, take_off
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeLightReckoned,
    MazeMapped,
    MazePhaseBegan,
    MazeRoomsForgotten,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions, resolved
from ludens.adventure.mazes.light import commands_needed, turns_left
from ludens.adventure.mazes.noticing import names_carried
from ludens.adventure.mazes.solver import Onward, Step, Trip, next_step, why_stop
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import ItemId, RoomId, room_of
from ludens.adventure.world.routes import Route, routes_to
from ludens.episode.events import Event
from ludens.episode.game import Turn

FARTHEST = 20.0
"""Steps beyond which nothing is fetched to mark rooms with."""


def fetchable(state: AdventureState, group: MazeGroup) -> dict[RoomId, list[ItemId]]:
    """Return the things that lie in rooms outside every maze and may serve for markers."""
    found: dict[RoomId, list[ItemId]] = {}
    for id_, item in state.items.known.items():
        room = room_of(item.place)
        if room is None or item.fixed or item.alive or item.container or item.lit:
            continue
        if state.mazes.group_of(room) is None and group.may_try(item.name.lower()):
            found.setdefault(room, []).append(id_)
    return found


def round_trips(state: AdventureState, group: MazeGroup) -> dict[RoomId, Trip]:
    """Return what it takes to go and fetch things from each room outside a maze's exits."""
    if not group.wants_more:
        return {}
    rooms = fetchable(state, group)
    trips: dict[RoomId, Trip] = {}
    for id_, room in group.rooms.items():
        if room.outside and rooms:
            routes = _outside_only(state, group, routes_to(state.map, id_, rooms))
            near = {there: route.cost for there, route in routes.items() if route.cost <= FARTHEST}
            if near:
                lie = sum(len(rooms[there]) for there in near)
                trips[id_] = Trip(2 * min(near.values()) + 1, max(1, min(lie, group.more_wanted)))
    return trips


def next_errand(state: AdventureState, group: MazeGroup) -> Step | Onward:
    """Return the next step outside the maze: to a thing, to the maze, or into it."""
    here = state.map.here
    if here is None:
        return Step("look", "Where is this?")
    rooms = fetchable(state, group) if group.wants_more else {}
    routes = _outside_only(state, group, routes_to(state.map, here, rooms)) if rooms else {}
    near = [route for route in routes.values() if route.cost <= FARTHEST]
    if near:
        route = min(near, key=lambda route: route.cost)
        thing = state.items.known[rooms[route.rooms[-1]][0]].name.lower()
        if not route.commands:
            return Step(f"take {thing}", "More markers are needed.")
        return Step(route.commands[0], f"To fetch the {thing}, to mark rooms with.")
    return _back_in(state, group, here)


def _back_in(state: AdventureState, group: MazeGroup, here: RoomId) -> Step | Onward:
    doors = ways_in(state, group)
    routes = _outside_only(state, group, routes_to(state.map, here, doors)) if doors else {}
    if not routes:
        return Onward(Phase.INTERRUPTED, "no way back into the maze is known")
    door = min(routes, key=lambda id_: routes[id_].cost)
    route = routes[door]
    if route.commands:
        return Step(route.commands[0], "Back to the maze.")
    return Step(doors[door], "Back into the maze.")


def ways_in(state: AdventureState, group: MazeGroup) -> dict[RoomId, str]:
    """Return the rooms outside from which a known way leads into a maze, and the way."""
    doors: dict[RoomId, str] = {}
    for id_, known in group.rooms.items():
        for direction, way in known.ways.items() if known.outside else ():
            if way.to is not None and not group.rooms[way.to].outside and not way.refused:
                doors.setdefault(id_, direction)
    for id_, room in state.map.rooms.items():
        if id_ in doors or state.mazes.group_of(id_) is group:
            continue
        for direction, exit_ in room.exits.items():
            if exit_.to is None or not exit_.open:
                continue
            to = state.map.resolve(exit_.to)
            inside = to in group.rooms and not group.rooms[to].outside
            if inside or to in group.suspected:
                doors.setdefault(id_, direction)
    return doors


def _outside_only(
    state: AdventureState, group: MazeGroup, routes: Mapping[RoomId, Route]
) -> dict[RoomId, Route]:
    """Return the routes that do not lead through the maze; through another one they may."""
    return {
        id_: route
        for id_, route in routes.items()
        if not any(state.mazes.group_of(room) is group for room in route.rooms)
    }


ON_ITS_OWN = "the player walks on their own"
QUIET = 2
"""Turns without an attack after which an interrupted solver goes on."""


def solver_decides(state: AdventureState) -> bool:
    """Return whether the next command is the solver's: then no model is asked anything."""
    return state.mazes.solving and state.plan.lets_map and _may_speak(state)


def _may_speak(state: AdventureState) -> bool:
    """Return whether the story takes a command; it does where it only asks what was meant."""
    return state.wants is Wants.LINE and question_in(state.text) is not Question.RESTART


NO = Step("no", "Nothing is agreed to unseen.")
"""Answers what is to be answered with yes or no; not twice in a row, as it may be rhetorical."""


def solver_command(turn: Turn[AdventureState]) -> str | None:
    """Choose the solver's command for this turn and return it; None if the player plays.

    A mind is asked first, and walks on its own where its plan does not leave it to the solver.
    """
    state = turn.state
    if not state.plan.lets_map:
        group = state.mazes.current
        if group is not None and group.at_work and state.plan.maps is False:
            began = Phase.INTERRUPTED
            turn.emit(MazePhaseBegan(group=group.group_id, phase=began, reason=ON_ITS_OWN))
        return None
    if not _may_speak(state):
        return None
    _resume(turn)
    while state.mazes.solving:
        group = state.mazes.current
        assert group is not None
        asked = question_in(state.text) is Question.YES_NO and state.command != NO.command
        step = NO if asked else _next(state, group)
        if not isinstance(step, Onward):
            turn.emit(CommandChosen(command=step.command, by=By.SOLVER, reasoning=step.reason))
            return step.command
        for event in conclude(group, step):
            _tell(turn, group, _with_what_may_change(state, event))
        if step.phase is Phase.GIVEN_UP:
            _leave_to_the_player(turn, group)
        if step.phase is Phase.EXPLORING and group.lights:
            left, needed = turns_left(state.items, turn.number), commands_needed(group)
            _tell(turn, group, MazeLightReckoned(group=group.group_id, left=left, needed=needed))
        _resume(turn)
    return None


def _next(state: AdventureState, group: MazeGroup) -> Step | Onward:
    if group.phase is Phase.OUTSIDE and not why_stop(group):
        return next_errand(state, group)
    fetches = group.phase is Phase.EXPLORING and not group.in_hand
    trips = round_trips(state, group) if fetches else {}
    return next_step(group, trips, _waiting(state, group))


def _waiting(state: AdventureState, group: MazeGroup) -> list[RoomId]:
    """Return the rooms of mazes whose mapping was broken off when this one was come into."""
    return [
        id_
        for other in state.mazes.groups.values()
        if other is not group and other.phase is Phase.INTERRUPTED
        for id_ in other.room_ids
    ]


def _with_what_may_change(state: AdventureState, event: Event) -> Event:
    """Return an event; at the end of the work with what may make it worth another try later."""
    if not isinstance(event, MazeMapped):
        return event
    return event.model_copy(update={"score": state.score, "carried": names_carried(state)})


def _leave_to_the_player(turn: Turn[AdventureState], group: MazeGroup) -> None:
    """Take rooms that were never told apart off the map: they would only be walked in again."""
    if group.numbered:
        return
    own = {*resolved(group, questions(group)), *group.markers, group.here}
    rooms = tuple(id_ for id_ in group.room_ids if id_ not in own)
    if rooms:
        turn.emit(MazeRoomsForgotten(group=group.group_id, rooms=rooms))
        take_off(turn, group, rooms)


def _tell(turn: Turn[AdventureState], group: MazeGroup, event: Event) -> None:
    """Emit an event about a maze, and what it means for the book of puzzles."""
    turn.emit(event)
    for told in filed(group, event, turn.state.puzzles):
        turn.emit(told)


def _resume(turn: Turn[AdventureState]) -> None:
    """Let an interrupted solver go on once nothing attacks and the player is in its maze."""
    here = turn.state.map.here
    group = turn.state.mazes.group_of(here)
    if group is None or group.phase is not Phase.INTERRUPTED or group.interrupted is None:
        return
    if turn.state.mazes.solving or turn.number - group.phase_turn <= QUIET:
        return
    if group.here is None and not group.numbered:
        return
    if group.here != here:
        turn.emit(MazeArrived(group=group.group_id, room=here))
    phase, reason = group.resuming("back in the maze, and nothing attacks")
    phase = Phase.EXPLORING if phase is Phase.OUTSIDE else phase
    turn.emit(MazePhaseBegan(group=group.group_id, phase=phase, reason=reason))


def status(state: AdventureState) -> str | None:
    """Return what the terminal says of the maze being solved; None if none is."""
    group = state.mazes.current
    if group is None:
        return None
    ways = sum(len(group.untried(id_)) for id_ in group.room_ids)
    rooms, hand = len(group.room_ids), len(group.in_hand)
    if group.phase is Phase.INTERRUPTED:
        inside = state.mazes.group_of(state.map.here) is group
        return f"maze: interrupted ({group.reason})" if inside else None
    if group.phase is Phase.RETRIEVING:
        return f"maze: {rooms} rooms mapped, {len(group.markers)} markers to fetch"
    return f"maze: {rooms} rooms known, {ways} exits to try, {hand} markers left"
