"""Asking a server for everything it has: of a sealed table, and of a game that may be looked at."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator

from leaks.canaries import Findings, may_know
from leaks.serving import PATIENCE, Client
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import PUBLIC, View, Viewer
from ludens.mafia.game import Mafia
from ludens.mafia.state import MafiaState
from ludens.web.page import is_built
from ludens.web.replay import replay_page

VIEWS = ("", "view=public", "view=viewer", "view=analysis", "view=seat:0", "view=seat:1")
FORBIDDEN = 403


def crawl_sealed(
    client: Client, row: EpisodeRow, human: int, known: set[str], findings: Findings
) -> None:
    """Ask for all there is of a game with a person, as somebody in the seat and as anybody else.

    Only the table's own addresses may answer, for the public and for whoever holds the seat.
    """
    for path, methods in described(client).items():
        address = path.replace("{episode}", row.id).replace("{number}", "1")
        own = f"/api/episodes/{row.id}/table" in address
        if "get" in methods:
            for query, seated, may in looks_at(own, human, known):
                status, text = client.ask(f"{address}?{query}", seated=seated)
                _check(f"GET {path}", status, text, may, findings)
                if own and not may and status != FORBIDDEN:
                    findings.leaks.append(f"GET {path} as another answered {status}")
        if "post" in methods and "{episode}" in path and not own:
            body = {"turn": 1} if path.endswith("/fork") else {"kind": "step"}
            status, text = client.ask(address, body)
            _check(f"POST {path}", status, text, {"w"}, findings)
            if status < 400:
                findings.leaks.append(f"POST {path} of a sealed table was done")
    findings.covered["crawls of a sealed table"] += 1


def described(client: Client) -> dict[str, dict[str, object]]:
    """Return every address of the API with its methods, from its own description."""
    _, text = client.ask("/api/openapi.json")
    paths: dict[str, dict[str, object]] = json.loads(text)["paths"]
    return paths


def looks_at(own: bool, human: int, known: set[str]) -> list[tuple[str, bool, set[str]]]:
    """Return queries, whether they are asked with the seat's cookie, and what may be answered.

    An empty set of what may be known: the question has to be refused.
    """
    if not own:
        return [(f"{view}&words=zq", seated, {"w"}) for view in VIEWS for seated in (True, False)]
    return [
        (f"seat={human}", True, known),
        (f"seat={human}", False, set()),
        (f"seat={1 - min(human, 1)}", True, set()),
        ("", True, {"w"}),
    ]


def _check(where: str, status: int, text: str, known: set[str], findings: Findings) -> None:
    """Search an answer; a sealed episode may be shown whole nowhere."""
    findings.search(where, text, known)
    findings.covered[f"answers {status}"] += 1
    if "{episode}" in where and "/table" not in where and status < 400:
        findings.leaks.append(f"{where} of a sealed table answered {status}")


def look_at_open(
    client: Client, store: Store, row: EpisodeRow, state: MafiaState, findings: Findings
) -> None:
    """Look at a game that is over, or at its fork, as the public and as a few seats do.

    Asks every address there is, reads the WebSocket to the end, and opens the replay in a file.
    """
    paths = [path for path, methods in described(client).items() if "get" in methods]
    for viewer in eyes(state):
        known = known_to(viewer, state)
        for path in paths:
            # A person at the table is also told what those are who watch.
            may = known | {"w"} if "/table" in path else known
            for query in queries(path, row, viewer):
                address = path.replace("{episode}", row.id).replace("{number}", str(row.turns // 2))
                status, text = client.ask(f"{address}?{query}")
                findings.search(f"GET {path} when open", text, may)
                findings.covered[f"answers {status}"] += 1
        findings.search("the WebSocket when open", "".join(told(client, row, viewer)), known)
        if is_built():
            page = replay_page(store, Mafia(), row, viewer)
            findings.search("the replay in a file", recorded_in(page), known)
    findings.covered["games looked at when open"] += 1


def eyes(state: MafiaState) -> list[Viewer]:
    """Return the public, seats 1 and 10 (whose names begin alike), and one seat of each side."""
    town = next(seat for seat, role in state.roles.items() if role != "mafia")
    mafia = next(seat for seat, role in state.roles.items() if role == "mafia")
    seats = {1, 10, town, mafia} & set(state.roles)
    return [PUBLIC, *(Viewer(View.SEAT, seat) for seat in sorted(seats))]


def known_to(viewer: Viewer, state: MafiaState) -> set[str]:
    """Return whose canaries one of those eyes may see."""
    return {"w"} if viewer.seat is None else may_know(state, viewer.seat)


def queries(path: str, row: EpisodeRow, viewer: Viewer) -> Iterator[str]:
    """Yield the questions to an address that show all of it to a viewer."""
    if "/table" in path:
        eyes = f"seat={viewer.seat}" if viewer.seat is not None else ""
    else:
        eyes = f"view={viewer}"
    if path.endswith("/stretch"):
        for first in range(0, row.turns + 1, 200):
            yield f"{eyes}&first={first}&last={first + 199}"
    elif path.endswith("/events"):
        for first in range(0, row.last_seq + 1, 1000):
            yield f"{eyes}&from_seq={first}&limit=1000"
    else:
        yield f"{eyes}&words=zq"


def told(client: Client, row: EpisodeRow, viewer: Viewer) -> Iterator[str]:
    """Yield the WebSocket's messages of an episode that has ended, to its last turn."""
    with client.follow(f"/api/episodes/{row.id}/live?view={viewer}", seated=False) as socket:
        while True:
            text = str(socket.recv(timeout=PATIENCE))
            yield text
            message = json.loads(text)
            if message["type"] == "turn" and message["turn_number"] == row.turns:
                return


def recorded_in(page: str) -> str:
    """Return what a replay's page holds of the episode."""
    found = re.search(r'<script type="application/octet-stream" id="episode">([^<]+)<', page)
    assert found is not None, "a replay holds its episode"
    return gzip.decompress(base64.b64decode(found[1])).decode()
