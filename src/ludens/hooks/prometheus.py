"""Metrics of the games of this process, for Prometheus to fetch."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

from ludens.episode.hooks import Hook, Moment
from ludens.installing import install_command

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

PORT = 9464
"""The port that OpenTelemetry's Prometheus exporter uses too."""


class Prometheus(Hook):
    """Serves `http://ADDRESS:PORT/metrics` until the process ends.

    All episodes of a process share one server. The registry is Ludens' own: nothing of other
    libraries is in it.
    """

    def __init__(self, port: int = PORT, address: str = "127.0.0.1") -> None:
        self._board = _served(port, address)
        self.port = self._board.port
        """The port that is served: another than asked for, if that was 0."""
        self._began: float | None = None

    def on_turn_start(self, moment: Moment) -> None:
        """Note when the turn began."""
        self._began = time.monotonic()

    def on_turn_end(self, moment: Moment) -> None:
        """Count the turn and what happened in it."""
        board, game = self._board, moment.game
        board.turns.labels(game).inc()
        for event in moment.events:
            board.events.labels(game, event.type).inc()
        if self._began is not None:
            board.seconds.labels(game).observe(time.monotonic() - self._began)
            self._began = None
        place = (game, moment.episode)
        board.turn.labels(*place).set(moment.turn)
        for name, value in moment.headline.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                board.headline.labels(*place, name).set(value)
        board.calls.labels(*place).set(moment.used.calls)
        board.tokens.labels(*place, "input").set(moment.used.input_tokens)
        board.tokens.labels(*place, "output").set(moment.used.output_tokens)
        board.tokens.labels(*place, "cached").set(moment.used.cached_tokens)
        if moment.used.cost is not None:
            board.cost.labels(*place).set(float(moment.used.cost))

    def on_episode_end(self, moment: Moment) -> None:
        """Count the episode by its outcome."""
        outcome = getattr(moment.event, "outcome", None)
        self._board.episodes.labels(moment.game, str(outcome or "unknown")).inc()


class _Board:
    """The metrics, and the server that shows them."""

    def __init__(self, port: int, address: str) -> None:
        try:
            from prometheus_client import (  # noqa: PLC0415 - an extra
                CollectorRegistry,
                Counter,
                Gauge,
                Histogram,
                start_http_server,
            )
        except ImportError as error:
            raise ValueError(f"it needs a package: {install_command('prometheus')}") from error
        registry: CollectorRegistry = CollectorRegistry()
        one = ("game", "episode")
        self.turns = Counter("ludens_turns", "Turns played.", ("game",), registry=registry)
        self.episodes = Counter(
            "ludens_episodes", "Episodes ended.", ("game", "outcome"), registry=registry
        )
        self.events = Counter(
            "ludens_events", "Events on the log.", ("game", "type"), registry=registry
        )
        self.seconds = Histogram(
            "ludens_turn_seconds", "Wall time of a turn.", ("game",), registry=registry
        )
        self.turn = Gauge("ludens_turn", "The last turn of an episode.", one, registry=registry)
        self.headline = Gauge(
            "ludens_headline", "Score, rooms and the like.", (*one, "name"), registry=registry
        )
        self.calls = Gauge("ludens_calls", "Model calls so far.", one, registry=registry)
        self.tokens = Gauge(
            "ludens_tokens", "Tokens of all calls so far.", (*one, "kind"), registry=registry
        )
        self.cost = Gauge(
            "ludens_cost_dollars", "US dollars of the priced calls.", one, registry=registry
        )
        try:
            server, _ = start_http_server(port, addr=address, registry=registry)
        except OSError as error:
            raise ValueError(
                f"port {port} of {address} is not to be had ({error.strerror}); "
                "give another as the option port"
            ) from error
        self.port: int = server.server_port


@cache
def _served(port: int, address: str) -> _Board:
    return _Board(port, address)
