"""Uncovering: where a text says that there is something, one looks at once.

"There is something under the rug": look under the rug.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.experience import GAINFUL
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

LOOKS = {
    **dict.fromkeys(("in", "inside", "within", "into"), ("look in *", "search *", "examine *")),
    **dict.fromkeys(("under", "beneath", "underneath", "below"), ("look under *", "examine *")),
    **dict.fromkeys(("behind",), ("look behind *", "examine *")),
}
"""How one looks, by where something is; elsewhere one examines and searches."""
ELSEWHERE = ("examine *", "search *")
SURE = (0.9, 0.7, 0.6)
"""What the first, the second and the third of these looks are worth."""


def uncovered(
    state: AdventureState, vocabulary: Vocabulary
) -> Iterator[tuple[RoomId | None, Opportunity]]:
    """Yield the looks at where something is said to be, each once."""
    for room, places in state.journal.hiding.items():
        page = state.journal.attempts.get(room, {})
        for place, turn in places.items():
            where, _, name = place.partition(" ")
            shapes = [s for s in LOOKS.get(where, ELSEWHERE) if vocabulary.takes(*s.split())]
            by_act = {vocabulary.act(*shape.split()): shape for shape in reversed(shapes)}
            looks = [shape.replace("*", name) for shape in shapes if shape in by_act.values()]
            tried = [page[look] for look in looks if look in page]
            if any(try_.effect in GAINFUL and try_.turn > turn for try_ in tried):
                continue
            for look, worth in zip(looks, SURE, strict=False):
                reason = f"There is something {where} the {name}."
                yield room, Opportunity(look, worth, reason, since=turn, due=True)
