"""What can happen when an episode searches."""

from __future__ import annotations

from typing import ClassVar

from ludens.adventure.models import Frozen
from ludens.episode.events import Event


class FindTold(Frozen):
    """A find, as it is recorded: the commands of the one that is typed stand in its plan."""

    kind: str
    """victory, score or room."""
    score: int
    """The score afterwards."""
    commands: int
    """How many commands it takes from here."""
    steps: int
    """Steps of search in this episode after which it was found."""


class SearchMade(Event):
    """States that could follow were searched; nothing of it has happened."""

    type: ClassVar[str] = "search_made"
    steps: int
    """Interpreter steps that it took."""
    total: int
    """Interpreter steps of search in this episode, with these."""
    allowed: int = 0
    """Interpreter steps that it might have taken; 0: an older log, which does not tell."""
    tells: bool = False
    """Its finds were made ready to be told, which takes steps of its own."""
    states: int
    places: int
    finds: tuple[FindTold, ...] = ()
    """The best first."""


SEARCH_EVENTS: tuple[type[Event], ...] = (SearchMade,)
