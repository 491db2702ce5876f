"""How the API answers: documents as JSON, and every trouble as one line."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from ludens.adventure.interpreter.story_file import StoryRefused
from ludens.episode.errors import (
    DamagedError,
    EpisodeEndedError,
    EpisodeRefusedError,
    EpisodeTakenError,
    LudensError,
    NoSuchEpisodeError,
    NoSuchTurnError,
    StoreError,
)
from ludens.episode.events import UnknownEventError
from ludens.settings import SettingsError, in_words
from ludens.story.errors import CorpusRefusedError
from ludens.web.children import TooManyGamesError
from ludens.web.documents import Trouble
from ludens.web.seeing import NotForYouError
from ludens.web.views.mafia.sealing import NotYourSeatError, SealedError
from ludens.writable import writable_json

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoSuchEpisodeError, 404),
    (NoSuchTurnError, 404),
    (NotForYouError, 403),
    (SealedError, 403),
    (NotYourSeatError, 403),
    (EpisodeTakenError, 409),
    (EpisodeEndedError, 409),
    (DamagedError, 409),
    (EpisodeRefusedError, 422),
    (StoreError, 503),
    (SettingsError, 422),
    (TooManyGamesError, 429),
    (StoryRefused, 422),
    (UnknownEventError, 409),
    (LudensError, 409),
)

TROUBLES: dict[int | str, dict[str, Any]] = {
    status: {"model": Trouble, "description": text}
    for status, text in (
        (400, "The request is no JSON."),
        (401, "The token is missing."),
        (403, "Not allowed: another page's request, another host's name, read-only, or hidden."),
        (404, "There is no such episode or turn."),
        (405, "The address does not take this method."),
        (409, "The episode is in no state for this."),
        (413, "The request is too long."),
        (422, "A field or a setting is wrong; `fields` says which."),
        (429, "As many games are being played as the page may start."),
        (503, "The store does not answer."),
    )
}
"""Documented with every route."""


def document(value: object) -> Response:
    """Return JSON values, TypedDicts and models as an answer, without checking them once more."""
    return Response(to_json(value), media_type="application/json")


def install(app: FastAPI) -> None:
    """Let an app answer every trouble with a `Trouble`."""
    app.add_exception_handler(LudensError, _of_ludens)
    app.add_exception_handler(UnknownEventError, _of_ludens)
    app.add_exception_handler(RequestValidationError, _of_a_request)
    app.add_exception_handler(HTTPException, _of_http)


def _of_ludens(request: Request, error: Exception) -> Response:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    fields = {}
    if isinstance(error, SettingsError):
        fields = {problem.setting: problem.message for problem in error.problems}
    elif isinstance(error, StoryRefused):
        fields = {"story": str(error)}
    elif isinstance(error, CorpusRefusedError):
        fields = {"subject": str(error)}
    elif isinstance(error, SealedError):
        fields = {"table": error.table}
    return _trouble(status, str(error), fields)


def _of_a_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = {}
    for each in error.errors():
        where = [str(part) for part in each["loc"][1:]] or [str(each["loc"][0])]
        fields[".".join(where)] = in_words(each["msg"])
    name, message = next(iter(fields.items()), ("request", "is not understood"))
    return _trouble(422, f"{name}: {message}", fields)


def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _trouble(error.status_code, str(error.detail), {}, dict(error.headers or {}))


def _trouble(
    status: int, error: str, fields: dict[str, str], headers: dict[str, str] | None = None
) -> Response:
    return JSONResponse(writable_json({"error": error, "fields": fields}), status, headers)
