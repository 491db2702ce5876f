"""A hook of your own: a postcard from each room, once.

Beside `ludens.toml`, or where Ludens is run, a file `hooks/postcards.py` is the hook `postcards`.
"""

from __future__ import annotations

from pathlib import Path

from ludens.episode.hooks import Hook, Moment


class Postcards(Hook):
    """Writes `FOLDER/NAME.txt` when a room is entered for the first time in this run."""

    def __init__(self, folder: str = "postcards") -> None:
        self.folder = Path(folder)
        self._sent: set[str] = set()

    def on_room_enter(self, moment: Moment) -> None:
        """Write one, unless this room has had its own."""
        place = str(moment.headline["place"])
        if place in self._sent:
            return
        self._sent.add(place)
        self.folder.mkdir(parents=True, exist_ok=True)
        name = "".join(letter if letter.isalnum() else "-" for letter in place.lower())
        text = f"Greetings from {place}!\nTurn {moment.turn} of {moment.subject}.\n"
        (self.folder / f"{name}.txt").write_text(text, encoding="utf-8")
