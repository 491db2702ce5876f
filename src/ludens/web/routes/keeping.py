"""What people do with episodes that were played: tag them, take them away, throw them away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from ludens.episode.deleting import delete_episode
from ludens.episode.keeping import set_tags
from ludens.episode.transfer import export_lines
from ludens.games import GAMES, game_of
from ludens.web.documents import Accepted, TagsRequest
from ludens.web.house import TheEpisode, TheHouse
from ludens.web.replay import replay_page
from ludens.web.seeing import require_open

router = APIRouter(prefix="/episodes/{episode}", tags=["keeping"])


class Form(StrEnum):
    """What an export is for."""

    JSONL = "jsonl"
    """Everything: `ludens import` brings it back."""
    HTML = "html"
    """To be watched: one page that needs no network."""


MEDIA = {Form.JSONL: "application/jsonl", Form.HTML: "text/html; charset=utf-8"}


@router.put("/tags")
def tag_episode(house: TheHouse, row: TheEpisode, request: TagsRequest) -> Accepted:
    """Give an episode these tags and no others."""
    require_open(row)
    set_tags(house.store, row.id, request.tags)
    return Accepted(episode=row.id)


@router.delete("")
def throw_away(house: TheHouse, row: TheEpisode) -> Accepted:
    """Take an episode out of the store for good; one that is being played is refused."""
    require_open(row)
    delete_episode(house.store, row.id)
    return Accepted(episode=row.id)


@router.get("/export", response_class=StreamingResponse)
def export_episode(
    house: TheHouse,
    row: TheEpisode,
    form: Annotated[Form, Query(description="jsonl: everything; html: a page.")] = Form.HTML,
) -> StreamingResponse:
    """Return an episode as a file, as `ludens export` writes it."""
    require_open(row)
    if form is Form.HTML:
        lines: Iterator[str] = iter((replay_page(house.store, game_of(row), row),))
    else:  # what is damaged is refused before anything is sent
        lines = (line + "\n" for line in export_lines(house.store, row, GAMES))
    name = re.sub(r"[^\w.-]+", "-", f"{row.subject}-{row.id}", flags=re.ASCII).strip("-")
    return StreamingResponse(
        lines,
        media_type=MEDIA[form],
        headers={"content-disposition": f'attachment; filename="{name}.{form.value}"'},
    )
