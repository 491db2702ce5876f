"""The offline player: takes the best opportunity there is, near or far. It knows no story."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import chain

from ludens.adventure.agents.offline.alighting import alight, ride
from ludens.adventure.agents.offline.answering import answer
from ludens.adventure.agents.offline.counsel import lacks_means
from ludens.adventure.agents.offline.danger import face
from ludens.adventure.agents.offline.following import FOLLOWED
from ludens.adventure.agents.offline.full_hands import unburden
from ludens.adventure.agents.offline.heeding import heed
from ludens.adventure.agents.offline.light import can_see_in_the_dark, light, turn_back
from ludens.adventure.agents.offline.load import make_room, squeeze
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import EXPECTED, MOST_PROSPECT, Outlook
from ludens.adventure.agents.offline.shelter import flee, ways_into
from ludens.adventure.agents.offline.stock import take_stock
from ludens.adventure.agents.offline.wandering import wander
from ludens.adventure.agents.offline.ways_out import MENTIONED_EXIT
from ludens.adventure.agents.player import Decision
from ludens.adventure.agents.settings import Habit
from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.hours import deadly_rooms
from ludens.adventure.lookahead.events import Foresight, Prospect
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import Route, nearby

LUCK = 1.02
"""By how much the dice may favour one opportunity over another."""
PROMISING = frozenset({Prospect.SCORES, Prospect.GAINS, Prospect.DISCOVERS})
"""What is foreseen and worth going back for."""
READY = 0.25
"""What a barred way is worth, at least, after something was done about it in its room."""
LINGERS = 2.5
"""By how much what one can only do there is worth more where it takes something to come back."""
LOOKS_ROUND = 12
"""Turns for which that holds."""
STAYS = MENTIONED_EXIT
"""By how much trying it is worth more before one leaves than coming back for it."""
LATELY = 15
"""Turns for which a known way that did not lead on is not relied on."""
TRAPPED = 4
"""A barred way is tried every so many turns where there is no other."""
RESTS = 3
"""Every so many turns of those for which nothing is left one waits."""
WAVERING = 6
"""Commands that go to and fro between two rooms, after which the player stays and acts."""
MOST_WORTH = FOLLOWED * LUCK
"""No opportunity is worth more: of things the chance is at most 1, and interest adds to those
whose chance is small."""


class OfflinePlayer:
    """Fills the player's role with rules."""

    def __init__(self, vocabulary: Vocabulary, without: Collection[Habit] = ()) -> None:
        """`without` are habits that it does not have."""
        self.vocabulary = vocabulary
        self.without = frozenset(without)
        self.opportunities = Opportunities(vocabulary)
        self.unlikely = Opportunities(vocabulary, thorough=True)
        """Thought of once everything else was tried."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the command for this turn."""
        state = briefing.state
        return _unmistakable(state, self._decided(briefing))

    def _decided(self, briefing: Briefing) -> Decision:
        state = briefing.state
        shuns = Habit.SHELTER not in self.without
        deadly = deadly_rooms(state.hours, state.map, state.turn + 1) if shuns else frozenset()
        shuns = Habit.TURN_BACK not in self.without and not can_see_in_the_dark(state)
        return (
            answer(state)
            or flee(state, deadly)
            or self._by_habit(state, deadly)
            or (shuns and self._best(briefing, self.opportunities, deadly, shuns_dark=True))
            or self._best(briefing, self.opportunities, deadly)
            or self._best(briefing, self.unlikely, deadly)
            or once_more(state)
        )

    def _by_habit(self, state: AdventureState, deadly: frozenset[RoomId]) -> Decision | None:
        """Return what comes before anything that must be weighed."""
        words = self.vocabulary
        habits: tuple[tuple[Habit, Callable[[], Decision | None]], ...] = (
            (Habit.HEED, lambda: heed(state)),
            (Habit.LIGHT, lambda: light(state, words)),
            (Habit.FIGHT, lambda: self._face(state)),
            (Habit.TURN_BACK, lambda: turn_back(state)),
            (Habit.ALIGHT, lambda: ride(state) or alight(state, words)),
            (Habit.LOAD, lambda: self._part(state)),
            (Habit.STOCK, lambda: take_stock(state)),
            (Habit.WANDER, lambda: None if deadly else _way_back(state) or wander(state)),
        )
        for habit, decided in habits:
            if habit not in self.without and (decision := decided()) is not None:
                return decision
        return None

    def _part(self, state: AdventureState) -> Decision | None:
        """Return what to put down where the load is too much."""
        words = self.vocabulary
        return squeeze(state, words) or make_room(state, words) or unburden(state, words)

    def _face(self, state: AdventureState) -> Decision | None:
        """Return what to do about somebody who strikes at the player."""
        if state.map.here is None:
            return None
        scene = self.opportunities.scene(state, state.map.here)
        return face(state, self.vocabulary, scene.around, scene.held)

    def _best(
        self,
        briefing: Briefing,
        opportunities: Opportunities,
        deadly: frozenset[RoomId],
        *,
        shuns_dark: bool = False,
    ) -> Decision | None:
        """Return the next step to where a turn gains most, the way there counted in.

        A far room is worth its way only for what can be done there in one go: the sum of its k
        best opportunities over the way and k turns, for the best k.
        """
        state = briefing.state
        here = state.map.here
        if here is None:
            return Decision(reasoning="Nothing is known of this place.", command="look")
        outlook = Outlook(
            state.journal,
            frozenset(briefing.refusals) | ways_into(state, deadly),
            state.lookahead.by_room,
            here,
        )
        chance, rate = _here(briefing, opportunities, outlook, here)
        target: tuple[Route, Opportunity] | None = None
        if shuns_dark and state.map.rooms[here].dark:
            chance, rate = None, 0.0  # nothing can be seen; first all that can be done in the light
        if chance is not None and _wavers(state):
            return Decision(reasoning=chance.reason, command=chance.command)
        bars = Bars(state)
        for route in nearby(state.map, here, travel_costs(state.items)):
            if MOST_WORTH / (route.cost + 1.0) <= rate:
                break
            if bars.are_on(route) or not deadly.isdisjoint(route.rooms[1:]):
                continue
            if shuns_dark and any(state.map.rooms[room].dark for room in route.rooms[1:]):
                continue
            found = _there(state, opportunities, outlook, route, rate)
            if found is not None:
                target, rate = (route, found[0]), found[1]
        if target is None:
            if chance is None:
                return None
            return Decision(reasoning=chance.reason, command=chance.command)
        route, aim = target
        name = state.map.rooms[route.rooms[-1]].name
        reason = f"To {name}, to try: {aim.command}. {aim.reason}"
        return Decision(reasoning=reason, command=route.commands[0])


def once_more(state: AdventureState) -> Decision:
    """Return what to do where everything known was tried: the way tried longest ago, or waiting.

    What a map or a snapshot said of the ways may be wrong, and who only waits never learns it.
    """
    here = state.map.here
    if here is None or state.turn % RESTS == 0:
        return Decision(reasoning="Everything known was tried; waiting.", command="wait")
    tries = {way: state.journal.attempt(here, way) for way in DIRECTIONS}
    oldest = min(DIRECTIONS, key=lambda way: -1 if (last := tries[way]) is None else last.turn)
    return Decision(reasoning="Everything known was tried; once more round.", command=oldest)


def _here(
    briefing: Briefing, opportunities: Opportunities, outlook: Outlook, here: RoomId
) -> tuple[Opportunity | None, float]:
    """Return the best opportunity where the player is, equals chosen by the dice."""
    best: Opportunity | None = None
    highest = 0.0
    lingers = LINGERS if is_far_out(briefing.state, here) else 1.0
    mine = {thing.name for thing in opportunities.situation(briefing.state).held}
    for sight in briefing.foreseen.values():
        chance = _foreseen(sight)
        if (worth := _now(chance, outlook.prospect(here, chance))) > highest:
            best, highest = chance, worth
    for chance, most in opportunities.left(briefing.state, here):
        least = highest if highest <= READY else max(READY, highest - STAYS)
        if most * MOST_PROSPECT * LUCK * lingers <= least:
            break
        worth = outlook.prospect(here, chance, least / LUCK / lingers)
        worth *= lingers if " " in chance.command and chance.thing not in mine else 1.0
        luck = _now(chance, worth * briefing.dice.uniform(1.0, LUCK)) if worth > 0 else 0.0
        if luck > highest:
            best, highest = chance, luck
    return best, highest


def is_far_out(state: AdventureState, here: RoomId) -> bool:
    """Tell whether one came here lately by a way that takes something to go, or was barred."""
    if state.turn - state.map.rooms[here].first_seen >= LOOKS_ROUND:
        return False
    barred = ((p.room, p.direction) for p in state.puzzles.puzzles.values())
    passed = ((place, way) for place, ways in state.journal.passes.items() for way in ways)
    return any(
        place is not None and way is not None and _leads(state, place, way, here)
        for place, way in chain(barred, passed)
    )


def _leads(state: AdventureState, place: RoomId, way: str, here: RoomId) -> bool:
    exit_ = state.map.exit(place, way)
    return exit_ is not None and exit_.to == here


def _now(chance: Opportunity, worth: float) -> float:
    """Return what a chance is worth where one is: a way that may have opened is tried at once."""
    return worth + STAYS if chance.barred and worth >= READY else worth


def _there(
    state: AdventureState,
    opportunities: Opportunities,
    outlook: Outlook,
    route: Route,
    floor: float,
) -> tuple[Opportunity, float] | None:
    """Return what to do first in a room and the most that a turn gains of going there.

    None if that is not more than `floor`.
    """
    room = route.rooms[-1]
    total, number = 0.0, 0
    first: Opportunity | None = None
    best = floor
    for sight in state.lookahead.by_room.get(room, {}).values():
        chance = _foreseen(sight)
        if sight.prospect in PROMISING and (worth := outlook.prospect(room, chance)) > total:
            first, total, number = chance, worth, 1
    best = max(best, total / (route.cost + 1.0))
    for chance, most in opportunities.left(state, room):
        if total + most * MOST_PROSPECT <= best * (route.cost + number + 1):
            break
        worth = outlook.prospect(room, chance)
        if worth > 0:
            number += 1
            total += worth
            first = first or chance
            best = max(best, total / (route.cost + number))
    return (first, best) if first is not None and best > floor else None


@dataclass(frozen=True, slots=True)
class Bars:
    """Which ways are barred in one turn: each is looked at once, however many routes share it."""

    state: AdventureState
    _known: dict[tuple[RoomId, str], bool] = field(default_factory=dict)

    def are_on(self, route: Route) -> bool:
        """Tell whether a step of a route failed not long ago, or for want of what it takes."""
        return any(map(self._bars, zip(route.rooms, route.commands, strict=False)))

    def _bars(self, way: tuple[RoomId, str]) -> bool:
        if way not in self._known:
            self._known[way] = self._failed_lately(*way) or lacks_means(self.state, *way)
        return self._known[way]

    def _failed_lately(self, here: RoomId, command: str) -> bool:
        attempt = self.state.journal.attempt(here, command)
        return (
            attempt is not None
            and attempt.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)
            and attempt.turn >= self.state.turn - LATELY
        )


def _foreseen(sight: Foresight) -> Opportunity:
    worth = EXPECTED[sight.prospect]
    return Opportunity(sight.command, worth, f"Foreseen: it {sight.prospect}.")


def _wavers(state: AdventureState) -> bool:
    """Tell whether the last commands went to and fro and did nothing else."""
    last = [command for command, _ in state.recent[-WAVERING:]]
    return len(last) == WAVERING and len(set(last)) == 2 and last[::2] == last[:1] * len(last[::2])


def _way_back(state: AdventureState) -> Decision | None:
    """Return a way that was walked before and is thought to be barred, where no other is left."""
    here = state.map.here
    if here is None or any(way.open for way in state.map.rooms[here].exits.values()):
        return None
    walked = [
        (way.turn, direction)
        for direction, way in state.map.rooms[here].exits.items()
        if way.walked and way.status is not ExitStatus.ABSENT and way.turn < state.turn - 1
    ]
    if not walked or state.turn % TRAPPED:
        return None
    reason = "There is no other way out; perhaps it is open again."
    return Decision(reasoning=reason, command=min(walked)[1])


def _unmistakable(state: AdventureState, decision: Decision) -> Decision:
    """Say a direction so that it cannot be taken for the answer to what the story has asked."""
    if decision.command in DIRECTIONS and question_in(state.text) is Question.WHICH:
        return decision.model_copy(update={"command": f"go {decision.command}"})
    return decision
