"""`ludens play`: a new episode of a story."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludens.adventure.settings import Engine, PerceptionKind
from ludens.cli.console import out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    StoreOption,
    opened_store,
    play_episode,
    print_json,
    settings_in_force,
)
from ludens.cli.mafia import watch_table
from ludens.cli.summary import summary
from ludens.cli.terminal import TerminalView, ending
from ludens.episode.calls import usage
from ludens.episode.store import EpisodeRow, Store
from ludens.games import new_adventure
from ludens.settings import Settings

MaxTurns = Annotated[
    int | None, typer.Option("--max-turns", min=1, help="End the episode after this many turns.")
]
Model = Annotated[
    str | None, typer.Option("--model", help="Who plays: offline, or provider/model.")
]
Perception = Annotated[
    PerceptionKind | None,
    typer.Option("--perception", help="state: the machine's memory is read too; text: fair play."),
]


def play(
    story: Annotated[
        str | None, typer.Argument(help="A story file, or the name of a bundled story.")
    ] = None,
    model: Model = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same episode.")
    ] = None,
    max_turns: MaxTurns = None,
    perception: Perception = None,
    engine: Annotated[Engine | None, typer.Option("--engine", help="The interpreter.")] = None,
    no_web: Annotated[bool, typer.Option("--no-web", help="Do not open the page.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a story with the company, from its beginning."""
    flags = {
        "limits": {"turns": max_turns},
        "adventure": {"perception": perception, "engine": engine},
        "llm": {"models": {"default": model} if model is not None else None},
    }
    settings = settings_in_force(flags, store=store, config=config)
    new = new_adventure(settings, story, seed=seed)
    with opened_store(settings) as opened:
        watch(opened, settings, opened.episode(opened.create(new)), json=json)


def watch(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    json: bool,
) -> None:
    """Play an episode in front of the user: transcript and ending, or one JSON object."""
    if row.game == "mafia":
        watch_table(store, settings, row, changes=changes, json=json)
        return
    if json:
        print_json(summary(store, play_episode(store, settings, row, changes=changes)))
        return
    with TerminalView(out, row) as view:
        row = play_episode(store, settings, row, changes=changes, hooks=(view,))
    out.print(ending(row, usage(store, row.id)))
