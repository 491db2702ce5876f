"""Plays an episode on in a process of its own, which ends itself at some moment as kill -9 does."""

import asyncio
import os
import signal
import sys
import threading
from typing import Any

from sqlalchemy import event

from ludens.episode import runner
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES


def end(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_at_statement(store: Store, number: int) -> None:
    """End before the nth statement that the database is given."""
    left = [number]

    def count(*_: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            end()

    event.listen(store.database.engine, "before_cursor_execute", count)


def main() -> None:
    """Play as the command line says."""
    url, identity, statement, seconds, within = sys.argv
    runner.WRITTEN_WITHIN = float(within)
    opened = Store.open(url, busy_timeout=60.0)
    row = opened.episode(identity)
    if int(statement):
        end_at_statement(opened, int(statement))
    if float(seconds):
        threading.Timer(float(seconds), end).start()
    asyncio.run(Runner(opened, GAMES[row.game]).play(row))
    os._exit(0)
