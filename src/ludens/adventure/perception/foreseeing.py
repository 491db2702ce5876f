"""The state as events will leave it that are not folded yet."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.events import ScoreChanged
from ludens.adventure.state import AdventureState
from ludens.episode.events import Event


def foreseen(state: AdventureState, events: Sequence[Event]) -> AdventureState:
    """Return a state whose map, items, score and memory of texts have the events folded.

    What else the state holds grows with every turn, and perception asks nothing of it.
    """
    world, items = state.map.model_copy(deep=True), state.items.model_copy(deep=True)
    memory, score = state.text_memory.copied(), state.score
    for event in events:
        world.apply(event, state.turn)
        items.apply(event, state.turn)
        memory.apply(event, state.turn)
        score = event.score if isinstance(event, ScoreChanged) else score
    update = {"map": world, "items": items, "text_memory": memory, "score": score}
    return state.model_copy(update=update)
