"""Who plays a cell: a model's name in a suite as settings of its game."""

from __future__ import annotations

from typing import Any

from ludens.adventure.agents.player import PLAYER
from ludens.llm.settings import OFFLINE, is_own
from ludens.mafia.seats import MOST_SEATS

RANDOM = "random"
BARE = "bare:"
REFEREES = ("bm25", "coverage")
"""Baselines that referee a book by one figure."""


def lineup(game: str, model: str) -> dict[str, Any]:
    """Return the settings that let `model` play a game."""
    if model in REFEREES:
        return {"story": {"weighing": model}}
    if model == RANDOM:
        return {game: {"player": _alone(game, RANDOM)}}
    if model.startswith(BARE):
        return {**_everybody(model.removeprefix(BARE)), game: {"player": _alone(game, "bare")}}
    if is_own(model):
        return {"llm": {"models": dict.fromkeys(_deciders(game), model)}}
    return _everybody(model)


def _deciders(game: str) -> list[str]:
    """Return the roles that an agent of a user's own plays: the others stay offline."""
    if game != "mafia":
        return [PLAYER]
    from ludens.mafia.seating import seat_role  # noqa: PLC0415 - it brings every player

    return [seat_role(seat) for seat in range(MOST_SEATS)]


def _everybody(model: str) -> dict[str, Any]:
    return {} if model == OFFLINE else {"llm": {"models": {"default": model}}}


def _alone(game: str, kind: str) -> Any:
    return {"kind": kind} if game == "adventure" else kind
