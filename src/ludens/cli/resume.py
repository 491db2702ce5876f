"""`ludens resume`: go on with an episode."""

from __future__ import annotations

import json as json_module
from typing import Annotated, Any

import typer

from ludens.cli.house import (
    OPEN,
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    chosen,
    opened_store,
    settings_in_force,
)
from ludens.cli.play import MaxTurns, hand_of, watch
from ludens.episode.control import Control
from ludens.episode.runner import require_room
from ludens.episode.state import merged
from ludens.games import BY_HAND, game_of
from ludens.settings import SettingsError, load_settings

LONGEST_HOLD = 900.0
"""Seconds after which a game that the page holds is let go; the page begins it again."""
LARGEST = 2**63 - 1
"""The largest whole number that a store keeps."""


def resume(
    episode: EpisodeArgument,
    max_turns: MaxTurns = None,
    sets: SetOption = None,
    json: JsonOption = False,
    orders_from: Annotated[
        int | None,
        typer.Option("--orders-from", min=0, max=LARGEST, hidden=True, help="For the page."),
    ] = None,
    changes: Annotated[
        str | None, typer.Option("--changes", hidden=True, help="JSON; for the page.")
    ] = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Go on with an episode that was interrupted, paused or ended by a limit."""
    settings = settings_in_force({}, store=store, config=config)
    laid_over = merged(_read_changes(changes or "{}"), assignments(sets))
    if max_turns is not None:
        laid_over = merged(laid_over, {"limits": {"turns": max_turns}})
    load_settings(laid_over, file=config)  # refuses what is unknown or wrong
    control = None
    if orders_from is not None:  # started by the page, which has something to say already
        control = Control(listens=True, after=orders_from, longest_hold=LONGEST_HOLD)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, OPEN)
        if control is None:
            require_room(opened, game_of(row), row, laid_over)
        by_hand = row.model == BY_HAND and row.game == "adventure" and control is None
        hand = hand_of(opened, row, settings) if by_hand else None
        watch(opened, settings, row, changes=laid_over, json=json, control=control, hand=hand)


def _read_changes(text: str) -> dict[str, Any]:
    """Return settings that the page lays over an episode's; raises SettingsError."""
    try:
        found = json_module.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError("--changes is no JSON") from error
    if not isinstance(found, dict):
        raise SettingsError("--changes is no JSON object")
    return found
