"""An opportunity: a command that may be worth a turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A command that may be worth a turn."""

    command: str
    worth: float
    """A rough chance that it gains something, times what it would gain; before experience."""
    reason: str
    thing: str = ""
    """What it is about, whose interest adds to its worth."""
    kind: str = ""
    """The kind of sentence, by whose record it is judged; empty: judged by none."""
    since: int = -1
    """The turn of what speaks for it: a try before that does not count."""
    due: bool = False
    """It is its turn in a plan: not even what it did before that counts."""
    explained: bool = False
    """What killed before is known, and is another thing now."""
    barred: bool = False
    """A way that was barred when it was last tried."""
    things: tuple[str, ...] = ()
    """All that it names, where there are two."""


_WORTH = attrgetter("worth")


def best_first(chances: Iterable[Opportunity]) -> list[Opportunity]:
    """Return each command once, as what it is worth most, the best first."""
    best: dict[str, Opportunity] = {}
    for chance in chances:
        known = best.get(chance.command)
        if known is None or known.worth < chance.worth:
            best[chance.command] = chance
    return sorted(best.values(), key=_WORTH, reverse=True)
