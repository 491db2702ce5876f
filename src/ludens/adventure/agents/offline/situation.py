"""The situation: what is worked out once a turn for all rooms, and tells which rooms it touches."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from ludens.adventure.agents.offline.announcements import announced
from ludens.adventure.agents.offline.concerns import Concerns
from ludens.adventure.agents.offline.counsel import (
    biding,
    eased,
    needed,
    relented,
    suggested,
)
from ludens.adventure.agents.offline.full_hands import roomier
from ludens.adventure.agents.offline.letting_down import let_down
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.reconsidering import reconsidered
from ludens.adventure.agents.offline.setting_going import set_going
from ludens.adventure.agents.offline.things import Elsewhere, Thing, carried
from ludens.adventure.agents.offline.uncovering import uncovered
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Situation:
    """What is the same for every room, and what is advised for some."""

    held: tuple[Thing, ...]
    tools: tuple[Thing, ...]
    """The same, as far as it matters for using them with other things."""
    elsewhere: Elsewhere
    learnt: tuple[Hashable, ...]
    """Another value whenever a step of a plan was done or tried, or a code was read."""
    told: tuple[int, ...]
    """How many names they have told."""
    concerns: Concerns
    everywhere: tuple[Opportunity, ...]
    in_rooms: Mapping[RoomId, tuple[Opportunity, ...]]

    @classmethod
    def of(
        cls, state: AdventureState, vocabulary: Vocabulary, before: Situation | None = None
    ) -> Situation:
        """Work out the situation; what is as it was before is the same object."""
        held = tuple(carried(state, vocabulary))
        everywhere: list[Opportunity] = []
        in_rooms: dict[RoomId, list[Opportunity]] = {}
        concerns = Concerns.of(state, vocabulary, before.concerns if before else None)
        advised = chain(
            suggested(state, held),
            needed(state, concerns.places),
            biding(state),
            eased(state),
            relented(state),
            roomier(state),
            let_down(state),
            announced(state),
            set_going(state, vocabulary),
            reconsidered(state),
            uncovered(state, vocabulary),
        )
        for room, chance in advised:
            (everywhere if room is None else in_rooms.setdefault(room, [])).append(chance)
        barren = state.journal.barren
        learnt = (
            state.plans.progress(),
            sum([barren.get(step.command, 0) for p in state.plans.known for _, step in p.left]),
            len(state.journal.numbers) + len(state.journal.passwords),
        )
        found = cls(
            held=held,
            tools=tuple([thing.as_tool() for thing in held]),
            elsewhere=Elsewhere.of(state, vocabulary),
            learnt=learnt,
            told=(
                len(state.journal.clumsy),
                len(state.journal.settled),
                sum(map(len, state.journal.spoken.values())),
            ),
            concerns=concerns,
            everywhere=tuple(everywhere),
            in_rooms={room: tuple(chances) for room, chances in in_rooms.items()},
        )
        return found if before is None else found._like(before)

    def _like(self, before: Situation) -> Situation:
        """Return the same with the objects of before for what is equal, so comparing is quick."""
        old, rooms = before, dict(self.in_rooms)
        for room, chances in rooms.items():
            if chances == old.in_rooms.get(room):
                rooms[room] = old.in_rooms[room]
        return replace(
            self,
            held=old.held if self.held == old.held else self.held,
            tools=old.tools if self.tools == old.tools else self.tools,
            everywhere=old.everywhere if self.everywhere == old.everywhere else self.everywhere,
            in_rooms=rooms,
        )

    def advised(self, room: RoomId) -> tuple[tuple[Opportunity, ...], ...]:
        """Return what is advised for a room: for it alone, and for all."""
        return self.in_rooms.get(room, ()), self.everywhere


def version_of(state: AdventureState) -> tuple[Hashable, ...]:
    """Return what is the same as long as the situation is."""
    return (
        state.turn,
        state.map.here,
        state.map.stamps.newest,
        state.items.version,
        state.journal.version,
        state.puzzles.made,
        len(state.puzzles.suggestions),
    )
