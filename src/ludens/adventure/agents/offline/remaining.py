"""What is still worth a try in a room after what was tried there, the best first, found lazily."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush, heapreplace

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import still
from ludens.adventure.journal import HANDS, Journal
from ludens.adventure.world.places import RoomId


class Remaining:
    """The opportunities of a room by what they are worth once more.

    A player who finds something good soon looks at few of them, so no more are weighed than were
    asked for; what was weighed is kept until something was tried or gained that concerns it.
    """

    def __init__(
        self, offers: Sequence[Sequence[Opportunity]], journal: Journal, room: RoomId
    ) -> None:
        self._offers = offers
        """Lists of which each has the best first."""
        self._journal = journal
        self._room = room
        self._commands: set[str] | None = None
        self._version = journal.version
        self._experience = journal.experience(room)
        self._barren: dict[str, int] = {}
        """In how many rooms each command that was weighed had done nothing."""
        self._found: list[tuple[Opportunity, float]] = []
        self._seen: set[str] = set()
        self._number = 0
        self._weighed: list[tuple[float, int, Opportunity]] = []
        """A heap: minus the worth once more, a number that is no other's."""
        self._unweighed = [(-offer[0].worth, n, 0) for n, offer in enumerate(offers) if offer]
        """A heap: minus the worth at first, the number of the list, the place in it."""
        heapify(self._unweighed)

    def holds(self, offers: Sequence[Sequence[Opportunity]], journal: Journal) -> bool:
        """Tell whether what was found is still true."""
        if offers is not self._offers or journal is not self._journal:
            return False
        if journal.version == self._version:
            return True
        now = journal.experience(self._room)
        if now._replace(hands=0) != self._experience._replace(hands=0):
            return False
        if now.hands != self._experience.hands and self._is_in_hand(journal):
            return False
        barren = journal.barren
        if any(barren.get(command, 0) != rooms for command, rooms in self._barren.items()):
            return False
        self._version, self._experience = journal.version, now
        return True

    def _is_in_hand(self, journal: Journal) -> bool:
        """Tell whether one of the commands was tried with what one carries."""
        if self._commands is None:
            self._commands = {chance.command for offer in self._offers for chance in offer}
        return not self._commands.isdisjoint(journal.attempts.get(HANDS, ()))

    def __iter__(self) -> Iterator[tuple[Opportunity, float]]:
        """Yield each command once, with its worth once more, which is above 0, the best first."""
        number = 0
        while number < len(self._found) or self._find():
            yield self._found[number]
            number += 1

    def _find(self) -> bool:
        """Find the next one; False if none is left. Weighing can only make one worth less."""
        weighed, unweighed = self._weighed, self._unweighed
        while unweighed or weighed:
            if unweighed and not (weighed and weighed[0][0] <= unweighed[0][0]):
                self._weigh_next()
                continue
            worth, _, chance = heappop(weighed)
            if chance.command not in self._seen:
                self._seen.add(chance.command)
                self._found.append((chance, -worth))
                return True
        return False

    def _weigh_next(self) -> None:
        _, number, place = self._unweighed[0]
        offer = self._offers[number]
        chance = offer[place]
        if place + 1 < len(offer):
            heapreplace(self._unweighed, (-offer[place + 1].worth, number, place + 1))
        else:
            heappop(self._unweighed)
        self._barren[chance.command] = self._journal.barren.get(chance.command, 0)
        worth = chance.worth * still(self._journal, self._room, chance)
        if worth > 0 and chance.command not in self._seen:
            self._number += 1
            heappush(self._weighed, (-worth, self._number, chance))
