"""Games for the tests of the promises: every game, and every option that its settings have."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin
from zlib import crc32

from pydantic import BaseModel

from ludens.episode.state import merged
from ludens.episode.store import NewEpisode
from ludens.games import GAMES, new_adventure, new_story, new_table
from ludens.settings import Settings, SettingsError, check_settings
from ludens.story.corpus.book import Book
from ludens.story.library import find_book

NOT_HERE = (
    "mafia.player",  # a person, who is asked
    "mafia.players",
    "story.embedding",  # servers and models that are not on every machine
    "story.reranking",
    "story.index_folder",
    "mafia.personas_folder",
)
"""Options whose other values need somebody or something that a test has not."""
QUIET = {"story": {"keep_index": False, "visitor": True, "embeddings": "none"}}
"""Nothing is kept between two games, and nobody is waited for."""
BY_MODELS = {
    "llm": {
        "models": {"default": {"models": ["compatible/anything"]}},
        "providers": {"compatible": {}},
    },
    "adventure": {
        "critic": {"by_model": True},
        "reader_share": 1.0,
        "judge": {"share": 1.0},
        "lessons": {"share": 1.0, "every": 3},
    },
    "mafia": {"narrator": True},
}
"""Every role is a model's."""
SEARCHES = {"enabled": True, "budget": 300, "slice": 100}
TOGETHER: dict[str, dict[str, Any]] = {
    "by models": BY_MODELS,
    "models beside a search": merged(
        BY_MODELS, {"adventure": {"search": {"enabled": True, "budget": 1500, "slice": 500}}}
    ),
    "searching": {"adventure": {"search": SEARCHES}},
    "searching by text": {"adventure": {"search": SEARCHES, "perception": "text"}},
}
"""What several options make together."""
COSTLY = {"adventure.search.enabled=True": TOGETHER["searching"]}
"""Options that with the defaults beside them take a minute for what they say in a second."""
TURNS = {"adventure": 14, "mafia": 14, "story": 4}
"""Turns of a game here: enough for each phase of it."""


def options(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each option of a game with a value that is not its default, as settings.

    What is derived from the settings' own types needs no list to be kept in step with them.
    """
    section = Settings.model_fields[game].annotation
    assert isinstance(section, type)
    assert issubclass(section, BaseModel)
    for name, value in _others(section, f"{game}."):
        if name.startswith(NOT_HERE):
            continue
        nested: Any = value
        for part in reversed(name.split(".")):
            nested = {part: nested}
        option = f"{name}={value}"
        yield option, COSTLY.get(option, nested)


def _others(section: type[BaseModel], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, field in section.model_fields.items():
        kind, name = field.annotation, prefix + key
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _others(kind, f"{name}.")
            continue
        default = field.get_default(call_default_factory=True)
        kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        for each in kinds:
            if each is bool:
                yield name, not default
            elif isinstance(each, type) and issubclass(each, StrEnum):
                yield from ((name, other.value) for other in each if other is not default)
            elif each in (int, float) and isinstance(default, int | float):
                more = crc32(name.encode()) % 2
                yield name, default * 2 + 1 if more else default // 2


def episode(
    game: str,
    changes: dict[str, Any],
    *,
    seed: int,
    subject: str | None = None,
    model_url: str = "",
    turns: int | None = None,
) -> NewEpisode | None:
    """Return an episode to be played under changed settings; None where they do not go together."""
    limits = {"limits": {"turns": turns or TURNS[game]}}
    asked = merged(merged(QUIET, limits), changes)
    if asked.get("adventure", {}).get("player", {}).get("kind") == "bare":  # it needs a model
        asked = merged(asked, {"llm": BY_MODELS["llm"]})
    if "llm" in asked:
        served = {"providers": {"compatible": {"base_url": model_url}}}
        asked["llm"] = merged(asked["llm"], served)
    try:
        settings = check_settings(asked)
    except SettingsError:
        return None
    if game == "adventure":
        return new_adventure(settings, subject, seed=seed)
    return (
        new_table(settings, seed=seed)
        if game == "mafia"
        else new_story(settings, subject or beginning(), seed=seed)
    )


@cache
def beginning() -> Book:
    """The first chapters of the bundled tale: a whole book takes a second to open each time."""
    whole = find_book()
    return whole.model_copy(update={"chapters": whole.chapters[:2]})


def every_option() -> list[tuple[str, str, dict[str, Any]]]:
    """Return every game as it is and by models, then with each option changed."""
    plain: list[tuple[str, str, dict[str, Any]]] = [(game, "as it is", {}) for game in GAMES]
    for name, changes in TOGETHER.items():
        plain += [(game, name, changes) for game in GAMES if game in changes or "llm" in changes]
    return plain + [(game, name, each) for game in GAMES for name, each in options(game)]
