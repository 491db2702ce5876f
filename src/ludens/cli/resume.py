"""`ludens resume`: go on with an episode."""

from __future__ import annotations

from ludens.cli.house import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    opened_store,
    settings_in_force,
)
from ludens.cli.play import MaxTurns, watch


def resume(
    episode: EpisodeArgument,
    max_turns: MaxTurns = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Go on with an episode that was interrupted, paused or ended by a limit."""
    settings = settings_in_force({}, store=store, config=config)
    changes = {"limits": {"turns": max_turns}} if max_turns is not None else {}
    with opened_store(settings) as opened:
        watch(opened, settings, opened.episode(episode), changes=changes, json=json)
