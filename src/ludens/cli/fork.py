"""`ludens fork`: play on from any turn of an episode, differently."""

from __future__ import annotations

from typing import Annotated

import typer

from ludens.bench.lineups import players_instead
from ludens.cli.house import (
    BEGUN,
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    chosen,
    opened_store,
    require_own_game,
    settings_in_force,
    without_none,
)
from ludens.cli.play import Agent, MaxTurns, Model, Perception, watch
from ludens.episode.runner import Runner
from ludens.episode.state import merged
from ludens.games import game_of, player_after
from ludens.owning import kept_on_record
from ludens.settings import load_settings


def fork(
    episode: EpisodeArgument,
    turn: Annotated[int, typer.Option("--turn", min=0, help="The last turn that is shared.")],
    max_turns: MaxTurns = None,
    perception: Perception = None,
    model: Model = None,
    agent: Agent = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Other dice for the agents from here on.")
    ] = None,
    sets: SetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Make a new episode that shares another's turns up to --turn, then goes its own way."""
    settings = settings_in_force({}, store=store, config=config)
    flags = {
        "limits": {"turns": max_turns},
        "adventure": {"perception": perception.value if perception is not None else None},
    }
    with opened_store(settings) as opened:
        parent = chosen(opened, episode, BEGUN)
        require_own_game(parent)
        players = players_instead(parent.game, parent.settings, model, agent)
        changes = merged(merged(without_none(flags), players), assignments(sets))
        load_settings(changes, file=config)  # refuses what is unknown or wrong
        row = Runner(opened, game_of(parent)).fork(
            parent,
            turn,
            kept_on_record(parent, changes),
            seed=seed,
            model=player_after(parent, changes),
        )
        with opened.beginning(row):
            watch(opened, settings, row, changes=changes, json=json)
