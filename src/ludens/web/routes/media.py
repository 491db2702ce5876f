"""Pictures and sounds that hooks made of turns."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict

from ludens.episode.errors import NoSuchTurnError
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow
from ludens.episode.visibility import Viewer
from ludens.games import game_of
from ludens.web.house import House, TheEpisode, TheHouse, TheViewer
from ludens.web.media import hears_all, picture_of, sound_of
from ludens.web.seeing import require_open

router = APIRouter(prefix="/episodes/{episode}/turns/{number}", tags=["media"])

Number = Annotated[int, Path(ge=0, le=2**31 - 1)]


class MediaDocument(BaseModel):
    """What there is to see and hear of a turn."""

    model_config = ConfigDict(frozen=True)

    picture: str | None
    """Where it can be had, below the API's address; so is the sound."""
    sound: str | None


@router.get("/media")
def read_media(
    house: TheHouse, row: TheEpisode, viewer: TheViewer, number: Number
) -> MediaDocument:
    """Return whether hooks drew the room of a turn, and spoke its words."""
    require_open(row)
    place = f"/episodes/{row.id}/turns/{number}"
    return MediaDocument(
        picture=f"{place}/picture" if _picture(house, row, number) else None,
        sound=f"{place}/sound" if _sound(house, row, number, viewer) else None,
    )


@router.get("/picture", response_class=FileResponse)
def read_picture(house: TheHouse, row: TheEpisode, number: Number) -> FileResponse:
    """Return the picture of the room where the player is in a turn."""
    require_open(row)
    return _file(_picture(house, row, number), "image/png", f"nobody drew turn {number}")


@router.get("/sound", response_class=FileResponse)
def read_sound(house: TheHouse, row: TheEpisode, viewer: TheViewer, number: Number) -> FileResponse:
    """Return the words of a turn as sound, to whoever may read all of them."""
    require_open(row)
    found = _sound(house, row, number, viewer)
    return _file(found, "audio/wav", f"nobody spoke turn {number}")


def _picture(house: House, row: EpisodeRow, number: int) -> FilePath | None:
    if row.game != "adventure":
        return None
    state = state_at(house.store, game_of(row), row, number)
    return picture_of(house.settings, row.subject, state)


def _sound(house: House, row: EpisodeRow, number: int, viewer: Viewer) -> FilePath | None:
    found = sound_of(house.settings, house.store, row, number)
    return found if found and hears_all(house.store, row, number, viewer) else None


def _file(path: FilePath | None, kind: str, missing: str) -> FileResponse:
    if path is None:
        raise NoSuchTurnError(missing)
    return FileResponse(path, media_type=kind)
