"""The player filled by a model: rules and opening, the dialogue so far, and the picture of now."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ludens.adventure.agents.player import Player, as_plan
from ludens.adventure.agents.reply import (
    GOAL,
    NOTES,
    GoalReply,
    MindReply,
    are_full,
    bare_line,
    in_its_words,
    noted,
    steps_of,
)
from ludens.adventure.agents.settings import Autonomy, PlayerSettings
from ludens.adventure.briefing import Briefing
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.picture import deadly, picture
from ludens.adventure.plan import CHAIN, TRIALS, Intent, Plan, Step
from ludens.adventure.prompting import render
from ludens.adventure.reaching import STALLED, gained_lately
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.llm.base import BaseLLM
from ludens.llm.conversation import Conversation, Exchange
from ludens.llm.errors import CallFailedError
from ludens.llm.request import LLMRequest

FALLBACK = "look"
"""Typed when a model says nothing that can be typed: it changes nothing."""
DEATHS, LESSONS = 4, 6
"""How many deaths and lessons are told."""
LATELY = 2
"""Exchanges back that a room's description need not be told again: it stands right above."""
QUIET = 20
"""Turns without a gain from which a mind is told of loops: its own plans stay in one place."""
NEVER = 10**9
"""Tokens: the dialogue is folded by an event, never where it is sent."""
ALL_SCORED = "All points are scored, and the model was asked once how to end the story."
NOTHING_LEFT = "In the last turn nothing is left to hope for, so the model is not asked."
INSTEAD = "(In the place of the model, which gave no decision.)"
"""How the reasoning of whoever stands in begins; why is told as a fault."""


@dataclass(slots=True)
class LLMPlayer:
    """Asks a model for a plan."""

    model: BaseLLM
    stand_in: Player
    """Decides where the model gives no decision."""
    vocabulary: Vocabulary
    settings: PlayerSettings
    character: str = ""
    """What the player is told of itself, where there are two."""

    async def decide(self, briefing: Briefing) -> Plan:
        """Return the model's plan; its stand-in's where it gives none or nothing is left to ask."""
        scored = has_planned_the_end(briefing.state, briefing.turn)
        tries = self.settings.tries > 0  # who may not cannot know that nothing is left
        if scored or (tries and is_idle_at_the_end(briefing.state, briefing.turn)):
            rest = as_plan(await self.stand_in.decide(briefing))
            why = ALL_SCORED if scored else NOTHING_LEFT
            return rest.model_copy(update={"reasoning": f"({why}) {rest.reasoning}"})
        goals = self.settings.autonomy is Autonomy.GOALS
        asked: type[MindReply] = GoalReply if goals else MindReply
        request = prompt(briefing, self.settings, self.character)
        try:
            reply, _ = await self.model.complete_json(request, asked)
        except CallFailedError:
            instead = as_plan(await self.stand_in.decide(briefing))
            reasoning = f"{INSTEAD} {instead.reasoning}"
            return instead.model_copy(update={"reasoning": reasoning, "goal": "", "notes": None})
        return self.plan_of(briefing, reply)

    def plan_of(self, briefing: Briefing, reply: MindReply) -> Plan:
        """Return the plan that a reply means; a harmless one where nothing of it can be typed."""
        state = briefing.state
        lines = reply.steps
        known = () if self.settings.tries else state.items.known.values()  # else it is tried first
        steps = tuple(
            in_its_words(step, known, self.vocabulary)
            for step in steps_of(lines, self.vocabulary, tries=self.settings.tries)
        )[: self.settings.steps]
        goal = " ".join((reply.goal or "").split())[:GOAL]
        match self.settings.autonomy:
            case Autonomy.COMMANDS:
                steps = steps[:1]
            case Autonomy.GOALS:
                steps = tuple(
                    step.model_copy(update={"maybe": step.intent is None})
                    for step in steps
                    if step.intent is not Intent.PURSUE
                )
                until = (reply.until or "") if isinstance(reply, GoalReply) else ""
                if aim := goal or state.plan.goal:
                    most = self.settings.pursue
                    pursuing = Step(intent=Intent.PURSUE, target=aim, until=until[:GOAL], most=most)
                    steps = (*steps, pursuing)
        return Plan(
            reasoning=reply.reasoning,
            goal=goal,
            notes=noted(briefing.notes, reply.notes),
            steps=steps or (Step(command=FALLBACK),),
            said=as_said(reply),
        )


def has_planned_the_end(state: AdventureState, turn: int) -> bool:
    """Tell whether a mind made a plan, before this turn, when every point had been scored."""
    paid = state.tally.payments[-1].turn if state.tally.payments else 0
    return state.has_full_score and paid < state.plan.said < turn


def is_idle_at_the_end(state: AdventureState, turn: int) -> bool:
    """Tell whether this is the last turn, and a mind has nothing to do in it.

    Nothing is left of its plan but to try, nothing tried scores, and nothing was gained of late, or
    a search has looked for points from here.
    """
    plan, last = state.plan, state.settings.get("limits", {}).get("turns") == turn
    asked = state.wants is not Wants.LINE or question_in(state.text) is not None
    made = state.searches.made[-1:]
    is_searched = bool(made) and made[0].turn == turn
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    room, name = state.map.here or "", here.name if here is not None else ""
    scores = plan.gains or any(one.is_in(room, name) for one in plan.scored)
    hopes = plan.unfinished or scores or (gained_lately(state) and not is_searched)
    return last and plan.minds and not (hopes or asked)


def as_said(reply: MindReply) -> str:
    """Return a reply as it is given back."""
    return json.dumps(reply.model_dump(mode="json"), ensure_ascii=False)


def prompt(briefing: Briefing, settings: PlayerSettings, character: str = "") -> LLMRequest:
    """Return what the model is asked: what never changes first, what changes last."""
    state = briefing.state
    autonomy = settings.autonomy.value
    rules = render(
        "player_rules",
        autonomy=autonomy,
        tries=settings.tries,
        chain=CHAIN,
        trials=TRIALS,
        pursue=settings.pursue,
        looks=settings.looks,
        steps=settings.steps,
        stalled=STALLED,
        notes=NOTES,
        character=character,
        searches=bool(state.searches.made),
    )
    dialogue = state.dialogue
    opening = "\n\n".join([state.opening.strip() or "(The story says nothing.)", *dialogue.before])
    talk = Conversation(
        rules=rules,
        opening=opening,
        digest=dialogue.digest,
        exchanges=[Exchange(reply=said.reply, told=said.text) for said in dialogue.exchanges],
        budget=NEVER,
    )
    return talk.request(tail(briefing, autonomy, settings.tries))


def trials_left(state: AdventureState, tries: int) -> int | None:
    """Return how often a mind may still try before this turn; None where it may not at all."""
    return max(0, TRIALS - state.plan.trials) if tries else None


def tail(briefing: Briefing, autonomy: str = Autonomy.PLANS.value, tries: int = 0) -> str:
    """Return what the model is told of now."""
    state = briefing.state
    turns = state.settings.get("limits", {}).get("turns")
    exchanges = state.dialogue.exchanges
    first = [] if len(exchanges) >= LATELY else [state.opening, *state.dialogue.before]
    said = "\n".join([*first, *(one.text for one in exchanges[-LATELY:])])
    return render(
        "player_tail",
        autonomy=autonomy,
        turn=briefing.turn,
        turns=turns,
        ending=turns is not None and 0 < turns - briefing.turn <= STALLED,
        trials=trials_left(state, tries),
        score=state.score,
        max_score=state.max_score,
        full=state.has_full_score,
        refusals=list(briefing.refusals.items())[-2:],
        wants=state.wants.value,
        p=picture(state, told_lately=said),
        deadly=deadly(state, DEATHS),
        lessons=state.lessons.carried[:LESSONS],
        warnings=briefing.warnings(stuck=briefing.turn - state.progress_turn > QUIET),
        goal=state.plan.goal,
        notes=briefing.notes,
        notes_full=are_full(briefing.notes),
    )


def one_line(command: str) -> str:
    """Return a command without a prompt sign, quotes or further lines; FALLBACK if none is left."""
    lines = [line.strip() for line in command.splitlines() if line.strip()]
    text = bare_line(lines[0].lstrip("> ")) if lines else ""
    return text or FALLBACK
