"""Every briefing of a game again, as it was given: from the log, offline agents' too.

A briefing follows from the state before its turn, so nothing has to be kept to print it. What a
model was really sent is on the record of its calls; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ludens.episode.events import EpisodeForked, EpisodeReopened, EpisodeStarted, Event
from ludens.episode.state import State
from ludens.episode.visibility import TABLE, project
from ludens.mafia.agenda import Due, due, simultaneous
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.briefing import Refused
from ludens.mafia.events import DefaultTaken, ReplyRefused, RulesChanged
from ludens.mafia.loop import NO_VALID_REPLY, WOULD_NOT, briefing_for
from ludens.mafia.moments import moment_of, narration_seed
from ludens.mafia.rendering import render, render_scene
from ludens.mafia.seating import NARRATOR, seat_role
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState

PREFACES = (EpisodeStarted, EpisodeForked, EpisodeReopened, RulesChanged)
"""What may stand in a turn before its decision."""


@dataclass(frozen=True, slots=True)
class GivenBriefing:
    """A briefing that an agent was given."""

    turn: int
    agent: str
    """`seat:N` or `narrator`."""
    ask: str
    """What was to be decided, or the moment to be told."""
    attempt: int
    """From 1; more where a reply was refused."""
    system: tuple[str, ...]
    """What did not change since the agent's last briefing, in its blocks."""
    user: str


def given_briefings(log: Iterable[tuple[int, Event]]) -> Iterator[GivenBriefing]:
    """Yield the briefings of a game in order, from its log: events with their turns."""
    state = MafiaState()
    for turn, group in groupby(log, key=lambda pair: pair[0]):
        events = [event for _, event in group]
        state.turn = turn
        yield from _of_turn(state, turn, events)


def _of_turn(state: MafiaState, turn: int, events: list[Event]) -> Iterator[GivenBriefing]:
    rest = list(events)
    while rest and isinstance(rest[0], PREFACES):
        state.apply(rest.pop(0))
    settings = _settings(state)
    pending = due(state)
    if pending is not None and state.outcome is None:
        for asked in simultaneous(state) if settings.at_once else (pending,):
            own = [e for e in rest if getattr(e, "seat", None) == asked.seat]
            yield from _of_decision(state, turn, asked, own)
    for event in rest:
        state.apply(event)
        moment = moment_of(event, state.public) if settings.narrator else None
        seen = project(event, TABLE)
        if moment is None or seen is None:
            continue
        dice_seed = narration_seed(state.seed, moment)
        scene = Scene(moment, state.public, seen, dice_seed, tuple(state.narrated))
        manner, situation = render_scene(scene)
        yield GivenBriefing(turn, NARRATOR, moment.value, 1, (manner,), situation)


def _of_decision(
    state: MafiaState, turn: int, pending: Due, events: list[Event]
) -> Iterator[GivenBriefing]:
    problems: tuple[Refused, ...] = ()
    refused = [Refused(e.problem, e.reply) for e in events if isinstance(e, ReplyRefused)]
    spent = (NO_VALID_REPLY, WOULD_NOT)
    given_up = any(isinstance(e, DefaultTaken) and e.reason in spent for e in events)
    for attempt in range(1, len(refused) + (1 if given_up else 2)):
        prompt = render(briefing_for(_settings(state), state, pending, problems))
        yield GivenBriefing(
            turn=turn,
            agent=seat_role(pending.seat),
            ask=pending.ask.value,
            attempt=attempt,
            system=(prompt.rules, prompt.character),
            user=prompt.situation,
        )
        problems = tuple(refused[:attempt])


def _settings(state: State) -> MafiaSettings:
    return MafiaSettings.model_validate(state.settings.get("mafia", {}))
