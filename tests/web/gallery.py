"""A store with an episode of every kind, played once for all tests that look at pages."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.test_running import SUITE, HereExecutor
from ludens.bench.running import SuiteRun
from ludens.episode.game import Game
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.mafia.game import Mafia
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.tournament.plan import Lineup, Tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.story.game import Story
from story.worlds import new

CUP = Tournament(
    name="cup",
    models=["offline", "random"],
    lineup=Lineup.SIDES,
    mafia=MafiaSettings(seats=5, personas=False),
)
PROMPTS = ("What did Tamsin Orle count?", "Ask Josse about the bell", "Who flew the zeppelin?")
BOOKS = {"embeddings": "none", "keep_index": False}
"""How the server of such a store reads its book."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """What hangs where."""

    path: Path
    adventure: EpisodeRow
    table: EpisodeRow
    """A game of nine that the town wins on its second day."""
    sealed: EpisodeRow
    """A table at which a person is to sit; nothing happened there yet."""
    book: EpisodeRow
    """A game of three prompts: a scene, a character, one that does not fit."""

    @classmethod
    def of(cls, path: Path) -> Gallery:
        """Return what hangs in a store."""
        store = Store.open(str(path))
        rows = [
            row for row in store.episodes() if not {"bench", "tournament"} & row.settings.keys()
        ]
        store.close()

        def one(game: str, *, played: bool = True) -> EpisodeRow:
            (row,) = (r for r in rows if (r.game, r.outcome is not None) == (game, played))
            return row

        return cls(path, one("adventure"), one("mafia"), one("mafia", played=False), one("story"))

    def copy_to(self, path: Path) -> Path:
        """Copy the store, for who changes it."""
        return copy_store(self.path, path)


def copy_store(store: Path, path: Path) -> Path:
    """Copy a store, whoever reads it meanwhile, to a path and return that."""
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    return path


def hang(library: Path, path: Path) -> None:
    """Add a table, a book, a tournament and most of a suite to a store with an adventure."""
    store = Store.open(str(copy_store(library, path)))
    _play(store, Mafia(), _table(MafiaSettings(seats=9, narrator=True)))
    person = MafiaSettings(seats=5, players={2: Chair.HUMAN}, human_seconds=None)
    Runner(store, Mafia()).create(_table(person))
    _play(store, Story(), new(*PROMPTS))
    play_cup(store, CUP)
    store.close()
    assert play_cells(path, 3) == 1


def play_cup(store: Store, cup: Tournament) -> None:
    """Play what is left of a tournament, in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, TournamentRun(store, cup).play()).result()


def play_cells(path: Path, most: int) -> int:
    """Play cells of the suite until so many were played; return how many are left.

    In a thread of its own: a browser that is driven keeps this one's event loop.
    """

    def work() -> int:
        store, here = Store.open(str(path)), HereExecutor()
        run = SuiteRun(store, str(path), SUITE, here, paused=lambda: len(here.played) >= most)
        left = run.play().left
        store.close()
        return left

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def _table(settings: MafiaSettings) -> NewEpisode:
    recorded = {"mafia": settings.model_dump(mode="json")}
    return NewEpisode(
        game="mafia",
        subject=f"table of {settings.seats}",
        seed=5,
        model="offline",
        settings=recorded,
    )


def _play(store: Store, game: Game[Any], episode: NewEpisode) -> None:
    runner = Runner(store, game)
    playing = runner.play(runner.create(episode))
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, playing).result()
