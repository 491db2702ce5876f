"""The planner: the offline player. It takes what brings most progress for the turns it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ludens.adventure.briefing import Briefing, stash_of
from ludens.adventure.execution import as_no_answer
from ludens.adventure.memory.record import ORDERED
from ludens.adventure.offline.answering import answer
from ludens.adventure.offline.facts import Facts, Thing
from ludens.adventure.offline.offers import KEPT, Offers
from ludens.adventure.offline.proposal import Proposal, Valued
from ludens.adventure.offline.proposers import (
    AGAIN,
    DROP,
    FETCH,
    STASH,
    Proposers,
)
from ludens.adventure.offline.reasons import why
from ludens.adventure.offline.value import MOST, value
from ludens.adventure.plan import Plan, Step
from ludens.adventure.plan import command as plan_of
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import Route, nearby

NEARLY = 1.02
"""By how much the dice may favour one of two equals."""


@dataclass(slots=True)
class OfflinePlanner:
    """Fills the player's role with the tables, the memory and one value."""

    vocabulary: Vocabulary
    without: frozenset[str] = frozenset()
    """Ids of rules that are switched off."""
    proposers: Proposers = field(init=False)
    offers: Offers = field(init=False)

    def __post_init__(self) -> None:
        self.proposers = Proposers(self.vocabulary, self.without)
        self.offers = Offers(self.proposers)

    async def decide(self, briefing: Briefing) -> Plan:
        """Return the way to what brings most for the turns it costs, and doing it."""
        plan = self._decide(briefing)
        first, *others = plan.steps
        typed = as_no_answer(briefing.state, first.command, self.vocabulary)
        if typed == first.command:
            return plan
        first = first.model_copy(update={"command": typed})
        return plan.model_copy(update={"steps": (first, *others)})

    def _decide(self, briefing: Briefing) -> Plan:
        state = briefing.state
        asked = answer(state)
        if asked is not None:
            return plan_of(asked, reasoning="The story asks something.", rule="answer")
        here = state.map.here
        self.proposers.look(state)
        if here is None:
            return plan_of("look", reasoning="Nothing is known of this place.", rule="look")
        best = self._ordered(briefing, here) or self._errand(briefing, here)
        best = best or self._best(briefing, here, long_shots=False)
        if best is None and (fetching := self._fetching(briefing, here)) is not None:
            return fetching
        if best is None:
            best = self._best(briefing, here, long_shots=True)
        if best is None:
            best = self._once_more(briefing, here)
        if best is None:
            return plan_of("wait", reasoning="Everything known was tried.", rule="wait")
        return self._plan(state, *best)

    def _ordered(
        self, briefing: Briefing, here: RoomId
    ) -> tuple[float, Route | None, Proposal] | None:
        """Return what an answer here said was to be done first, or what it then allows."""
        for worth, one in self.valued(briefing.state, here, long_shots=False):
            if one.at_once and one.rule == ORDERED and one.command not in briefing.refusals:
                return worth, None, one
        return None

    def _best(
        self, briefing: Briefing, here: RoomId, *, long_shots: bool
    ) -> tuple[float, Route | None, Proposal] | None:
        """Return what brings most for the turns it costs, here or elsewhere, and the way there."""
        state = briefing.state
        best: tuple[float, Route | None, Proposal] | None = None
        mine = [
            (worth * briefing.dice.uniform(1.0, NEARLY), one)
            for worth, one in self.valued(state, here, long_shots=long_shots)
            if one.command not in briefing.refusals
        ]
        if mine:
            worth, one = max(mine, key=lambda pair: (pair[1].at_once, pair[0]))
            best = (worth, None, one)
            if one.at_once:
                return best
        for route in nearby(state.map, here, travel_costs(state.items)):
            if best is not None and MOST * KEPT / (route.cost + KEPT) <= best[0]:
                break
            if _is_barred(state, route):
                continue
            found = self._there(state, route, long_shots=long_shots)
            if found is not None and (best is None or found[0] > best[0]):
                best = (found[0], route, found[1])
        return best

    def _once_more(
        self, briefing: Briefing, here: RoomId
    ) -> tuple[float, Route | None, Proposal] | None:
        """Return what came to nothing and is worth most of what was tried least, near first."""
        state = briefing.state
        best: tuple[float, Route | None, Proposal] | None = None
        for route in (None, *nearby(state.map, here, travel_costs(state.items))):
            room, cost = (here, 0) if route is None else (route.rooms[-1], route.cost)
            facts = replace(self.proposers.rooms.facts(state, room), again=True)
            for one in self.proposers.usually(state, facts):
                tried = state.memory.attempt(room, one.command)
                times = tried.times if tried is not None else 0
                fresh = value(*(part for part in one.parts if AGAIN not in part), *one.luck)
                worth = fresh / ((1 + times) ** 2 * (1 + cost))
                if one.command not in briefing.refusals and (best is None or worth > best[0]):
                    best = (worth, route, one)
        return best

    def _errand(
        self, briefing: Briefing, here: RoomId
    ) -> tuple[float, Route | None, Proposal] | None:
        """Return the nearest use of what one carries that is worth a walk at once."""
        state = briefing.state
        wanted = {
            one.room: one
            for one in self.offers.errands(state)
            if one.command not in briefing.refusals and one.rule not in self.without
        }
        if not wanted:
            return None
        if here in wanted:
            return wanted[here].worth, None, wanted[here]
        for route in nearby(state.map, here, travel_costs(state.items)):
            if route.rooms[-1] in wanted and not _is_barred(state, route):
                return wanted[route.rooms[-1]].worth, route, wanted[route.rooms[-1]]
        return None

    def _fetching(self, briefing: Briefing, here: RoomId) -> Plan | None:
        """Return how to fetch what lies elsewhere and would make sense to do something with.

        What is in the hands and of less use is put down for it where they are too full.
        """
        state = briefing.state
        if FETCH in self.without:
            return None
        known = self.proposers.rooms
        held = [one for one in known.facts(state, here).held if one.id is not None]
        full = any(
            one.load is not None and state.items.load() >= one.load
            for page in state.memory.attempts.values()
            for one in page.values()
        )
        spare = self.proposers.least(state, held) if full and held else None
        least = self.proposers.uses(state, spare) if spare is not None else 0
        for route in (None, *nearby(state.map, here, travel_costs(state.items))):
            room = here if route is None else route.rooms[-1]
            if route is not None and _is_barred(state, route):
                continue
            for thing in known.facts(state, room).here:
                item = state.items.known[thing.id] if thing.id is not None else None
                if item is None or not item.portable or thing.fixed:
                    continue
                command = self.proposers.taking(thing)
                if command is None or command in briefing.refusals:
                    continue
                tried = state.memory.attempt(room, command)
                if (
                    tried is not None
                    and tried.failed
                    and not tried.reopened(state.items, state.score)
                ):
                    continue
                if self.proposers.uses(state, thing) > least:
                    return self._fetch(state, route, thing.name, command, spare)
        return None

    def _fetch(
        self,
        state: AdventureState,
        route: Route | None,
        name: str,
        command: str,
        spare: Thing | None,
    ) -> Plan:
        """Return the way to a thing, what makes room for it, and taking it.

        Room is made where things are kept, if the way leads there, and otherwise at its end.
        """
        way = route.commands if route is not None else ()
        rooms = route.rooms if route is not None else (state.map.here,)
        steps = [Step(command=one, rule="go") for one in way]
        if spare is not None:
            kept = stash_of(state) if STASH not in self.without else None
            at, rule = (rooms.index(kept), STASH) if kept in rooms else (len(steps), DROP)
            steps.insert(at, Step(command=f"{DROP} {spare.name}", rule=rule))
        steps.append(Step(command=command, rule=FETCH))
        return Plan(reasoning=f"{name} may be of use.", goal=f"fetch {name}", steps=tuple(steps))

    def _there(
        self, state: AdventureState, route: Route, *, long_shots: bool
    ) -> tuple[float, Proposal] | None:
        """Return what a turn brings of going to a room, and what to do there first."""
        total, best, number = 0.0, 0.0, 0
        first: Proposal | None = None
        for worth, one in self.valued(state, route.rooms[-1], long_shots=long_shots):
            first, total, number = first or one, total + worth, number + 1
            best = max(best, total / (route.cost + number))
        return (best, first) if first is not None else None

    def _plan(
        self, state: AdventureState, worth: float, route: Route | None, one: Proposal
    ) -> Plan:
        reasoning = why(one, worth)
        if route is None:
            return plan_of(one.command, reasoning=reasoning, rule=one.rule)
        name = state.map.rooms[route.rooms[-1]].name
        way = tuple(Step(command=command, rule="go") for command in route.commands)
        return Plan(
            reasoning=f"To {name}, for “{one.command}”. {reasoning}",
            goal=f"{one.command} ({name})",
            steps=(*way, Step(command=one.command, rule=one.rule)),
            value=round(worth, 3),
        )

    def valued(
        self, state: AdventureState, room: RoomId, *, long_shots: bool = True
    ) -> list[Valued]:
        """Return what could be done in a room, the most valuable first.

        It is worked out of the state alone, whatever is kept: a resumed episode goes on as it would
        have.
        """
        facts = self.proposers.rooms.facts(state, room)
        if facts.present:
            known, key = self.proposers.look(state).valued, (room, long_shots)
            if key not in known:
                known[key] = self._valued(state, facts, long_shots=long_shots)
            return known[key]
        return self.offers.valued(state, facts, long_shots=long_shots)

    def valued_as(self, state: AdventureState, room: RoomId, command: str) -> Valued | None:
        """Return what a command is worth in a room, and for what; None if no rule proposes it."""
        known = self.proposers.look(state).valued
        found = [each for page in known.values() for each in page if each[1].command == command]
        if not found:
            facts = self.proposers.rooms.facts(state, room).named_in(command)
            valued = self._valued(state, facts, long_shots=True)
            found = [each for each in valued if each[1].command == command]
        return found[0] if found else None

    def _valued(self, state: AdventureState, facts: Facts, *, long_shots: bool) -> list[Valued]:
        usual = self.proposers.usually(state, facts, long_shots=long_shots)
        found = [(one.worth, one) for one in usual]
        found.sort(key=lambda pair: (-pair[0], pair[1].command))
        return found


def _is_barred(state: AdventureState, route: Route) -> bool:
    """Tell whether a way of a route failed when it was gone last, and nothing has changed since."""
    for room, command in zip(route.rooms, route.commands, strict=False):
        tried = state.memory.attempt(room, command)
        if tried is not None and tried.failed and not tried.reopened(state.items, state.score):
            return True
    return False
