"""What the player is told while it is going round in circles: warnings and hints."""

from __future__ import annotations

from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import Urgency
from ludens.adventure.stuck.settings import OnStuck, StuckSettings
from ludens.adventure.stuck.velocity import idle_turns, turns_left, urgency
from ludens.adventure.world.routes import untried_exits

MOST_COMMANDS = 8
MOST_EXITS = 6

CONSEQUENCE = {
    OnStuck.TERMINATE: "the episode ends",
    OnStuck.EXPLORE: "you are led away to an exit that nobody has tried",
    OnStuck.REWIND: "you are taken back to an earlier turn",
}

LEVEL = {
    Urgency.IMPORTANT: "IMPORTANT",
    Urgency.URGENT: "URGENT",
    Urgency.CRITICAL: "CRITICAL",
}


def advice(state: AdventureState, settings: StuckSettings) -> tuple[str, ...]:
    """Return lines for the player's briefing; a few at most, whatever the turn."""
    return (*_loops(state), *_warning(state, settings), *_hints(state, settings))


def tried_lately(state: AdventureState, settings: StuckSettings, command: str) -> str:
    """Return what is said of a proposed command that was typed lately without gain; or nothing."""
    strides = state.stuck.since(settings.velocity.progress)[-settings.hints.window :]
    if not settings.hints.enabled or all(stride.command != command for stride in strides):
        return ""
    return "this was typed lately, without gain"


def _loops(state: AdventureState) -> list[str]:
    return [f"you are going in circles: {loop.what}" for loop in state.stuck.patterns.values()]


def _warning(state: AdventureState, settings: StuckSettings) -> list[str]:
    level = urgency(state.stuck, settings)
    if level is None:
        return []
    gains = ", ".join(kind.value for kind in settings.velocity.progress)
    soon = turns_left(state.stuck, settings)
    limit = state.settings.get("limits", {}).get("turns")
    threat = f" In {soon} turns {CONSEQUENCE[settings.on_stuck]}."
    if limit is not None and state.turn + soon > limit:
        threat = ""  # the game is over before that
    return [
        f"{LEVEL[level]}: nothing was gained for {idle_turns(state.stuck, settings)} turns "
        f"({gains}).{threat} Do something new."
    ]


def _hints(state: AdventureState, settings: StuckSettings) -> list[str]:
    if not settings.hints.enabled or not (
        state.stuck.patterns or urgency(state.stuck, settings) is not None
    ):
        return []
    lines = []
    strides = state.stuck.since(settings.velocity.progress)[-settings.hints.window :]
    done = list(dict.fromkeys(stride.command for stride in strides))[-MOST_COMMANDS:]
    if done:
        lines.append("tried lately, without gain: " + "; ".join(done))
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    exits = untried_exits(here) if here is not None else []
    if exits:
        lines.append("nobody has gone from here: " + ", ".join(exits[:MOST_EXITS]))
    return lines
