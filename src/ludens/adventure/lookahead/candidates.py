"""Which commands are worth trying on a snapshot where the player is."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.outlook import Outlook
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

FLOOR = 0.0005
"""What is worth less is not tried: refusals that come again and again."""


@dataclass(slots=True)
class Candidates:
    """Ranks what could be tried in one story."""

    vocabulary: Vocabulary
    opportunities: Opportunities = field(init=False)

    def __post_init__(self) -> None:
        self.opportunities = Opportunities(self.vocabulary, thorough=True)

    def of(self, state: AdventureState, most: int) -> list[str]:
        """Return at most so many commands, the most promising first."""
        here = state.map.here
        if here is None or most <= 0:
            return []
        outlook = Outlook(state.journal)
        foreseen = state.lookahead.now(state.turn)
        worths: list[tuple[float, str]] = []
        for chance in self.opportunities.ranked(state, here):
            if chance.command in foreseen or _was_tried(state, here, chance.command):
                continue
            worth = outlook.prospect(here, chance)
            if worth > FLOOR:
                worths.append((worth, chance.command))
        worths.sort(key=lambda pair: -pair[0])
        return [command for _, command in worths[:most]]


def _was_tried(state: AdventureState, room: RoomId, command: str) -> bool:
    """Tell whether a command was tried on a snapshot in vain, and nothing has happened since."""
    if state.lookahead.has_told(room, command):
        return True
    journal = state.journal
    attempt = journal.attempt(room, command)
    return (
        attempt is not None
        and attempt.typed == 0
        and attempt.gains == journal.gains
        and attempt.stirred == journal.stirred.get(room, 0)
    )
