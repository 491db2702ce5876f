"""What every command needs: the settings in force, the store, the game of an episode."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludens.episode.control import Control
from ludens.episode.game import Game
from ludens.episode.hook_loading import load_hooks
from ludens.episode.hooks import Hook, Hooks
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.llm.cassettes import Cassette
from ludens.settings import Settings, load_settings

StoreOption = Annotated[
    str | None,
    typer.Option("--store", help="Where episodes are kept: an SQLite file or postgresql:// URL."),
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="A settings file instead of ludens.toml.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
EpisodeArgument = Annotated[
    str, typer.Argument(help="An episode's id, the beginning of one, or `last`.")
]


def settings_in_force(
    flags: dict[str, Any], *, store: str | None = None, config: Path | None = None
) -> Settings:
    """Return the settings with these flags on top; flags that are None are left out."""
    if store is not None:
        flags = {**flags, "store": store}
    return load_settings(_without_none(flags), file=config)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    kept = {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in values.items()
        if value is not None
    }
    return {key: value for key, value in kept.items() if value != {}}


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
) -> EpisodeRow:
    """Play an episode until it ends or the user interrupts it; return how it stands then.

    The first Ctrl-C lets the turn in hand be finished; a second one drops it. `game` replaces the
    registered one: with a person in it, for example.
    """
    board = Hooks.of([*hooks, *load_hooks(settings.hooks)])
    runner = Runner(store, game or game_of(row), board, Control(), cassette)

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

    return asyncio.run(play())


def print_json(value: dict[str, Any] | list[Any]) -> None:
    """Print one JSON document on a line of its own."""
    typer.echo(json.dumps(value, ensure_ascii=False, default=str))
