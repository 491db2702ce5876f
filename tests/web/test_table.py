"""A table at which a person sits: sealed, entered by a seat's key, played over the API."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from ludens.episode.asking import posed
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.mafia.agents import page_person
from ludens.mafia.agents.page_person import PagePerson
from ludens.mafia.game import Mafia
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.web.routes import table
from web.conftest import Answer, Served, serving, until

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import mafia_web_leaks

SEAT = 2


class Sitting:
    """A served table with a person in seat 2, and who sits there."""

    def __init__(self, served: Served, store: Store, row: EpisodeRow) -> None:
        self.served, self.store, self.row = served, store, row
        self.cookie = ""
        self.key = ""

    def ask(self, path: str, body: Any = None, *, seated: bool = True) -> Answer:
        headers = {"cookie": self.cookie} if seated and self.cookie else {}
        return self.served.ask(f"/api/episodes/{self.row.id}{path}", body, **headers)

    def sit(self) -> None:
        answer = self.ask("/table/sit", {"seat": SEAT})
        assert answer.status == 200, answer.body
        self.key = answer.json["key"]
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def question(self) -> str:
        found = until(lambda: posed(self.store, self.row.id, f"seat:{SEAT}"))
        return str(found.token)


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sitting]:
    """A game being played by another thread, waiting for the person's first speech."""
    monkeypatch.setattr(page_person, "POLL_SECONDS", 0.005)
    monkeypatch.setattr(table, "LOOK_SECONDS", 0.01)
    path = tmp_path / "ludens.db"
    store = Store.open(str(path))
    settings = MafiaSettings(seats=5, players={SEAT: Chair.HUMAN}, human_seconds=None)
    recorded = {"mafia": settings.model_dump(mode="json")}
    new = NewEpisode(game="mafia", subject="t", seed=4, model="human", settings=recorded)
    row = store.episode(store.create(new))
    person = PagePerson(store, row.id)
    runner: Runner[MafiaState] = Runner(store, Mafia(person))

    def play() -> None:
        try:
            asyncio.run(runner.play(row))
        except page_person.PersonAwayError:
            return

    thread = threading.Thread(target=play)
    with serving(path) as served:
        thread.start()
        yield Sitting(served, store, row)
        person.control.pause = True
        runner.control.pause = True
        thread.join()
    store.close()


def test_nothing_but_the_table_is_shown_while_a_person_plays(sitting: Sitting) -> None:
    sitting.sit()
    sitting.question()
    paths = sitting.served.get("/api/openapi.json")["paths"]
    refused = 0
    for path, methods in paths.items():
        if not path.startswith("/api/episodes/{episode}") or "/table" in path:
            continue
        rest = path.removeprefix("/api/episodes/{episode}").replace("{number}", "1")
        for view in ("", "view=viewer", "view=public", f"view=seat:{SEAT}"):
            if "get" in methods:
                answer = sitting.ask(f"{rest}?words=vote&{view}")
                assert answer.status in (403, 409), path
                assert rest == "/map" or answer.json["fields"]["table"].endswith("/table")
                refused += 1
        if "post" in methods:
            body = {"turn": 1} if rest == "/fork" else {"kind": "step"}
            assert sitting.ask(rest, body).status == 403
    assert refused > 20
    url = f"ws://127.0.0.1:{sitting.served.port}/api/episodes/{sitting.row.id}/live"
    with connect(url) as socket, pytest.raises(ConnectionClosedError, match="a person sits"):
        socket.recv(timeout=60)


def test_the_library_tells_neither_the_seed_nor_how_much_happened(sitting: Sitting) -> None:
    sitting.question()
    (card,) = sitting.served.get("/api/episodes")["episodes"]
    assert (card["seed"], card["turns"], card["last_seq"]) == ("", 0, 0)
    assert card["updated"] == card["created"]


def test_a_seat_is_the_first_ones_and_its_key_brings_one_back(sitting: Sitting) -> None:
    sitting.question()
    assert sitting.ask(f"/table?seat={SEAT}").status == 403
    sitting.sit()
    assert sitting.ask(f"/table?seat={SEAT}").status == 200
    assert sitting.ask("/table/sit", {"seat": SEAT}).json["key"] == sitting.key
    assert sitting.ask("/table?seat=1").status == 403, "another seat"
    assert sitting.ask(f"/table?seat={SEAT}", seated=False).status == 403, "another browser"
    assert sitting.ask("/table/sit", {"seat": SEAT}, seated=False).status == 403
    assert sitting.ask("/table/sit", {"seat": SEAT, "key": "guess"}, seated=False).status == 403
    back = sitting.ask("/table/sit", {"seat": SEAT, "key": sitting.key}, seated=False)
    assert back.status == 200
    assert sitting.ask("/table/sit", {"seat": 1}).status == 409, "nobody's chair to take"
    flags = back.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert f"path=/api/episodes/{sitting.row.id}" in flags
    chairs = sitting.ask("/table").json["chairs"]
    assert [chair["seat"] for chair in chairs if chair["yours"]] == [SEAT]
    assert [chair["seat"] for chair in chairs if chair["held"]] == [SEAT]


def test_a_seat_is_sent_its_own_role_and_no_other(sitting: Sitting) -> None:
    sitting.sit()
    sitting.question()
    frame = sitting.ask(f"/table/stretch?seat={SEAT}").json["frame"]
    known = {seat for seat, chair in frame["seats"].items() if "role" in chair}
    assert known == {str(SEAT)}
    public = sitting.ask("/table/stretch", seated=False).json
    assert not any("role" in chair for chair in public["frame"]["seats"].values())
    assert "own" not in public["frame"]
    assert [turn["entry"]["turn"] for turn in public["turns"]] == list(range(len(public["turns"])))


def test_a_decision_is_checked_taken_once_and_played(sitting: Sitting) -> None:
    sitting.sit()
    token = sitting.question()
    right = {"seat": SEAT, "token": token, "words": "I doubt it.", "choice": 0}
    assert sitting.ask("/table/answer", right, seated=False).status == 403
    for wrong, said in (
        ({**right, "words": ""}, "the speech is empty"),
        ({**right, "choice": SEAT}, "cannot be chosen"),
        ({**right, "choice": None}, "choose somebody"),
        ({**right, "words": "x" * 3000}, "may have 1200 characters"),
    ):
        answer = sitting.ask("/table/answer", wrong)
        assert answer.status == 422
        assert said in answer.json["fields"]["answer"]
    assert sitting.ask("/table/answer", {**right, "token": "stale"}).status == 409
    assert sitting.ask("/table/answer", right).status == 202
    until(lambda: sitting.question() != token)
    assert sitting.ask("/table/answer", right).status == 409, "it was decided"
    lines = [
        line
        for turn in sitting.ask(f"/table/stretch?seat={SEAT}").json["turns"]
        for line in turn["entry"]["details"]["lines"]
    ]
    assert [line for line in lines if line["text"].startswith("I doubt it.")]


def test_the_websocket_asks_the_seat_and_nobody_else(sitting: Sitting) -> None:
    sitting.sit()
    token = sitting.question()
    url = f"ws://127.0.0.1:{sitting.served.port}/api/episodes/{sitting.row.id}/table/live"

    def status(query: str, cookie: str) -> dict[str, Any]:
        with connect(url + query, additional_headers={"cookie": cookie}) as socket:
            while True:
                message: dict[str, Any] = json.loads(socket.recv(timeout=60))
                if message["type"] == "status":
                    return message

    mine = status(f"?seat={SEAT}&from_seq=999", sitting.cookie)
    assert mine["asked"]["token"] == token
    assert mine["asked"]["ask"] == "speech"
    assert status("?from_seq=999", "")["asked"] is None
    with (
        connect(f"{url}?seat={SEAT}") as socket,
        pytest.raises(ConnectionClosedError, match="somebody else sits"),
    ):
        socket.recv(timeout=60)


def test_when_the_game_is_over_everything_is_shown(sitting: Sitting) -> None:
    sitting.sit()
    last = ""
    while sitting.store.episode(sitting.row.id).outcome is None:
        question = posed(sitting.store, sitting.row.id, f"seat:{SEAT}")
        if question is not None and question.token != last:
            last = question.token
            options = question.details["options"]
            body = {"seat": SEAT, "token": last, "words": "Well.", "choice": (options or [0])[0]}
            sitting.ask("/table/answer", body)
    until(lambda: sitting.ask("").status == 200)
    assert sitting.ask("/turns/1?view=viewer").json["state"]["roles"]
    assert sitting.ask("/table").json["sealed"] is False
    assert sitting.ask("/table?seat=1", seated=False).status == 200
    assert sitting.ask("").json["card"]["seed"] == "4"


def test_the_published_check_finds_no_leak_through_the_web() -> None:
    with ThreadPoolExecutor(1) as thread:  # a browser's driver has a loop in this one
        findings = thread.submit(mafia_web_leaks.check, 1, first=15, browses=False).result()
    assert findings.leaks == []
    for what in (
        "streams compared",
        "texts: the seat's WebSocket",
        "crawls of a sealed table",
        "forks",
    ):
        assert findings.covered[what] > 0, what


def test_a_game_that_falls_over_is_told_of_and_leaves_nothing_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("no answer")

    monkeypatch.setattr(mafia_web_leaks, "answer", fails)
    before = threading.active_count()
    (leak,) = mafia_web_leaks.check(1, first=1, browses=False).leaks
    assert "game 1 fell over" in leak
    assert "no answer" in leak
    until(lambda: threading.active_count() <= before)


@pytest.mark.long
def test_the_published_check_finds_no_leak_in_all_games_with_a_person() -> None:
    findings = mafia_web_leaks.check(33)
    assert findings.leaks == []
    assert findings.covered["answers 403"] > 5000
    for case in ("invalid replies", "defaults taken", "revotes", "saves", "narrations"):
        assert findings.covered[case] > 0, f"no game had {case}"


@pytest.mark.long
@pytest.mark.parametrize("plant", sorted(mafia_web_leaks.PLANTS))
def test_a_server_that_is_broken_on_purpose_is_found_out(plant: str) -> None:
    with mafia_web_leaks.PLANTS[plant]():
        assert mafia_web_leaks.check(1, first=10, browses=False).leaks
