"""`ludens replay`: a recorded episode comes out the same, also where a person took over."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cli.conftest import Run
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.game import Adventure
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.settings import check_settings


def test_an_adventure_that_a_person_took_over_is_given_the_persons_commands(
    ludens: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "store.db")
    store = Store.open(path)
    typed = {3: "inventory", 4: "think about it", 6: "look"}
    runner = Runner(store, Adventure(typed=typed))
    row = runner.create(new_adventure(check_settings({"limits": {"turns": 8}}), seed=1))
    row = asyncio.run(runner.play(row))
    chosen = {
        line.turn: event.command
        for line, event in read_events(store, Adventure(), row)
        if isinstance(event, CommandChosen) and event.by is By.HUMAN
    }
    store.close()
    assert chosen == typed
    done = ludens("replay", row.id, "--store", path)
    assert done.returncode == 0, done.stderr
    assert "8 turns played again, every event the same" in done.stdout
