"""What the company would type now: for a person who plays and does not know what to do.

The company plays one turn of a fork, so nothing of it touches the game. A fork that asked no model
is thrown away; one that did stays, with the tag `hint`: what was paid for is on the record.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.events import CommandChosen
from ludens.adventure.game import Adventure
from ludens.episode.calls import usage
from ludens.episode.deleting import delete_episode
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events
from ludens.episode.keeping import set_tags
from ludens.episode.runner import Own, Runner
from ludens.episode.store import EpisodeRow, Store

TAG = "hint"


@dataclass(frozen=True, slots=True)
class Hint:
    """What the company would do."""

    command: str
    reasoning: str
    episode: str | None
    """Where it did so; None if it was thrown away."""


async def ask_company(store: Store, row: EpisodeRow, own: Own | None = None) -> Hint:
    """Return what the company would type after an episode's last turn; raises LudensError.

    `own` gives the settings for an imported episode, as for the runner.
    """
    if row.game != Adventure.name:
        raise LudensError(f"a game of {row.game} has no company to ask")
    runner = Runner(store, Adventure(), own=own)
    changes = {"limits": {"turns": row.turns + 1}}
    fork = runner.fork(row, row.turns, changes)
    try:
        fork = await runner.play(fork)
    except LudensError:
        if usage(store, fork.id).calls == 0:
            delete_episode(store, fork.id)
        raise
    log = [event for line, event in read_events(store, Adventure(), fork) if line.turn > row.turns]
    chosen = next((event for event in log if isinstance(event, CommandChosen)), None)
    paid = usage(store, fork.id).calls > 0
    if paid:
        set_tags(store, fork.id, [TAG])
    else:
        delete_episode(store, fork.id)
    if chosen is None:
        raise LudensError(f"the company did nothing: {fork.reason}")
    return Hint(chosen.command, chosen.reasoning, fork.id if paid else None)
