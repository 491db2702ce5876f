"""Who looks, and what of a log they are shown.

Every route of an episode takes `?view=`; what that viewer may not see is taken out of the events
here, before a view or a message is made of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens.episode.errors import LudensError
from ludens.episode.events import Event, EventCodec
from ludens.episode.game import Game
from ludens.episode.store import EpisodeRow, EventRow
from ludens.episode.visibility import ANALYSIS, Viewer, parse_viewer, project, seen_as_data
from ludens.games import game_of
from ludens.web.views.registry import view_of
from ludens.web.views.view import sees_everything


class NotForYouError(LudensError):
    """Whoever asks may not see it, now or at all."""


def viewer_of(row: EpisodeRow, name: str | None) -> Viewer:
    """Return as whom an episode is looked at; without a name, as its game has it.

    Raises NotForYouError when the episode may not be looked at so.
    """
    choices = view_of(game_of(row)).viewers(row)
    if name is None:
        return choices[0].viewer
    try:
        wanted = parse_viewer(name)
    except ValueError as error:
        raise NotForYouError(str(error)) from None
    if wanted not in [choice.viewer for choice in choices]:
        allowed = ", ".join(str(choice.viewer) for choice in choices)
        raise NotForYouError(f"this episode can be seen as {allowed} only, as it stands")
    return wanted


def viewer_documents(row: EpisodeRow) -> list[dict[str, str]]:
    """Return as whom an episode may be looked at as it stands, the default first."""
    choices = view_of(game_of(row)).viewers(row)
    return [{"name": str(choice.viewer), "label": choice.label} for choice in choices]


def require_everything(viewer: Viewer) -> None:
    """Raise NotForYouError unless the viewer may see everything that happened."""
    if not sees_everything(viewer):
        raise NotForYouError("this is for those who may see everything: view=viewer or analysis")


def require_open(row: EpisodeRow) -> None:
    """Raise NotForYouError while nobody may see the whole episode: a person plays in it."""
    if not any(sees_everything(c.viewer) for c in view_of(game_of(row)).viewers(row)):
        raise NotForYouError("while a person sits at the table the game can only be played on")


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A line of a log as a viewer sees it."""

    row: EventRow
    event: Event
    """Hidden fields are absent."""
    data: dict[str, Any]

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return event_document(self.row, self.data)


def event_document(line: EventRow, data: dict[str, Any]) -> dict[str, Any]:
    """Return a line of a log as JSON values."""
    return {
        "seq": line.seq,
        "turn": line.turn,
        "time": line.time,
        "type": line.type,
        "data": data,
    }


class Glass:
    """Shows lines of one game's log to one viewer."""

    def __init__(self, game: Game[Any], viewer: Viewer) -> None:
        self.viewer = viewer
        self._codec = EventCodec(game.events)

    def seen(self, lines: Sequence[EventRow], events: Sequence[Event]) -> list[SeenLine]:
        """Return what the viewer sees of lines whose events are decoded; others are dropped."""
        if self.viewer == ANALYSIS:
            pairs = zip(lines, events, strict=True)
            return [SeenLine(line, event, json.loads(line.data)) for line, event in pairs]
        found = []
        for line, event in zip(lines, events, strict=True):
            part = project(event, self.viewer)
            data = seen_as_data(event, self.viewer)
            if part is not None and data is not None:
                data.pop("type")
                found.append(SeenLine(line, part, data))
        return found

    def decode(self, lines: Sequence[EventRow]) -> list[Event]:
        """Return the events of lines, whole."""
        return [self._codec.decode(line.type, line.data) for line in lines]

    def documents(self, lines: Sequence[EventRow]) -> list[dict[str, Any]]:
        """Return what the viewer sees of lines, as JSON values."""
        if self.viewer == ANALYSIS:  # as they stand, also those of another version
            return [event_document(line, json.loads(line.data)) for line in lines]
        return [each.document() for each in self.seen(lines, self.decode(lines))]
