"""An episode's turns: events, states, frames, the map, marks, figures, calls."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic_core import to_json
from typing_extensions import TypedDict

from ludens.adventure.mazes.events import MazeDetected, MazeRoomFound
from ludens.adventure.world.map_events import (
    ExitClosed,
    ExitDoubted,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    RoomFound,
    RoomsMerged,
)
from ludens.episode.errors import LudensError
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow
from ludens.games import game_of
from ludens.llm.settings import LLMSettings
from ludens.web.answers import document
from ludens.web.atlas.atlas import Atlas
from ludens.web.calls import CallList, CallQuery
from ludens.web.calls import list_calls as list_all_calls
from ludens.web.documents import EventPage, SearchResult, StateDocument
from ludens.web.finding import find_words
from ludens.web.house import House, TheEpisode, TheHouse, TheViewer
from ludens.web.inspection import CallsDocument, read_calls
from ludens.web.logs import last_of, seen_lines
from ludens.web.mapping import draw_episode
from ludens.web.metrics import MetricsDocument, read_metrics
from ludens.web.seeing import Glass, require_everything
from ludens.web.stretch import Stretch, read_stretch
from ludens.web.views.registry import view_of
from ludens.web.views.view import Marks

router = APIRouter(prefix="/episodes/{episode}", tags=["turns"])

MOST_TURNS = 200
"""Turns of one stretch."""

MAPPING = (
    RoomFound,
    RoomsMerged,
    ExitExplored,
    ExitDoubted,
    ExitForgotten,
    ExitClosed,
    ExitMarked,
    MazeDetected,
    MazeRoomFound,
)
"""Events after which a map may be laid out differently."""

Number = Annotated[int, Path(ge=0, le=2**31 - 1, description="A turn; 0 is the opening.")]
FromSeq = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("/events")
def list_events(
    house: TheHouse,
    row: TheEpisode,
    viewer: TheViewer,
    from_seq: FromSeq = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> EventPage:
    """Return lines of the log from a sequence number on."""
    lines = house.store.events(row.id, from_seq=from_seq, limit=limit + 1)
    return EventPage.model_validate(
        {
            "events": Glass(game_of(row), viewer).documents(lines[:limit]),
            "next_seq": lines[limit].seq if len(lines) > limit else None,
        }
    )


@router.get("/turns/{number}", response_model=StateDocument)
def read_turn(house: TheHouse, row: TheEpisode, viewer: TheViewer, number: Number) -> Response:
    """Return the whole state after a turn, and what happened in it."""
    require_everything(viewer)
    game = game_of(row)
    state = state_at(house.store, game, row, number)
    happened = house.store.events(row.id, from_turn=number, to_turn=number)
    return document(
        {
            "turn": number,
            "headline": game.headline(state),
            "state": state,
            "events": Glass(game, viewer).documents(happened),
        }
    )


@router.get("/turns/{number}/calls")
def list_calls(
    house: TheHouse, row: TheEpisode, viewer: TheViewer, number: Number
) -> CallsDocument:
    """Return the calls of a turn: the exact prompts and replies, and what they took."""
    require_everything(viewer)
    recorded = row.settings.get("llm")
    # Where a stranger's file would send a key to is the person's own to say.
    own = row.imported is not None or not recorded
    llm = house.settings.llm if own else LLMSettings.model_validate(recorded)
    return read_calls(house.store, row, number, llm)


@router.get("/calls", name="all_calls")
def read_all_calls(
    house: TheHouse, row: TheEpisode, viewer: TheViewer, query: Annotated[CallQuery, Query()]
) -> CallList:
    """Return the calls of an episode that match, one page of them."""
    require_everything(viewer)
    return list_all_calls(house.store, row, query)


@router.get("/stretch", response_model=Stretch)
def read_frames(
    house: TheHouse,
    row: TheEpisode,
    viewer: TheViewer,
    first: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, Query(ge=0, le=2**31 - 1)] = 49,
) -> Response:
    """Return consecutive turns as the page shows them, at most 200."""
    last = min(max(last, first), first + MOST_TURNS - 1, row.turns)

    def make() -> bytes:
        return to_json(read_stretch(house.store, game_of(row), row, first, last, viewer=viewer))

    if last >= row.turns:  # more may come to the last turn
        return Response(make(), media_type="application/json")
    answer = house.shelf.get(("stretch", row.id, viewer, first, last), make)
    return Response(answer, media_type="application/json")


class MapDocument(TypedDict):
    """The layout of an episode's map."""

    turns: int
    """As known after this turn."""
    atlas: Atlas


@router.get("/map", response_model=MapDocument)
def read_map(house: TheHouse, row: TheEpisode) -> Response:
    """Return where every room of an adventure stands, once for all its turns."""
    if row.game != "adventure":
        raise LudensError(f"a game of {row.game} has no map")
    newest = last_of(house.store, row, MAPPING)
    answer = house.shelf.get(("map", row.id, newest), lambda: _map(house, row))
    return Response(answer, media_type="application/json")


def _map(house: House, row: EpisodeRow) -> bytes:
    atlas = draw_episode(house.store, game_of(row), row)
    return to_json(MapDocument(turns=row.turns, atlas=atlas))


@router.get("/marks", response_model=Marks)
def read_marks(house: TheHouse, row: TheEpisode, viewer: TheViewer) -> Response:
    """Return the moments worth jumping to."""
    game = game_of(row)
    view = view_of(game)
    return document(view.marks(seen_lines(house.store, game, row, view.marking, viewer)))


@router.get("/metrics")
def read_figures(house: TheHouse, row: TheEpisode, viewer: TheViewer) -> MetricsDocument:
    """Return the episode in figures; those of its calls for whoever may see everything."""
    return read_metrics(house.store, game_of(row), row, viewer)


@router.get("/search")
def search(
    house: TheHouse,
    row: TheEpisode,
    viewer: TheViewer,
    words: Annotated[str, Query(min_length=2, max_length=200)],
    from_turn: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    quick: Annotated[
        bool, Query(description="Only near where the log has the words, not where notes do.")
    ] = False,
) -> SearchResult:
    """Return the turns in which words are shown, whatever their case; of a long game in parts."""
    return find_words(house, row, viewer, words, from_turn, quick=quick)
