"""What a command needs to play: the store, the game of an episode, and the options it had."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludens.cli.options import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    print_json,
    settings_in_force,
    without_none,
)
from ludens.episode import memory
from ludens.episode.control import Control
from ludens.episode.game import Game
from ludens.episode.hook_loading import load_hooks
from ludens.episode.hooks import Hook, Hooks
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.llm.cassettes import Cassette
from ludens.settings import Settings

__all__ = [
    "ConfigOption",
    "EpisodeArgument",
    "JsonOption",
    "SetOption",
    "StoreOption",
    "assignments",
    "opened_store",
    "play_episode",
    "print_json",
    "settings_in_force",
    "without_none",
]


@contextmanager
def opened_store(settings: Settings) -> Iterator[Store]:
    """Give the store that the settings name."""
    store = Store.open(settings.store)
    try:
        yield store
    finally:
        store.close()


def play_episode(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    hooks: tuple[Hook, ...] = (),
    cassette: Cassette | None = None,
    game: Game[Any] | None = None,
    control: Control | None = None,
) -> EpisodeRow:
    """Play an episode until it ends or the user interrupts it; return how it stands then.

    The first Ctrl-C lets the turn in hand be finished; a second one drops it. `game` replaces the
    registered one: with a person in it, for example. Unless `control` says otherwise, the game
    obeys a person at the page.
    """
    board = Hooks.of([*hooks, *load_hooks(settings.hooks)])
    control = control or Control(listens=True)
    runner = Runner(store, game or game_of(row), board, control, cassette)

    async def play() -> EpisodeRow:
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()

        def interrupted() -> None:
            if runner.control.pause and task is not None:
                task.cancel()
            runner.control.pause = True

        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, interrupted)
        try:
            return await runner.play(row, changes)
        except asyncio.CancelledError:
            return store.episode(row.id)

    memory.settle()
    return asyncio.run(play())
