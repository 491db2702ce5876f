"""`ludens bench`: suites of episodes, and what they tell."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ludens.bench.comparing import compare as compare_results
from ludens.bench.executors import executor
from ludens.bench.formats import (
    COMPARED,
    NAMES,
    Format,
    by_game,
    comparison_cells,
    comparison_title,
    filled,
    written,
    written_comparison,
)
from ludens.bench.report import lines
from ludens.bench.running import Progress, SuiteRun
from ludens.bench.selecting import finished, selected
from ludens.bench.standing import Status, standings
from ludens.bench.suite import read_suite
from ludens.bridges.tales import tales_results
from ludens.cli.console import err, out
from ludens.cli.ending import SIGNALS, hear, leave_soon, stay
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
from ludens.cli.steady import Steady
from ludens.cli.tables import print_table
from ludens.installing import program

app = typer.Typer(help="Suites of episodes, and what they tell.", no_args_is_help=True)

SuiteArgument = Annotated[Path, typer.Argument(help="The suite's TOML file.")]


@app.command()
def run(
    suite: SuiteArgument,
    where: Annotated[str, typer.Option("--executor", help="local or ray.")] = "local",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Episodes at once; one a core if unset.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="Of a Ray cluster; a new one here if unset.")
    ] = None,
    sets: ProviderSetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play every cell of a suite that is not finished. Ctrl-C leaves it resumable."""
    planned = read_suite(suite)
    settings = settings_in_force(of_providers(sets), store=store, config=config)
    stop = threading.Event()

    def interrupted(number: int, _frame: Any) -> None:
        hear(number)
        leave_soon()
        stop.set()

    before = {each: signal.signal(each, interrupted) for each in SIGNALS}
    try:
        with (
            opened_store(settings) as opened,
            executor(where, workers or os.cpu_count() or 1, address) as made,
            _Shown(planned.name) as shown,
        ):
            one = SuiteRun(
                opened,
                settings.store,
                planned,
                made,
                on_progress=shown.progress,
                paused=stop.is_set,
                providers=settings.providers_here(),
            )
            if where == "local":
                one.require_servers()
            progress = one.play()
    finally:
        stay()
        for each, handler in before.items():
            signal.signal(each, handler)
    if json:
        print_json(
            {
                "suite": planned.name,
                "cells": progress.cells,
                "finished": progress.finished,
                "failed": progress.failed,
                "played": progress.played,
                "seconds": round(progress.seconds, 3),
                "cost": str(progress.spent),
                "halted": progress.halted or None,
            }
        )
    else:
        out.print(_progress(planned.name, progress), soft_wrap=True)
        if progress.failed:
            out.print(f"Why cells failed: {program()} bench status {suite}", soft_wrap=True)
        if progress.finished and not progress.left:
            told = f"{program()} bench report {suite}"
            out.print(Text(f"What they came to: {told}", "dim"), soft_wrap=True)
    if progress.left:
        raise typer.Exit(3)


class _Shown(Steady):
    """Shows how far a suite is. A failure is told once, whole."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.complaint = ""
        self.done = -1

    def progress(self, progress: Progress) -> None:
        """Show it as it is now."""
        if progress.complaint != self.complaint:
            self.complaint = progress.complaint
            self.tell(Text(self.complaint, "red"))
        before, self.done = self.done, progress.finished + progress.failed
        line = _progress(self.name, progress)
        self.show(line, progress.waiting, changed=self.done != before)


def _progress(name: str, progress: Progress) -> Text:
    parts = [f"{name}: {progress.finished} of {progress.cells} cells"]
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    if progress.running and not progress.halted:
        parts.append(f"{progress.running} in play")
    if progress.left and progress.seconds_left is not None:
        parts.append(f"about {_duration(progress.seconds_left)} left")
        if progress.cost_left:
            parts.append(f"about ${progress.cost_left:.2f} more")
    if progress.spent:
        parts.append(f"${progress.spent:.4f} spent")
    if progress.halted:
        parts.append(f"{progress.halted}; the same command goes on")
    return Text(" · ".join(parts), no_wrap=False)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"


@app.command()
def status(
    suite: SuiteArgument,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Show how far a suite is."""
    planned = read_suite(suite)
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        found = standings(opened, planned)
    counts = {status.value: 0 for status in Status}
    for standing in found:
        counts[standing.status] += 1
    failed = [
        {"cell": standing.label, "tries": len(standing.tries), "reason": standing.tries[-1].reason}
        for standing in found
        if standing.status is Status.FAILED
    ]
    if json:
        print_json({"suite": planned.name, "cells": len(found), **counts, "failures": failed})
        return
    summary = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
    out.print(Text(f"{planned.name}: {len(found)} cells: {summary}"))
    for failure in failed:
        text = f"{failure['cell']}: {failure['reason']} ({failure['tries']} tries)"
        out.print(Text(text, style="red"), soft_wrap=True)


@app.command()
def report(
    suite: Annotated[str, typer.Argument(help="A suite's TOML file, or its name.")],
    format_: Annotated[Format, typer.Option("--format", help="How it is written.")] = Format.TABLE,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Print what the finished cells of a suite came to."""
    settings = settings_in_force({}, store=store, config=config)
    name = _name(suite)
    with opened_store(settings) as opened:
        results = finished(opened, name)
        format_ = Format.JSON if json else format_
        if format_ is Format.TALES:
            print_json(tales_results(opened, results))
            return
    if format_ is Format.TABLE:
        heads, rows = filled(lines(results))
        print_table(out, heads, rows, names=NAMES, title=name)
        if any(one.total("calls") for one in results) and not any(one.cost for one in results):
            told = "no cost: these models are free or have no price; `ludens calls EPISODE` tells"
            err.print(told, style="dim")
        if any(one.was_cut for one in results):
            err.print("cut: tables that a limit ended undecided; they have no score", style="dim")
    else:
        typer.echo(written(name, results, format_))


@app.command()
def compare(
    first: Annotated[str, typer.Argument(help="SUITE, SUITE:MODEL or SUITE:MODEL/VARIANT.")],
    second: Annotated[str, typer.Argument(help="What it is compared with.")],
    format_: Annotated[
        Format, typer.Option("--format", help="table, markdown, csv or json.")
    ] = Format.TABLE,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Compare two suites, or parts of them. What counts is on the subjects and seeds they share."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        sides = [selected(opened, each, _name) for each in (first, second)]
    found = compare_results(sides[0], sides[1], (first, second))
    format_ = Format.JSON if json else format_
    if format_ is not Format.TABLE:
        typer.echo(written_comparison(found, format_).rstrip("\n"))
        return
    for own in by_game(found):
        rows = [comparison_cells(one) for one in own]
        print_table(out, COMPARED, rows, title=comparison_title(own))
        if not any(one.paired.more or one.paired.less for one in own):
            out.print("They differ in nothing that is measured.")


def _name(suite: str) -> str:
    path = Path(suite)
    return read_suite(path).name if path.suffix == ".toml" else suite
