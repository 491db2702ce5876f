"""A person's commands at the terminal."""

from __future__ import annotations

import threading
from pathlib import Path
from unittest import mock

from begun import new_store
from episode.test_runner import new
from ludens.cli.adventure_person import TerminalHand
from ludens.episode.events import EpisodeId


def test_the_first_line_is_waited_for_as_all_that_follow(tmp_path: Path) -> None:
    """Else a terminal that ends after one line pauses the game before that is done."""
    store = new_store(tmp_path / "store.db")
    hand = TerminalHand(store, EpisodeId(store.create(new())), mock.Mock())
    control = hand.begin()
    assert control.on_hold is not None
    held = []
    with mock.patch.object(threading.Thread, "start", lambda _: held.append(hand._held.is_set())):
        control.on_hold(True)
    assert held == [True]
    store.close()
