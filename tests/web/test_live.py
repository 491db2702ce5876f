"""Live is the tail of the log: each event once, whoever plays, however often a viewer is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from websockets.sync.client import ClientConnection, connect

from ludens.adventure.game import Adventure
from ludens.episode.control import RequestKind, ask
from ludens.episode.events import EpisodeId
from ludens.episode.runner import Runner
from ludens.episode.schema import thinking
from ludens.episode.store import EpisodeRow, Store
from ludens.games import new_adventure
from ludens.llm.calls import Asking
from ludens.web.patch import patched
from ludens.web.turn_messages import TurnMessage
from ludens.web.watching import Tail
from web.conftest import (
    Served,
    answered,
    house_settings,
    play_on,
    serving,
    turn_under_way,
    until,
)


def listen(served: Served, episode: str, from_seq: int) -> ClientConnection:
    url = f"ws://127.0.0.1:{served.port}/api/episodes/{episode}/live?from_seq={from_seq}"
    # A viewer that goes while more is coming does not wait for it.
    return connect(url, max_size=None, close_timeout=0.2)


def next_turn(socket: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if message["type"] == "turn":
            return message


def test_a_viewer_gets_the_log_from_any_event_on(served: Served, row: EpisodeRow) -> None:
    for start in (0, 1, row.last_seq // 2, row.last_seq):
        seqs: list[int] = []
        with listen(served, row.id, start) as socket:
            assert json.loads(socket.recv(timeout=60))["type"] == "status"
            while not seqs or seqs[-1] < row.last_seq:
                seqs += [event["seq"] for event in next_turn(socket)["events"]]
        assert seqs == list(range(start, row.last_seq + 1))


def test_what_a_viewer_says_is_nobodys_trouble(
    served: Served, row: EpisodeRow, caplog: pytest.LogCaptureFixture
) -> None:
    with listen(served, row.id, 0) as socket:
        next_turn(socket)
        socket.socket.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))  # no UTF-8
        while json.loads(socket.recv(timeout=60)).get("turn_number") != row.turns:
            pass
    assert caplog.records == []


def test_the_turn_message_is_the_seeds(served: Served, row: EpisodeRow) -> None:
    """Seed 000 §8 names its fields."""
    with listen(served, row.id, 0) as socket:
        next_turn(socket)
        message = next_turn(socket)
    assert message["turn_number"] == 1
    for name, kind in {
        "command": str,
        "output": str,
        "room": dict,
        "inventory": list,
        "new_items": list,
        "puzzles_updated": list,
        "agent_reasoning": str,
        "metrics": dict,
    }.items():
        assert isinstance(message[name], kind)
    assert set(message["room"]) == {"id", "name", "exits"}
    assert set(message["metrics"]) == {"total_tokens", "cost_estimate"}


def test_the_status_names_the_agents_that_think_in_the_turn_under_way(
    served: Served, store: Store, row: EpisodeRow
) -> None:
    fork = Runner(store, Adventure()).fork(row, 20, {})

    def next_under_way(socket: ClientConnection, *, there: bool) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(socket.recv(timeout=60))
            if message["type"] == "status" and ("under_way" in message) is there:
                return dict(message.get("under_way", {}))

    with turn_under_way(store, fork) as calls, listen(served, fork.id, 10_000) as socket:
        asking = Asking("player", "a/b", datetime.fromtimestamp(1.7e9, UTC), said="I go")
        calls.show(asking)
        thinker = {"agent": "player", "model": "a/b", "since": 1.7e9, "longest": 120.0}
        thinker |= {"said": "I go", "waiting": ""}
        expected = {"answered": [], "thinking": [thinker], "failing": [], "decided": ""}
        assert next_under_way(socket, there=True) == expected
        answered(calls, "player")
        next_under_way(socket, there=False)
        calls.is_watched = True
        calls.show_words("north")
        calls.show(replace(asking, agent="critic"))
        found = next_under_way(socket, there=True)
        assert (found["answered"], found["decided"]) == (["player"], "north")
    killed = store.episode(fork.id)
    play_on(store, killed, limits={"turns": 21})
    with store.database.read() as connection:
        assert connection.execute(select(thinking)).all() == []


def test_an_unknown_episode_is_refused_with_a_reason(served: Served) -> None:
    with listen(served, "zzzz", 0) as socket, pytest.raises(Exception, match="4404"):
        socket.recv(timeout=60)


def test_an_episode_that_cannot_be_told_stops_no_other(
    shelf: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (
        store.create(new_adventure(house_settings(shelf, limits={"turns": 5}), seed=seed))
        for seed in (12, 13)
    )
    tell = Tail._tell

    def broken(tail: Tail, row: EpisodeRow) -> list[TurnMessage]:
        if row.id == bad:
            raise KeyError("a step of another version")
        return tell(tail, row)

    monkeypatch.setattr(Tail, "_tell", broken)
    with (
        serving(shelf) as served,
        listen(served, bad, 0) as poor,
        listen(served, good, 0) as rich,
    ):
        for identity in (bad, good):
            play_on(store, store.episode(identity))
        with pytest.raises(Exception, match=r"4500.*cannot be shown"):
            while True:
                poor.recv(timeout=60)
        while next_turn(rich)["turn_number"] < 5:
            pass


def held_game(shelf: Path, store: Store, turns: int) -> EpisodeId:
    """Make a game that is held at its beginning as soon as a process plays it."""
    settings = house_settings(shelf, limits={"turns": turns})
    identity = store.create(new_adventure(settings, seed=11))
    ask(store, identity, RequestKind.PAUSE)
    return identity


@contextmanager
def played_elsewhere(shelf: Path, identity: EpisodeId) -> Iterator[None]:
    """Let another process play a game to its end."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "ludens", "resume", identity, "--json"),
            *("--orders-from", "0", "--store", str(shelf)),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.wait()


def ended(store: Store, identity: EpisodeId) -> EpisodeRow | None:
    """Return a game that is over; None while it is not."""
    row = store.episode(identity)
    return row if row.outcome is not None else None


def test_a_game_run_by_another_process_is_seen_whole_by_viewers_that_are_lost_again_and_again(
    served: Served, shelf: Path, store: Store
) -> None:
    identity = held_game(shelf, store, 40)
    with played_elsewhere(shelf, identity):
        until(lambda: store.episode(identity).turns >= 0 and store.episode(identity).last_seq > 0)
        dice = Random(5)
        seqs: list[int] = []
        frame: dict[str, Any] = {}
        turn = -1
        first = True
        while turn < 40:
            with listen(served, identity, len(seqs)) as socket:
                if first:
                    ask(store, store.episode(identity).id, RequestKind.RESUME)
                    first = False
                for _ in range(dice.randint(1, 9)):
                    message = next_turn(socket)
                    seqs += [event["seq"] for event in message["events"]]
                    frame = patched(frame, message["patch"])
                    turn = message["turn_number"]
                    if turn == 40:
                        break
        row = until(lambda: ended(store, identity))
        while len(seqs) <= row.last_seq:  # the end may be told after its turn
            with listen(served, identity, len(seqs)) as socket:
                message = next_turn(socket)
                seqs += [event["seq"] for event in message["events"]]
                frame = patched(frame, message["patch"])
        assert seqs == list(range(row.last_seq + 1))
        last = served.get(f"/api/episodes/{identity}/stretch?first=40&last=40")
        assert frame == last["frame"]


def test_the_status_tells_what_happens_to_the_game(
    served: Served, shelf: Path, store: Store
) -> None:
    identity = held_game(shelf, store, 3)
    with listen(served, identity, 0) as socket:
        said = [json.loads(socket.recv(timeout=60))["status"]]
        assert said == ["paused"]
        with played_elsewhere(shelf, identity):
            while said[-1] != "ended":
                message = json.loads(socket.recv(timeout=60))
                if message["type"] == "status" and message["status"] not in said[-1:]:
                    said.append(message["status"])
                    if said[-1] == "held":
                        ask(store, store.episode(identity).id, RequestKind.RESUME)
    assert [word for word in said if word in ("held", "ended")] == ["held", "ended"]
