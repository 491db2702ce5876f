"""The lessons of an episode, and the deaths they come from: the fold of its events."""

from __future__ import annotations

from textwrap import shorten

from pydantic import Field

from ludens.adventure.events import PlayerDied, StoryRestored
from ludens.adventure.lessons.events import LessonsCarried, LessonsDrawn
from ludens.adventure.models import Part
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

DEATHS = 8
"""Deaths that are remembered with what killed; the newest."""
CLOCK = 60
"""Deaths and returns of which it is remembered when they came."""
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
    died_at: list[int] = Field(default_factory=list)
    """When deaths came by the story's own time, which goes back when the story does."""
    behind: list[tuple[int, int]] = Field(default_factory=list)
    """Turns at which the story was put back, and how many turns its time is behind since."""

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
                if not self._was_put_back(turn):  # who dies of looking round did nothing there
                    self.deaths = [*self.deaths[-DEATHS + 1 :], death]
                self.died_at = [*self.died_at[-CLOCK + 1 :], turn - self._behind(turn)]
            case StoryRestored():
                behind = turn - event.to_turn + self._behind(event.to_turn)
                self.behind = [*self.behind[-CLOCK + 1 :], (turn, behind)]

    def _was_put_back(self, turn: int) -> bool:
        """Tell whether the story was put back in a turn."""
        return bool(self.behind) and self.behind[-1][0] == turn

    def _behind(self, turn: int) -> int:
        """Return how many turns the story's time was behind after a turn."""
        return next((behind for at, behind in reversed(self.behind) if at <= turn), 0)
