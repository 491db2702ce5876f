"""`ludens mafia tournament`: models against each other."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ludens.cli.console import err, out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    StoreOption,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.episode import memory
from ludens.episode.store import EpisodeRow
from ludens.mafia.roles import Team
from ludens.mafia.tournament.plan import Cell, read_tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import Rate, Rating, Standing, standings


def tournament(
    file: Annotated[Path, typer.Argument(help="The tournament's file (TOML).")],
    concurrent: Annotated[
        int, typer.Option("--concurrent", min=1, help="How many games are played at once.")
    ] = 1,
    report: Annotated[
        bool, typer.Option("--report", help="Play nothing; show how the models stand.")
    ] = False,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a tournament, or go on with it, and show how the models stand."""
    plan = read_tournament(file)
    settings = settings_in_force({}, store=store, config=config)
    games = list(plan.games())
    with opened_store(settings) as opened:
        run = TournamentRun(opened, plan)
        done = sum(row.outcome is not None for row in run.entered().values())
        if not report:
            done = _play(run, concurrent, done, len(games))
        results = run.results()
    table = standings(results)
    if json:
        print_json(
            {
                "tournament": plan.name,
                "games": len(games),
                "finished": done,
                "decided": len(results),
                "standings": [_plain(standing) for standing in table],
            }
        )
        return
    out.print(f"{plan.name}: {done} of {len(games)} games finished")
    if table:
        out.print(*_drawn(table), sep="\n\n")
        out.print(
            "In brackets 95% intervals; ratings by OpenSkill; Brier of beliefs as town; replies "
            "refused, defaults taken and dollars a seat and game.",
            style="dim",
        )
    if done < len(games):
        out.print(f"Go on with: ludens mafia tournament {file}", style="dim")


def _play(run: TournamentRun, concurrent: int, done: int, games: int) -> int:
    """Play what is left until it is done or the user interrupts; return how many are finished."""
    finished = done

    def told(cell: Cell, row: EpisodeRow) -> None:
        nonlocal finished
        finished += 1
        err.print(f"{finished}/{games}  block {cell.block}, game {cell.number}: {row.reason}")

    async def play() -> None:
        task = asyncio.current_task()

        def interrupted() -> None:
            if run.control.pause and task is not None:
                task.cancel()
            run.control.pause = True

        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, interrupted)
        try:
            await run.play(concurrent=concurrent, on_game=told)
        except asyncio.CancelledError:
            return

    memory.settle()
    asyncio.run(play())
    return finished


def _plain(standing: Standing) -> dict[str, Any]:
    """Return a standing as JSON values, sides by name."""
    values = asdict(standing)
    for key in ("wins", "ratings"):
        values[key] = {team.value: value for team, value in values[key].items()}
    values["cost"] = str(standing.cost) if standing.cost is not None else None
    return values


def _drawn(rows: list[Standing]) -> Iterator[Table]:
    """Yield two tables that fit a narrow terminal: who wins, and how they play."""
    wins = _table("games", "town wins", "mafia wins", "as town", "as mafia")
    manner = _table("Brier", "refused", "defaults", "$ a game")
    for row in rows:
        wins.add_row(
            row.model,
            str(row.games),
            _share(row.wins[Team.TOWN]),
            _share(row.wins[Team.MAFIA]),
            _rated(row.ratings.get(Team.TOWN)),
            _rated(row.ratings.get(Team.MAFIA)),
        )
        manner.add_row(
            row.model,
            "-" if row.brier is None else f"{row.brier:.3f}",
            f"{row.refused:.2f}",
            f"{row.defaults:.2f}",
            "unpriced" if row.cost is None else f"{row.cost:.4f}",
        )
    yield from (wins, manner)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("model", overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _share(rate: Rate) -> str:
    if not rate.games:
        return "-"
    return f"{rate.share:.0%} ({rate.low * 100:.0f}-{rate.high * 100:.0f})"


def _rated(rating: Rating | None) -> str:
    return "-" if rating is None else f"{rating.value:.1f} ({rating.low:.0f}-{rating.high:.0f})"
