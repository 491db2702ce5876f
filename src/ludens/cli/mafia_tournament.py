"""`ludens mafia tournament`: models against each other."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
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
from ludens.mafia.roles import ROLES
from ludens.mafia.tournament import standings
from ludens.mafia.tournament.plan import Cell, Tournament, read_tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import Scope
from ludens.mafia.tournament.uncertainty import Estimate


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
        for table in _drawn(found):
            out.print()
            print_table(out, table.heads, table.rows)
        out.print()
        for line in _told(found, plan):
            out.print(line, soft_wrap=not out.is_terminal)
        out.print(
            "In brackets 95% intervals, by bootstrap over blocks. Ratings: 0 is the models' mean, "
            "400 points are odds of ten to one. What is told apart is so however often you look.",
            style="dim",
            soft_wrap=not out.is_terminal,
        )


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
        Interrupts(run.control) as interrupts,
        suppress(asyncio.CancelledError, InterruptedTurn),
    ):
        asyncio.run(interrupts.heed(play()))
    return finished


def _label(cell: Cell) -> str:
    return f"block {cell.block}, game {cell.number}"


def _plain(found: standings.Report) -> dict[str, Any]:
    """Return a report as JSON values: what has no bound is null, money is exact text."""
    plain: dict[str, Any] = _json(asdict(found))
    for difference, values in zip(found.differences, plain["differences"], strict=True):
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


def _drawn(found: standings.Report) -> Iterator[_Drawn]:
    """Yield tables: who wins, and how they play."""
    rows = found.standings
    yield _table(
        ("games", *(scope.value for scope in Scope)),
        {
            row.model: [str(row.games), *(_points(row.ratings.get(scope)) for scope in Scope)]
            for row in rows
        },
    )
    yield _table(
        [f"wins as {team}" for team in standings.SIDES],
        {row.model: [_share(row.wins.get(team)) for team in standings.SIDES] for row in rows},
    )
    roles = [role for role in ROLES if any(role in row.roles for row in rows)]
    for start in range(0, len(roles), 4):
        some = roles[start : start + 4]
        yield _table(
            [f"as {role}" for role in some],
            {row.model: [_share(row.roles.get(role)) for role in some] for row in rows},
        )
    yield _table(
        [f"town: {row.model}" for row in rows],
        {
            f"mafia: {mafia.model}": [
                _share(found.matrix.get(town.model, {}).get(mafia.model)) for town in rows
            ]
            for mafia in rows
        },
    )
    yield _table(
        ("votes on mafia", "mafia found", "Brier", "of the base rate"),
        {
            row.model: [_share(row.votes), _share(row.identified), _mean(row.brier), _base(row)]
            for row in rows
        },
    )
    powers = list(dict.fromkeys(role for row in rows for role in row.survival))
    if powers:
        yield _table(
            [f"{role} lives" for role in powers],
            {row.model: [_share(row.survival.get(role)) for role in powers] for row in rows},
        )
    yield from _curves(rows)
    yield _table(
        ("calls", "tokens in", "cached", "out", "$"),
        {
            row.model: [
                f"{row.calls:.1f}",
                f"{row.input_tokens:.0f}",
                f"{row.cached_tokens:.0f}",
                f"{row.output_tokens:.0f}",
                "unpriced" if row.cost is None else f"{row.cost:.4f}",
            ]
            for row in rows
        },
        title="a seat and game",
    )
    yield _table(
        ("invalid replies", "refusals", "failed calls", "defaults"),
        {
            row.model: [
                f"{each:.2f}" for each in (row.refused, row.refusals, row.failed, row.defaults)
            ]
            for row in rows
        },
        title="a seat and game",
    )


def _curves(rows: Sequence[standings.Standing]) -> Iterator[_Drawn]:
    """Yield the reliability curves: how often it was so where about this was said."""
    believing = [row for row in rows if row.curve]
    if not believing:
        return

    def bin_of(said: float) -> int:  # what was sure belongs to the last one
        return min(standings.BINS - 1, int(said * standings.BINS))

    bins = sorted({bin_of(b.said) for row in believing for b in row.curve})
    lines: dict[str, list[str]] = {}
    for number in bins:
        found = [
            next((b for b in row.curve if bin_of(b.said) == number), None) for row in believing
        ]
        low, high = number / standings.BINS, (number + 1) / standings.BINS
        lines[f"{low:.1f} to {high:.1f}"] = [_share(b.true if b else None) for b in found]
    yield _table([row.model for row in believing], lines, title="said to be mafia; was mafia")


def _told(found: standings.Report, plan: Tournament) -> Iterator[str]:
    """Yield in words which models are told apart, and how many games would do it."""
    for scope in Scope:
        compared = [d for d in found.differences if d.scope is scope]
        apart = [d for d in compared if d.told_apart]
        if apart:
            pairs = "; ".join(f"{d.above} above {d.below} ({_p(d.chance)})" for d in apart)
            yield f"Told apart {'' if scope is Scope.OVERALL else 'as '}{scope}: {pairs}."
        elif compared:
            where = "" if scope is Scope.OVERALL else "as "
            yield f"Told apart {where}{scope}: none; differences so far may be chance."
    if all(Scope.TOWN not in row.ratings for row in found.standings):
        yield (
            "Who wins does not tell ratings as town from those as mafia here; "
            'lineup = "sides" does with enough blocks.'
        )
    if len(found.standings) > 1:
        yield from _called_for(found, plan.games_a_block())


def _called_for(found: standings.Report, games_a_block: int) -> Iterator[str]:
    """Yield whether more games are called for, and how many."""
    called, expected = found.blocks_called_for, found.blocks_expected
    if called is None:
        yield "Each model is told from the next: no more games are called for."
        return
    yield (
        f"Not each model is told from the next: play on to {called} blocks "
        f"({called * games_a_block} games) and look again."
    )
    if expected is not None:
        yield (
            f"If the differences are as they look now, it takes about {expected} blocks in all; "
            "after few blocks that is a guess."
        )


def _p(chance: float) -> str:
    return f"p {chance:.3f}" if chance >= 0.001 else "p < 0.001"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A table with a line for each model."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def _table(
    columns: Sequence[str], rows: Mapping[str, Sequence[str]], title: str = "model"
) -> _Drawn:
    return _Drawn((title, *columns), [(name, *cells) for name, cells in rows.items()])


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}-{estimate.high * 100:.0f})"


def _mean(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate.value:.3f} ({max(estimate.low, 0.0):.3f}-{min(estimate.high, 1.0):.3f})"


def _base(row: standings.Standing) -> str:
    return "-" if row.base is None else f"{row.base:.3f}"


def _points(rating: standings.Rating | None) -> str:
    if rating is None:
        return "-"
    if not math.isfinite(rating.high):
        return f"{rating.value:+.0f} (?)"
    return f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"
