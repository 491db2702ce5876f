"""Conversation: what one may ask somebody about."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.offline.nouns import substance
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.mentions import Standing
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

SPOKEN = 0.05
"""Asking about what was spoken of there."""
HELD = 0.03
"""Asking about what one carries."""
NAMED = 0.015
"""Asking about what a text named there and is not there."""
NEWEST = 16
"""Names of each sort that are asked about at most, the newest first."""


def asked(
    vocabulary: Vocabulary,
    state: AdventureState,
    room: RoomId,
    creature: Thing,
    held: tuple[Thing, ...],
) -> Iterator[Opportunity]:
    """Yield what one can ask somebody about."""
    if not vocabulary.takes("ask", "*", "about", "*"):
        return
    worth = dict.fromkeys(named(state, room), NAMED)
    worth |= {thing.name: HELD for thing in held}
    worth |= dict.fromkeys([*state.journal.spoken.get(room, ())][-NEWEST:], SPOKEN)
    for topic, likely in worth.items():
        chance = likely * substance(topic)
        word = topic.rsplit(" ", 1)[-1]
        if word in creature.name.split():
            continue
        reason = f"The {creature.name} may know of the {topic}."
        command = f"ask {creature.name} about {word}"
        kind = sentence_kind(command)
        yield Opportunity(command, chance, reason, creature.name, kind, things=(creature.name,))


def named(state: AdventureState, room: RoomId) -> list[str]:
    """Return what was named in a room and is not there."""
    mentions = state.journal.mentioned.get(room, {})
    absent = [name for name, said in mentions.items() if said.standing is Standing.ABSENT]
    return absent[-NEWEST:]
