"""Playing from Python: a story, a table, a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludens.adventure.lessons.carrying import with_lessons
from ludens.adventure.settings import PerceptionKind
from ludens.api.episodes import Episode
from ludens.api.house import (
    limit_settings,
    played,
    settings_of,
    store_at,
)
from ludens.bench.lineups import chosen_players, lineup
from ludens.episode.store import NewEpisode
from ludens.games import new_adventure, new_story, new_table
from ludens.mafia.seating import seat_role
from ludens.settings import Settings

VISIT = 12
"""Turns of a visitor who asks by itself, unless told otherwise."""


def play(
    story: str | Path | None = None,
    *,
    model: str | None = None,
    agent: str | None = None,
    seed: int | None = None,
    turns: int | None = None,
    perception: str | None = None,
    settings: Mapping[str, Any] | None = None,
    store: str | None = None,
    progress: bool | None = None,
) -> Episode:
    """Play a story from its beginning to its end or a limit, and return the episode.

    `story` is a file or a name from `ludens stories`, the first bundled one if left out; `model`
    is `offline` (the default), `random` or `provider/model`; `agent` a player of your own
    (`FILE.py`, `FILE.py:Class`, `module:Class`); `turns` the limit of turns; `perception` is
    `state` or `text`; `settings` any setting by its dotted name, `{"limits.cost": 1}`; `progress`
    shows a bar, in a terminal or a notebook unless it is False. Raises LudensError.
    """
    chosen = {"adventure": {"perception": PerceptionKind(perception)}} if perception else {}
    wanted = settings_of(
        settings,
        limit_settings(turns),
        chosen,
        chosen_players("adventure", model, agent),
        {"store": store} if store else {},
    )
    name = str(story) if story is not None else None
    opened = store_at(wanted.store)
    new = with_lessons(opened, new_adventure(wanted, name, seed=seed))
    return _played(wanted, new, progress)


def mafia(
    seats: int | None = None,
    *,
    model: str | None = None,
    players: Mapping[int, str] | None = None,
    seed: int | None = None,
    turns: int | None = None,
    settings: Mapping[str, Any] | None = None,
    store: str | None = None,
    progress: bool | None = None,
) -> Episode:
    """Play a game of Mafia and return the episode.

    `model` plays every seat (`offline`, `random`, `provider/model`, `agent:FILE.py`), `players`
    seats in particular: `{3: "openai", 4: "random"}`. The rest is as in `play`. Raises LudensError.
    """
    laid = lineup("mafia", model) if model is not None else {}
    chairs = {seat: name for seat, name in (players or {}).items() if name == "random"}
    seated = {seat_role(n): name for n, name in (players or {}).items() if n not in chairs}
    wanted = settings_of(
        settings,
        limit_settings(turns),
        laid,
        {"mafia": {"seats": seats}} if seats is not None else {},
        {"mafia": {"players": chairs}} if chairs else {},
        {"llm": {"models": seated}} if seated else {},
        {"store": store} if store else {},
    )
    return _played(wanted, new_table(wanted, seed=seed), progress)


def book(
    corpus: str | Path | None = None,
    *,
    prompts: Sequence[str] | None = None,
    model: str | None = None,
    seed: int | None = None,
    turns: int | None = None,
    settings: Mapping[str, Any] | None = None,
    store: str | None = None,
    progress: bool | None = None,
) -> Episode:
    """Play inside a book and return the episode.

    `corpus` is a file, a folder or a bundled tale's name; `prompts` are given one after the other,
    and without them a visitor asks by itself, 12 turns unless `turns` says otherwise. The rest is
    as in `play`. Raises LudensError.
    """
    wanted = settings_of(
        settings,
        limit_settings(turns if turns is not None or prompts else VISIT),
        {"story": {"script": tuple(prompts)}} if prompts else {},
        chosen_players("story", model),
        {"store": store} if store else {},
    )
    name = str(corpus) if corpus is not None else None
    return _played(wanted, new_story(wanted, name, seed=seed), progress)


def _played(settings: Settings, new: NewEpisode, progress: bool | None) -> Episode:
    store = store_at(settings.store)
    with store.entered(new) as row:
        return Episode(store, played(store, settings, row, progress=progress))
