"""What the server holds: the store, what is allowed, who is watched and who plays."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated, cast

from fastapi import Depends, Path, Query, Request

from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.settings import Settings
from ludens.web.cards import Cards
from ludens.web.children import Children
from ludens.web.security import Access
from ludens.web.seeing import viewer_of
from ludens.web.tournaments import Tournaments
from ludens.web.watching import Watch

MOST_BYTES_KEPT = 64_000_000

Key = tuple[object, ...]


@dataclass(slots=True)
class Shelf:
    """Answers that do not change any more, the longest unused given up first."""

    most_bytes: int = MOST_BYTES_KEPT
    _answers: OrderedDict[Key, bytes] = field(default_factory=OrderedDict)
    _making: dict[Key, Lock] = field(default_factory=dict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def get(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """Return the answer of a key; whoever asks first makes it, and the others wait for it."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._answers:
                    return self._answers[key]
            answer = make()
            with self._lock:
                self._making.pop(key, None)
                self._answers[key] = answer
                self._bytes += len(answer)
                while self._bytes > self.most_bytes:
                    _, dropped = self._answers.popitem(last=False)
                    self._bytes -= len(dropped)
        return answer


@dataclass(slots=True)
class House:
    """Everything the routes need."""

    store: Store
    settings: Settings
    access: Access
    children: Children
    watch: Watch
    cards: Cards
    tournaments: Tournaments
    shelf: Shelf = field(default_factory=Shelf)


def house_of(request: Request) -> House:
    """Return the house that answers a request."""
    return cast(House, request.app.state.house)


TheHouse = Annotated[House, Depends(house_of)]


def episode_of(
    house: TheHouse,
    episode: Annotated[
        str,
        Path(pattern=r"^[a-z0-9]{1,16}$", description="An episode's id, its beginning, or `last`."),
    ],
) -> EpisodeRow:
    """Return the episode that a path names; raises NoSuchEpisodeError."""
    return house.store.episode(episode)


TheEpisode = Annotated[EpisodeRow, Depends(episode_of)]

ViewName = Annotated[
    str | None,
    Query(
        alias="view",
        pattern=r"^(public|viewer|analysis|seat:[0-9]{1,3})$",
        description="As whom to look: public, viewer, analysis or seat:N; else as its game has it.",
    ),
]


def the_viewer(row: TheEpisode, name: ViewName = None) -> Viewer:
    """Return as whom a request looks at its episode; raises NotForYouError."""
    return viewer_of(row, name)


TheViewer = Annotated[Viewer, Depends(the_viewer)]
