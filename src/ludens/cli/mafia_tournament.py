"""`ludens mafia tournament`: models against each other."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ludens.bench.reaching import require_server
from ludens.bench.waiting import waiting
from ludens.cli.console import out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    ProviderSetOption,
    StoreOption,
    of_providers,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.interrupts import InterruptedTurn, Interrupts
from ludens.cli.steady import Steady
from ludens.cli.tables import print_table
from ludens.episode import memory
from ludens.episode.errors import ModelUnavailableError
from ludens.episode.store import EpisodeRow
from ludens.installing import program
from ludens.mafia.tournament import standings, telling
from ludens.mafia.tournament.plan import Cell, Tournament, read_tournament
from ludens.mafia.tournament.run import TournamentRun


def tournament(
    file: Annotated[Path, typer.Argument(help="The tournament's file (TOML).")],
    concurrent: Annotated[
        int, typer.Option("--concurrent", min=1, help="How many games are played at once.")
    ] = 1,
    report: Annotated[
        bool, typer.Option("--report", help="Play nothing; show how the models stand.")
    ] = False,
    sets: ProviderSetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a tournament and show how the models stand. One that was begun goes on."""
    plan = read_tournament(file)
    settings = settings_in_force(of_providers(sets), store=store, config=config)
    games = list(plan.games())
    with opened_store(settings) as opened:
        run = TournamentRun(opened, plan, providers=settings.providers_here())
        done = sum(row.outcome is not None for row in run.entered().values())
        if not report:
            if done < len(games):
                for model in plan.models:
                    asyncio.run(require_server(model, run.models_in_force(plan.llm)))
            done = _play(run, concurrent, done, len(games))
        results = run.results()
    found = standings.report(results)
    if json:
        print_json(
            {
                "tournament": plan.name,
                "games": len(games),
                "finished": done,
                "decided": len(results),
                **_plain(found),
            }
        )
    else:
        _print(found, plan, f"{done} of {len(games)} games finished")
        for model, number in run.given_up().items():
            told = "1 game waits" if number == 1 else f"{number} games wait"
            out.print(Text(f"{model} cannot be had: {told} for another run."), soft_wrap=True)
        if done < len(games):
            again = f"Go on with: {program()} mafia tournament {file}"
            out.print(again, style="dim", soft_wrap=True)
    if done < len(games) and not report:
        raise typer.Exit(3)


def _print(found: standings.Report, plan: Tournament, how_far: str) -> None:
    out.print(f"{plan.name}: {how_far}")
    if found.standings:
        for table in telling.tables(found):
            out.print()
            print_table(out, table.heads, table.rows)
        out.print()
        for line in (*telling.words(found, plan.games_a_block()), *telling.remarks(found)):
            out.print(line, soft_wrap=not out.is_terminal)
        out.print(telling.NOTE, style="dim", soft_wrap=not out.is_terminal)


SHOWN_EVERY = 0.5
"""Seconds between two looks at whom the games in play wait for."""


def _play(run: TournamentRun, concurrent: int, done: int, games: int) -> int:
    """Play what is left until it is done or the user interrupts; return how many are finished."""
    finished = done

    def told(cell: Cell, row: EpisodeRow) -> None:
        nonlocal finished
        finished += 1
        steady.tell(f"{finished}/{games}  {_label(cell)}: {row.reason}")

    def left(cell: Cell, error: ModelUnavailableError) -> None:
        steady.tell(Text(f"{_label(cell)}: {error}", "red"))

    async def show() -> None:
        while True:
            labels = {episode: _label(cell) for episode, cell in run.in_hand.items()}
            line = f"{run.tournament.name}: {finished} of {games} games, {len(labels)} in play"
            steady.show(Text(line), waiting(run.store, labels))
            await asyncio.sleep(SHOWN_EVERY)

    async def play() -> None:
        showing = asyncio.create_task(show())
        try:
            await run.play(concurrent=concurrent, on_game=told, on_left=left)
        finally:
            showing.cancel()

    memory.settle()
    with (
        Steady() as steady,
        suppress(asyncio.CancelledError, InterruptedTurn),
        Interrupts(run.control) as interrupts,
    ):
        asyncio.run(interrupts.heed(play()))
    return finished


def _label(cell: Cell) -> str:
    return f"block {cell.block}, game {cell.number}"


def _plain(found: standings.Report) -> dict[str, Any]:
    """Return a report as JSON values: what has no bound is null, money is exact text."""
    plain: dict[str, Any] = _json(asdict(found))
    for difference, values in zip(found.differences, plain["differences"], strict=True):
        values["differs"] = difference.differs
        values["told_apart"] = difference.told_apart
    return plain


def _json(value: Any) -> Any:
    match value:
        case dict():
            return {str(key): _json(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_json(inner) for inner in value]
        case Decimal():
            return str(value)
        case float() if not math.isfinite(value):
            return None
    return value
