"""The turn, phase by phase (seed 000 §3).

A turn is one decision and what came of it, so the seed's cycle is entered at its fourth phase:
the opening, turn 0, does the first three on the story's first text; every later turn assembles,
decides and executes, then receives and reads what the command brought. What is recorded and
announced (phases 7 and 8) is done by the runner when the turn returns: one transaction, then the
hooks.
"""

from __future__ import annotations

from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.human_player import STOPPED, HumanPlayer
from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.agents.keeper import is_time
from ludens.adventure.agents.llm_judge import JUDGE
from ludens.adventure.agents.player import Decision, as_plan
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.deciding import LOOK, command_by_plan, command_of_plan, fold
from ludens.adventure.events import (
    ASKED,
    By,
    CommandChosen,
    GameWon,
    PlayerDied,
    StoryRestored,
    StorySaved,
    TextObserved,
)
from ludens.adventure.execution import next_command
from ludens.adventure.execution import settle as settle_plan
from ludens.adventure.forbidden import Ban, forbidden
from ludens.adventure.frontier.archive import REWOUND
from ludens.adventure.frontier.target import target as frontier_target
from ludens.adventure.interpreter.protocol import (
    Observation,
    Wants,
)
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.lessons.events import LessonsCarried
from ludens.adventure.mazes.mode import solver_command, solver_decides
from ludens.adventure.mazes.noticing import notice
from ludens.adventure.mazes.perceiving import perceive as perceive_with_mazes
from ludens.adventure.naming import things_mentioned
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.shutting import shut_behind
from ludens.adventure.plan import PlanEnded
from ludens.adventure.puzzles.events import PuzzlesConsidered
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.timing import why_now
from ludens.adventure.saves import changes_to, is_risky, turn_to_return_to
from ludens.adventure.search.playing import is_searchers, plan_found
from ludens.adventure.settings import OnDeath, PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.advice import advice
from ludens.adventure.stuck.events import StuckRewind
from ludens.adventure.stuck.settings import OnStuck
from ludens.adventure.stuck.velocity import idle_turns
from ludens.adventure.stuck.watching import escape, watch
from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Turn

AdventureTurn = Turn[AdventureState]


async def open_story(company: Company, turn: AdventureTurn) -> None:
    """Play turn 0: the story's opening."""
    begun = company.open(turn)
    if begun is None:
        return
    observation, opened = begun
    turn.emit(opened)
    if company.settings.lessons.given:
        turn.emit(LessonsCarried(lines=company.settings.lessons.given))
    receive(turn, observation)
    perceive(company, turn, "", observation)
    await read_further(company, turn, "", observation)
    await evaluate_puzzles(company, turn)
    await check_the_end(company, turn)


async def play_turn(company: Company, turn: AdventureTurn) -> None:
    """Play one turn."""
    briefing = assemble(company, turn)
    command = await decide(company, turn, briefing)
    save_before_risk(company, turn, command)
    observation = execute(company, turn, command)
    if observation is None:
        return
    receive(turn, observation)
    perceive(company, turn, command, observation)
    await read_further(company, turn, command, observation)
    await evaluate_puzzles(company, turn)
    await check_the_end(company, turn)
    await keep_lessons(company, turn)
    keeps_on = company.player_is_alone or is_searchers(turn.state)
    if not keeps_on and must_rewind(company, turn):
        rewind(company, turn)
    for event in settle_plan(turn.state, turn.events, company.vocabulary.name):
        turn.emit(event)
    save(company, turn)


def assemble(company: Company, turn: AdventureTurn) -> Briefing:
    """Phase 4, context assembly: what the player is told."""
    fold(company, turn)
    return Briefing(
        turn=turn.number,
        state=turn.state,
        dice=turn.generator("player"),
        advice=advice(turn.state, company.settings.stuck),
    )


async def decide(company: Company, turn: AdventureTurn, briefing: Briefing) -> str:
    """Phase 5, decision: one command, the player's or that of a person in their place.

    In maze mode the solver decides, not the player: 0 model calls. The senses may ask for a LOOK
    of their own, and loop-breaking may walk the company out of where it was stuck. What the
    player proposes is reviewed before it stands. A player alone, the baseline of comparisons, has
    none of this.
    """
    if turn.decision is not None:
        person = HumanPlayer.model_validate(turn.decision)
        if not person.stops:
            return command_of_plan(
                company, turn, await person.decide(briefing), By.HUMAN, person.said
            )
        if turn.state.plan.plan is not None:
            turn.emit(PlanEnded(done=False, why=STOPPED))
    if company.player_is_alone:
        return command_of_plan(
            company, turn, as_plan(await company.player.decide(briefing)), By.PLAYER
        )
    if is_searchers(turn.state) and (chosen := next_command(turn.state)) is not None:
        turn.emit(chosen)
        return chosen.command
    if (found := await plan_found(company, turn)) is not None:
        return command_of_plan(company, turn, found, By.SEARCH)
    if asks_the_score(company, turn):
        decision, by = Decision(command=SCORE, reasoning="What was it all worth?"), By.SENSES
    elif (command := solver_command(turn)) is not None:
        return command
    elif wants_to_look(turn.state):
        decision, by = Decision(command=LOOK, reasoning="Which room is this?"), By.SENSES
    elif (command := escape(turn)) is not None:
        decision, by = Decision(command=command, reasoning="Out of here."), By.BREAKER
    else:
        return await command_by_plan(company, turn, briefing)
    turn.emit(CommandChosen(command=decision.command, by=by, reasoning=decision.reasoning))
    return decision.command


def asks_the_score(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether this is the last turn and the story has not told the score of itself."""
    last = turn.state.settings.get("limits", {}).get("turns")
    told_it = turn.state.score is not None and turn.state.max_score is not None
    waits = turn.state.wants is Wants.LINE and question_in(turn.state.text) is None
    known = company.vocabulary.any_verb(SCORE) is not None
    return turn.number == last and not told_it and waits and known


SCORE = "score"
LOOK_SHARE = 0.05
"""The share of turns that the senses may spend on a LOOK."""
FIRST_LOOKS = 3
"""LOOKs that they may always have."""


def wants_to_look(state: AdventureState) -> bool:
    """Tell whether the senses cannot tell where this is and may spend a turn on it."""
    allowed = max(FIRST_LOOKS, LOOK_SHARE * state.turn)
    asks = state.wants is not Wants.LINE or question_in(state.text) is Question.YES_NO
    return bool(state.text_memory.wish) and state.looks < allowed and not asks


def execute(company: Company, turn: AdventureTurn, command: str) -> Observation | None:
    """Phase 6, execute: type it; None when the interpreter failed and was put back.

    What must never be typed is answered here, by whomever it was chosen: SAVE and RESTORE by the
    company's own saves, the rest by the reason.
    """
    found = forbidden(company.vocabulary, command, turn.state.wants)
    if found is None:
        return company.type(turn, command)
    if found.ban is Ban.SAVE:
        turn.emit(StorySaved(to_turn=turn.number))
        return Observation(text="(Saved.)", wants=turn.state.wants)
    if found.ban is Ban.RESTORE and turn.state.slots:
        return return_to(company, turn, turn.state.slots[-1], ASKED)
    return Observation(text=str(found), wants=turn.state.wants)


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
    found = perceive_with_mazes(company.senses, turn, percept)
    for event in shut_behind(turn.state.map, found, observation.text):
        turn.emit(event)
    notice(turn, company.settings.mazes)
    words = company.vocabulary
    if command and command != RESTORE:
        turn.emit(judge_command(before, words, command, observation.text, found))
    mentioned = things_mentioned(turn.state, words, observation.text, command)
    if mentioned is not None:
        turn.emit(mentioned)


async def read_further(
    company: Company, turn: AdventureTurn, command: str, observation: Observation
) -> None:
    """Phase 2 as well: models read what is new and no rule is sure of, where they are set."""
    if company.readers is None or in_maze_mode(company, turn):
        return
    for event in await company.readers.read(turn.state, Percept(command, observation)):
        turn.emit(event)


async def evaluate_puzzles(company: Company, turn: AdventureTurn) -> None:
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
    scene = Scene(turn.state, tuple(turn.events), why, by_rule=in_maze_mode(company, turn))
    for event in await agent.evaluate(scene):
        turn.emit(event)


def in_maze_mode(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether the maze solver decides, so that no model is asked anything."""
    return not company.player_is_alone and solver_decides(turn.state)


async def check_the_end(company: Company, turn: AdventureTurn) -> None:
    """Phase 9, terminal conditions: death, victory, the end of the story."""
    state = turn.state
    if state.outcome is not None:
        return
    verdict = judge(state.text, state.wants)
    asked = company.judge if not in_maze_mode(company, turn) else None
    if asked is not None and asked.wants_to_ask(state, verdict):
        turn.emit(ModelAsked(role=JUDGE))
        verdict = await asked.judge(state, verdict)
    said = {type(event) for event in turn.events}
    if verdict is Verdict.VICTORY and GameWon not in said:
        turn.emit(GameWon())
    goes_back = verdict in LOST and may_go_back(company, turn)
    if PlayerDied not in said and (goes_back or verdict in (Verdict.DEATH, Verdict.DEFEAT)):
        turn.emit(PlayerDied(command=state.command, text=state.text[-400:]))
    if goes_back:
        go_back(company, turn, "the player died" if verdict is not Verdict.ENDED else "it ended")
    elif verdict in ENDINGS:
        outcome, reason = ENDINGS[verdict]
        turn.emit(EpisodeEnded(outcome=outcome, reason=reason))


async def keep_lessons(company: Company, turn: AdventureTurn) -> None:
    """Let the keeper look back, after a death and every so often."""
    keeper, state = company.keeper, turn.state
    if keeper is None or state.outcome is not None or in_maze_mode(company, turn):
        return
    if is_time(state, turn.events, company.settings.lessons.every):
        for event in await keeper.look_back(state):
            turn.emit(event)


LOST = (Verdict.DEATH, Verdict.DEFEAT, Verdict.ENDED)
"""What is no victory: an end in words of the story's own counts as a death to be undone."""
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
    """Return to a save, look round, and remember what went wrong.

    Where death comes at once again, as of a clock that runs, it counts as one more, and after so
    many the next older save is taken.
    """
    while may_go_back(company, turn):
        target, deaths = turn_to_return_to(turn.state, turn.number), turn.state.deaths
        go_to(company, turn, target, reason)
        if turn.state.outcome is not None or not is_over(turn.state):
            return
        if turn.state.deaths == deaths:
            turn.emit(PlayerDied(command=turn.state.command, text=turn.state.text[-400:]))
        if target == 0:
            break
    outcome, told_why = ENDINGS[Verdict.DEFEAT]
    turn.emit(EpisodeEnded(outcome=outcome, reason=told_why))


def is_over(state: AdventureState) -> bool:
    """Tell whether the last text ends the story, or a life in it."""
    return judge(state.text, state.wants) in LOST


def must_rewind(company: Company, turn: AdventureTurn) -> bool:
    """Tell whether the company is stuck, and going back is what is wished then."""
    settings = company.settings.stuck
    return watch(turn, settings) and settings.on_stuck is OnStuck.REWIND


def rewind(company: Company, turn: AdventureTurn) -> None:
    """Go back to the most promising earlier turn, to try something else from there.

    Whoever has just gone back is given as long as it takes to be stuck again.
    """
    settings, state = company.settings.stuck, turn.state
    if turn.number - state.frontier.returned < settings.velocity.max_turns:
        return
    target = frontier_target(state, turn.number)
    if target is not None:
        turn.emit(StuckRewind(idle=idle_turns(state.stuck, settings), to_turn=target))
        go_to(company, turn, target, REWOUND)


def go_to(company: Company, turn: AdventureTurn, target: int, reason: str) -> None:
    """Put story and state back to an earlier turn, and look round there."""
    observation = return_to(company, turn, target, reason)
    if observation is not None:
        receive(turn, observation)
        perceive(company, turn, RESTORE, observation)


def return_to(
    company: Company, turn: AdventureTurn, target: int, reason: str
) -> Observation | None:
    """Put story and state back to an earlier turn; None, with the episode ended, if it fails."""
    command, then = turn.state.command, company.past.state(target)
    observation = company.return_to(turn, target)
    if observation is not None:
        turn.emit(StoryRestored(to_turn=target, command=command, reason=reason))
        for event in changes_to(then, turn.state):
            turn.emit(event)
    return observation


RESTORE = "restore"
"""What the senses are told was typed when the company goes back: no way of the world."""


def save_before_risk(company: Company, turn: AdventureTurn, command: str) -> None:
    """Keep the turn before a risky command, unless one just before it is kept (seed 000 §13)."""
    state, before = turn.state, turn.number - 1
    recent = max((*state.slots, *state.returns), default=0)
    apart = before - recent > RISK_APART and not asks(state)
    if apart and not company.player_is_alone and is_risky(state, command):
        turn.emit(StorySaved(to_turn=before))


def asks(state: AdventureState) -> bool:
    """Tell whether the story waits for an answer or a key: no moment to return to."""
    return state.wants is not Wants.LINE or question_in(state.text) is not None


RISK_APART = 3
"""Turns between a save and one before a risk: what is tried in a row needs one save."""


def save(company: Company, turn: AdventureTurn) -> None:
    """Keep this turn as one to return to, every so often."""
    state = turn.state
    last = max((*state.slots, *state.returns), default=0)
    if (
        state.outcome is None
        and not asks(state)
        and turn.number - last >= company.settings.save_every
    ):
        turn.emit(StorySaved(to_turn=turn.number))
