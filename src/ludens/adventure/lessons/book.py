"""The lessons of an episode, and the deaths they come from: the fold of its events."""

from __future__ import annotations

from textwrap import shorten

from pydantic import Field

from ludens.adventure.events import PlayerDied
from ludens.adventure.lessons.events import LessonsCarried, LessonsDrawn
from ludens.adventure.models import Part
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

DEATHS = 8
"""Deaths that are remembered with what killed; the newest."""
TOLD = 160
"""Characters of the story's words about a death."""


class Death(Part):
    """How the player died once."""

    turn: int
    command: str
    room: RoomId | None
    text: str


class LessonBook(Part):
    """What is remembered; changed by events only, and bounded."""

    drawn: tuple[str, ...] = ()
    """This episode's own."""
    carried: tuple[str, ...] = ()
    """What an earlier episode of the same story taught, where that is set."""
    looked: int = 0
    """The last turn that the keeper looked back."""
    deaths: list[Death] = Field(default_factory=list)

    def apply(self, event: Event, turn: int, here: RoomId | None) -> None:
        """Fold one event; `here` is where the player is."""
        match event:
            case LessonsDrawn():
                self.drawn, self.looked = event.lines, turn
            case LessonsCarried():
                self.carried = event.lines
            case PlayerDied():
                words = " ".join(event.text.split())[-TOLD * 2 :]
                told = shorten(words, TOLD, placeholder=" …")
                death = Death(turn=turn, command=event.command, room=here, text=told)
                self.deaths = [*self.deaths[-DEATHS + 1 :], death]
