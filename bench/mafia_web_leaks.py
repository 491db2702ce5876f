"""Does a person at the page learn what their seat may not? Canaries over a real server.

    python bench/mafia_web_leaks.py [--games 334] [--plant NAME]

The games of `mafia_leaks.py`, each with a person in one seat who plays through the web app: they
sit down, follow their seat's WebSocket, and answer over the API, while everybody else puts canaries
into every private field. Searched for canaries of others: every message of the seat's WebSocket and
of the public's, and what every address of the API answers, read from its own description and asked
for with and without the seat's cookie and as every viewer, once a game. Whatever would show
the whole episode has to refuse.

Then games are told to every seat twice, with the mafia agreeing at once and with two rounds of
proposals: what a seat of the town and the public are sent must be the same, byte for byte but for
clock times. So neither numbers nor the shape of what is sent count what is decided in secret.

With --plant the server is broken on purpose in one way, and the check has to fail: exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import mafia_leaks
from mafia_leaks import Canaries, CanaryNarrator, CanaryPlayer, Findings
from websockets.sync.client import ClientConnection, connect

from ludens.episode.game import Stage
from ludens.episode.generators import generator
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings
from ludens.mafia.agents import page_person
from ludens.mafia.agents.human_player import HumanPlayer
from ludens.mafia.agents.page_person import PagePerson
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.decision import Decision
from ludens.mafia.game import Mafia
from ludens.mafia.loop import briefing_for  # noqa: F401  # patched by a plant of mafia_leaks
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table
from ludens.settings import load_settings
from ludens.web import cards
from ludens.web.app import create_app
from ludens.web.routes import table as table_routes
from ludens.web.security import Access
from ludens.web.serving import listen, server_of
from ludens.web.views.mafia import stream
from ludens.web.views.mafia import view as mafia_view

VIEWS = ("", "view=public", "view=viewer", "view=analysis", "view=seat:0", "view=seat:1")
LONG = 600.0


class CanaryMafia(Mafia):
    """Seats the players of a check; nothing else differs from the game."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def open(self, stage: Stage) -> MafiaSession:
        models = Models(LLMSettings(), log=stage.calls, rng=generator(stage.seed, "retries"))
        return MafiaSession(self.table, models)


class Client:
    """A browser as far as the server can tell: requests, cookies, no script."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, body: Any = None, *, seated: bool = True) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        headers = {"cookie": self.cookie} if seated and self.cookies else {}
        if body is not None:
            headers["content-type"] = "application/json"
        data = json.dumps(body) if body is not None else None
        connection.request("GET" if body is None else "POST", path, data, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        set_cookie = answer.getheader("set-cookie")
        if set_cookie:
            name, _, value = set_cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, text

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def follow(self, episode: str, seat: int | None) -> ClientConnection:
        query = f"?seat={seat}" if seat is not None else ""
        url = f"ws://127.0.0.1:{self.port}/api/episodes/{episode}/table/live{query}"
        headers = {"cookie": self.cookie} if seat is not None else {}
        return connect(url, additional_headers=headers, max_size=None, close_timeout=0.1)


@contextmanager
def served(path: Path) -> Iterator[int]:
    """Serve a store on loopback; give the port."""
    store = Store.open(str(path))
    settings = load_settings({"store": str(path)}, environ={}, folder=path.parent)
    access = Access(hosts=frozenset({"127.0.0.1"}))
    app = create_app(store, settings, access, command=("true",))
    listening = listen("127.0.0.1", 0)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
        store.close()


def check_game(  # one game, from its settings to its end
    number: int, findings: Findings, folder: Path, store: Store, port: int, crawls: bool
) -> None:
    """Play one game with a person at the page, and search all that the server says."""
    seats, human = 5 + number % 11, number % (5 + number % 11)
    canaries = Canaries()
    cast = mafia_leaks.write_personas(folder, canaries, seats) if number % 2 == 0 else ()
    roles = mafia_leaks.ROLE_SETS[number // 11 % 4] if seats >= 8 else {}
    settings = MafiaSettings(
        seats=seats,
        personas=bool(cast),
        cast=cast,
        personas_folder=str(folder) if cast else None,
        roles=roles,
        players={human: Chair.HUMAN},
        rules={"reveal_roles": number % 5 == 0},
        human_seconds=None,
        narrator=number % 2 == 1,
    )
    recorded = {"mafia": settings.model_dump(mode="json")}
    new = NewEpisode(game="mafia", subject="t", seed=number, model="canary", settings=recorded)
    row = store.episode(store.create(new))
    players: list[Player] = [CanaryPlayer(canaries, findings, faulty=number % 4 != 0)] * seats
    players[human] = HumanPlayer(PagePerson(store, row.id), None)
    narrator = CanaryNarrator(canaries, findings) if settings.narrator else None
    game = CanaryMafia(Table(settings, tuple(players), narrator))
    client = Client(port)
    status, _ = client.ask(f"/api/episodes/{row.id}/table/sit", {"seat": human})
    assert status == 200, "a free seat can be taken"
    playing = threading.Thread(target=lambda: asyncio.run(Runner(store, game).play(row)))
    playing.start()
    public = threading.Thread(target=watch_public, args=(client, row, findings))
    public.start()
    play_by_page(client, row, human, number, findings, crawls)
    playing.join()
    public.join()
    findings.covered["games"] += 1
    findings.covered["canaries"] += canaries.made


def watch_public(client: Client, row: EpisodeRow, findings: Findings) -> None:
    """Follow a table without a seat, to its end."""
    with client.follow(row.id, None) as socket:
        while True:
            text = socket.recv(timeout=LONG)
            findings.search("the public's WebSocket", str(text), {"w"})
            if not json.loads(text).get("sealed", True):
                return


def play_by_page(
    client: Client, row: EpisodeRow, human: int, number: int, findings: Findings, crawls: bool
) -> None:
    """Answer whatever the seat is asked, and look around between."""
    known = {f"s{human}"}
    asked = 0
    with client.follow(row.id, human) as socket:
        while True:
            text = str(socket.recv(timeout=LONG))
            message = json.loads(text)
            if message.get("sealed") is False:
                return
            own = message.get("patch", {}).get("own") or message.get("frame", {}).get("own")
            if own and ROLES[own["role"]].team is Team.MAFIA:
                known.add("m")
            findings.search("the seat's WebSocket", text, known)
            question = message.get("asked")
            if question is None:
                continue
            asked += 1
            if crawls and asked == (1, 3, 5)[number % 3]:
                crawl(client, row, human, known, findings)
            choices = [*question["options"], *([None] if question["may_pass"] else [])]
            choice = choices[(number + asked) % len(choices)] if choices else None
            answer = {"seat": human, "token": question["token"], "choice": choice}
            if number % 3 == 0:  # what cannot be decided is refused, and says nothing
                wrong = {**answer, "words": "", "choice": 99}
                refused = client.ask(f"/api/episodes/{row.id}/table/answer", wrong)
                findings.search("a refused answer", refused[1], known)
                findings.covered["refused answers"] += refused[0] == 422
            status, text = client.ask(
                f"/api/episodes/{row.id}/table/answer", {**answer, "words": "I have my doubts."}
            )
            findings.search("an answer", text, known)
            findings.covered["answers given"] += status == 202


def crawl(client: Client, row: EpisodeRow, human: int, known: set[str], findings: Findings) -> None:
    """Ask for everything there is, as somebody in the seat and as anybody else."""
    _, text = client.ask("/api/openapi.json")
    for path, methods in json.loads(text)["paths"].items():
        address = path.replace("{episode}", row.id).replace("{number}", "1")
        other = 1 - min(human, 1)
        looks: list[tuple[str, bool, set[str]]]
        if "/table" in path:
            looks = [
                (f"seat={human}", True, known),
                (f"seat={human}", False, set()),
                (f"seat={other}", True, set()),
                ("", True, {"w"}),
            ]
        else:
            looks = [
                (f"{view}&words=zq", seated, {"w"}) for view in VIEWS for seated in (True, False)
            ]
        for query, seated, may in looks if "get" in methods else ():
            status, text = client.ask(f"{address}?{query}", seated=seated)
            check_answer(f"GET {path}", status, text, may, findings)
            if "/table" in path and not may and status != 403:
                findings.leaks.append(f"GET {path} as another answered {status}")
        if "post" in methods and "table" not in path and "{episode}" in path:
            body = {"turn": 1, "kind": "step"}
            wanted = ("turn",) if path.endswith("/fork") else ("kind",)
            status, text = client.ask(address, {name: body[name] for name in wanted})
            check_answer(f"POST {path}", status, text, {"w"}, findings)
            if status < 400:
                findings.leaks.append(f"POST {path} of a sealed table was done")
    findings.covered["crawls"] += 1


def check_answer(where: str, status: int, text: str, known: set[str], findings: Findings) -> None:
    """Search an answer; an episode may be shown whole nowhere."""
    findings.search(where, text, known)
    findings.covered[f"answers {status}"] += 1
    sealed = "{episode}" in where and "/table" not in where
    if sealed and status < 400:
        findings.leaks.append(f"{where} of a sealed table answered {status}")


# The shape of what is sent


def check_shape(number: int, findings: Findings, store: Store) -> None:
    """Compare what seats of the town are sent when the mafia agree at once and when they do not."""
    seats = 7 + number % 9
    settings = MafiaSettings(seats=seats, personas=False, narrator=True)
    state, agreed = told(store, settings, number, mafia_leaks._agree)
    _, split = told(store, settings, number, mafia_leaks._split_first)
    mafia = {s for s, role in state.roles.items() if ROLES[role].team is Team.MAFIA}
    for who, text in agreed.items():
        if who not in mafia:
            findings.covered["streams compared"] += 1
            if text != split[who]:
                findings.leaks.append(f"game {number}: how the mafia agreed shows to {who}")


class Patterned:
    """Plays at random but for what a check changes."""

    def __init__(self, change: Callable[[MafiaState, Any, Decision], Decision]) -> None:
        self.change, self.random = change, RandomPlayer()
        self.state: MafiaState | None = None

    async def decide(self, briefing: Any) -> Decision:
        assert self.state is not None
        return self.change(self.state, briefing, await self.random.decide(briefing))


def told(
    store: Store,
    settings: MafiaSettings,
    seed: int,
    change: Callable[[MafiaState, Any, Decision], Decision],
) -> tuple[MafiaState, dict[int | str, str]]:
    """Play a game on the log; return what each seat and the public were sent."""
    player = Patterned(change)
    from ludens.mafia.agents.offline_narrator import OfflineNarrator  # noqa: PLC0415

    class Watching(CanaryMafia):
        def open(self, stage: Stage) -> MafiaSession:
            session = super().open(stage)
            play = session.play

            async def playing(turn: Any) -> None:
                player.state = turn.state
                await play(turn)

            async def opening(turn: Any) -> None:
                player.state = turn.state
                await MafiaSession.opening(session, turn)

            wrapped = mock.Mock(wraps=session)
            wrapped.play, wrapped.opening = playing, opening
            wrapped.snapshot, wrapped.close = session.snapshot, session.close
            return wrapped  # type: ignore[no-any-return]

    game = Watching(Table(settings, (player,) * settings.seats, OfflineNarrator()))
    recorded = {"mafia": settings.model_dump(mode="json")}
    new = NewEpisode(game="mafia", subject="t", seed=seed, model="random", settings=recorded)
    row = asyncio.run(Runner(store, game).play(store.episode(store.create(new))))
    assert player.state is not None
    viewers: dict[int | str, Viewer] = {s: Viewer(View.SEAT, s) for s in range(settings.seats)}
    viewers["public"] = PUBLIC
    return player.state, {who: sent(store, row, viewer) for who, viewer in viewers.items()}


def sent(store: Store, row: EpisodeRow, viewer: Viewer) -> str:
    """Return all steps as a viewer is sent them, without clock times."""
    steps = stream.TableStream(store, row, viewer).advance()
    documents = [
        {**step.document, "entry": {**step.document["entry"], "time": 0}, "frame": step.frame}
        for step in steps
    ]
    return json.dumps(documents, sort_keys=True)


# Ways to break the server, each of which the check must notice


def _told_as(viewer: Viewer) -> Any:
    real = stream.TableStream.__init__

    def careless(self: Any, store: Store, row: EpisodeRow, _: Viewer) -> None:
        real(self, store, row, viewer)

    return mock.patch.object(stream.TableStream, "__init__", careless)


def _any_seat(seat: int | None) -> Viewer:
    return PUBLIC if seat is None else Viewer(View.SEAT, seat)


@contextmanager
def _never_sealed() -> Iterator[None]:
    with (
        mock.patch.object(mafia_view, "require_open", lambda row: row),
        mock.patch.object(cards, "is_sealed", lambda row: False),
    ):
        yield


@contextmanager
def _every_turn_a_step() -> Iterator[None]:
    """Number steps by turns, and send those of which nothing is seen."""
    with mock.patch.object(stream, "project", _hollow):
        yield


def _hollow(event: Any, viewer: Viewer) -> Any:
    from ludens.episode.events import EpisodeReopened  # noqa: PLC0415
    from ludens.episode.visibility import project  # noqa: PLC0415

    return project(event, viewer) or EpisodeReopened(changes={})


PLANTS: dict[str, Callable[[], Any]] = {
    "everybody-is-the-viewer": lambda: _told_as(VIEWER),
    "everybody-is-seat-1": lambda: _told_as(Viewer(View.SEAT, 1)),
    "no-cookie-is-asked-for": lambda: mock.patch.object(
        table_routes, "viewer_for", lambda _house, _row, seat, _connection: _any_seat(seat)
    ),
    "never-sealed": _never_sealed,
    "a-step-for-each-turn": _every_turn_a_step,
}


def check(games: int, *, first: int = 0, crawls: bool = True) -> Findings:
    """Play games with a person at the page, and every fifth twice for the shape of it."""
    findings = Findings()
    fast = (
        mock.patch.object(page_person, "POLL_SECONDS", 0.002),
        mock.patch.object(table_routes, "LOOK_SECONDS", 0.004),
    )
    with tempfile.TemporaryDirectory() as name, fast[0], fast[1]:
        folder = Path(name)
        path = folder / "store.db"
        store = Store.open(str(path))
        with served(path) as port:
            for number in range(first, first + games):
                try:
                    check_game(number, findings, folder, store, port, crawls)
                    if number % 5 == 0:
                        check_shape(number // 5, findings, store)
                except Exception as error:  # a hidden field that is read, for example
                    findings.leaks.append(f"game {number} fell over: {error!r}")
        store.close()
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=334)
    parser.add_argument("--plant", choices=sorted(PLANTS), help="break the server on purpose")
    args = parser.parse_args()
    if args.plant:
        with PLANTS[args.plant]():
            findings = check(args.games)
    else:
        findings = check(args.games)
    for what, count in sorted(findings.covered.items()):
        print(f"{count:9}  {what}")
    for leak in findings.leaks[:10]:
        print(f"LEAK  {leak}")
    print(f"{len(findings.leaks)} leaks")
    return 1 if findings.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
