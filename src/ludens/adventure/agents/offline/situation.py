"""The situation: what is worked out once a turn for all rooms, and tells which rooms it touches."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import chain

from ludens.adventure.agents.offline.counsel import biding, eased, needed, suggested
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing, carried
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Situation:
    """What is the same for every room, and what is advised for some."""

    held: tuple[Thing, ...]
    learnt: tuple[Hashable, ...]
    """Another value whenever a step of a plan was done or tried, or a code was read."""
    told: tuple[int, ...]
    """How many sentences and names the texts have told."""
    everywhere: tuple[Opportunity, ...]
    in_rooms: Mapping[RoomId, tuple[Opportunity, ...]]

    @classmethod
    def of(cls, state: AdventureState, vocabulary: Vocabulary) -> Situation:
        """Work out the situation."""
        held = tuple(carried(state, vocabulary))
        everywhere: list[Opportunity] = []
        in_rooms: dict[RoomId, list[Opportunity]] = {}
        advised = chain(suggested(state, held), needed(state), biding(state), eased(state))
        for room, chance in advised:
            (everywhere if room is None else in_rooms.setdefault(room, [])).append(chance)
        barren = state.journal.barren
        learnt = (
            state.plans.progress(),
            sum([barren.get(step.command, 0) for p in state.plans.known for _, step in p.left]),
            len(state.journal.numbers) + len(state.journal.passwords),
        )
        return cls(
            held=held,
            learnt=learnt,
            told=(
                len(state.journal.clues),
                len(state.journal.clumsy),
                len(state.journal.settled),
                sum(map(len, state.journal.spoken.values())),
            ),
            everywhere=tuple(everywhere),
            in_rooms={room: tuple(chances) for room, chances in in_rooms.items()},
        )

    def advised(self, room: RoomId) -> tuple[Opportunity, ...]:
        """Return what is advised for a room."""
        return (*self.in_rooms.get(room, ()), *self.everywhere)


def version_of(state: AdventureState) -> tuple[Hashable, ...]:
    """Return what is the same as long as the situation is."""
    return (
        state.turn,
        state.map.here,
        state.map.stamps.newest,
        state.items.version,
        state.journal.version,
        tuple(state.puzzles.suggestions),
    )
