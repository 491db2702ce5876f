"""Who plays: a model's name, in a suite or after `--model`, as settings of its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludens.adventure.agents.settings import PlayerKind
from ludens.episode.errors import LudensError
from ludens.episode.own_agents import own_name, pinned
from ludens.episode.state import merged
from ludens.llm.presets import PRESETS
from ludens.llm.settings import DEFAULT_PROVIDERS, OFFLINE, OWN_MODEL, is_own
from ludens.mafia.seats import MOST_SEATS
from ludens.mafia.settings import Chair
from ludens.story.settings import Weighing

RANDOM = "random"
BARE = "bare:"
REFEREES = (Weighing.BM25.value, Weighing.COVERAGE.value)
"""Baselines that referee a book by one figure."""


def lineup(game: str, model: str) -> dict[str, Any]:
    """Return the settings that let `model` play a game."""
    if model in REFEREES:
        return {"story": {"weighing": model}}
    if model == RANDOM:
        return _BY_LOT[game]
    if model.startswith(BARE):
        return {**_everybody(model.removeprefix(BARE)), game: {"player": _alone(game, "bare")}}
    if is_own(model):
        return {"llm": {"models": dict.fromkeys(_deciders(game), model)}}
    return _everybody(model)


def provider_elsewhere(model: str, providers: Mapping[str, Any]) -> str | None:
    """Return the provider of a model that neither Ludens nor these `providers` know.

    Whoever plays tells where it is, in settings of their own.
    """
    if model in (OFFLINE, RANDOM, *REFEREES) or is_own(model):
        return None
    name = model.removeprefix(BARE).partition("/")[0]
    return None if name in {*DEFAULT_PROVIDERS, *PRESETS, *providers} else name


def chosen_players(game: str, model: str | None, agent: str | None = None) -> dict[str, Any]:
    """Return the settings that `--model` and `--agent` mean; raises LudensError.

    With both, the agent plays and may ask the model.
    """
    laid: dict[str, Any] = {}
    if model is not None:
        laid = _BY_LOT[game] if model == RANDOM else {"llm": {"models": {"default": model}}}
    if agent is None:
        return laid
    if game == "story":
        raise LudensError("an agent of your own plays stories and Mafia; a book has no such player")
    models = dict.fromkeys(_deciders(game), pinned(own_name(agent)))
    if model not in (None, RANDOM):
        models[OWN_MODEL] = str(model)
    return merged(laid, {"llm": {"models": models}})


def players_instead(
    game: str, was: Mapping[str, Any], model: str | None, agent: str | None = None
) -> dict[str, Any]:
    """Return the same for an episode that is played on with the settings it `was` begun with.

    What it was played by at random it is no more, unless that is wanted again.
    """
    laid = chosen_players(game, model, agent)
    if not laid or model == RANDOM:
        return laid
    return merged(_no_longer_by_lot(game, was.get(game, {})), laid)


_BY_LOT: dict[str, dict[str, Any]] = {
    "adventure": {"adventure": {"player": {"kind": PlayerKind.RANDOM.value}}},
    "mafia": {"mafia": {"player": Chair.RANDOM.value}},
    "story": {"story": {"weighing": Weighing.RANDOM.value}},
}


def _no_longer_by_lot(game: str, was: Mapping[str, Any]) -> dict[str, Any]:
    match game:
        case "adventure" if was.get("player", {}).get("kind") == PlayerKind.RANDOM:
            return {game: {"player": {"kind": PlayerKind.COMPANY.value}}}
        case "mafia" if was.get("player") == Chair.RANDOM:
            return {game: {"player": Chair.MODEL.value}}
        case "story" if was.get("weighing") == Weighing.RANDOM:
            return {game: {"weighing": Weighing.EVIDENCE.value}}
        case _:
            return {}


def _deciders(game: str) -> list[str]:
    """Return the roles that an agent of a user's own plays: the others stay offline."""
    if game != "mafia":
        from ludens.adventure.agents.player import PLAYER  # noqa: PLC0415 - it brings the company

        return [PLAYER]
    from ludens.mafia.seating import seat_role  # noqa: PLC0415 - it brings every player

    return [seat_role(seat) for seat in range(MOST_SEATS)]


def _everybody(model: str) -> dict[str, Any]:
    return {} if model == OFFLINE else {"llm": {"models": {"default": model}}}


def _alone(game: str, kind: str) -> Any:
    return {"kind": kind} if game == "adventure" else kind
