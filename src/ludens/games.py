"""The games that this house plays, and how an episode of one is entered."""

from __future__ import annotations

import secrets
from typing import Any

from ludens.adventure.game import Adventure
from ludens.adventure.story_library import find_story
from ludens.episode.errors import LudensError
from ludens.episode.game import Game
from ludens.episode.store import EpisodeRow, NewEpisode
from ludens.mafia.game import Mafia
from ludens.settings import Settings

GAMES: dict[str, Game[Any]] = {"adventure": Adventure(), "mafia": Mafia()}

MOST_SEEDS = 2**31
"""Seeds that are drawn lie below this; any other may be given."""


def game_of(row: EpisodeRow) -> Game[Any]:
    """Return the game of an episode; raises LudensError for one this version does not have."""
    try:
        return GAMES[row.game]
    except KeyError:
        raise LudensError(
            f"episode {row.id} is a game of {row.game!r}, which this version of Ludens lacks"
        ) from None


def new_adventure(
    settings: Settings, story: str | None = None, *, seed: int | None = None
) -> NewEpisode:
    """Return a new episode of a story: a file, a bundled one's name, or None for the first one.

    Without a seed one is drawn. Raises StoryRefused when there is no such story.
    """
    found = find_story(story)
    return NewEpisode(
        game="adventure",
        subject=found.name,
        subject_hash=found.sha256,
        subject_content=found.data,
        seed=seed if seed is not None else secrets.randbelow(MOST_SEEDS),
        model=model_names(settings),
        settings=recorded(settings),
    )


def model_names(settings: Settings) -> str:
    """Return who plays, for lists: the models that the settings name, or `offline`."""
    chosen = [name for role in settings.llm.models.values() for name in role.models or ()]
    return ", ".join(dict.fromkeys(chosen)) or "offline"


def recorded(settings: Settings) -> dict[str, Any]:
    """Return what an episode records of the settings: all that decides what follows."""
    return settings.model_dump(mode="json", include={"limits", "adventure", "llm"})
