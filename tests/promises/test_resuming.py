"""The log of an episode that was interrupted is the log that would have been."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludens.episode.control import Control
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.games import GAMES
from promises.playing import TURNS, episode, every_option

CASES = every_option()
SAMPLE = [
    case
    for case in CASES
    if case[1]
    in (
        "as it is",
        "by models",
        "searching",
        "models beside a search",
        "adventure.perception=text",
    )
]


def named(value: Any) -> str:
    """Return what a case is called: its game and its option."""
    return value[:40] if isinstance(value, str) else ""


class _Pause(Hook):
    """Ends the run after each turn."""

    def __init__(self, control: Control) -> None:
        self.control = control

    def on_turn_end(self, moment: Moment) -> None:
        self.control.pause = True


async def _log_of(store: Store, new: NewEpisode, *, each_turn: bool) -> list[tuple[Any, ...]]:
    row = store.episode(store.create(new))
    while row.outcome is None:
        control = Control()
        hooks = Hooks.of([_Pause(control)] if each_turn else [])
        row = await Runner(store, GAMES[row.game], hooks, control).play(row)
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(row.id)]


async def _resumed_at_every_turn(
    store: Store, game: str, changes: dict[str, Any], seed: int, model_url: str, turns: int = 0
) -> None:
    new = episode(game, changes, seed=seed, model_url=model_url, turns=turns or TURNS[game])
    if new is None:
        pytest.skip("this option goes with others only")
    whole = await _log_of(store, new, each_turn=False)
    assert await _log_of(store, new, each_turn=True) == whole


@pytest.mark.parametrize(("game", "option", "changes"), SAMPLE, ids=named)
async def test_an_episode_resumed_at_every_turn_has_the_same_log(
    sqlite_store: Store, game: str, option: str, changes: dict[str, Any], model_url: str
) -> None:
    few = TURNS[game] // (4 if "search" in option else 2)  # what searches costs five times as much
    await _resumed_at_every_turn(sqlite_store, game, changes, 3, model_url, few)


@pytest.mark.long
@pytest.mark.parametrize(("game", "option", "changes"), CASES, ids=named)
async def test_whatever_the_option_and_the_seed(
    sqlite_store: Store, game: str, option: str, changes: dict[str, Any], model_url: str
) -> None:
    seed = Random(option).randrange(1000)
    await _resumed_at_every_turn(sqlite_store, game, changes, seed, model_url)
