"""A table at which people sit: what the public or a seat may see, taking a seat, deciding.

These are the only addresses of an episode that answer while it is sealed (`views.mafia.sealing`).
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Any, cast

from fastapi import (
    APIRouter,
    Depends,
    Path,
    Query,
    Request,
    Response,
    WebSocket,
    WebSocketDisconnect,
)
from pydantic_core import to_json
from sqlalchemy import select
from starlette.requests import HTTPConnection

from ludens.episode.asking import claim_role, give, held_roles, holds_role, posed
from ludens.episode.control import RequestKind, ask, is_held, last_request
from ludens.episode.errors import LudensError
from ludens.episode.history import state_at
from ludens.episode.schema import episode as episode_table
from ludens.episode.store import EpisodeRow
from ludens.episode.visibility import PUBLIC, View, Viewer
from ludens.mafia.agenda import due
from ludens.mafia.agents.page_person import decision_from_page, place_of, problem_of
from ludens.mafia.game import Mafia
from ludens.mafia.loop import briefing_for
from ludens.mafia.seating import seat_role
from ludens.mafia.settings import MafiaSettings
from ludens.settings import Problem, SettingsError
from ludens.web.answers import document
from ludens.web.documents import Accepted
from ludens.web.house import House, TheEpisode, TheHouse
from ludens.web.routes.live import NO_SUCH_EPISODE
from ludens.web.stretch import Stretch
from ludens.web.views.mafia.documents import (
    AnswerRequest,
    Asked,
    ChairDocument,
    SeatKey,
    SitRequest,
    TableDocument,
)
from ludens.web.views.mafia.sealing import NotYourSeatError, is_sealed, persons_at, sealed_card
from ludens.web.views.mafia.stream import Step, TableStream
from ludens.web.views.mafia.view import MARKED
from ludens.web.views.view import Mark, Marks

router = APIRouter(prefix="/episodes/{episode}/table", tags=["table"])

LOOK_SECONDS = 0.15
"""How often a table that somebody watches is looked at."""
MOST_STEPS = 400
"""Steps of one stretch."""
NOT_YOUR_SEAT = 1008
"""The page does not try again."""


def the_table(row: TheEpisode) -> EpisodeRow:
    """Return an episode that is a table; raises LudensError."""
    if row.game != Mafia.name:
        raise LudensError(f"a game of {row.game} has no table")
    return row


TheTable = Annotated[EpisodeRow, Depends(the_table)]
SeatQuery = Annotated[
    int | None, Query(ge=0, le=99, description="Through whose eyes; the public's without it.")
]


def cookie_of(seat: int) -> str:
    """Return the name of the cookie that holds a seat's key; its path names the episode."""
    return f"ludens_seat_{seat}"


def holds_seat(house: House, row: EpisodeRow, seat: int, connection: HTTPConnection) -> bool:
    """Tell whether a request comes from whoever holds a seat."""
    key = connection.cookies.get(cookie_of(seat))
    return key is not None and holds_role(house.store, row.id, seat_role(seat), key)


def viewer_for(
    house: House, row: EpisodeRow, seat: int | None, connection: HTTPConnection
) -> Viewer:
    """Return through whose eyes a request sees the table; raises NotYourSeatError."""
    if seat is None:
        return PUBLIC
    if seat >= MafiaSettings.model_validate(row.settings.get("mafia", {})).seats:
        raise LudensError(f"there is no seat {seat} at this table")
    if is_sealed(row) and not holds_seat(house, row, seat, connection):
        raise NotYourSeatError(seat)
    return Viewer(View.SEAT, seat)


def the_viewer(
    house: TheHouse, row: TheTable, connection: HTTPConnection, seat: SeatQuery = None
) -> Viewer:
    """Return through whose eyes a request sees the table; raises NotYourSeatError."""
    return viewer_for(house, row, seat, connection)


TheTableViewer = Annotated[Viewer, Depends(the_viewer)]


@router.get("")
def read_table(
    house: TheHouse, row: TheTable, viewer: TheTableViewer, request: Request
) -> TableDocument:
    """Return who sits where and how the game stands, and no more than that viewer may know."""
    steps = TableStream(house.store, row, viewer).advance()
    names = {s: seat["name"] for s, seat in steps[-1].frame["seats"].items()} if steps else {}
    found = house.store.found(select(episode_table).where(episode_table.c.id == row.id))
    (card,) = house.cards.of(found)
    last = len(steps) - 1
    table = MafiaSettings.model_validate(row.settings.get("mafia", {}))
    people, held = persons_at(row), held_roles(house.store, row.id)
    return TableDocument(
        card=sealed_card(card).model_copy(
            update={"turns": max(last, 0), "last_seq": last, "status": _status(house, row)}
        ),
        chairs=[
            ChairDocument(
                seat=seat,
                name=names.get(str(seat), ""),
                person=seat in people,
                held=seat_role(seat) in held,
                yours=holds_seat(house, row, seat, request),
            )
            for seat in range(table.seats)
        ],
        sealed=is_sealed(row),
    )


@router.get("/stretch", response_model=Stretch)
def read_steps(
    house: TheHouse,
    row: TheTable,
    viewer: TheTableViewer,
    first: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, Query(ge=0, le=2**31 - 1)] = 49,
) -> Response:
    """Return consecutive steps as the page shows them, at most 400."""
    steps = TableStream(house.store, row, viewer).advance()
    wanted = steps[first : min(last, first + MOST_STEPS - 1) + 1]
    if not wanted:
        raise LudensError(f"the table has no step {first} yet")
    turns = [step.document for step in wanted]
    turns[0] = {**turns[0], "patch": {}}
    return document(
        Stretch(first=first, last=wanted[-1].number, frame=wanted[0].frame, trail=[], turns=turns)
    )


@router.get("/marks", response_model=Marks)
def read_table_marks(house: TheHouse, row: TheTable, viewer: TheTableViewer) -> Response:
    """Return the moments worth jumping to, as that viewer knows them."""
    steps = TableStream(house.store, row, viewer).advance()
    marks = [
        Mark(turn=step.number, kind=note["kind"], text=note["text"])
        for step in steps
        for note in step.document["entry"]["notes"]
        if note["kind"] in MARKED
    ]
    return document(Marks(marks=marks, spans=[]))


@router.post("/sit")
def sit_down(
    house: TheHouse, row: TheTable, request: SitRequest, connection: Request, response: Response
) -> SeatKey:
    """Take a person's seat that nobody holds, or come back to one with its key.

    The cookie that is set is what every other address asks for.
    """
    seat, agent = request.seat, seat_role(request.seat)
    if seat not in persons_at(row):
        raise LudensError(f"nobody can sit down in seat {seat}")
    if request.key is not None and holds_role(house.store, row.id, agent, request.key):
        key: str | None = request.key
    elif request.key is None and holds_seat(house, row, seat, connection):
        key = connection.cookies[cookie_of(seat)]
    else:
        key = claim_role(house.store, row.id, agent) if request.key is None else None
    if key is None:
        raise NotYourSeatError(seat)
    response.set_cookie(
        cookie_of(seat),
        key,
        max_age=30 * 24 * 3600,
        path=f"/api/episodes/{row.id}",
        httponly=True,
        samesite="strict",
        secure=connection.url.scheme == "https",
    )
    return SeatKey(seat=seat, key=key)


@router.post("/answer", status_code=202)
def answer(house: TheHouse, row: TheTable, request: AnswerRequest, connection: Request) -> Accepted:
    """Decide what a seat is asked; raises SettingsError for what cannot be decided."""
    if not holds_seat(house, row, request.seat, connection):
        raise NotYourSeatError(request.seat)
    agent = seat_role(request.seat)
    question = posed(house.store, row.id, agent)
    if question is None or question.token != request.token:
        raise LudensError("that is decided; the table has gone on")
    state = state_at(house.store, Mafia(), row, row.turns)
    pending = due(state)
    given: dict[str, Any] = request.model_dump(exclude={"seat", "token"})
    if pending is not None and pending.seat == request.seat:
        settings = MafiaSettings.model_validate(row.settings.get("mafia", {}))
        briefing = briefing_for(settings, state, pending)
        if place_of(briefing) == question.place:
            decision = decision_from_page(briefing, given)
            problem = "choose somebody" if decision is None else problem_of(briefing, decision)
            if problem is not None:
                raise SettingsError(problem, [Problem("answer", problem)])
    give(house.store, row.id, agent, question.place, given)
    return Accepted(episode=row.id)


@router.post("/play", status_code=202)
def play_on(
    house: TheHouse,
    row: TheTable,
    connection: Request,
    seat: Annotated[int, Query(ge=0, le=99)],
) -> Accepted:
    """Let a process play the game on, for somebody who sits there."""
    if not holds_seat(house, row, seat, connection):
        raise NotYourSeatError(seat)
    if row.outcome is None and row.status != "playing":
        before = last_request(house.store, row.id)
        house.children.play(row.id, orders_from=before, changes={})
    elif is_held(house.store, row):
        ask(house.store, row.id, RequestKind.RESUME)
    return Accepted(episode=row.id)


@router.websocket("/live")
async def follow_table(
    socket: WebSocket,
    episode: Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")],
    from_seq: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    seat: SeatQuery = None,
) -> None:
    """Send the status, and each step from `from_seq` on, as a viewer of the table may see them."""
    house = cast(House, socket.app.state.house)
    await socket.accept()
    try:
        row = the_table(await house.watch.aside(house.store.episode, episode))
        viewer = await house.watch.aside(viewer_for, house, row, seat, socket)
    except LudensError as error:
        code = NOT_YOUR_SEAT if isinstance(error, NotYourSeatError) else NO_SUCH_EPISODE
        with suppress(RuntimeError, WebSocketDisconnect):  # whoever has gone already
            await socket.close(code, str(error)[:120])
        return
    sending = asyncio.create_task(_send(socket, house, row, viewer, from_seq))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # what viewers say is not listened to
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
            await sending


async def _send(
    socket: WebSocket, house: House, row: EpisodeRow, viewer: Viewer, from_seq: int
) -> None:
    stream = TableStream(house.store, row, viewer)
    told: dict[str, Any] = {}
    steps = 0
    while True:
        for step in await house.watch.aside(stream.advance):
            steps = step.number + 1
            if step.number >= from_seq:
                await socket.send_text(to_json(_turn(step)).decode())
        status = await house.watch.aside(_status_document, house, row, viewer, steps)
        if status != told:
            told = status
            await socket.send_text(to_json({**status, "now": time.time()}).decode())
        await asyncio.sleep(LOOK_SECONDS)


def _turn(step: Step) -> dict[str, Any]:
    return {
        "type": "turn",
        "turn_number": step.number,
        "metrics": {"total_tokens": 0, "cost_estimate": None},
        "events": [],
        **step.document,
    }


def _status_document(house: House, row: EpisodeRow, viewer: Viewer, steps: int) -> dict[str, Any]:
    """Return the `status` message: nothing in it counts what happens in secret."""
    row = house.store.episode(row.id)
    asked: Asked | None = None
    question = (
        posed(house.store, row.id, seat_role(viewer.seat))
        if viewer.seat is not None and row.outcome is None and row.status == "playing"
        else None
    )
    if question is not None:
        asked = Asked(
            token=question.token, place=question.place, until=question.until, **question.details
        )
    over = not is_sealed(row)
    return {
        "type": "status",
        "status": _status(house, row),
        "turns": max(steps - 1, 0),
        "last_seq": steps - 1,
        "outcome": row.outcome,
        "reason": row.reason if over else None,
        "calls": 0,
        "answered": 0,
        "tokens": 0,
        "cost": None,
        "trouble": "it broke off" if house.children.trouble(row.id) else None,
        "left": False,
        "since": house.children.since(row),
        "requested": None,
        "starting": house.children.is_starting(row),
        "asked": asked,
        "viewers": [],
        "sealed": not over,
    }


def _status(house: House, row: EpisodeRow) -> str:
    """Return how the episode stands; one whose process is about to begin is played."""
    if row.status == "paused" and house.children.is_playing(row.id):
        return "playing"
    return "held" if is_held(house.store, row) else row.status
