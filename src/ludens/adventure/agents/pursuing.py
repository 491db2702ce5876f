"""Working for a goal that somebody else set: the offline planner, with its mind on what is named.

What the goal names (places, things) is worth more to it; all else is as the planner does it. It
knows what ends the pursuit where that can be told: a thing in the hands, a place, points, words.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import direction_of
from ludens.adventure.doubts import is_warned_against
from ludens.adventure.english import STUDYING
from ludens.adventure.execution import command_of
from ludens.adventure.memory.standing import find, studied
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposal import Proposal, Valued
from ludens.adventure.plan import Intent, Plan, Step
from ludens.adventure.plan import command as plan_of
from ludens.adventure.reaching import BEING, HAVING, room_named
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs, words
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import path


@dataclass(slots=True)
class Pursuer(OfflinePlanner):
    """The planner, working for a goal."""

    focus: float = 10.0
    """By how much more is worth what the goal names."""
    goal: frozenset[str] = frozenset()
    """The words of the goal; set for each decision."""

    async def pursue(self, briefing: Briefing, step: Step) -> Plan:
        """Return what to do now for the goal of a step."""
        state = briefing.state
        self.goal = words(f"{step.target} {step.until}")
        direct = straight(state, step)
        if direct is not None:
            return plan_of(direct, reasoning=f"For: {step.target}", rule="pursue")
        found = await self.decide(briefing)
        return in_its_service(found, step)

    def valued(
        self, state: AdventureState, room: RoomId, *, long_shots: bool = True
    ) -> list[Valued]:
        """Return what could be done in a room, with what the goal names before all else."""
        found = [
            (worth, one)
            for worth, one in OfflinePlanner.valued(self, state, room, long_shots=long_shots)
            if not is_warned_against(state, room, one.command, one.things)
        ]
        if not self.goal:
            return found
        read = studied(state.items, state.memory.attempts.values())
        found = [
            (worth, one)
            for worth, one in found
            if STUDYING.match(one.command) is None
            or read.isdisjoint(studied(state.items, [[one.command]]))
        ]
        known = state.map.rooms.get(room)
        name = words(known.name) if known is not None else frozenset()
        place = bool(name) and name <= self.goal
        weighed = [
            (worth * (self.focus if self._is_named(one) or place else 1.0), one)
            for worth, one in found
        ]
        return sorted(weighed, key=lambda pair: (-pair[0], pair[1].command))

    def _once_more(self, briefing: Briefing, here: RoomId) -> None:
        """Nothing that has failed, typed or tried, is done again: the mind is asked instead."""

    def _is_named(self, one: Proposal) -> bool:
        """Tell whether the goal names what something is done with, or the way that is gone.

        A verb names nothing: "open the car" is no word for the opening of plant pots.
        """
        done_with = one.command if direction_of(one.command) else one.command.partition(" ")[2]
        return bool(words(" ".join((done_with, *one.things))) & self.goal)


def in_its_service(plan: Plan, step: Step) -> Plan:
    """Return a plan of the planner's without a goal of its own: the goal is the mind's."""
    return plan.model_copy(
        update={"goal": "", "reasoning": f"For: {step.target}. {plan.reasoning}"}
    )


def straight(state: AdventureState, step: Step) -> str | None:
    """Return the next command where the way to the end is known: go there, take it."""
    here = state.map.here
    wanted = BEING.match(step.until.strip())
    if wanted is not None and room_named(state, wanted[1]) is not None:
        return command_of(state, Step(intent=Intent.GO_TO, target=wanted[1]))
    having = HAVING.match(step.until.strip())
    id_ = find(state.items, having[1].lower()) if having is not None else None
    room = state.items.room_of(id_) if id_ is not None else None
    if id_ is None or room is None or here is None:
        return None
    if room != here:
        route = path(state.map, here, room, travel_costs(state.items))
        return route.commands[0] if route is not None and route.commands else None
    command = f"take {state.items.known[id_].name}"
    return command if state.memory.attempt(here, command) is None else None
