"""`ludens episodes`: what has been played, whether it is whole, and taking it away."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from ludens.cli.console import err, out
from ludens.cli.house import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.summary import summary
from ludens.cli.tables import print_table
from ludens.episode.checking import Damage, check_episode
from ludens.episode.deleting import delete_episode
from ludens.episode.store import EpisodeRow
from ludens.games import GAMES
from ludens.installing import program

app = typer.Typer(help="List the episodes, newest first.", invoke_without_command=True)


@app.callback()
def episodes(
    context: typer.Context,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """List the episodes, newest first; or check one, or delete it."""
    if context.invoked_subcommand is not None:
        return
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        rows, damaged = opened.episodes(), opened.unreadable()
        if json:
            listed = [summary(opened, row) for row in rows]
            print_json([*listed, *({"episode": id_, "damaged": damaged[id_]} for id_ in damaged)])
            return
    if not rows and not damaged:
        out.print(f"No episode yet. Play one: {program()} play")
        return
    heads = ("episode", "game", "subject", "model", "turns", "score", "status", "when")
    cells = [_cells(row) for row in rows]
    cells += [(identity, *[""] * 5, "damaged", "") for identity in damaged]
    print_table(out, heads, cells)
    if damaged:
        err.print("`ludens doctor --check STORE` tells what is damaged, and mends what can be.")


def _cells(row: EpisodeRow) -> tuple[str, ...]:
    score, highest = row.headline.get("score"), row.headline.get("max_score")
    return (
        row.id,
        row.game,
        row.subject,
        row.model,
        str(row.turns),
        "" if score is None else f"{score}/{highest}" if highest else str(score),
        row.outcome.value if row.outcome else row.status,
        _when(row.created),
    )


def _when(created: float) -> str:
    """Return the time of today, the day of this year, or the year."""
    then, now = datetime.fromtimestamp(created), datetime.now()
    if then.date() == now.date():
        return then.strftime("%H:%M")
    return then.strftime("%d %b" if then.year == now.year else "%Y")


@app.command("check")
def check(
    episode: EpisodeArgument,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Tell whether an episode is as it was written. Exit status 1 if it is not."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        identity = opened.identity(episode)
        found = check_episode(opened, GAMES, identity)
    if json:
        print_json({"episode": identity, "whole": not found, "damage": [d.what for d in found]})
    elif found:
        print_damage(found)
    else:
        out.print(f"Episode {identity} is whole.")
    if found:
        raise typer.Exit(1)


def print_damage(found: list[Damage]) -> None:
    """Print what is damaged, a line each."""
    for damage in found:
        whose = f"episode {damage.episode}: " if damage.episode else ""
        remedy = ""
        if damage.turn is not None and damage.turn > 0:
            remedy = f" (ludens fork {damage.episode} --turn {damage.turn - 1} plays on before it)"
        elif damage.mend is not None:
            remedy = " (can be mended)"
        out.print(f"{whose}{damage.what}{remedy}", soft_wrap=True)


@app.command("delete")
def delete(
    episode: EpisodeArgument,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Delete an episode for good. Its log, its calls and what only it has kept go."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        identity = opened.identity(episode)
        if not yes:
            typer.confirm(f"Delete episode {identity} for good?", abort=True, err=True)
        delete_episode(opened, identity)
    err.print(f"Episode {identity} is deleted.")
