"""What lies beyond a way that nobody has gone: if it is a place, and if one comes back from it.

Both are tried on copies of the story: nothing of it happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ludens.adventure.company import Company
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import CommandChosen, Effect, TextObserved
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.protocol import Percept, Perception
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import PlayerMoved, RoomsMerged, VisitReassigned
from ludens.episode.events import Event

LOOK = "look"
PLACES = 8
"""A way back is looked for from so many places."""


def fold(copy: AdventureState, percept: Percept, events: Iterable[Event]) -> None:
    """Let a copy of the state go on as the copy of the story has."""
    seen = percept.observation
    copy.apply(CommandChosen(command=percept.command))
    copy.apply(TextObserved(text=seen.text, status=seen.status, wants=seen.wants))
    for event in events:
        copy.apply(event)


@dataclass(frozen=True, slots=True)
class Place:
    """A place that a copy of the story stands in; who is done with it puts the story back."""

    company: Company
    senses: Perception
    state: AdventureState
    saved: bytes
    """A snapshot of the story there."""
    is_alive: bool

    @classmethod
    def of(
        cls,
        company: Company,
        senses: Perception,
        before: AdventureState,
        percept: Percept,
        events: Sequence[Event],
    ) -> Place:
        """Return where the story stands now that it has answered a command."""
        seen, words, command = percept.observation, company.vocabulary, percept.command
        judged = judge_command(Before.of(before), words, command, seen.text, events, seen.wants)
        state = before.model_copy(deep=True)
        fold(state, percept, events)
        lives = judged.effect is not Effect.DIED and seen.wants is Wants.LINE
        return cls(company, senses, state, company.interpreter.snapshot(), lives)

    def is_one(self) -> bool:
        """Tell whether it is a place, and no error, nor where the dead are.

        Who looks round in it is there; where no text names a way, one of the directions leads on.
        """
        if any(self._beyond([LOOK])):
            return False
        return bool(exits_in(self.state.text)) or any(self._beyond(DIRECTIONS))

    def leads_back(self, known: AdventureState) -> bool:
        """Tell whether one comes back from it to a room of a map, by walking alone.

        Where who looks round in it is in such a room, it was no place.
        """
        places, met = deque([self]), 1
        while places:
            near = places.popleft()
            for place in near._beyond(near._ways()):
                if place.is_alive and place.state.map.here in known.map.rooms:
                    return True
                if place.is_alive and met < PLACES:
                    places.append(place)
                    met += 1
        return False

    def _ways(self) -> Iterable[str]:
        here = self.state.map.here
        told = self.state.map.rooms[here].exits if here is not None else {}
        return dict.fromkeys((LOOK, *told, *DIRECTIONS))

    def _beyond(self, commands: Iterable[str]) -> Iterator[Place]:
        """Yield the places that commands lead to; what leads nowhere is passed over."""
        here, interpreter = self.state.map.here, self.company.interpreter
        for command in commands:
            interpreter.restore(self.saved)
            try:
                seen = interpreter.send(self.company.vocabulary.typed(command))
            except (CommandRefused, InterpreterFault):
                continue
            percept = Percept(command, seen, interpreter.memory())
            events = self.senses.perceive(self.state, percept)
            if any(isinstance(one, PlayerMoved | RoomsMerged | VisitReassigned) for one in events):
                place = Place.of(self.company, self.senses, self.state, percept, events)
                if place.state.map.here != here:
                    yield place
