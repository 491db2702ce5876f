"""The turn, phase by phase (seed 000 §3).

A turn is one decision and what came of it, so the seed's cycle is entered at its fourth phase:
the opening, turn 0, does the first three on the story's first text; every later turn assembles,
decides and executes, then receives and reads what the command brought. What is recorded and
announced (phases 7 and 8) is done by the runner when the turn returns: one transaction, then the
hooks.
"""

from __future__ import annotations

from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.events import (
    By,
    CommandChosen,
    GameWon,
    PlayerDied,
    StoryRestored,
    StorySaved,
    TextObserved,
)
from ludens.adventure.interpreter.protocol import InterpreterFault, Observation, Wants
from ludens.adventure.judgement import Before, judge_command, things_mentioned
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.saves import changes_to, turn_to_return_to
from ludens.adventure.settings import OnDeath, PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Turn

AdventureTurn = Turn[AdventureState]


def open_story(company: Company, turn: AdventureTurn) -> None:
    """Play turn 0: the story's opening."""
    try:
        observation, opened = company.begin()
    except InterpreterFault as fault:
        reason = f"the story cannot be played: {fault.detail}"
        turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
        return
    turn.emit(opened)
    receive(turn, observation)
    perceive(company, turn, "", observation)
    check_the_end(company, turn)


async def play_turn(company: Company, turn: AdventureTurn) -> None:
    """Play one turn."""
    briefing = assemble(turn)
    command = await decide(company, turn, briefing)
    observation = execute(company, turn, command)
    if observation is None:
        return
    receive(turn, observation)
    perceive(company, turn, command, observation)
    check_the_end(company, turn)
    save(company, turn)


def assemble(turn: AdventureTurn) -> Briefing:
    """Phase 4, context assembly: what the player is told."""
    return Briefing(turn=turn.number, state=turn.state, dice=turn.generator("player"))


async def decide(company: Company, turn: AdventureTurn, briefing: Briefing) -> str:
    """Phase 5, decision: one command, the player's or that of a person in their place.

    The senses may ask for a LOOK of their own.
    """
    player, by = company.player, By.PLAYER
    if turn.decision is not None:
        player, by = HumanPlayer.model_validate(turn.decision), By.HUMAN
    elif wants_to_look(turn.state):
        turn.emit(CommandChosen(command=LOOK, by=By.SENSES, reasoning="Which room is this?"))
        return LOOK
    decision = await player.decide(briefing)
    turn.emit(CommandChosen(command=decision.command, by=by, reasoning=decision.reasoning))
    return decision.command


LOOK = "look"
LOOK_SHARE = 0.05
"""The share of turns that the senses may spend on a LOOK."""
FIRST_LOOKS = 3
"""LOOKs that they may always have."""


def wants_to_look(state: AdventureState) -> bool:
    """Tell whether the senses cannot tell where this is and may spend a turn on it."""
    allowed = max(FIRST_LOOKS, LOOK_SHARE * state.turn)
    return bool(state.text_memory.wish) and state.looks < allowed and state.wants is Wants.LINE


def execute(company: Company, turn: AdventureTurn, command: str) -> Observation | None:
    """Phase 6, execute: type it; None when the interpreter failed and was put back."""
    return company.type(turn, command)


def receive(turn: AdventureTurn, observation: Observation) -> None:
    """Phase 1, receive: what the story says, whole."""
    turn.emit(
        TextObserved(text=observation.text, status=observation.status, wants=observation.wants)
    )


def perceive(company: Company, turn: AdventureTurn, command: str, observation: Observation) -> None:
    """Phase 2, parse and update: the facts that the senses propose become events."""
    assert company.senses is not None, "a session begins with an opening or a restore"
    reads_memory = company.settings.perception is PerceptionKind.STATE
    memory = company.interpreter.memory() if reads_memory else None
    percept = Percept(command=command, observation=observation, memory=memory)
    before = Before.of(turn.state)
    found = company.senses.perceive(turn.state, percept)
    for event in found:
        turn.emit(event)
    words = company.vocabulary
    if command and command != RESTORE:
        turn.emit(judge_command(before, words, command, observation.text, found))
    mentioned = things_mentioned(turn.state, words, observation.text)
    if mentioned is not None:
        turn.emit(mentioned)


def check_the_end(company: Company, turn: AdventureTurn) -> None:
    """Phase 9, terminal conditions: death, victory, the end of the story."""
    state = turn.state
    if state.outcome is not None:
        return
    verdict = judge(state.text, state.wants)
    said = {type(event) for event in turn.events}
    if verdict is Verdict.VICTORY and GameWon not in said:
        turn.emit(GameWon())
    if verdict in (Verdict.DEATH, Verdict.DEFEAT) and PlayerDied not in said:
        turn.emit(PlayerDied(command=state.command, text=state.text[-400:]))
    if verdict in (Verdict.DEATH, Verdict.DEFEAT, Verdict.ENDED) and may_go_back(company, turn):
        go_back(company, turn, "the player died" if verdict is not Verdict.ENDED else "it ended")
    elif verdict in ENDINGS:
        outcome, reason = ENDINGS[verdict]
        turn.emit(EpisodeEnded(outcome=outcome, reason=reason))


ENDINGS = {
    Verdict.VICTORY: (Outcome.VICTORY, "the story is won"),
    Verdict.DEFEAT: (Outcome.DEFEAT, "the player died"),
    Verdict.ENDED: (Outcome.ENDED, "the story came to its end"),
}


def may_go_back(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether a death can be undone: it is wished, and not too often."""
    settings = company.settings
    deaths = max(turn.state.deaths, len(turn.state.returns))
    return (
        settings.on_death is OnDeath.RESTORE and turn.number > 0 and deaths <= settings.max_deaths
    )


def go_back(company: Company, turn: AdventureTurn, reason: str) -> None:
    """Return to a save, look round, and remember what went wrong."""
    command, target = turn.state.command, turn_to_return_to(turn.state, turn.number)
    then = company.past.state(target)
    observation = company.return_to(turn, target)
    if observation is None:
        return
    turn.emit(StoryRestored(to_turn=target, command=command, reason=reason))
    for event in changes_to(then, turn.state):
        turn.emit(event)
    receive(turn, observation)
    perceive(company, turn, RESTORE, observation)


RESTORE = "restore"
"""What the senses are told was typed when the company goes back: no way of the world."""


def save(company: Company, turn: AdventureTurn) -> None:
    """Keep this turn as one to return to, every so often."""
    state = turn.state
    last = max((*state.slots, *state.returns), default=0)
    if state.outcome is None and turn.number - last >= company.settings.save_every:
        turn.emit(StorySaved(to_turn=turn.number))
