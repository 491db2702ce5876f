"""Ways to break the server on purpose, each of which the check must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from leaks import engine_plants
from ludens.episode.events import EpisodeReopened
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer, project
from ludens.web import cards, house, watching
from ludens.web.routes import table as table_routes
from ludens.web.views.mafia import stream
from ludens.web.views.mafia import view as mafia_view


def _told_as(viewer: Viewer) -> Any:
    real = stream.TableStream.__init__

    def careless(self: Any, store: Store, row: EpisodeRow, _: Viewer) -> None:
        real(self, store, row, viewer)

    return mock.patch.object(stream.TableStream, "__init__", careless)


def _any_seat(seat: int | None) -> Viewer:
    return PUBLIC if seat is None else Viewer(View.SEAT, seat)


@contextmanager
def _never_sealed() -> Iterator[None]:
    with (
        mock.patch.object(mafia_view, "require_open", lambda row: row),
        mock.patch.object(cards, "is_sealed", lambda row: False),
    ):
        yield


@contextmanager
def _every_turn_a_step() -> Iterator[None]:
    """Number steps by turns, and send those of which nothing is seen."""
    with mock.patch.object(stream, "project", _hollow):
        yield


def _hollow(event: Any, viewer: Viewer) -> Any:
    return project(event, viewer) or EpisodeReopened(changes={})


@contextmanager
def _views_ignored() -> Iterator[None]:
    """Show a game that is over whole, as whomever one asks to see it."""

    def careless(row: EpisodeRow, name: str | None) -> Viewer:
        return VIEWER

    with (
        mock.patch.object(house, "viewer_of", careless),
        mock.patch.object(watching, "viewer_of", careless),
    ):
        yield


PLANTS: dict[str, Callable[[], Any]] = {
    "everybody-is-the-viewer": lambda: _told_as(VIEWER),
    "everybody-is-seat-1": lambda: _told_as(Viewer(View.SEAT, 1)),
    "no-cookie-is-asked-for": lambda: mock.patch.object(
        table_routes, "viewer_for", lambda _house, _row, seat, _connection: _any_seat(seat)
    ),
    "never-sealed": _never_sealed,
    "a-step-for-each-turn": _every_turn_a_step,
    "open-games-are-shown-whole": _views_ignored,
    "seat-1-is-seat-10": engine_plants.PLANTS["seat-1-is-seat-10"],
}
