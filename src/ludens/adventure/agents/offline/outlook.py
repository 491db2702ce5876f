"""What the episode taught, put on opportunities: what is still worth a try, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.experience import Attempt, proposal
from ludens.adventure.journal import Journal
from ludens.adventure.kinds import LOOKING
from ludens.adventure.lookahead.events import FATAL, Foresight, Prospect
from ludens.adventure.world.places import RoomId

MOST_PROSPECT = 2.0
"""No experience makes an opportunity worth more than so many times its own worth."""
AGAIN = 0.25
"""What a command that did nothing is still worth once something was gained since."""
AGAIN_REFUSED = 0.03
"""The same, where the reply was one of the common refusals."""
STIRRED_WAY = 0.7
"""What a way that was barred is worth again after something happened in its room."""
BY_DEGREES = 0.5
"""What a command is worth again whose reply sounded as if something happened."""
MOST_DEGREES = 8
"""How often such a command is repeated while the replies stay new."""
RENEWED = 0.4
"""What a common refusal is worth again once something speaks for another try."""
ONCE_MORE = 0.5
"""What is left of that for each time that it was renewed in vain."""
LOOK_AGAIN = 0.02
"""What looking at something again is worth, for what may have changed."""
DEADLY = 0.02
"""What a command that killed is still worth, once something was gained since."""
ELSEWHERE = 0.5
"""What is left of a command's worth for each other room where it did nothing."""
SEEN_ELSEWHERE, MOST_SEEN = 0.4, 2
"""The same, of looking at something that was seen elsewhere, and how often that counts."""
EXPECTED = {
    Prospect.SCORES: 20.0,
    Prospect.GAINS: 1.5,
    Prospect.DISCOVERS: 2.0,
    Prospect.CHANGES: 0.0,
    Prospect.SEEMS: 0.0,
    Prospect.MOVES: 0.01,
    Prospect.LOSES: 0.0,
    Prospect.KILLS: 0.0,
}
"""What commands are worth whose effect is foreseen; a change is worth what its likelihood says."""
STALE = 0.7
"""What is left of that where the player is no longer."""
SEEMING = MOST_PROSPECT
"""By how much a command is worth more whose answer sounds as if something happened."""
MOST_SEEMING = 0.5
"""What such a command is worth at most by that."""
KNOWN_WAY = 0.1
"""What is left of the worth of a way that leads to a place that is known: the map gains by it."""
LEAST_CHANGE = 0.02
CHANGE = 6.0
MOST_CHANGE = 0.6
"""What a change that is foreseen is worth: between these, by how sensible the command is."""
DRY, WET = 0.97, 5
"""What is left of it for each try that came to nothing in a room, after so many of them."""
VAIN = 0.4
"""What is left of it for each common refusal that one of its things met in such a sentence."""
REFUSED = 0.2
"""What is left of a command's worth for each time that it was refused before it was typed."""
GAINS_TO_RETRY = 5
"""Gains after which a second try is as good as it gets."""

IN_VAIN = (Effect.NOTHING, Effect.NOT_UNDERSTOOD)

UNTAKEN = 0.6
"""What is left of a kind of sentence for each time that the parser did not take it."""
FIRST_HITS = 1.5
"""Successes that every kind of sentence is credited with."""
MORE_MISS = 0.15
"""What a common refusal weighs besides: the author has thought of nothing there."""
MISS = 0.35
"""What a failure weighs against a success: most of what one tries fails."""


@dataclass(slots=True)
class Outlook:
    """Experience, for one turn."""

    journal: Journal
    refused: frozenset[str] = frozenset()
    """Commands that are not to be proposed this turn."""
    foreseen: Mapping[RoomId, Mapping[str, Foresight]] = field(default_factory=dict)
    """For each room, what commands would do that were tried on a snapshot there."""
    here: RoomId | None = None
    """Where the player is: what is foreseen elsewhere may have changed."""
    _kinds: dict[str, float] = field(default_factory=dict)

    def prospect(self, room: RoomId, chance: Opportunity, floor: float = 0.0) -> float:
        """Return what an opportunity is worth after all that was tried so far.

        At most `MOST_PROSPECT` times its own worth; 0 where that would not be more than `floor`.
        """
        command = chance.command
        if command in self.refused:
            return 0.0
        sight = self.foreseen.get(room, {}).get(command)
        if sight is None:
            return self._untried(room, chance, floor)
        if sight.prospect in FATAL:
            return 0.0
        known = KNOWN_WAY if sight.prospect is Prospect.MOVES else 1.0
        usual = known * self._untried(room, chance, floor)
        return max(usual, self._expected(room, sight, chance.worth))

    def _untried(self, room: RoomId, chance: Opportunity, floor: float) -> float:
        """Return what an opportunity is worth by what was typed so far."""
        command, worth = chance.command, chance.worth
        if replies := self.journal.interest.get(chance.thing):
            worth *= interest(replies)
        if refusals := self.journal.refused.get(proposal(room, command)):
            worth *= REFUSED**refusals
        if chance.kind:
            factor = self._kinds.get(chance.kind)
            if factor is None:
                factor = self._kinds[chance.kind] = experience(self.journal, chance.kind)
            worth *= factor * self.fresh(room)
            if " " in chance.kind and self.journal.futile:
                worth *= VAIN ** self.journal.vanity(chance.kind, *chance.things)
        if worth <= floor:
            return 0.0
        worth *= still(self.journal, room, chance)
        return worth if worth > floor else 0.0

    def fresh(self, room: RoomId) -> float:
        """Return what is left of the worth of what is tried in a room for no other reason than that
        it may be tried, after all that came to nothing there; at most 1.
        """
        dry = self.journal.dry.get(room, 0)
        return DRY ** (dry - WET) if dry > WET else 1.0

    def _expected(self, room: RoomId, sight: Foresight, worth: float) -> float:
        """Return what a command is worth whose effect is foreseen."""
        expected = EXPECTED[sight.prospect]
        if sight.prospect is Prospect.SEEMS:
            expected = min(MOST_SEEMING, SEEMING * worth)
        if sight.prospect is Prospect.CHANGES:
            expected = min(MOST_CHANGE, LEAST_CHANGE + CHANGE * worth)
        if room != self.here:
            expected *= STALE
        attempt = self.journal.attempt(room, sight.command)
        return expected * AGAIN**attempt.typed if attempt is not None else expected


def interest(replies: int) -> float:
    """Return how much attention a thing deserves of which so many replies were new.

    From 1 to MOST_PROSPECT.
    """
    return 1.0 + 0.25 * min(replies, 4)


def experience(journal: Journal, kind: str) -> float:
    """Return the factor, at most 1, that this episode's experience puts on a kind of sentence."""
    record = journal.verbs.get(kind)
    if record is None:
        return 1.0
    hits = record.hits + FIRST_HITS
    factor = hits / (hits + MISS * (record.tries - record.hits) + MORE_MISS * record.common)
    return factor * UNTAKEN**record.unknown if record.hits == 0 else factor


def since_of(journal: Journal, chance: Opportunity) -> int:
    """Return the turn before which a try does not count: what it is about was changed since."""
    if LOOKING.match(chance.command):
        return chance.since
    return max(chance.since, journal.touched.get(chance.thing, -1))


def still(journal: Journal, room: RoomId, chance: Opportunity) -> float:
    """Return how much of an opportunity is left after what was tried, from 0 to 1."""
    if chance.due:
        attempt = journal.attempt(room, chance.command)
        if attempt is None:
            return 1.0
        counts = attempt.effect is Effect.DIED and not chance.explained
        if attempt.turn <= chance.since and not counts:
            return 1.0
    return once_more(journal, room, chance.command, since_of(journal, chance))


def once_more(journal: Journal, room: RoomId, command: str, since: int = -1) -> float:
    """Return what a command is still worth where it was tried before, from 0 to 1.

    What was tried before the turn `since` is as good as new, unless it killed.
    """
    attempt = journal.attempt(room, command)
    if attempt is not None and attempt.turn < since and attempt.effect in IN_VAIN:
        absent = attempt.effect is Effect.NOT_UNDERSTOOD
        renewed = 1.0 if attempt.telling or absent else RENEWED
        return float(renewed * ONCE_MORE ** (attempt.times - 1))
    if attempt is None:
        failures = journal.barren.get(command, 0)
        if LOOKING.match(command):
            return float(SEEN_ELSEWHERE ** min(failures, MOST_SEEN))
        return float(ELSEWHERE**failures) if failures else 1.0
    if attempt.effect is Effect.DIED:
        return DEADLY / attempt.times if journal.gains > attempt.gains else 0.0
    if attempt.effect in (Effect.NOT_UNDERSTOOD, Effect.SCORED):
        return 0.0
    return _again(journal, room, command, attempt)


def _again(journal: Journal, room: RoomId, command: str, attempt: Attempt) -> float:
    if attempt.affirmed and attempt.times <= MOST_DEGREES:
        return BY_DEGREES
    if command in DIRECTIONS:
        return _another_way(journal, room, attempt)
    if LOOKING.match(command):
        return LOOK_AGAIN * min(1.0, (journal.gains - attempt.gains) / GAINS_TO_RETRY)
    return _second_try(journal, room, attempt)


def _another_way(journal: Journal, room: RoomId, attempt: Attempt) -> float:
    """Return what a direction is still worth that led nowhere before."""
    gained = min(1.0, (journal.gains - attempt.gains) / GAINS_TO_RETRY)
    if journal.stirred.get(room, 0) > attempt.stirred:
        return (STIRRED_WAY if attempt.telling else STIRRED_WAY / 4) / attempt.times
    return float(gained * (AGAIN if attempt.telling else AGAIN_REFUSED))


def _second_try(journal: Journal, room: RoomId, attempt: Attempt) -> float:
    gained = min(1.0, (journal.gains - attempt.gains) / GAINS_TO_RETRY)
    stirred = 0.5 if journal.stirred.get(room, 0) > attempt.stirred else 0.0
    factor = AGAIN**attempt.times if attempt.telling else AGAIN_REFUSED**attempt.times
    return float(factor * min(1.0, gained + stirred))
