"""Phase 5 of a turn, from who decides to the next command: taking a plan up, carrying on with it.

Steps with nothing to do are passed over, what is to be tried is tried on a copy, and a pursuit is
left to the offline planner. Where a plan has nothing to type any more, the player is asked.
"""

from __future__ import annotations

from ludens.adventure.agents.human_player import STOPPED, HumanPlayer
from ludens.adventure.agents.player import PLAYER, Decision, as_plan
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.dialogue import DialogueFolded, to_fold
from ludens.adventure.digest import digest_of
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.execution import (
    as_no_answer,
    begins_to_wait,
    ended,
    first_command,
    has_nothing_to_do,
    is_left_to_guess,
    lost_ground,
    needs_a_record,
    next_command,
)
from ludens.adventure.glancing import may_glance
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_text import KEYS
from ludens.adventure.mazes.mode import solver_command
from ludens.adventure.pauses import PAGES, SPACE, only_waits_for_a_key
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.picture import Names
from ludens.adventure.plan import TRIALS, Intent, Plan, PlanEnded, PlanMade, Step, StepDone
from ludens.adventure.review.choosing import choose
from ludens.adventure.search.playing import (
    plan_of,
    searched,
    tell,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.watching import escape
from ludens.adventure.trying import in_known_words, try_instead, try_out
from ludens.episode.game import Turn

LOOK = "look"
"""Typed where nothing of a plan can be done, or where one does not know which room this is."""
SCORE = "score"
INVENTORY = "inventory"
LOOK_SHARE = 0.05
"""The share of turns that the senses may spend on a LOOK."""
FIRST_LOOKS = 3
"""LOOKs that they may always have."""
ROUNDS = 4
"""How often a player is asked in one turn for something to type, besides what is tried."""
NOTHING_TO_TYPE = f"typed since nothing was to be typed in {ROUNDS} plans"
KEPT, DIGEST = 0.6, 0.35
"""The shares of the transcript's tokens that a fold leaves, and that the digest has of them."""
NO_GROUND = "Nothing of it could be done here."


async def decide(company: Company, turn: Turn[AdventureState], briefing: Briefing) -> str:
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
        return await command_alone(company, turn, briefing)
    if turn.state.plan.is_searchers and (chosen := next_command(turn.state)) is not None:
        turn.emit(chosen)
        return chosen.command
    by_rule = company.models.is_offline(PLAYER) or turn.state.plan.by_rule
    found = await searched(company, turn) if by_rule else None
    if found is not None and (plan := plan_of(found)) is not None:
        return command_of_plan(company, turn, plan, By.SEARCH)
    if asks_the_score(company, turn):
        decision, by = Decision(command=SCORE, reasoning="What was it all worth?"), By.SENSES
    elif not plans_a_key(turn.state) and (
        only_waits_for_a_key(turn.state) or opens_with_a_key(company, turn.state)
    ):
        decision, by = Decision(command=SPACE, reasoning="The story goes on."), By.SENSES
    elif asks_what_is_carried(company, turn):
        decision, by = Decision(command=INVENTORY, reasoning="What is carried?"), By.SENSES
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


def asks_the_score(company: Company, turn: Turn[AdventureState]) -> bool:
    """Tell whether this is the last turn and the story has not told the score of itself."""
    last = turn.state.settings.get("limits", {}).get("turns")
    told_it = turn.state.score is not None and turn.state.max_score is not None
    waits = turn.state.wants is Wants.LINE and question_in(turn.state.text) is None
    known = company.vocabulary.any_verb(SCORE) is not None
    return turn.number == last and not told_it and waits and known


def plans_a_key(state: AdventureState) -> bool:
    """Tell whether the plan under way presses a key itself."""
    return state.plan.now is not None and state.plan.now.command in KEYS


def opens_with_a_key(company: Company, state: AdventureState) -> bool:
    """Tell whether a story waits for a key before it begins: a call of a model is too dear."""
    pressed = [command for command, _ in state.recent]
    begins = len(pressed) < PAGES and all(command == SPACE for command in pressed)
    waits = state.wants is Wants.KEY and question_in(state.text) is None
    return begins and waits and not company.models.is_offline(PLAYER)


def asks_what_is_carried(company: Company, turn: Turn[AdventureState]) -> bool:
    """Tell whether what one carries is not known, or not any more, and only the texts tell it."""
    state = turn.state
    if may_glance(company):
        return False
    waits = state.wants is Wants.LINE and question_in(state.text) is None
    asked = state.memory.verbs.get(INVENTORY)
    known = company.vocabulary.any_verb(INVENTORY) is not None
    again = state.memory.hands and asked is not None and asked.tries < allowed_looks(state)
    return state.calibration is None and waits and known and (asked is None or again)


def wants_to_look(state: AdventureState) -> bool:
    """Tell whether the senses cannot tell where this is and may spend a turn on it."""
    asks = state.wants is not Wants.LINE or question_in(state.text) is Question.YES_NO
    return bool(state.text_memory.wish) and state.looks < allowed_looks(state) and not asks


def allowed_looks(state: AdventureState) -> float:
    """Return how often the senses may have asked by now."""
    return max(FIRST_LOOKS, LOOK_SHARE * state.turn)


async def command_alone(company: Company, turn: Turn[AdventureState], briefing: Briefing) -> str:
    """Return the next command of a player without a company, who may try some first."""
    for _ in range(ROUNDS + TRIALS):
        plan = as_plan(await company.player.decide(briefing))
        if plan.steps[0].intent is not Intent.TRY:
            return command_of_plan(company, turn, plan, By.PLAYER)
        if turn.state.plan.trials < TRIALS:
            try_out(company, turn, plan.steps[0])
    turn.emit(CommandChosen(command=LOOK, by=By.PLAYER, reasoning=NOTHING_TO_TYPE))
    return LOOK


async def command_by_plan(company: Company, turn: Turn[AdventureState], briefing: Briefing) -> str:
    """Return the next command of the plan under way, or of a new one from the player."""
    state = turn.state
    while state.plan.idle_rounds < ROUNDS:
        chosen = await carry_on(company, turn, briefing)
        if chosen is None:
            if state.plan.trying is not None and state.wants is Wants.LINE:
                try_out(company, turn, state.plan.trying, Names(state)(state.map.here))
            if not (company.models.is_offline(PLAYER) or state.plan.by_rule):
                await tell(company, turn)
            plan = await choose(company, turn, briefing, company.player)
            chosen = take_up(company, turn, plan, By.PLAYER) or await carry_on(
                company, turn, briefing
            )
        if chosen is not None:
            turn.emit(chosen)
            return chosen.command
    turn.emit(
        CommandChosen(command=LOOK, by=By.PLAYER, plan=state.plan.number, purpose=NOTHING_TO_TYPE)
    )
    return LOOK


def command_of_plan(
    company: Company, turn: Turn[AdventureState], plan: Plan, by: By, said: str = ""
) -> str:
    """Take up a plan that is no model's, and return its first command; LOOK where there is none."""
    chosen = take_up(company, turn, plan, by, said)
    if chosen is None:
        pass_over(company, turn)
        chosen = next_command(turn.state, company.vocabulary.called)
    if chosen is None:
        if turn.state.plan.plan is not None:
            turn.emit(PlanEnded(done=False, why=NO_GROUND))
        chosen = CommandChosen(command=LOOK, by=by, reasoning=plan.reasoning)
    turn.emit(chosen)
    return chosen.command


def take_up(
    company: Company, turn: Turn[AdventureState], plan: Plan, by: By, said: str = ""
) -> CommandChosen | None:
    """Record a plan; a plan that is but one command is returned as that."""
    if turn.state.plan.plan is not None:
        turn.emit(PlanEnded(done=False, why="Another plan was made."))
    command = first_command(turn.state, plan, company.vocabulary.called)
    if not needs_a_record(plan) and command is not None:
        rule = plan.steps[0].rule
        return CommandChosen(command=command, by=by, reasoning=plan.reasoning, rule=rule)
    explores = any(step.intent is Intent.EXPLORE for step in plan.steps)
    explored = explores and is_left_to_guess(turn.state)
    turn.emit(PlanMade(plan=plan, by=by, said=said, explored=explored))
    return None


async def carry_on(
    company: Company, turn: Turn[AdventureState], briefing: Briefing
) -> CommandChosen | None:
    """Return what the plan under way types next; None, with the plan ended, if nothing.

    With lookahead, what of a mind's plan would come to nothing is tried and told instead.
    """
    while True:
        pass_over(company, turn)
        step = turn.state.plan.now
        if step is None:
            return None
        stands = step.intent not in (Intent.TRY, Intent.EXPLORE)
        if not stands and (why := lost_ground(turn.state, step)) is not None:
            turn.emit(ended(turn.state, why))
            return None
        if step.intent is Intent.TRY:
            try_out(company, turn, step)
            turn.emit(StepDone(step=turn.state.plan.step))
            turn.emit(PlanEnded(done=True))
            return None
        if step.intent is Intent.PURSUE:
            chosen = await _pursued(company, turn, briefing, step)
            if chosen is None:
                return None
        else:
            chosen = next_command(turn.state, company.vocabulary.called)
        if chosen is None:
            why = lost_ground(turn.state, step) or "Nothing is left of it to do here."
            turn.emit(ended(turn.state, why))
            return None
        typed = as_no_answer(turn.state, chosen.command, company.vocabulary)
        chosen = chosen.model_copy(update={"command": typed})
        if not spares(company, turn.state, step):
            return chosen
        called = in_known_words(company, turn.state, typed)
        chosen = chosen.model_copy(update={"command": called})
        if (shown := try_instead(company, turn, chosen)) is not None:
            return shown


def spares(company: Company, state: AdventureState, step: Step) -> bool:
    """Tell whether a command is tried before it is typed: a mind's, where it may try at all."""
    plan = state.plan.plan
    is_minds = plan is not None and bool(plan.said) and state.plan.by is By.PLAYER
    waits = state.wants is not Wants.LINE or question_in(state.text) is not None
    allowed = company.settings.player.tries > 0 and state.plan.idle_rounds < ROUNDS
    return is_minds and allowed and not waits and (not step.awaited or begins_to_wait(state, step))


def pass_over(company: Company, turn: Turn[AdventureState]) -> None:
    """Mark the steps as done that have nothing to do here; the last one ends the plan."""
    state = turn.state
    while (step := state.plan.now) is not None and state.plan.plan is not None:
        if state.plan.spent or not has_nothing_to_do(state, step, company.vocabulary.called):
            return
        is_last = state.plan.step + 1 >= len(state.plan.plan.steps)
        if is_last:
            why = "" if state.plan.typed else f"Nothing is left to do here of: {step}."
            turn.emit(PlanEnded(done=True, why=why))
        else:
            turn.emit(StepDone(step=state.plan.step))


async def _pursued(
    company: Company, turn: Turn[AdventureState], briefing: Briefing, step: Step
) -> CommandChosen | None:
    """Return what the planner would do for a goal."""
    plan = as_plan(await company.pursuer.pursue(briefing, step))
    command = first_command(turn.state, plan, company.vocabulary.called)
    if command is None or plan.steps[0].rule == "wait":
        turn.emit(PlanEnded(done=False, why="Nothing more is known to do for the goal."))
        return None
    return CommandChosen(
        command=command,
        by=turn.state.plan.by,
        reasoning=plan.reasoning,
        rule=plan.steps[0].rule,
        plan=turn.state.plan.number,
        step=turn.state.plan.step,
    )


def fold(company: Company, turn: Turn[AdventureState]) -> None:
    """Fold the beginning of the dialogue into a digest, where it has grown too long."""
    state, budget = turn.state, company.settings.player.transcript
    digest = round(budget * DIGEST)
    number = to_fold(state.dialogue, budget, KEPT, digest)
    if number:
        turn.emit(DialogueFolded(exchanges=number, digest=digest_of(state, digest)))
