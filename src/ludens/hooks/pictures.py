"""A picture of each room, by an endpoint that speaks OpenAI's protocol for images."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Awaitable
from functools import partial
from pathlib import Path

from ludens.adventure.world.map_events import RoomChanged, RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.hooks import Hook, Moment
from ludens.hooks.background import Background, OutsideError
from ludens.hooks.outside import ask, checked_url, need_http, secret

STYLE = "A scene from a text adventure, seen by the player. No text in the picture."


FOLDER = "pictures"


def picture_name(subject: str, room: str, description: str) -> str:
    """Return the file's name of a room's picture: a room that looks otherwise has another."""
    digest = hashlib.sha256("\0".join((subject, room, description)).encode()).hexdigest()
    return f"{digest[:24]}.png"


class Pictures(Hook):
    """Writes `FOLDER/HASH.png` for each room that is entered, once for a room of a story.

    The name is made of the story, the room's name and what it looks like: another episode of the
    same story finds the picture, and a room that looks otherwise gets another one. A room that
    was described before the episode was resumed has none until it is described again.
    """

    def __init__(
        self,
        *,
        folder: str = FOLDER,
        url: str = "https://api.openai.com/v1",
        model: str = "gpt-image-1",
        size: str = "1024x1024",
        style: str = STYLE,
        key_variable: str = "OPENAI_API_KEY",
        timeout: float = 120.0,
    ) -> None:
        """`style` goes before the room's description; `timeout` is seconds a picture."""
        need_http()
        self._folder, self._url = Path(folder), checked_url(url, "url")
        self._key, self._timeout = secret(key_variable), timeout
        self._model, self._size, self._style = model, size, style
        self._rooms: dict[RoomId, tuple[str, str]] = {}
        self._work = Background(type(self).__name__)

    def on_turn_end(self, moment: Moment) -> None:
        """Note how rooms are described."""
        for event in moment.events:
            if isinstance(event, RoomFound) and not event.dark:
                self._rooms[event.room] = (event.name, event.description)
            elif isinstance(event, RoomChanged) and event.room in self._rooms:
                name, description = self._rooms[event.room]
                self._rooms[event.room] = (
                    name if event.name is None else event.name,
                    description if event.description is None else event.description,
                )
        for event in moment.events:
            if event.hook == "on_room_enter":
                self._enter(moment, getattr(event, "room", RoomId("")))

    def on_episode_end(self, moment: Moment) -> Awaitable[None]:
        """Wait a little for pictures that are being made."""
        return self._work.finish_beside()

    def _enter(self, moment: Moment, room: RoomId) -> None:
        known = self._rooms.get(room)
        if known is None:
            return
        path = self._folder / picture_name(moment.subject, *known)
        if not path.exists():
            self._work.add(partial(self._draw, path, f"{self._style} {known[0]}. {known[1]}"))

    def _draw(self, path: Path, prompt: str) -> None:
        if path.exists():  # it was entered twice before the first picture was there
            return
        answer = ask(
            f"{self._url}/images/generations",
            {"model": self._model, "prompt": prompt, "size": self._size, "n": 1},
            headers={"Authorization": f"Bearer {self._key}"},
            timeout=self._timeout,
            stopping=self._work.stopping,
        )
        try:
            first = json.loads(answer)["data"][0]
            encoded, address = first.get("b64_json"), first.get("url")
            picture = (
                base64.b64decode(encoded, validate=True)
                if encoded
                else ask(checked_url(address, "the picture's url"), timeout=self._timeout)
            )
        except (ValueError, LookupError, TypeError, AttributeError):
            raise OutsideError("the endpoint's answer holds no picture") from None
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        draft.write_bytes(picture)
        draft.replace(path)
