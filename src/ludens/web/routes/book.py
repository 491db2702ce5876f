"""A game inside a book: the book's pages, and where a turn is that is being played."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy import select

from ludens.episode.schema import call as call_table
from ludens.episode.store import EpisodeRow
from ludens.episode.thinking import words_under_way
from ludens.llm.settings import OFFLINE, LLMSettings
from ludens.story.cast.cards import Card, Cards, card_of
from ludens.story.cast.portrait import Portraits
from ludens.story.casting import ROLES, cache_folder, kept_cards, open_world, role_class
from ludens.story.errors import CorpusRefusedError
from ludens.story.progress import progress_of
from ludens.story.settings import Embeddings, StorySettings
from ludens.web.house import TheEpisode, TheHouse
from ludens.web.seeing import require_open
from ludens.web.views.story.book import BookPage, paged_book

router = APIRouter(prefix="/episodes/{episode}", tags=["story"])


def the_story(row: TheEpisode) -> EpisodeRow:
    """Return the game that is played in a book; raises CorpusRefusedError for any other."""
    require_open(row)
    if row.game != "story":
        raise CorpusRefusedError(f"episode {row.id} has no book to read in")
    return row


TheStory = Annotated[EpisodeRow, Depends(the_story)]


class ProgressDocument(BaseModel):
    """Where a turn is that is being played."""

    model_config = ConfigDict(frozen=True)

    turn: int
    phases: list[str]
    """Those that are known to have begun, with seed 004's names."""
    now: str
    """What is being done, in words."""
    prompt: str
    """What the player said in it, where that is known already."""


@router.get("/book", response_model=BookPage)
def read_page(
    house: TheHouse,
    row: TheStory,
    page: Annotated[int, Query(ge=0, le=1_000_000, description="The page, from 0.")] = 0,
    passage: Annotated[
        str | None,
        Query(pattern=r"^[0-9a-f]{12}$", description="The page with this passage instead."),
    ] = None,
) -> Response:
    """Return one page of the book that a game is played in."""

    def make() -> bytes:
        book = paged_book(house.store, row)
        number = page if passage is None else book.page_with(passage)
        return book.page(number).model_dump_json().encode()

    answer = house.shelf.get(("book", row.id, page, passage), make)
    return Response(answer, media_type="application/json")


Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]


class CardRequest(BaseModel):
    """What the player wants somebody to be; an empty field leaves what the book has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: Annotated[Words, StringConstraints(min_length=1)]
    """Somebody in the book, by any of their names."""
    name: Words = ""
    aliases: Annotated[tuple[Words, ...], Field(max_length=20)] = ()
    background: Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)] = ""


class CardList(BaseModel):
    """The cards that the player has changed."""

    model_config = ConfigDict(frozen=True)

    cards: tuple[Card, ...]


@router.get("/people")
def read_people(house: TheHouse, row: TheStory) -> CardList:
    """Return what the player has changed of a book's people; it is kept with the book."""
    book = paged_book(house.store, row).book
    return CardList(cards=kept_cards(book, _settings_of(row)))


@router.put("/people")
def change_person(house: TheHouse, row: TheStory, request: CardRequest) -> CardList:
    """Change somebody in the book: it holds from the next turn of every game in it."""
    book, settings = paged_book(house.store, row).book, _settings_of(row)
    cards = Cards(cache_folder(settings), book.sha256)
    words_alone = settings.model_copy(update={"embeddings": Embeddings.NONE})
    found = Portraits(open_world(book, words_alone)).find(request.of).name
    of = card_of(found, cards.load()).of
    aliases = tuple(dict.fromkeys(alias for alias in request.aliases if alias))
    name = "" if request.name == of else request.name
    cards.keep(Card(of=of, name=name, aliases=aliases, background=request.background))
    return CardList(cards=cards.load())


def _settings_of(row: EpisodeRow) -> StorySettings:
    return StorySettings.model_validate(row.settings.get("story", {}))


@router.get("/progress")
def read_progress(house: TheHouse, row: TheStory) -> ProgressDocument:
    """Return where the turn is that is being played, as far as its calls tell."""
    turn = row.turns + 1
    query = (
        select(call_table.c.agent)
        .where(
            call_table.c.episode_id == row.id,
            call_table.c.turn == turn,
            call_table.c.error.is_(None),
        )
        .order_by(call_table.c.id)
    )
    with house.store.database.read() as connection:
        returned = list(connection.execute(query).scalars())
    llm = LLMSettings.model_validate(row.settings.get("llm", {}))
    models = {
        role
        for role in ROLES
        if any(name != OFFLINE for name in llm.role(role, role_class(role)).models or ())
    }
    found = progress_of(returned, models)
    return ProgressDocument(
        turn=turn,
        phases=[p.value for p in found.phases],
        now=found.now,
        prompt=words_under_way(house.store, row),
    )
