"""Plays or resumes a game of Mafia in a process of its own, for tests that kill it."""

import asyncio
import sys

from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.mafia.game import Mafia


def main() -> None:
    """Play as the command line says."""
    url, identity = sys.argv
    store = Store.open(url)
    asyncio.run(Runner(store, Mafia()).play(store.episode(identity)))
