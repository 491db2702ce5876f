"""Maze mode: in a maze the solver decides instead of the player. No model is ever called here."""

from __future__ import annotations

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.mazes.conclusion import conclude, filed
from ludens.adventure.mazes.drawing import take_off
from ludens.adventure.mazes.errands import next_errand, round_trips
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
from ludens.adventure.mazes.solver import next_step, why_stop
from ludens.adventure.mazes.tasks import Onward, Step
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event
from ludens.episode.game import Turn

QUIET = 2
"""Turns without an attack after which an interrupted solver goes on."""


def solver_decides(state: AdventureState) -> bool:
    """Return whether the next command is the solver's: then no model is asked anything."""
    return state.mazes.solving and _may_speak(state)


def _may_speak(state: AdventureState) -> bool:
    """Return whether the story takes a command; it does where it only asks what was meant."""
    return state.wants is Wants.LINE and question_in(state.text) is not Question.RESTART


NO = Step("no", "Nothing is agreed to unseen.")
"""Answers what is to be answered with yes or no; not twice in a row, as it may be rhetorical."""


def solver_command(turn: Turn[AdventureState]) -> str | None:
    """Choose the solver's command for this turn and return it; None if the player plays."""
    state = turn.state
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
