"""From the settings to the company: which role is played by rules, and which by a model."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from ludens.llm.base import OnText
from ludens.llm.models import Models
from ludens.llm.settings import RoleClass
from ludens.story.agents.human import HumanVisitor, Person
from ludens.story.agents.llm import (
    LLMCharacter,
    LLMExtractor,
    LLMNarrator,
    LLMPlanner,
    LLMReferee,
)
from ludens.story.agents.offline import (
    OfflineCharacter,
    OfflineExtractor,
    OfflineNarrator,
    OfflinePlanner,
    OfflineReferee,
    OfflineVisitor,
    RandomReferee,
    Script,
)
from ludens.story.agents.roles import Referee, Visitor
from ludens.story.cast.cards import Card, Cards
from ludens.story.cast.kept import tables
from ludens.story.cast.portrait import Portraits
from ludens.story.company import Company, OnPhase
from ludens.story.corpus.book import Book
from ludens.story.corpus.index import Index, Progress, default_folder
from ludens.story.persona_cache import PersonaCache
from ludens.story.retrieval.choice import chosen_embedder, chosen_reranker
from ludens.story.settings import StorySettings, Weighing
from ludens.story.world import World, make_world

REFEREE, PLANNER, NARRATOR = "referee", "planner", "narrator"
CHARACTER, EXTRACTOR = "character", "persona"
ROLES = (REFEREE, PLANNER, NARRATOR, CHARACTER, EXTRACTOR)
"""The roles of the game in `llm.models`, and its agents' names on every call."""

MOST_WORLDS = 2
_WORLDS: dict[tuple[str, str, tuple[Card, ...]], World] = {}


def index_for(settings: StorySettings) -> Index:
    """Return where the settings keep indexes."""
    return Index(cache_folder(settings), settings.passage_words)


def cache_folder(settings: StorySettings) -> Path | None:
    """Return the folder of indexes and personas; None when nothing is to be kept."""
    if not settings.keep_index:
        return None
    return Path(settings.index_folder).expanduser() if settings.index_folder else default_folder()


def kept_cards(book: Book, settings: StorySettings) -> tuple[Card, ...]:
    """Return what the player has changed of a book's people."""
    return Cards(cache_folder(settings), book.sha256).load()


def open_world(book: Book, settings: StorySettings, progress: Progress | None = None) -> World:
    """Return the world of a book under the settings; raises EmbeddingsUnavailableError.

    The last worlds are kept in memory: nothing in them changes, and a server that resumes a game
    need not read its book again.
    """
    decisive = settings.model_dump_json(
        include={
            "passage_words",
            "embeddings",
            "embedding_model",
            "embedding_server",
            "reranking",
            "reranking_model",
            "reranking_server",
            "keep_index",
            "index_folder",
        }
    )
    cards = kept_cards(book, settings)
    key = (book.sha256, decisive, cards)
    if key not in _WORLDS:
        while len(_WORLDS) >= MOST_WORLDS:
            _WORLDS.pop(next(iter(_WORLDS)), None)
        _WORLDS[key] = make_world(
            book,
            index_for(settings),
            chosen_embedder(settings),
            progress,
            partial(chosen_reranker, settings),
            cards,
        )
    return _WORLDS[key]


def cast_roles(
    settings: StorySettings,
    models: Models,
    world: World,
    person: Person | None,
    *,
    on_text: OnText | None = None,
    on_phase: OnPhase | None = None,
) -> Company:
    """Return the company that the settings describe; raises ConfigurationError."""
    portraits = Portraits(world)
    offline = {role: models.is_offline(role, role_class(role)) for role in ROLES}

    # A script is played to its end; then a person, if one is there, else a visitor by itself.
    visitor: Visitor
    if settings.script:
        visitor = Script(settings.script)
    elif person is not None:
        visitor = HumanVisitor(person)
    else:
        visitor = OfflineVisitor(world, portraits)
    drawn_by = "offline" if offline[EXTRACTOR] else models.names(EXTRACTOR, role_class(EXTRACTOR))
    cards = [card.model_dump() for card in world.cards]
    embedder = world.retriever.embedder
    embedded_by = embedder.name if embedder is not None else "none"
    return Company(
        settings=settings,
        world=world,
        portraits=portraits,
        visitor=visitor,
        referee=offline_referee(world, settings.weighing)
        if offline[REFEREE]
        else LLMReferee(models.for_agent(REFEREE, role_class(REFEREE), temperature=0.0), world),
        planner=OfflinePlanner(portraits)
        if offline[PLANNER]
        else LLMPlanner(models.for_agent(PLANNER, role_class(PLANNER))),
        narrator=OfflineNarrator(world, portraits)
        if offline[NARRATOR]
        else LLMNarrator(
            models.for_agent(NARRATOR, role_class(NARRATOR)), settings.answer_characters, on_text
        ),
        character=OfflineCharacter(world, portraits)
        if offline[CHARACTER]
        else LLMCharacter(
            models.for_agent(CHARACTER, role_class(CHARACTER)), settings.answer_characters, on_text
        ),
        extractor=OfflineExtractor(portraits)
        if offline[EXTRACTOR]
        else LLMExtractor(
            models.for_agent(EXTRACTOR, role_class(EXTRACTOR)),
            world,
            portraits,
            settings.read_to_chapter,
        ),
        cache=PersonaCache(
            cache_folder(settings),
            world.book.sha256,
            json.dumps([drawn_by, embedded_by, cards, settings.read_to_chapter, tables()]),
        ),
        by_rules=offline[NARRATOR] and offline[CHARACTER],
        on_phase=on_phase,
    )


def offline_referee(world: World, weighing: Weighing) -> Referee:
    """Return the referee that no model plays."""
    if weighing is Weighing.RANDOM:
        return RandomReferee(world)
    return OfflineReferee(world, weighing)


def role_class(role: str) -> RoleClass:
    """Reading the book is parsers' work; the rest is deciding."""
    return RoleClass.PARSER if role == EXTRACTOR else RoleClass.DECIDER
