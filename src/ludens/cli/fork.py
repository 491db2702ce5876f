"""`ludens fork`: play on from any turn of an episode, differently."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludens.cli.house import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    opened_store,
    settings_in_force,
)
from ludens.cli.play import MaxTurns, Perception, watch
from ludens.episode.runner import Runner
from ludens.games import game_of


def fork(
    episode: EpisodeArgument,
    turn: Annotated[int, typer.Option("--turn", min=0, help="The last turn that is shared.")],
    max_turns: MaxTurns = None,
    perception: Perception = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Other dice for the agents from here on.")
    ] = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Make a new episode that shares another's turns up to --turn, then goes its own way."""
    settings = settings_in_force({}, store=store, config=config)
    changes: dict[str, Any] = {}
    if max_turns is not None:
        changes["limits"] = {"turns": max_turns}
    if perception is not None:
        changes["adventure"] = {"perception": perception.value}
    with opened_store(settings) as opened:
        parent = opened.episode(episode)
        row = Runner(opened, game_of(parent)).fork(parent, turn, changes, seed=seed)
        watch(opened, settings, row, json=json)
