"""The offline player: takes the best opportunity there is, near or far. It knows no story."""

from __future__ import annotations

from ludens.adventure.agents.offline.opportunities import (
    MENTIONED_EXIT,
    MOST_INTEREST,
    Opportunities,
    Opportunity,
)
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import RoomId
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY
from ludens.adventure.world.routes import Route, nearby

STEP = 0.93
"""What an opportunity keeps of its worth for each step of the way to it."""


class OfflinePlayer:
    """Fills the player's role with rules."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.opportunities = Opportunities(vocabulary)

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the command for this turn."""
        state = briefing.state
        return (
            self._answer(state)
            or self._light(state)
            or self._best(briefing)
            or Decision(reasoning="Everything known was tried; waiting.", command="wait")
        )

    def _answer(self, state: AdventureState) -> Decision | None:
        if state.wants is Wants.KEY:
            return Decision(reasoning="The story waits for a key.", command=" ")
        if question_in(state.text) is Question.YES_NO:
            return Decision(reasoning="The story asks a question.", command="yes")
        return None

    def _light(self, state: AdventureState) -> Decision | None:
        """Return the lighting of a lamp when it is dark and one is at hand."""
        here = state.map.here
        if here is None or not state.map.rooms[here].dark:
            return None
        items = [state.items.known[id_] for id_ in state.items.at(INVENTORY)]
        if any(item.lit for item in items):
            return None
        for item in sorted(items, key=lambda item: not item.light_source):
            for words in ("turn on", "light"):
                command = f"{words} {item.name}"
                if (
                    self.vocabulary.takes(*words.split(), "*")
                    and state.journal.attempt(here, command) is None
                ):
                    reason = "It is dark here; this may give light."
                    return Decision(reasoning=reason, command=command)
        return None

    def _best(self, briefing: Briefing) -> Decision | None:
        state = briefing.state
        here = state.map.here
        if here is None:
            return Decision(reasoning="Nothing is known of this place.", command="look")
        best: tuple[Opportunity, RoomId, Route | None] | None = None
        worth = 0.0
        for room, route, cost in _places(state, here):
            discount = STEP**cost
            if MENTIONED_EXIT * MOST_INTEREST * discount <= worth:
                break
            found = self.opportunities.best(state, room, worth / discount)
            if found is not None:
                best, worth = (found, room, route), found.worth * discount
        if best is None:
            return None
        chance, room, route = best
        if route is None:
            return Decision(reasoning=chance.reason, command=chance.command)
        name = state.map.rooms[room].name
        reason = f"To {name}, to try: {chance.command}. {chance.reason}"
        return Decision(reasoning=reason, command=route.commands[0])


def _places(state: AdventureState, here: RoomId) -> list[tuple[RoomId, Route | None, float]]:
    return [
        (here, None, 0.0),
        *((route.rooms[-1], route, route.cost) for route in nearby(state.map, here)),
    ]
