"""What hooks made of a turn: a picture of its room, and its words as sound.

Only files that the hooks' own names lead to are given, from the folders that this server's own
settings name: an episode's record has no say in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludens.adventure.state import AdventureState
from ludens.episode.settings import HookChoice
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import ANALYSIS, Viewer
from ludens.games import game_of
from ludens.hooks.pictures import FOLDER, picture_name
from ludens.hooks.speech import sound_name
from ludens.settings import Settings
from ludens.web.seeing import Glass

DEFAULTS: dict[str, str | None] = {"pictures": FOLDER, "speech": None}
"""Where a hook puts its files unless told otherwise; speech is heard, and kept nowhere."""


def hook_folder(settings: Settings, hook: str) -> Path | None:
    """Return where a hook that the settings name puts its files; None if it makes none."""
    for choice in settings.hooks:
        named = choice if isinstance(choice, HookChoice) else HookChoice(use=choice)
        if named.use == hook:
            folder = named.options.get("folder", DEFAULTS[hook])
            return Path(str(folder)) if folder is not None else None
    return None


def picture_of(settings: Settings, subject: str, state: AdventureState) -> Path | None:
    """Return the picture of the room where the player is, if it was drawn."""
    folder, here = hook_folder(settings, "pictures"), state.map.here
    if folder is None or here is None:
        return None
    room = state.map.rooms[here]
    return _there(folder / picture_name(subject, room.name, room.description))


def sound_of(settings: Settings, store: Store, row: EpisodeRow, turn: int) -> Path | None:
    """Return the sound of a turn, if it was spoken: by this episode, or by one it was forked
    from."""
    folder = hook_folder(settings, "speech")
    while folder is not None:
        found = _there(folder / sound_name(row.id, turn))
        if found is not None or row.parent_id is None or turn > (row.parent_turn or 0):
            return found
        row = store.episode(row.parent_id)
    return None


def hears_all(store: Store, row: EpisodeRow, turn: int, viewer: Viewer) -> bool:
    """Tell whether a viewer may know every word of a turn, as they are all spoken in one file."""
    lines = store.events(row.id, from_turn=turn, to_turn=turn)
    whole, seen = (Glass(game_of(row), each).documents(lines) for each in (ANALYSIS, viewer))
    return _words(whole) == _words(seen)


def _words(events: Sequence[dict[str, Any]]) -> list[str]:
    return [text for event in events if (text := event["data"].get("text"))]


def _there(path: Path) -> Path | None:
    return path if path.is_file() else None
