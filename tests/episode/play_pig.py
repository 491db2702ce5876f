"""Plays or resumes a game of Pig in a process of its own, for tests that kill it."""

import asyncio
import sys

sys.path.insert(0, str(__import__("pathlib").Path(__file__).parents[1]))

from episode.pig import Pig
from ludens.episode.runner import Runner
from ludens.episode.store import Store

if __name__ == "__main__":
    url, identity = sys.argv[1:]
    store = Store.open(url)
    asyncio.run(Runner(store, Pig()).play(store.episode(identity)))
