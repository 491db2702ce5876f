"""What the functions of the API share: settings, the store, and playing from Python."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.events import Outcome
from ludens.episode.game import Game
from ludens.episode.harmless import harmless
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.hooks_apart import load_apart
from ludens.episode.runner import Runner
from ludens.episode.settings import Limits
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.owning import kept_on_record, own_settings
from ludens.settings import Settings, check_settings, load_settings

PLAIN = TextColumn("{task.description}", markup=False)
"""What a bar says: a story's name is no markup."""
UNLIMITED_STEPS = 1000
"""What a bar measures where an episode has no limit of turns."""


def settings_of(values: Mapping[str, Any] | None, *more: Mapping[str, Any]) -> Settings:
    """Return the settings in force (ludens.toml, the environment) with these on top.

    Raises SettingsError.
    """
    return load_settings(nested(values, *more))


def nested(values: Mapping[str, Any] | None, *more: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as one nested mapping: `{"limits.turns": 50}` is `{"limits": {"turns": 50}}`.

    What comes later lies over what comes before.
    """
    laid: dict[str, Any] = {}
    for name, value in (values or {}).items():
        for part in reversed(name.split(".")):
            value = {part: value}  # noqa: PLW2901 - it is wrapped from the inside out
        laid = merged(laid, value)
    for each in more:
        laid = merged(laid, dict(each))
    return laid


def limit_settings(turns: int | None) -> dict[str, Any]:
    """Return the settings of a limit of turns, if there is one."""
    return {} if turns is None else {"limits": {"turns": turns}}


@lru_cache(maxsize=8)
def store_at(url: str) -> Store:
    """Return the store at a place, opened once."""
    return Store.open(url)


def store_for(store: str | None) -> Store:
    """Return a store: that of the settings unless another one is named."""
    return store_at(store or load_settings().store)


class Bar(Hook):
    """Shows how far an episode is, in a terminal or a notebook; anywhere else nothing."""

    def __init__(self, row: EpisodeRow, shown: bool | None) -> None:
        self.console = Console(stderr=True, markup=False, emoji=False)
        limits = Limits.model_validate(row.settings.get("limits", {}))
        self.most = limits.turns or UNLIMITED_STEPS
        self.what = harmless(f"{row.subject} ({row.model})")
        is_seen = self.console.is_terminal or self.console.is_jupyter
        columns = (PLAIN, BarColumn(), MofNCompleteColumn())
        self.progress = Progress(
            *columns,
            console=self.console,
            transient=True,
            disable=not (is_seen if shown is None else shown),
        )
        self.task: TaskID | None = None

    def __enter__(self) -> Bar:
        self.progress.start()
        self.task = self.progress.add_task(self.what, total=self.most)
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def on_turn_end(self, moment: Moment) -> None:
        """Move the bar."""
        if self.task is not None:
            score = moment.headline.get("score")
            told = self.what if score is None else f"{self.what}, score {score}"
            self.progress.update(self.task, completed=moment.turn, description=told)


def played(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: Mapping[str, Any] | None = None,
    game: Game[Any] | None = None,
    progress: bool | None = None,
) -> EpisodeRow:
    """Play an episode to its end, in a thread of its own: a notebook has a loop already.

    An interrupt lets the turn in hand be finished, and the episode can be resumed.
    """
    control = Control()
    hooks = load_apart(settings.hooks)
    result: list[EpisodeRow] = []
    failed: list[BaseException] = []
    with Bar(row, progress) as bar:
        runner = Runner(store, game or game_of(row), Hooks.of([bar, *hooks]), control)
        if row.imported is not None:
            own = check_settings(merged(settings.model_dump(mode="json"), dict(changes or {})))
            runner.own = partial(own_settings, own, tell=_tell)
        changes = kept_on_record(row, changes or {})

        def play() -> None:
            try:
                result.append(asyncio.run(runner.play(row, dict(changes or {}))))
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=play, name=f"ludens {row.id}", daemon=True)
        thread.start()
        while thread.is_alive():
            try:
                thread.join(0.2)
            except KeyboardInterrupt:
                control.pause = True
    if failed:
        raise failed[0]
    if control.pause:
        sys.stderr.write(f"Paused; go on with ludens.Episode.named({row.id!r}).resume()\n")
    return result[0]


def _tell(line: str) -> None:
    sys.stderr.write(harmless(line) + "\n")


def require_open(row: EpisodeRow) -> None:
    """Refuse to go on with an episode that is over; raises LudensError."""
    if row.outcome not in (None, Outcome.LIMIT, Outcome.STOPPED):
        raise LudensError(f"episode {row.id} is over ({row.reason}); fork it from an earlier turn")
