"""The turn, as seed 003 has the game loop.

A turn is one decision of one seat and what came of it: the player is briefed and decides, what it
decided happens, and the rules go on by themselves until somebody else has to decide. The opening,
turn 0, lays the table and deals the roles.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.episode.game import Turn
from ludens.episode.generators import derive_seed, generator
from ludens.episode.visibility import TABLE, project, unchecked
from ludens.mafia.agenda import Due, advance, due, round_of, rules_decide, simultaneous
from ludens.mafia.agents.narrator import Narrator, Scene
from ludens.mafia.agents.player import InvalidReplyError, PlayerFailedError, WontAnswerError
from ludens.mafia.briefing import Briefing, Refused, brief
from ludens.mafia.composition import deal
from ludens.mafia.decision import Decision
from ludens.mafia.default import default_decision
from ludens.mafia.events import (
    DefaultTaken,
    Narrated,
    PersonaGiven,
    ReplyRefused,
    RoleDealt,
    RulesChanged,
    TableLaid,
)
from ludens.mafia.legal import problem_with
from ludens.mafia.moments import moment_of, narration_seed
from ludens.mafia.outcome import happenings
from ludens.mafia.persona import Persona, cast_table, load_personas
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table
from ludens.mafia.telling import in_words

MafiaTurn = Turn[MafiaState]

persona_given = unchecked(PersonaGiven)
role_dealt = unchecked(RoleDealt)
table_laid = unchecked(TableLaid)


NO_VALID_REPLY = "no valid reply"
"""The reason for a default after all tries."""
WOULD_NOT = "it would not answer"
"""The reason for a default after refusals."""
REFUSALS = 1
"""How often somebody who would not answer is asked again: whoever will not twice never will."""


async def open_table(table: Table, turn: MafiaTurn) -> None:
    """Play turn 0: everybody sits down and is told who they are; night zero falls."""
    lay_table(table, turn)
    deal_roles(table, turn)
    await go_on(table, turn)


async def play_turn(table: Table, turn: MafiaTurn) -> None:
    """Play one turn."""
    rules = table.settings.rules
    if rules is not turn.state.rules and rules != turn.state.rules:
        turn.emit(RulesChanged(rules=rules))
    pending = due(turn.state)
    if pending is None:
        turn.emit(EpisodeEnded(outcome=Outcome.ENDED, reason="the game was over"))
        return
    if table.settings.at_once:
        round_ = simultaneous(turn.state)
        for asked, decided in zip(round_, await decide_all(table, turn.state, round_), strict=True):
            await come_of_it(table, turn, asked, decided)
    else:
        await come_of_it(table, turn, pending, await hear(table, turn.state, pending, []))
    await go_on(table, turn)


async def come_of_it(table: Table, turn: MafiaTurn, asked: Due, decided: Decided) -> None:
    """Let happen what a seat decided."""
    for event in decided.asides:
        turn.emit(event)
    longest = table.settings.memory_characters
    for event in happenings(turn.state, asked, decided.decision, memory_characters=longest):
        turn.emit(event)
        if table.narrator is not None:
            await narrate(table.narrator, turn, event)


def lay_table(table: Table, turn: MafiaTurn) -> None:
    """Give everybody a name and a character, and announce the rules and the roles."""
    settings = table.settings
    cast: list[Persona] = []
    if settings.personas:
        known = load_personas(settings.personas_folder)
        cast = cast_table(settings.seats, known, settings.cast, turn.generator("cast"))
    turn.emit(
        table_laid(
            names=tuple(p.identity.name for p in cast)
            or tuple(f"Player {seat}" for seat in range(settings.seats)),
            taglines=tuple(p.identity.tagline for p in cast),
            composition=settings.composition(),
            rules=settings.rules,
        )
    )
    for seat, persona in enumerate(cast):
        turn.emit(persona_given(seat=SeatId(seat), persona=persona))


def deal_roles(table: Table, turn: MafiaTurn) -> None:
    """Assign roles by lot; the mafia are told who their partners are."""
    roles = deal(table.settings.composition(), generator(turn.state.seed, "roles"))
    mafia = [SeatId(s) for s, role in enumerate(roles) if ROLES[role].team is Team.MAFIA]
    for number, role in enumerate(roles):
        seat = SeatId(number)
        partners = tuple(other for other in mafia if other != seat) if seat in mafia else ()
        turn.emit(role_dealt(seat=seat, role=role, partners=partners))


class Decided(NamedTuple):
    """What a seat decided, and what was wrong before it did."""

    decision: Decision
    asides: list[Event]


async def decide_all(table: Table, state: MafiaState, round_: Sequence[Due]) -> list[Decided]:
    """Ask for the decisions of a round, all at once; raises what the first seat to fail raises.

    But not before the others have answered: what they are asked is paid for, and found again.
    """
    words: list[str] = []
    asking = (hear(table, state, asked, words) for asked in round_)
    made = await asyncio.gather(*asking, return_exceptions=True)
    decided: list[Decided] = []
    for one in made:
        if isinstance(one, BaseException):
            raise one
        decided.append(one)
    return decided


async def hear(table: Table, state: MafiaState, pending: Due, words: list[str]) -> Decided:
    """Ask a seat for its decision, and add it to what those who watch are told of the turn."""
    decided = await decide(table, state, pending)
    if table.on_decided is not None:
        words += in_words(happenings(state, pending, decided.decision), state.public)
        table.on_decided("\n".join(words))
    return decided


async def decide(table: Table, state: MafiaState, pending: Due) -> Decided:
    """Ask a seat, again after an invalid reply, and take its default when that is no use."""
    settings = table.settings
    player = table.players[pending.seat]
    problems: tuple[Refused, ...] = ()
    reason = NO_VALID_REPLY
    unwilling = 0
    asides: list[Event] = []
    for attempt in range(1, settings.retries + 2):
        briefing = briefing_for(settings, state, pending, problems)
        try:
            decision = await player.decide(briefing)
            problem = problem_with(briefing.view, briefing.ask, decision, briefing.options)
            if problem is None:
                return Decided(decision, asides)
            reply = decision.model_dump_json(exclude_defaults=True)
        except InvalidReplyError as error:
            problem, reply = str(error), error.reply
            unwilling += isinstance(error, WontAnswerError)
        except PlayerFailedError as error:
            reason = str(error)
            break
        refused = Refused(problem, reply[: settings.retry_characters])
        asides.append(
            ReplyRefused(seat=pending.seat, attempt=attempt, problem=problem, reply=refused.reply)
        )
        problems = (*problems, refused)
        if unwilling > REFUSALS:
            reason = WOULD_NOT
            break
    asides.append(DefaultTaken(seat=pending.seat, reason=reason))
    briefing = briefing_for(settings, state, pending, problems)
    dice = generator(briefing.dice_seed, "default")
    default = default_decision(pending.ask, briefing.options, briefing.may_pass, dice)
    return Decided(default, asides)


def briefing_for(
    settings: MafiaSettings, state: MafiaState, pending: Due, problems: tuple[Refused, ...] = ()
) -> Briefing:
    """Return what a seat is given for a decision."""
    # Dice are named by the decision's place in the game, not by the turn's number: that counts
    # what others did in secret, and a player's draws must not depend on it.
    seat, ask = pending
    place = (seat, state.day, ask, round_of(state, ask), len(problems))
    return brief(
        state.view(seat),
        ask,
        dice_seed=derive_seed(state.seed, "seat", *place),
        full_days=settings.full_days,
        memory_characters=settings.memory_characters,
        problems=problems,
    )


async def go_on(table: Table, turn: MafiaTurn) -> None:
    """Let the rules run until somebody has to decide or the game is over."""
    while rules_decide(turn.state) and turn.state.outcome is None:
        for event in advance(turn.state):
            turn.emit(event)
            if table.narrator is not None:
                await narrate(table.narrator, turn, event)


async def narrate(narrator: Narrator, turn: MafiaTurn, event: Event) -> None:
    """Let the narrator speak of what has just happened, if it is worth it."""
    moment = moment_of(event, turn.state.public)
    seen = project(event, TABLE)
    if moment is None or seen is None:
        return
    dice_seed = narration_seed(turn.state.seed, moment)
    told = tuple(turn.state.narrated)
    text = await narrator.narrate(Scene(moment, turn.state.public, seen, dice_seed, told))
    turn.emit(Narrated(moment=moment, text=text))
