"""What a command needs to play: the store, the game of an episode, and the options it had."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import typer
from rich.text import Text
from sqlalchemy import select

from ludens.cli.console import err, say
from ludens.cli.interrupts import InterruptedTurn, Interrupts
from ludens.cli.options import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    ProviderSetOption,
    SetOption,
    StoreOption,
    assignments,
    of_providers,
    print_json,
    settings_in_force,
    without_none,
)
from ludens.episode import memory
from ludens.episode.control import Control
from ludens.episode.errors import LudensError, NoSuchEpisodeError
from ludens.episode.events import Outcome
from ludens.episode.game import Game
from ludens.episode.hooks import Hook, Hooks
from ludens.episode.hooks_apart import load_apart
from ludens.episode.rows import LAST
from ludens.episode.runner import OWN_GAME, Runner, Until
from ludens.episode.schema import episode as table
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.llm.cassettes import Cassette
from ludens.owning import kept_on_record, own_settings, settings_to_replay
from ludens.settings import Settings, check_settings

GIVEN_UP = 4
"""The exit status of an episode that could not go on for a technical reason."""

__all__ = [
    "ANY",
    "BEGUN",
    "IN_PLAY",
    "OPEN",
    "STORY",
    "ConfigOption",
    "EpisodeArgument",
    "JsonOption",
    "ProviderSetOption",
    "SetOption",
    "StoreOption",
    "Wanted",
    "assignments",
    "chosen",
    "end_with",
    "of_providers",
    "opened_store",
    "play_episode",
    "print_json",
    "require_own_game",
    "settings_in_force",
    "without_none",
]


AT_ONCE = 50
"""Episodes that are read at once when the last one of a kind is looked for."""


def end_with(row: EpisodeRow) -> None:
    """End the command with the status of how its episode ended."""
    if row.outcome is Outcome.FAILED:
        raise typer.Exit(GIVEN_UP)


@contextmanager
def opened_store(settings: Settings) -> Iterator[Store]:
    """Give the store that the settings name."""
    store = Store.open(settings.store)
    try:
        yield store
    finally:
        store.close()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which episodes a command can use, in the words of the complaint where there is none."""

    what: str
    fits: Callable[[EpisodeRow], bool]


ANY = Wanted("episode", lambda row: True)
BEGUN = Wanted("episode that has begun", lambda row: row.last_seq >= 0)
STORY = Wanted("episode of a story", lambda row: row.game == "adventure" and row.last_seq >= 0)
OPEN = Wanted(
    "episode that can go on",
    lambda row: row.outcome in (None, Outcome.LIMIT, Outcome.STOPPED),
)
IN_PLAY = Wanted(
    "story that is being played", lambda row: row.game == "adventure" and row.outcome is None
)


def chosen(store: Store, name: str, wanted: Wanted = BEGUN) -> EpisodeRow:
    """Return the episode that a command was given, and say which one `last` is.

    `last` is the newest that the command can use. Raises NoSuchEpisodeError.
    """
    if name != LAST:
        return store.episode(name)
    query = select(table).order_by(table.c.number.desc())
    start = 0
    while rows := store.found(query.limit(AT_ONCE).offset(start)):
        row = next((row for row in rows if wanted.fits(row)), None)
        if row is not None:
            told = f"{row.game}, {row.subject}, {row.turns} turns, {row.model}"
            err.print(Text(f"Episode {row.id} ({told})", "dim"))
            return row
        start += AT_ONCE
    raise NoSuchEpisodeError(
        f"there is no {wanted.what} yet; `ludens episodes` lists what there is"
    )


def require_own_game(row: EpisodeRow) -> None:
    """Refuse to play an episode on with another game than the one of somebody's own it had."""
    name = row.settings.get(OWN_GAME)
    if name is not None:
        raise LudensError(
            f"episode {row.id} was played by {name}, a game of somebody's own; play on in the "
            "program that made it. An agent given by --agent can be resumed and replayed here"
        )


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
    until: Until | None = None,
) -> EpisodeRow:
    """Play an episode until it ends or the user interrupts it; return how it stands then.

    The first Ctrl-C lets the turn in hand be finished if that takes no longer than a moment, a
    second one drops it (`ludens.cli.interrupts`); where a person is asked, the first one leaves at
    once, and whoever resumes is asked again. `game` replaces the registered one: with a person in
    it, for example. Unless `control` says otherwise, the game obeys a person at the page.
    """
    if game is None:
        require_own_game(row)
    control = control or Control(listens=True)
    runner = Runner(store, game or game_of(row), Hooks(), control, cassette, until=until)
    if cassette is not None:
        runner.own = partial(settings_to_replay, settings)
    else:
        if row.imported is not None:
            own = check_settings(merged(settings.model_dump(mode="json"), changes or {}))
            runner.own = partial(own_settings, own, tell=say)
        changes = kept_on_record(row, changes or {})
    memory.settle()
    is_asked = getattr(runner.game, "person", None) is not None
    try:
        with Interrupts(control, at_once=is_asked) as interrupts:
            runner.hooks = Hooks.of([*hooks, *load_apart(settings.hooks)])
            return asyncio.run(interrupts.heed(runner.play(row, changes)))
    except (asyncio.CancelledError, InterruptedTurn):
        return store.episode(row.id)
