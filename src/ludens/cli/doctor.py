"""`ludens doctor`: what is installed, what is missing, how to get it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from dataclasses import dataclass

import typer
from rich.table import Table

from ludens import __version__
from ludens.cli.console import out
from ludens.cli.house import ConfigOption, JsonOption, StoreOption, print_json, settings_in_force
from ludens.episode.errors import LudensError
from ludens.episode.store import Store


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that Ludens can use."""

    name: str
    found: bool
    needed: bool
    """Whether Ludens cannot play without it."""
    what: str
    remedy: str = ""


def doctor(
    json: JsonOption = False, store: StoreOption = None, config: ConfigOption = None
) -> None:
    """Tell what is installed, what is missing and how to get it."""
    found = [*_interpreters(), *_packages(), _store(store, config)]
    if json:
        print_json(
            {
                "ludens": __version__,
                "python": platform.python_version(),
                "findings": [
                    {"name": f.name, "found": f.found, "needed": f.needed, "remedy": f.remedy}
                    for f in found
                ],
            }
        )
    else:
        out.print(f"Ludens {__version__} on Python {platform.python_version()}")
        out.print(_table(found))
    if any(f.needed and not f.found for f in found):
        raise typer.Exit(1)


def _table(found: list[Finding]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for finding in found:
        mark = "[green]yes[/]" if finding.found else "[red]no[/]" if finding.needed else "no"
        table.add_row(
            mark, finding.name, finding.what, "" if finding.found else f"[cyan]{finding.remedy}[/]"
        )
    return table


def _interpreters() -> list[Finding]:
    return [
        Finding(
            "jericho",
            _has("jericho"),
            True,
            "the interpreter",
            f"{sys.executable} -m pip install --no-deps jericho",
        ),
        Finding(
            "dfrotz",
            shutil.which("dfrotz", path=f"{os.environ.get('PATH', '')}:/usr/games") is not None,
            False,
            "the second interpreter",
            "apt-get install frotz",
        ),
    ]


def _packages() -> list[Finding]:
    extras = [
        ("psycopg", "postgres", "episodes in PostgreSQL"),
    ]
    return [
        Finding(extra, _has(module), False, what, f"pip install 'ludens[{extra}]'")
        for module, extra, what in extras
    ]


def _store(store: str | None, config: ConfigOption) -> Finding:
    settings = settings_in_force({}, store=store, config=config)
    try:
        opened = Store.open(settings.store)
        count = len(opened.episodes())
        name = opened.database.describe()
        opened.close()
    except LudensError as error:
        return Finding("store", False, True, settings.store.partition("@")[2] or "", str(error))
    return Finding("store", True, True, f"{name}: {count} episodes")


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
