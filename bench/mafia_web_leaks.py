"""Does a person at the page learn what their seat may not? Canaries over a real server.

    python bench/mafia_web_leaks.py [--games 33] [--plant NAME]

The games of `mafia_leaks.py`, each with a person in one seat who plays through the web app: they
sit down, follow their seat's WebSocket, and answer over the API, while everybody else puts canaries
into every private field. Searched for canaries of others: every message of the seat's WebSocket and
of the public's, and once a game, in the middle of it, what every address of the API answers, read
from its own description and asked for with and without the seat's cookie and as every viewer.
Whatever would show the whole episode has to refuse. In every eleventh game the seat's table is also
open in Chromium, if there is one, and all that its page holds is searched at every decision.

When the game is over it is forked in the middle: with the person, which is sealed again, and
without, which is played to its end. Both games are then looked at as the public and as a few seats
do: every address, the WebSocket, the replay in a file.

Every fifth game is also told to every seat twice, with the mafia agreeing at once and with two
rounds of proposals: what the town and the public are sent must be the same, byte for byte but for
clock times. So neither numbers nor the shape of what is sent count what is decided in secret.

With --plant the server is broken on purpose in one way, and the check has to fail: exit code 1.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

from leaks import command
from leaks.asking import crawl_sealed, eyes, known_to, look_at_open
from leaks.canaries import (
    Canaries,
    CanaryNarrator,
    CanaryPlayer,
    Findings,
    canary_settings,
    count_hard_cases,
    may_know,
    seats_of,
)
from leaks.chromium import can_browse, search_page, search_views, seated_page
from leaks.server_plants import PLANTS
from leaks.serving import PATIENCE, Client, entered, play, playing, served
from leaks.shape import check_shape
from playwright.sync_api import Page

from ludens.episode.control import Control
from ludens.episode.events import EventCodec
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.mafia.agents import page_person
from ludens.mafia.agents.human_player import HumanPlayer
from ludens.mafia.agents.page_person import PagePerson
from ludens.mafia.agents.player import Player
from ludens.mafia.game import Mafia
from ludens.mafia.settings import Chair
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table
from ludens.web.routes import table as table_routes


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person at a served table, and what their seat may know."""

    client: Client
    store: Store
    row: EpisodeRow
    human: int
    known: set[str]
    """Whose canaries the person in it may see: also what is told to those who watch."""
    findings: Findings

    @property
    def address(self) -> str:
        return f"/api/episodes/{self.row.id}/table"

    def learn(self) -> None:
        """Take from the log, not from the server, whether it may know what the mafia do."""
        self.known.update(may_know(folded(self.store, self.row), self.human))


def check_game(
    number: int, findings: Findings, folder: Path, store: Store, port: int, *, browses: bool
) -> None:
    """Play one game with a person at the page, fork it, and search all that the server says."""
    canaries = Canaries()
    human = number % seats_of(number)
    settings = canary_settings(number, folder, canaries, human=human, narrator=number % 2 == 1)
    row = entered(store, settings, number)
    client = Client(port)
    status, _ = client.ask(f"/api/episodes/{row.id}/table/sit", {"seat": human})
    assert status == 200, "a free seat can be taken"
    control = Control()
    canary_player = CanaryPlayer(canaries, findings, faulty=number % 4 != 0)
    players: list[Player] = [canary_player] * settings.seats
    players[human] = HumanPlayer(PagePerson(store, row.id, control), None)
    narrator = CanaryNarrator(canaries, findings) if settings.narrator else None
    sitting = Sitting(client, store, row, human, {f"s{human}", "w"}, findings)
    with ExitStack() as stack:
        stack.enter_context(watched_by_the_public(client, row, findings))
        page = stack.enter_context(seated_page(client, row.id)) if browses else None
        stack.enter_context(playing(store, Table(settings, tuple(players), narrator), row, control))
        play_by_page(sitting, number, page)
    row = store.episode(row.id)
    state = folded(store, row, findings)
    look_at_open(client, store, row, state, findings)
    alone = Table(settings, (canary_player,) * settings.seats, narrator)
    fork = check_forks(replace(sitting, row=row), alone)
    look_at_open(client, store, fork, folded(store, fork, findings), findings)
    if browses:
        with seated_page(client, row.id) as page:
            for each in (row, fork):
                search_views(page, each.id, eyes_of(folded(store, each)), findings)
    findings.covered["games"] += 1
    findings.covered["canaries"] += canaries.made


@contextmanager
def watched_by_the_public(client: Client, row: EpisodeRow, findings: Findings) -> Iterator[None]:
    """Follow a table without a seat, to its end."""
    with client.follow(f"/api/episodes/{row.id}/table/live", seated=False) as socket:

        def watch() -> None:
            for text in socket:
                findings.search("the public's WebSocket", str(text), {"w"})
                if json.loads(text).get("sealed") is False:
                    return

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            yield
        except BaseException:
            socket.close()
            raise
        finally:
            watching.join()


def play_by_page(sitting: Sitting, number: int, page: Page | None) -> None:
    """Answer whatever the seat is asked, and look around between."""
    findings, known = sitting.findings, sitting.known
    asked, decided = 0, ""
    live = f"{sitting.address}/live?seat={sitting.human}"
    with sitting.client.follow(live, seated=True) as socket:
        while True:
            text = str(socket.recv(timeout=PATIENCE))
            message = json.loads(text)
            if message.get("sealed") is False:
                return
            findings.search("the seat's WebSocket", text, known)
            question = message.get("asked")
            if question is None or question["token"] == decided:
                continue  # a question may be told once more while its answer is being taken
            asked += 1
            if asked == 1:  # nobody is told anything by partners before
                sitting.learn()
            if asked == (1, 3, 5)[number % 3]:
                crawl_sealed(sitting.client, sitting.row, sitting.human, known, findings)
            if page is not None:
                page.locator("form.decide").wait_for()
                search_page(page, "the seat's page, in Chromium", known, findings)
            answer(sitting, question, number + asked, wrongly=number % 3 == 0)
            decided = question["token"]


def answer(sitting: Sitting, question: dict[str, Any], choosing: int, *, wrongly: bool) -> None:
    """Decide one thing at the page; wrongly: first choose what cannot be chosen."""
    findings = sitting.findings
    choices = [*question["options"], *([None] if question["may_pass"] else [])]
    choice = choices[choosing % len(choices)] if choices else None
    body = {"seat": sitting.human, "token": question["token"], "choice": choice}
    if wrongly:  # it is refused, and says nothing
        wrong = {**body, "words": "", "choice": 99}
        status, text = sitting.client.ask(f"{sitting.address}/answer", wrong)
        findings.search("a refused answer", text, sitting.known)
        findings.covered["refused answers"] += status == 422
    right = {**body, "words": "I have my doubts."}
    status, text = sitting.client.ask(f"{sitting.address}/answer", right)
    findings.search("an answer", text, sitting.known)
    findings.covered["answers given"] += status == 202


def check_forks(sitting: Sitting, alone: Table) -> EpisodeRow:
    """Fork a game in the middle: with its person, which is sealed; without, which is played."""
    findings, store = sitting.findings, sitting.store
    middle = sitting.row.turns // 2
    forks = Runner(store, Mafia())
    again = forks.fork(sitting.row, middle, {})
    crawl_sealed(sitting.client, again, sitting.human, set(), findings)
    changes = {"mafia": {"players": {str(sitting.human): Chair.RANDOM.value}}}
    fork = forks.fork(sitting.row, middle, changes)
    players = dict(alone.settings.players) | {sitting.human: Chair.RANDOM}
    settings = alone.settings.model_copy(update={"players": players})
    findings.covered["forks"] += 2
    return play(store, replace(alone, settings=settings), fork)


def eyes_of(state: MafiaState) -> dict[str, set[str]]:
    """Return as whom a game that is over is looked at in Chromium, and what they may know."""
    return {str(viewer): known_to(viewer, state) for viewer in eyes(state)[:3]}


def folded(store: Store, row: EpisodeRow, findings: Findings | None = None) -> MafiaState:
    """Return how a game ended; count the hard cases on its log."""
    state, codec = MafiaState(), EventCodec(Mafia.events)
    for line in store.events(row.id):
        event = codec.decode(line.type, line.data)
        state.apply(event)
        if findings is not None:
            count_hard_cases(state, event, findings)
    return state


def check(games: int, *, first: int = 0, browses: bool = True) -> Findings:
    """Play games with a person at the page, and every fifth twice for the shape of it."""
    findings = Findings()
    browses = browses and can_browse()
    with (
        tempfile.TemporaryDirectory() as name,
        mock.patch.object(page_person, "POLL_SECONDS", 0.002),
        mock.patch.object(table_routes, "LOOK_SECONDS", 0.004),
    ):
        path = Path(name) / "store.db"
        store = Store.open(str(path))
        with served(path) as port:
            for number in range(first, first + games):
                try:
                    shows = browses and number % 11 == 0
                    check_game(number, findings, path.parent, store, port, browses=shows)
                    if number % 5 == 0:
                        check_shape(number // 5, findings, store)
                except Exception as error:  # a hidden field that is read, for example
                    findings.leaks.append(f"game {number} fell over: {error!r}")
        store.close()
    return findings


if __name__ == "__main__":
    sys.exit(command.run(__doc__, check, games=33, plants=PLANTS))
