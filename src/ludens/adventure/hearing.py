"""Phases 1 and 2 of a turn: what the story says is received, and read into facts."""

from __future__ import annotations

from ludens.adventure.company import Company
from ludens.adventure.events import CommandChosen, TextObserved
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.mazes.mode import solver_decides
from ludens.adventure.mazes.noticing import notice
from ludens.adventure.mazes.perceiving import perceive as perceive_with_mazes
from ludens.adventure.naming import things_mentioned
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.episode.game import Turn

AdventureTurn = Turn[AdventureState]
RESTORE = "restore"
"""What the senses are told was typed when the company goes back: no way of the world."""


def receive(turn: AdventureTurn, observation: Observation) -> None:
    """Phase 1, receive: what the story says, whole."""
    turn.emit(
        TextObserved(text=observation.text, status=observation.status, wants=observation.wants)
    )


def perceive(company: Company, turn: AdventureTurn, command: str, observation: Observation) -> None:
    """Phase 2, parse and update: the facts that the senses propose become events."""
    assert company.senses is not None, "a session begins with an opening or a restore"
    reads_memory = company.settings.perception is PerceptionKind.STATE
    memory = company.memory(turn) if reads_memory else None
    if turn.state.outcome is not None:
        return
    percept = Percept(command=command, observation=observation, memory=memory)
    before = Before.of(turn.state)
    found = perceive_with_mazes(company.senses, turn, percept)
    notice(turn, company.settings.mazes)
    words = company.vocabulary
    if command and command != RESTORE:
        seen = (observation.text, found, observation.wants)
        works = any(isinstance(event, CommandChosen) and event.works for event in turn.events)
        turn.emit(judge_command(before, words, command, *seen, works=works))
    mentioned = things_mentioned(turn.state, words, observation.text, command)
    if mentioned is not None:
        turn.emit(mentioned)


async def read_further(
    company: Company, turn: AdventureTurn, command: str, observation: Observation
) -> None:
    """Phase 2 as well: models read what is new and no rule is sure of, where they are set."""
    if company.readers is None or in_maze_mode(company, turn):
        return
    percept = Percept(command, observation)
    for event in await company.readers.read(turn.state, percept, company.senses):
        turn.emit(event)


def in_maze_mode(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether the maze solver decides, or waits for the player's word, so that no other model
    is asked anything.
    """
    state = turn.state
    waits = state.mazes.solving and state.plan.maps is None
    return not company.player_is_alone and (waits or solver_decides(state))
