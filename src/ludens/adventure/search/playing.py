"""Search in an episode: what is found from where the story stands becomes a plan.

A search is a function of the snapshot, the settings and the episode's seed, so an episode resumed
at its turn makes the same one; what it found is recorded, and its best find is typed as the turns
of a plan, each answer foreseen.
"""

from __future__ import annotations

import asyncio
from random import Random

from ludens.adventure.company import Company
from ludens.adventure.events import By
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.plan import Plan, Step
from ludens.adventure.search.events import FindTold, SearchMade
from ludens.adventure.search.facts import Facts
from ludens.adventure.search.memory_facts import MemoryFacts
from ludens.adventure.search.proposals import Knowledge
from ludens.adventure.search.search import Find, Found, Kind, Search
from ludens.adventure.search.simulator import JerichoSimulator
from ludens.adventure.search.text_facts import TextFacts
from ludens.adventure.state import AdventureState
from ludens.episode.game import Turn

TOLD = 8
"""Finds that are recorded."""


def is_searchers(state: AdventureState) -> bool:
    """Tell whether the plan under way is one that a search has found."""
    return state.plan.plan is not None and state.plan.by is By.SEARCH


async def plan_found(company: Company, turn: Turn[AdventureState]) -> Plan | None:
    """Search from here if there is budget, and return the best find as a plan; None if none is.

    Raises nothing: where the interpreter fails for good, play goes on without search.
    """
    settings, state = company.settings.search, turn.state
    left = min(settings.slice, settings.budget - state.searches.steps)
    ready = state.wants is Wants.LINE and state.plan.plan is None and not state.searches.is_spent
    if not settings.enabled or left <= 0 or not ready:
        return None
    dice = turn.generator("search")
    found = await asyncio.to_thread(_search, company, state, left, dice)
    told = tuple(
        FindTold(kind=find.kind, score=find.score, commands=len(find.commands), steps=find.steps)
        for find in found.finds[:TOLD]
    )
    total = state.searches.steps + found.steps
    turn.emit(
        SearchMade(
            steps=found.steps, total=total, states=found.states, places=found.places, finds=told
        )
    )
    best = next((find for find in found.finds if find.kind is not Kind.ROOM), None)
    return _as_plan(best) if best is not None else None


def _search(company: Company, state: AdventureState, steps: int, dice: Random) -> Found:
    """Search in a child of its own, so that the story stays where it is."""
    story, vocabulary = company.story, company.vocabulary
    facts: Facts = TextFacts(vocabulary)
    if state.calibration is not None:
        calibration = Calibration.model_validate(state.calibration)
        facts = MemoryFacts(ZStory(story.data), calibration)
    simulator = JerichoSimulator(story, deadline=company.settings.deadline)
    search = Search(
        simulator, story.data, facts, company.settings.search, dice, Knowledge(vocabulary)
    )  # fmt: skip
    try:
        return search.run(company.saved, steps)
    except InterpreterFault:
        return Found((), search.steps, state.score or 0, 0, 0)
    finally:
        simulator.close()


def _as_plan(find: Find) -> Plan:
    steps = tuple(
        Step(command=command, expects=answer, rule="search")
        for command, answer in zip(find.commands, find.answers, strict=True)
    )
    if find.kind is Kind.VICTORY:
        return Plan(reasoning="Searched: this wins the story.", steps=steps)
    return Plan(reasoning=f"Searched: this comes to a score of {find.score}.", steps=steps)
