"""Which view shows which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludens.episode.game import Game
from ludens.web.views.adventure.view import AdventureView
from ludens.web.views.mafia.view import MafiaView
from ludens.web.views.plain import PlainView
from ludens.web.views.story.view import StoryView
from ludens.web.views.view import GameView

VIEWS: Mapping[str, GameView[Any]] = {
    "adventure": AdventureView(),
    "mafia": MafiaView(),
    "story": StoryView(),
}


def view_of(game: Game[Any]) -> GameView[Any]:
    """Return a game's own view, or the plain one that shows any game."""
    return VIEWS.get(game.name) or PlainView(game.headline)
