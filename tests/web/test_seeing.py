"""Who looks sees what they may, whatever they ask for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens.episode.events import Outcome
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer
from ludens.games import GAMES
from ludens.mafia.events import RoleDealt
from ludens.web.routes.live import NOT_FOR_YOU
from ludens.web.views import registry
from ludens.web.views.plain import PlainView
from ludens.web.views.view import LogLine, Mark, Marks, ViewerChoice
from web.conftest import Served, serving

SEAT = Viewer(View.SEAT, 2)


class TableView(PlainView):
    """Shows a table: to the seat of a person alone until the game is over."""

    marking = (RoleDealt,)

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        if row.outcome in (None, Outcome.LIMIT):
            return (ViewerChoice(SEAT, "Seat 2"),)
        return ViewerChoice(PUBLIC, "The table"), ViewerChoice(VIEWER, "All")

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        made = [Mark(turn=line.turn, kind="event", text=line.type) for line in lines]
        return Marks(marks=made, spans=[])


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game that is over, and one that has begun."""
    path = tmp_path_factory.mktemp("tables") / "ludens.db"
    store = Store.open(str(path))
    for most in (None, 4):
        settings = {"mafia": {"seats": 5, "player": "random"}, "limits": {"turns": most}}
        new = NewEpisode(game="mafia", subject="table", seed=4, model="random", settings=settings)
        row = store.episode(store.create(new))
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, Runner(store, GAMES["mafia"]).play(row)).result()
    store.close()
    return path


@pytest.fixture(scope="module")
def served(tables: Path) -> Iterator[Served]:
    view = TableView(GAMES["mafia"].headline)
    with pytest.MonkeyPatch.context() as patch, serving(tables) as server:
        patch.setattr(registry, "VIEWS", {**registry.VIEWS, "mafia": view})
        yield server


@pytest.fixture(scope="module")
def begun(served: Served) -> str:
    """The game that a person sits in."""
    return f"/api/episodes/{served.get('/api/episodes')['episodes'][0]['id']}"


@pytest.fixture(scope="module")
def over(served: Served) -> str:
    return f"/api/episodes/{served.get('/api/episodes')['episodes'][1]['id']}"


def live(served: Served, path: str, query: str = "") -> list[dict[str, Any]]:
    """All turns that the WebSocket sends of an episode, from its beginning."""
    last = served.get(f"{path}{query.replace('&', '?')}")["card"]["last_seq"]
    address = f"ws://127.0.0.1:{served.port}{path}/live?from_seq=0{query}"
    turns: list[dict[str, Any]] = []
    with connect(address, max_size=None) as socket:
        while not turns or turns[-1]["last_seq"] < last:
            message = json.loads(socket.recv(10))
            if message["type"] == "turn":
                turns.append(message)
    return turns


def told_roles(lines: list[dict[str, Any]]) -> list[Any]:
    return [line["data"].get("seat") for line in lines if line["type"] == RoleDealt.type]


def test_a_seat_is_told_of_its_own_role_alone(served: Served, begun: str) -> None:
    assert told_roles(served.get(f"{begun}/events?limit=1000")["events"]) == [2]
    assert told_roles([e for turn in live(served, begun) for e in turn["events"]]) == [2]
    assert [mark["turn"] for mark in served.get(f"{begun}/marks")["marks"]] == [0]


@pytest.mark.parametrize("path", ["/turns/1", "/turns/1/calls"])
def test_what_is_behind_the_game_is_not_for_a_seat(served: Served, begun: str, path: str) -> None:
    answer = served.ask(begun + path)
    assert answer.status == 403
    assert "\n" not in answer.json["error"]


@pytest.mark.parametrize(
    "path", ["", "/events", "/stretch", "/turns/1", "/turns/1/calls", "/marks", "/metrics"]
)
@pytest.mark.parametrize("view", ["public", "viewer", "analysis", "seat:1"])
def test_nobody_else_may_look_while_a_person_plays(
    served: Served, begun: str, path: str, view: str
) -> None:
    assert served.ask(f"{begun}{path}?view={view}").status == 403


def test_nobody_else_may_listen_while_a_person_plays(served: Served, begun: str) -> None:
    address = f"ws://127.0.0.1:{served.port}{begun}/live?view=analysis"
    with connect(address) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_FOR_YOU


def test_a_game_with_a_person_in_it_shows_no_settings_and_cannot_be_forked(
    served: Served, begun: str
) -> None:
    document = served.get(begun)
    assert document["settings"] == {}
    assert document["viewers"] == [{"name": "seat:2", "label": "Seat 2"}]
    assert served.ask(f"{begun}/fork", {"turn": 1}).status == 403


def test_what_the_table_did_not_see_is_neither_sent_nor_found(served: Served, over: str) -> None:
    public = served.get(f"{over}/events?limit=1000")["events"]
    whole = served.get(f"{over}/events?limit=1000&view=viewer")["events"]
    assert told_roles(public) == []
    assert sorted(told_roles(whole)) == [0, 1, 2, 3, 4]
    assert told_roles([e for turn in live(served, over) for e in turn["events"]]) == []
    assert (
        len(told_roles([e for t in live(served, over, "&view=viewer") for e in t["events"]])) == 5
    )
    assert served.get(f"{over}/search?words=role%20dealt&view=viewer")["found"]
    secret = {line["turn"] for line in whole if line["type"] == RoleDealt.type}
    found = {each["turn"] for each in served.get(f"{over}/search?words=role%20dealt")["found"]}
    assert not found & secret
    assert served.get(f"{over}/marks")["marks"] == []
