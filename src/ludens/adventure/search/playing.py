"""Search in an episode: what is found from where the story stands becomes a plan.

The searches of an episode are a function of its snapshots, its settings and its seed: one goes on
with what those before it have learnt, and an episode resumed makes them again before the next. What
was found is recorded, and the best find is typed as the turns of a plan, each answer foreseen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from ludens.adventure.company import Company
from ludens.adventure.execution import turns_left
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.plan import NEXT, Intent, Plan, Step
from ludens.adventure.search.events import FindTold, SearchMade
from ludens.adventure.search.record import Searches
from ludens.adventure.search.search import Find, Found, Kind
from ludens.adventure.search.searcher import Searcher
from ludens.adventure.settings import SearchSettings
from ludens.adventure.state import AdventureState
from ludens.adventure.trying import try_out
from ludens.episode.game import Turn
from ludens.episode.generators import generator

GLANCE = 16
"""The part of a slice that a search may take at the least."""
TOLD = 8
"""Finds that are recorded."""
SHOWN, WALKED = 8, 60
"""Rooms that are shown to a model at once, and commands that lead there; what is told of trials is
bounded besides."""


async def searched(
    company: Company, turn: Turn[AdventureState], *, tells: bool = False
) -> Found | None:
    """Search from here if there is budget, and return what was found; None if nothing is searched.

    Where it is to be told, the finds are those worth telling, and rooms, and it is searched though
    the last search found nothing: a mind has other ideas meanwhile. Raises nothing: where the
    interpreter fails for good, play goes on without search.
    """
    settings, state = company.settings.search, turn.state
    due = _due(settings, state)
    allowed = most(settings, state.searches) if due else share(settings, state.searches)
    ready = state.wants is Wants.LINE and state.plan.plan is None
    spent = state.searches.is_spent and not (tells or due)
    if not settings.enabled or not allowed or not ready or spent:
        return None
    found = await _search(company, turn, allowed, tells)
    left = settings.budget - state.searches.steps
    if left > 0 and found.finds and found.finds[0].kind is Kind.VICTORY:
        found = await _search(company, turn, left, tells)  # after the end it is of no use
    return found


async def _search(company: Company, turn: Turn[AdventureState], allowed: int, tells: bool) -> Found:
    """Search from here for so many steps, and record it."""
    state = turn.state
    searcher = await _searcher(company, turn)
    found, steps = await asyncio.to_thread(searcher.search, company.saved, allowed)
    if tells:
        finds, more = await asyncio.to_thread(searcher.told, found, allowed)
        found, steps = replace(found, finds=finds), steps + more
    told = tuple(
        FindTold(kind=find.kind, score=find.score, commands=len(find.commands), steps=find.steps)
        for find in found.finds[:TOLD]
    )
    turn.emit(
        SearchMade(
            steps=steps,
            total=state.searches.steps + steps,
            allowed=allowed,
            tells=tells,
            states=found.states,
            places=found.places,
            finds=told,
        )
    )
    return found


def share(settings: SearchSettings, searches: Searches) -> int:
    """Return how many steps the next search may take: the less, the more often nothing came of it;
    yet enough to look round from a new place or score.
    """
    left = max(0, settings.budget - searches.steps)
    glance = min(settings.slice, settings.budget) // GLANCE
    return min(left, max(most(settings, searches) >> searches.barren, glance))


def most(settings: SearchSettings, searches: Searches) -> int:
    """Return how many steps a search may take at the most: a slice, and half of what is left."""
    left = max(0, settings.budget - searches.steps)
    return min(settings.slice, (left + 1) // 2)


def _due(settings: SearchSettings, state: AdventureState) -> bool:
    """Tell whether so few steps were taken that the budget would not be spent by the last turn.

    Then a search may take as many as at the beginning, though nothing is new.
    """
    left = turns_left(state)
    if left is None or not settings.budget:
        return False
    gone = state.turn / (state.turn + left)
    behind = settings.budget * gone - state.searches.steps
    return behind >= most(settings, state.searches) > 0


async def _searcher(company: Company, turn: Turn[AdventureState]) -> Searcher:
    """Return who has made the searches of this episode; in a resumed one they are made again."""
    made = turn.state.searches.made
    if company.searcher is not None and company.searcher.made == len(made):
        return company.searcher
    found = turn.state.calibration
    searcher = company.searcher = Searcher(
        company.story,
        company.vocabulary,
        Calibration.model_validate(found) if found is not None else None,
        company.settings.search,
        generator(turn.state.seed, "search"),
        deadline=company.settings.deadline,
    )
    for one in made:
        snapshot = company.past.engine(one.turn - 1)
        again, _ = await asyncio.to_thread(searcher.search, snapshot, one.allowed)
        if one.tells:
            await asyncio.to_thread(searcher.told, again, one.allowed)
    return searcher


def unseen(found: Found, state: AdventureState, gains: Sequence[Sequence[str]] = ()) -> Step | None:
    """Return a trial that leads to the rooms a search came to, nobody has been in, and no trial
    has shown of late.

    None if it came to none within the turns left. The nearest come first; a way that is part of a
    longer one, or of what scores and is told besides, is left out.
    """
    names = (*(room.name for room in state.map.rooms.values()), *state.plan.shown)
    known = {name.lower() for name in names}
    left = turns_left(state)
    finds = (one for one in found.finds if left is None or len(one.commands) <= left)
    ways = sorted((find.commands for find in finds if _is_new(find, known)), key=len)[:SHOWN]
    told = [*map(tuple, gains)]
    longest = [
        way
        for way in ways
        if way not in told and not any(one[: len(way)] == way != one for one in (*ways, *told))
    ]
    if not longest:
        return None
    return _trial(longest)


def _is_new(find: Find, known: Container[str]) -> bool:
    """Tell whether a find is a room of which no title is known, and there is a way out of it.

    What has none is an error, or where the dead are.
    """
    lines = [line.strip().lower() for line in find.text.split("\n")]
    is_room = find.kind is Kind.ROOM and (find.leads_on or bool(exits_in(find.text)))
    return is_room and not any(line in known for line in lines)


async def tell(company: Company, turn: Turn[AdventureState]) -> None:
    """Search before a model is asked in a turn, and tell it as trials what was found to score, and
    the rooms that were come to.

    What takes more than the turns left is left out; of what was told before, the commands are told.
    """
    made = turn.state.searches.made
    found = (
        None if made and made[-1].turn == turn.number else await searched(company, turn, tells=True)
    )
    if found is None:
        return
    left = turns_left(turn.state)
    gains = [
        find
        for find in found.finds
        if find.kind is not Kind.ROOM and (left is None or len(find.commands) <= left)
    ]
    known = {one.answer for one in turn.state.plan.scored}
    told = {
        find.commands: f"(No other points than those told before.) [{points:+d}]"
        for find in gains
        if find.answers[-1] in known and (points := find.score - found.score)
    }
    lines = [find.commands for find in gains]
    for step in (_trial(lines) if lines else None, unseen(found, turn.state, lines)):
        if step is not None:
            try_out(company, turn, step, most=SHOWN, longest=WALKED, known=told, own=True)


def _trial(chains: Iterable[Sequence[str]]) -> Step:
    return Step(intent=Intent.TRY, target=" | ".join(map(NEXT.join, chains)))


def plan_of(found: Found) -> Plan | None:
    """Return the best that was found as a plan; None if nothing is better than what there was."""
    find = next((find for find in found.finds if find.kind is not Kind.ROOM), None)
    if find is None:
        return None
    steps = tuple(
        Step(command=command, expects=answer, rule="search")
        for command, answer in zip(find.commands, find.answers, strict=True)
    )
    if find.kind is Kind.VICTORY:
        return Plan(reasoning="Searched: this wins the story.", steps=steps)
    return Plan(reasoning=f"Searched: this comes to a score of {find.score}.", steps=steps)
