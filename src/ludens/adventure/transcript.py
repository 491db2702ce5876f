"""An adventure to be read: what was typed and what the story said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.adventure.events import CommandChosen, TextObserved
from ludens.episode.events import EpisodeEnded, Event


def transcript(title: str, events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines of a transcript."""
    yield title
    yield ""
    for event in events:
        match event:
            case CommandChosen():
                yield f"> {event.command}"
            case TextObserved():
                yield from event.text.strip("\n").split("\n")
                yield ""
            case EpisodeEnded():
                yield f"[{event.reason}]"
