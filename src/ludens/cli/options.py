"""What every command is told by its options, and the settings that come of it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from ludens.cli.console import write_data
from ludens.episode.state import merged
from ludens.settings import Settings, SettingsError, load_settings

StoreOption = Annotated[
    str | None,
    typer.Option("--store", help="Where episodes are kept: an SQLite file or postgresql:// URL."),
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="A settings file instead of ludens.toml.")
]


def _of_set(told: str) -> Any:
    return typer.Option("--set", metavar="NAME=VALUE", help=told)


SetOption = Annotated[
    list[str] | None,
    _of_set("Any setting by its dotted name, as in ludens.toml: adventure.save_every=20."),
]
PROVIDERS = "llm.providers."
ProviderSetOption = Annotated[
    list[str] | None,
    _of_set("A provider's setting: llm.providers.compatible.base_url=http://127.0.0.1:8000/v1."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
EpisodeArgument = Annotated[
    str, typer.Argument(help="An episode's id, the beginning of one, or `last`.")
]


def settings_in_force(
    flags: dict[str, Any], *, store: str | None = None, config: Path | None = None
) -> Settings:
    """Return the settings with these flags on top; flags that are None are left out."""
    if store is not None:
        flags = {**flags, "store": store}
    return load_settings(without_none(flags), file=config)


def assignments(pairs: list[str] | None) -> dict[str, Any]:
    """Return `a.b=value` pairs as a nested mapping; raises SettingsError.

    A value is read as TOML (numbers, true, lists, quoted text); anything else is text as it
    stands.
    """
    result: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, text = pair.partition("=")
        if not equals or not all(name.split(".")):
            raise SettingsError(f"--set {pair!r} is not NAME=VALUE, as in limits.turns=500")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text
        for part in reversed(name.split(".")):
            value = {part: value}
        result = merged(result, value)
    return result


def of_providers(pairs: list[str] | None) -> dict[str, Any]:
    """Return what `--set` says of providers; raises SettingsError for anything else.

    Where a model is had is no part of what a suite's or a tournament's games are; all else is.
    """
    for pair in pairs or ():
        if not pair.startswith(PROVIDERS):
            raise SettingsError(
                f"--set {pair}: only {PROVIDERS}NAME is set here; what decides how games are "
                "played stands in their file"
            )
    return assignments(pairs)


def without_none(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that were given: without None, and without what is empty then."""
    kept = {
        key: without_none(value) if isinstance(value, dict) else value
        for key, value in values.items()
        if value is not None
    }
    return {key: value for key, value in kept.items() if value != {}}


def print_json(value: dict[str, Any] | list[Any]) -> None:
    """Print one JSON document on a line of its own."""
    write_data([json.dumps(value, ensure_ascii=False, default=str)])
