"""What can happen to lessons."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ludens.episode.events import Event

MOST_LINES = 10
"""Lines of lessons at most."""
LINE = 140
"""Characters of a line at most."""

Line = Annotated[str, Field(max_length=LINE)]
Lines = Annotated[tuple[Line, ...], Field(max_length=MOST_LINES)]


class LessonsDrawn(Event):
    """The knowledge keeper looked back; these lines replace those before."""

    lines: Lines


class LessonsCarried(Event):
    """The episode begins with what an earlier one of the same story taught."""

    lines: Lines


LESSON_EVENTS: tuple[type[Event], ...] = (LessonsDrawn, LessonsCarried)
