"""After each turn: are there loops, is a warning due, is the company stuck? And what then."""

from __future__ import annotations

from ludens.adventure.doubts import is_harmful, is_warned_of
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import (
    EscapeEnded,
    StuckExploration,
    StuckNoticed,
    StuckTermination,
)
from ludens.adventure.stuck.patterns import changes, detected
from ludens.adventure.stuck.settings import OnStuck, StuckSettings
from ludens.adventure.stuck.velocity import idle_turns, is_noticed, is_stuck, warning
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.routes import Frontier, frontiers
from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Turn

PATIENCE = 20
"""Turns that a walk to untried exits may take, besides twice the steps to the first."""


LONG = 2
"""So many times as long as it takes to be stuck, with nothing left to explore, is long."""


def watch(turn: Turn[AdventureState], settings: StuckSettings) -> bool:
    """Notice loops and warn; return whether the company is to go back to an earlier turn.

    Everything else is done here: the episode ended, or a walk to an untried exit begun.
    """
    state = turn.state
    if state.outcome is not None:
        return False
    loops = detected(
        state.stuck,
        settings,
        room_name=lambda room: state.map.rooms[room].name if room in state.map.rooms else room,
    )
    for event in changes(state.stuck, loops, turn.number):
        turn.emit(event)
    if is_noticed(state.stuck, settings) and state.stuck.turn == turn.number:
        turn.emit(StuckNoticed(idle=idle_turns(state.stuck, settings), score=state.score))
    if (due := warning(state.stuck, settings)) is not None:
        turn.emit(due)
    if state.stuck.escaping and idle_turns(state.stuck, settings) == 0:
        turn.emit(EscapeEnded(reason="something new was found"))
    if state.mazes.solving or state.stuck.escaping or not is_stuck(state.stuck, settings):
        return False
    return intervene(turn, settings)


def intervene(turn: Turn[AdventureState], settings: StuckSettings) -> bool:
    """Do what the settings say of a stuck company; return whether it is to go back."""
    state = turn.state
    idle = idle_turns(state.stuck, settings)
    if settings.on_stuck is OnStuck.TERMINATE:
        turn.emit(StuckTermination(idle=idle, score=state.score))
        reason = f"stuck: no progress for {idle} turns"
        turn.emit(EpisodeEnded(outcome=Outcome.LIMIT, reason=reason))
        return False
    if settings.on_stuck is OnStuck.REWIND:
        return True
    goal = nearest_untried(state)
    if goal is not None:
        turn.emit(
            StuckExploration(
                idle=idle,
                room=goal.room,
                direction=goal.direction,
                patience=PATIENCE + 2 * len(goal.route.commands),
            )
        )
    return goal is None and idle >= LONG * settings.velocity.max_turns


def nearest_untried(state: AdventureState) -> Frontier | None:
    """Return the nearest exit that is unexplored and was never typed; None if none is in reach.

    One that a text or the player's notes warn of is left alone. Some exits stay unexplored
    although they were tried: the story answered, and said neither that there is a way nor that
    there is none.
    """
    here = state.map.here
    if here is None:
        return None
    ways = frontiers(state.map, here, travel_costs(state.items))
    tried = state.memory.attempt
    new = (way for way in ways if tried(way.room, way.direction) is None)
    safe = (way for way in new if not is_warned_of(state, way) and not is_harmful(state, way))
    return next(safe, None)


def escape(turn: Turn[AdventureState]) -> str | None:
    """Return the next command of the walk to untried exits; None if there is no such walk.

    It goes from exit to exit until something is gained, no such exit is left in reach, the story
    wants something else, or it takes far longer than it looked like.
    """
    state = turn.state
    if not state.stuck.escaping:
        return None
    goal = nearest_untried(state)
    if goal is None or state.wants is not Wants.LINE:
        turn.emit(EscapeEnded(reason="no untried exit can be reached"))
        return None
    if turn.number > state.stuck.escape_ends:
        turn.emit(EscapeEnded(reason="the walk took too long"))
        return None
    return goal.route.commands[0] if goal.route.commands else goal.direction
