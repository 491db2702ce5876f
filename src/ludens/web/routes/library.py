"""What there is: this house, and the episodes in its store."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from sqlalchemy import select

from ludens import __version__
from ludens.adventure.stories import bundled
from ludens.episode.errors import LudensError
from ludens.episode.events import canonical
from ludens.episode.schema import episode as episode_table
from ludens.episode.settings import Limits
from ludens.episode.store import EpisodeRow
from ludens.games import GAMES
from ludens.llm.catalogue import list_providers
from ludens.llm.keys import Keys
from ludens.llm.settings import OFFLINE, LLMSettings
from ludens.owning import models_asked, settings_to_go_on
from ludens.story.library import bundled_tales
from ludens.web.cards import Show, Sort
from ludens.web.documents import (
    MOST_FILE_BYTES,
    EpisodeDocument,
    EpisodeList,
    HouseDocument,
    ImportedDocument,
    ModelChoice,
    StoryChoice,
    UnusedSetting,
    ViewerDocument,
)
from ludens.web.house import House, TheEpisode, TheHouse, TheViewer
from ludens.web.masking import masked
from ludens.web.media import hook_folder
from ludens.web.seeing import viewer_documents
from ludens.web.views.view import sees_everything

router = APIRouter(tags=["library"])

MOST_TOLD = 200
"""Characters of a setting that is told."""


@router.get("/house")
def read_house(house: TheHouse) -> HouseDocument:
    """Return what this server has and allows, and what a new episode may be played with."""
    settings = house.settings
    return HouseDocument(
        version=__version__,
        read_only=house.access.read_only,
        games=list(GAMES),
        stories=[
            StoryChoice(name=story.name, title=story.title, blurb=story.blurb)
            for story in bundled()
        ],
        tales=[
            StoryChoice(name=tale.name, title=tale.title, blurb=tale.blurb)
            for tale in bundled_tales()
        ],
        models=_models(settings.llm),
        pictures=hook_folder(settings, "pictures") is not None,
        speech=hook_folder(settings, "speech") is not None,
        most_file_bytes=MOST_FILE_BYTES,
        settings={
            "limits": settings.limits.model_dump(mode="json"),
            **{game: getattr(settings, game).model_dump(mode="json") for game in GAMES},
            "models": settings.llm.model_dump(mode="json", exclude_none=True)["models"],
        },
        settings_schema={
            "limits": _schema(Limits),
            **{game: _schema(_section(getattr(settings, game))) for game in GAMES},
        },
    )


def _section(settings: BaseModel) -> type[BaseModel]:
    return type(settings)


@cache
def _schema(section: type[BaseModel]) -> dict[str, Any]:
    return section.model_json_schema()


def _models(llm: LLMSettings) -> list[ModelChoice]:
    choices = [ModelChoice(name=OFFLINE, ready=True, note="Rules instead of a model; free.")]
    for provider in list_providers(llm, Keys()):
        if not provider.is_installed:
            note = f"Needs its package: {provider.install}"
        elif not provider.is_ready:
            note = f"Needs its key in {provider.key_env}."
        else:
            note = f"Asked at {masked(provider.address)}."
        settings = llm.providers[provider.name]
        named = dict.fromkeys(name for name in (settings.strong, settings.small) if name)
        choices += [
            ModelChoice(name=f"{provider.name}/{model}", ready=provider.is_ready, note=note)
            for model in named
        ]
    return choices


class EpisodeQuery(BaseModel):
    """Which episodes are wanted, and how many at once."""

    game: Annotated[str | None, Field(max_length=32)] = None
    words: Annotated[str, Field(max_length=200, description="All of them must occur.")] = ""
    model: Annotated[str | None, Field(max_length=400)] = None
    suite: Annotated[str | None, Field(max_length=200)] = None
    tag: Annotated[str | None, Field(max_length=40)] = None
    show: Show = Show.ALL
    sort: Sort = Sort.NEWEST
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    offset: Annotated[int, Field(ge=0, le=10**6)] = 0


@router.get("/episodes")
def list_episodes(house: TheHouse, query: Annotated[EpisodeQuery, Query()]) -> EpisodeList:
    """Return one page of the episodes that match."""
    return house.cards.page(**dict(query))


@router.get("/episodes/{episode}")
def read_episode(house: TheHouse, row: TheEpisode, viewer: TheViewer) -> EpisodeDocument:
    """Return one episode with its forks; its settings for whoever may see everything."""
    settings: dict[str, Any] = masked(row.settings) if sees_everything(viewer) else {}
    found = house.store.found(select(episode_table).where(episode_table.c.id == row.id))
    (card,) = house.cards.of(found)
    return EpisodeDocument(
        card=card,
        settings=settings,
        family=house.cards.family(row),
        trouble=house.children.trouble(row.id),
        left=house.children.is_left(row.id),
        starting=house.children.is_starting(row),
        viewers=[ViewerDocument(**choice) for choice in viewer_documents(row)],
        imported=_imported(house, row) if settings and row.imported is not None else None,
    )


def _imported(house: House, row: EpisodeRow) -> ImportedDocument:
    """Return what of an imported episode's own settings does not hold here."""
    try:
        played, unused = settings_to_go_on(row, row.settings, house.settings)
    except LudensError as error:
        return ImportedDocument(unused=[], models=[], refused=str(error))
    return ImportedDocument(
        unused=[
            UnusedSetting(
                setting=each.setting[:MOST_TOLD],
                theirs=_told(each.setting, each.theirs),
                ours=_told(each.setting, each.ours),
            )
            for each in unused
        ],
        models=models_asked(played),
        refused=None,
    )


def _told(setting: str, value: Any) -> str:
    name = setting.rpartition(".")[2]
    value = masked({name: value})[name]
    told = value if isinstance(value, str) else canonical(value)
    return told if len(told) <= MOST_TOLD else told[:MOST_TOLD] + "…"
