"""A company of LLM agents that plays text games, and runs them, on the record.

    import ludens

    episode = ludens.play("drowned_clock", turns=50)
    episode.turns.df()
    other = episode.fork(20, model="openai")

What `import ludens` gives is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ludens.api.episodes import Calls, Episode, Episodes, Turn, Turns, episodes
    from ludens.api.playing import book, mafia, play
    from ludens.api.suites import SuiteResults, suite

_PLACES = {
    **dict.fromkeys(("play", "mafia", "book"), "playing"),
    **dict.fromkeys(("Calls", "Episode", "Episodes", "Turn", "Turns", "episodes"), "episodes"),
    **dict.fromkeys(("SuiteResults", "suite"), "suites"),
}

__all__ = [
    "Calls",
    "Episode",
    "Episodes",
    "SuiteResults",
    "Turn",
    "Turns",
    "__version__",
    "book",
    "episodes",
    "mafia",
    "play",
    "suite",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'ludens' has no attribute {name!r}")
    return getattr(import_module(f"ludens.api.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
