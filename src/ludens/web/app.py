"""The record over HTTP: episodes, their events, and any turn as it was."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse

from ludens import __version__
from ludens.episode.calls import calls_of
from ludens.episode.errors import LudensError, NoSuchEpisodeError, NoSuchTurnError
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of

PAGE = 1000
"""Events of one answer, at most."""


def create_app(store: Store) -> FastAPI:
    """Return the server's application; it reads the store and changes nothing."""
    app = FastAPI(title="Ludens", version=__version__, docs_url=None, redoc_url=None)

    @app.exception_handler(LudensError)
    async def explain(_request: Request, error: LudensError) -> JSONResponse:
        missing = isinstance(error, NoSuchEpisodeError | NoSuchTurnError)
        return JSONResponse({"detail": str(error)}, status_code=404 if missing else 503)

    @app.get("/api/episodes")
    def episodes(limit: Annotated[int, Query(ge=1, le=PAGE)] = 100) -> list[dict[str, Any]]:
        """List the episodes, newest first."""
        return [describe(row) for row in store.episodes(limit=limit)]

    @app.get("/api/episodes/{episode}")
    def episode(episode: str) -> dict[str, Any]:
        """Return one episode; `episode` is an id, the beginning of one, or `last`."""
        return describe(store.episode(episode))

    @app.get("/api/episodes/{episode}/events")
    def events(
        episode: str,
        from_seq: Annotated[int, Query(ge=0, lt=2**31)] = 0,
        limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    ) -> list[dict[str, Any]]:
        """Return events in order from a sequence number on."""
        lines = store.events(store.episode(episode).id, from_seq=from_seq, limit=limit)
        return [
            {"seq": e.seq, "turn": e.turn, "time": e.time, "type": e.type, "data": e.data}
            for e in lines
        ]

    @app.get("/api/episodes/{episode}/turns/{turn}")
    def state(episode: str, turn: int) -> dict[str, Any]:
        """Return the whole state after a turn."""
        row = store.episode(episode)
        game = game_of(row)
        found = state_at(store, game, row, turn)
        return {
            "turn": turn,
            "headline": game.headline(found),
            "state": found.model_dump(mode="json"),
        }

    @app.get("/api/episodes/{episode}/turns/{turn}/calls")
    def calls(episode: str, turn: int) -> list[dict[str, Any]]:
        """Return the model calls of a turn: prompt, reply, tokens, cost."""
        row = store.episode(episode)
        return [call.model_dump(mode="json") for _, call in calls_of(store, row.id, turn=turn)]

    return app


def describe(row: EpisodeRow) -> dict[str, Any]:
    """Return what the list of episodes says of one."""
    return {
        "episode": row.id,
        "game": row.game,
        "subject": row.subject,
        "seed": row.seed,
        "model": row.model,
        "parent": row.parent_id,
        "parent_turn": row.parent_turn,
        "created": row.created,
        "updated": row.updated,
        "turns": row.turns,
        "status": row.status,
        "outcome": row.outcome.value if row.outcome else None,
        "reason": row.reason,
        "headline": row.headline,
        "seconds": row.seconds,
    }
