"""What a new episode is given of earlier ones: their lessons, and how each rule fared.

Both only where the settings ask for it. What is given is written into the new episode's own
settings, so that its log stands alone: replaying it asks no other episode.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from ludens.adventure.game import Adventure
from ludens.adventure.lessons.drawing import lessons
from ludens.adventure.lessons.events import MOST_LINES
from ludens.episode.history import state_at
from ludens.episode.schema import episode
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, NewEpisode, Store

MOST_EPISODES = 20
"""Earlier episodes whose rules are counted, the newest."""


def with_lessons(store: Store, new: NewEpisode) -> NewEpisode:
    """Return a new episode with what its settings want of earlier ones.

    Lessons come from the newest earlier episode of the same story, by the hash of its file;
    heuristics are counts over other stories and hold no word of them.
    """
    wanted = new.settings.get("adventure", {}).get("lessons", {})
    given: dict[str, object] = {}
    if wanted.get("carry") and new.subject_hash is not None:
        given["given"] = list(_lessons_of(store, new.subject_hash))
    if wanted.get("heuristics"):
        given["fared"] = _fared(store, new.subject_hash)
    if not given:
        return new
    return replace(new, settings=merged(new.settings, {"adventure": {"lessons": given}}))


def _earlier(store: Store) -> list[EpisodeRow]:
    query = select(episode).where(episode.c.game == "adventure", episode.c.turns > 0)
    return store.found(query.order_by(episode.c.created.desc(), episode.c.id))


def _lessons_of(store: Store, subject_hash: str) -> tuple[str, ...]:
    """Return the lessons of a story's newest episode that taught any: written, else drawn now."""
    game = Adventure()
    for row in _earlier(store):
        if row.subject_hash == subject_hash:
            state = state_at(store, game, row, row.turns)
            own = state.lessons.drawn or lessons(state)
            lines = tuple(dict.fromkeys((*own, *state.lessons.carried)))[:MOST_LINES]
            if lines:
                return lines
    return ()


def _fared(store: Store, subject_hash: str | None) -> dict[str, tuple[int, int]]:
    """Return how often each rule gained something and failed in the newest other stories."""
    game = Adventure()
    fared: dict[str, tuple[int, int]] = {}
    others = [row for row in _earlier(store) if row.subject_hash != subject_hash]
    for row in others[:MOST_EPISODES]:
        for rule, tally in state_at(store, game, row, row.turns).memory.rules.items():
            worked, failed = fared.get(rule, (0, 0))
            fared[rule] = (worked + tally.gains, failed + tally.tries - tally.gains)
    return fared
