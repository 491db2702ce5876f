"""The turn, phase by phase (seed 000 §3).

A turn is one decision and what came of it, so the seed's cycle is entered at its fourth phase:
the opening, turn 0, does the first three on the story's first text; every later turn assembles,
decides and executes, then receives and reads what the command brought. What is recorded and
announced (phases 7 and 8) is done by the runner when the turn returns: one transaction, then the
hooks.
"""

from __future__ import annotations

from ludens.adventure.agents.keeper import is_time
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.deciding import decide, fold
from ludens.adventure.events import ASKED, StorySaved
from ludens.adventure.execution import settle as settle_plan
from ludens.adventure.forbidden import Ban, forbidden
from ludens.adventure.glancing import glance
from ludens.adventure.hearing import AdventureTurn, in_maze_mode, perceive, read_further, receive
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.lessons.events import LessonsCarried
from ludens.adventure.puzzles.events import PuzzlesConsidered
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.strategy import strategy
from ludens.adventure.puzzles.timing import why_now
from ludens.adventure.recovery import (
    asks,
    check_the_end,
    is_by_hand,
    return_to,
    rewind_if_stuck,
    save,
    save_before_risk,
    still_asked,
)
from ludens.adventure.stuck.advice import advice
from ludens.adventure.trying import look_closer, try_the_way_back


async def open_story(company: Company, turn: AdventureTurn) -> None:
    """Play turn 0: the story's opening."""
    begun = company.open(turn)
    if begun is None:
        return
    observation, opened = begun
    turn.emit(opened)
    if company.settings.lessons.given:
        turn.emit(LessonsCarried(lines=company.settings.lessons.given))
    await hear(company, turn, "", observation, opens=True)


async def play_turn(company: Company, turn: AdventureTurn) -> None:
    """Play one turn."""
    if turn.number == 1:  # the opening is shown first, and read by models then
        said = Observation(text=turn.state.text, status=turn.state.status, wants=turn.state.wants)
        await read_further(company, turn, "", said)
    # 4, context assembly
    briefing = assemble(company, turn)
    # 5, decision
    command = await decide(company, turn, briefing)
    if company.on_command is not None:
        company.on_command(command)
    save_before_risk(company, turn, command)
    # 6, execution
    observation = execute(company, turn, command)
    if observation is None:
        return
    # 1 to 3 and 9
    if is_aside(company, turn, command):
        receive(turn, observation)  # what the program tells a person is no news of the world
    else:
        await hear(company, turn, command, observation)
        await keep_lessons(company, turn)
        rewind_if_stuck(company, turn)
    look_closer(company, turn)
    for event in settle_plan(turn.state, turn.events, company.vocabulary.called):
        turn.emit(event)
    save(company, turn)
    # 7 and 8, recording and announcing, are the runner's when this returns


async def hear(
    company: Company,
    turn: AdventureTurn,
    command: str,
    observation: Observation,
    *,
    opens: bool = False,
) -> None:
    """Take in what the story answers; no model is asked where it opens, so that it is shown."""
    # 1, receive
    receive(turn, observation)
    # 2, parse and update
    perceive(company, turn, command, observation)
    if turn.state.outcome is not None:  # the interpreter failed too often
        return
    glance(company, turn)
    if not opens:
        await read_further(company, turn, command, observation)
    # 3, puzzle evaluation
    await evaluate_puzzles(company, turn, by_rule=opens or in_maze_mode(company, turn))
    # 9, terminal conditions
    await check_the_end(company, turn)


def assemble(company: Company, turn: AdventureTurn) -> Briefing:
    """Phase 4, context assembly: what the player is told."""
    try_the_way_back(company, turn)
    fold(company, turn)
    hints = company.settings.stuck.hints.enabled and company.puzzle_agent is not None
    return Briefing(
        turn=turn.number,
        state=turn.state,
        dice=turn.generator("player"),
        advice=(
            *advice(turn.state, company.settings.stuck),
            *(strategy(turn.state) if hints else ()),
        ),
    )


def execute(company: Company, turn: AdventureTurn, command: str) -> Observation | None:
    """Phase 6, execute: type it; None when the interpreter failed and was put back.

    What must never be typed is answered here, by whomever it was chosen: SAVE and RESTORE by the
    company's own saves, the rest by the reason. A person may ask the story for help.
    """
    found, by_hand = forbidden(company.vocabulary, command, turn.state.wants), is_by_hand(turn)
    if found is None or (found.ban is Ban.HINT and by_hand):
        return company.type(turn, command)
    if found.ban is Ban.SAVE and not asks(turn.state):
        turn.emit(StorySaved(to_turn=turn.number))
        told = "(Saved: RESTORE goes back to here.)" if by_hand else "(Saved.)"
        return Observation(text=told, wants=turn.state.wants)
    if found.ban is Ban.RESTORE and turn.state.slots:
        return return_to(company, turn, turn.state.slots[-1], ASKED)
    reason = found.to_a_person() if by_hand else str(found)
    return Observation(text=still_asked(turn.state, reason), wants=turn.state.wants)


def is_aside(company: Company, turn: AdventureTurn, command: str) -> bool:
    """Tell whether a person asked the story for help."""
    found = forbidden(company.vocabulary, command)
    return found is not None and found.ban is Ban.HINT and is_by_hand(turn)


async def evaluate_puzzles(company: Company, turn: AdventureTurn, *, by_rule: bool) -> None:
    """Phase 3, puzzle evaluation: what was settled, what is new, what may help.

    The bookkeeping is done each turn; the puzzle agent thinks when something gives it reason to.
    """
    agent = company.puzzle_agent
    if agent is None:
        return
    for event in settle(turn.state, tuple(turn.events)):
        turn.emit(event)
    why = why_now(turn.state, turn.events, company.settings.puzzles.every)
    if why is None:
        return
    turn.emit(PuzzlesConsidered(why=why))
    scene = Scene(turn.state, tuple(turn.events), why, by_rule=by_rule)
    for event in await agent.evaluate(scene):
        turn.emit(event)


async def keep_lessons(company: Company, turn: AdventureTurn) -> None:
    """Let the keeper look back, after a death and every so often."""
    keeper, state = company.keeper, turn.state
    if keeper is None or state.outcome is not None or in_maze_mode(company, turn):
        return
    if is_time(state, turn.events, company.settings.lessons.every):
        for event in await keeper.look_back(state):
            turn.emit(event)
