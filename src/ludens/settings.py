"""All configuration, typed: the settings of every part in one tree.

Four sources, each stronger than the one before: `config.json` (its `hooks` list only, as seed 000
§10 has it), `ludens.toml`, the environment (`LUDENS_ADVENTURE__ENGINE=dfrotz`), flags.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludens.adventure.settings import AdventureSettings, without_gone
from ludens.episode.errors import LudensError
from ludens.episode.settings import HookChoice, Limits
from ludens.episode.state import merged
from ludens.llm.keys import Keys, Scrubber
from ludens.llm.settings import LLMSettings
from ludens.mafia.settings import MafiaSettings
from ludens.story.settings import StorySettings
from ludens.writable import is_writable_json, writable

FILE = "ludens.toml"
PREFIX = "LUDENS_"
SECRETS = frozenset({"LUDENS_DISCORD_WEBHOOK", "LUDENS_SLACK_WEBHOOK", "LUDENS_WEB_TOKEN"})
"""Variables with that prefix that are no settings: settings are on the record of every episode."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one setting."""

    setting: str
    """Its dotted name."""
    message: str


class SettingsError(LudensError):
    """A setting is unknown or wrong; the message names it, its source and what would be right."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)
        """Every setting that is wrong; the message tells of the first one."""


def default_store() -> str:
    """Return where episodes are kept unless told otherwise: the user's data folder (XDG)."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return str(Path(base).expanduser() / "ludens" / "ludens.db")


class Settings(BaseModel):
    """Everything that can be set."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    store: str = Field(
        default_factory=default_store,
        description="Where episodes are kept: an SQLite file or a postgresql:// URL.",
    )
    hooks: tuple[str | HookChoice, ...] = Field(
        (), description="Hooks to call: module:Class, a file in hooks/, or an entry point."
    )
    limits: Limits = Field(default_factory=Limits, description="When an episode is ended.")
    llm: LLMSettings = Field(
        default_factory=LLMSettings, description="Which models play, and how they are asked."
    )
    adventure: AdventureSettings = Field(
        default_factory=AdventureSettings, description="How stories are played."
    )
    mafia: MafiaSettings = Field(
        default_factory=MafiaSettings, description="How a Mafia table is played."
    )
    story: StorySettings = Field(
        default_factory=StorySettings, description="How a book is played in."
    )

    def providers_here(self) -> dict[str, Any]:
        """Return what was set of each provider, without what it has by default."""
        said: dict[str, Any] = self.llm.model_dump(mode="json", exclude_unset=True)
        providers: dict[str, Any] = said.get("providers", {})
        return providers


def load_settings(
    flags: Mapping[str, Any] | None = None,
    *,
    file: Path | None = None,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """Return the settings in force; raises SettingsError.

    `flags` is a nested mapping and the strongest source; `file` replaces `ludens.toml` of
    `folder`, the working folder by default.
    """
    folder = folder or Path.cwd()
    environ = os.environ if environ is None else environ
    result: dict[str, Any] = {}
    sources = (
        ("config.json", _read_config_json(folder / "config.json")),
        (str(file or FILE), _read_toml(file, folder)),
        ("the environment", _read_environment(environ)),
        ("the command line", dict(flags or {})),
    )
    origins: dict[tuple[str, ...], str] = {}
    for source, values in sources:
        _require_texts(values)
        for path in _leaves(values):
            _require_known(path, source)
            origins[path] = source
        result = merged(result, values)
    try:
        settings = Settings.model_validate(result)
    except ValidationError as error:
        raise _explain(error, result, origins) from error
    _require_finite(settings)
    _require_no_keys(settings, Keys(environ, folder / ".env"))
    return settings


def _require_texts(values: Mapping[str, Any]) -> None:
    """Refuse what no store and no answer can have: half a character, NUL."""
    for path, value in _values(values):
        wrong = next((each for each in (path, value) if not is_writable_json(each)), None)
        if wrong is not None:
            name = writable(path)
            said = f"is not text in UTF-8: {wrong!a:.80}"
            raise SettingsError(f"{name} {said}", [Problem(name, said)])


def _require_finite(settings: Settings) -> None:
    """Refuse a number that JSON has not: settings are on the record of every episode."""
    for path, value in _values(settings.model_dump(mode="json")):
        if isinstance(value, float) and not math.isfinite(value):
            raise SettingsError(f"{path} must be a finite number")


def _require_no_keys(settings: Settings, keys: Keys) -> None:
    """Refuse a setting that has a key in it: settings are on the record of every episode."""
    values = _values(settings.model_dump(mode="json"))
    texts = [(path, value) for path, value in values if isinstance(value, str)]
    names = {text for path, text in texts if path.rpartition(".")[2] == "key_env"}
    scrubber = Scrubber(key.value for name in sorted(names) if (key := keys.find(name)))
    for path, text in texts:
        if scrubber.scrub(text) != text:
            raise SettingsError(
                f"{path} holds a key, and settings are on the record; "
                "name its variable alone, with key_env"
            )


def _values(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what settings come to, each with its dotted name."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _values(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _values(inner, path)
    else:
        yield path, value


def check_settings(values: Mapping[str, Any]) -> Settings:
    """Return settings given as plain values, from no source but these; raises SettingsError."""
    _require_texts(values)
    for path in _leaves(values):
        _require_known(path, "the settings")
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise _explain(error, values, {}) from error
    _require_finite(settings)
    return settings


def check_recorded(values: Mapping[str, Any]) -> Settings:
    """Return the settings that an episode was played with, also of an earlier version."""
    kept = {k: without_gone(v) if k == "adventure" else v for k, v in values.items()}
    return check_settings(kept)


def _read_config_json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path.name} cannot be read as JSON: {error}") from error
    hooks = found.get("hooks") if isinstance(found, dict) else None
    return {"hooks": hooks} if hooks is not None else {}


def _read_toml(file: Path | None, folder: Path) -> dict[str, Any]:
    path = file or folder / FILE
    if not path.is_file():
        if file is not None:
            raise SettingsError(f"there is no settings file {file}")
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path.name} cannot be read as TOML: {error}") from error


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, text in sorted(environ.items()):
        if not name.startswith(PREFIX) or name.startswith(PREFIX + "TEST_") or name in SECRETS:
            continue
        path = name.removeprefix(PREFIX).lower().split("__")
        branch: Any = _value(text)
        for key in reversed(path):
            branch = {key: branch}
        result = merged(result, branch)
    return result


def _value(text: str) -> Any:
    """Return what a variable means: JSON where it is a list, an object or null, else the text."""
    if text[:1] in ("[", "{") or text == "null":
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _leaves(values: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in values.items():
        if isinstance(value, Mapping) and _section((*path, key)) is not None:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key)


def _section(path: tuple[str, ...]) -> type[BaseModel] | None:
    """Return the model of the settings at a path, or None if there is no section there."""
    model: type[BaseModel] = Settings
    for key in path:
        field = model.model_fields.get(key)
        if field is None or not (
            isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
        ):
            return None
        model = field.annotation
    return model


def setting_names(model: type[BaseModel] = Settings, prefix: str = "") -> Iterator[str]:
    """Yield the dotted name of every setting."""
    for key, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from setting_names(kind, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def _require_known(path: tuple[str, ...], source: str) -> None:
    section = _section(path[:-1])
    if section is not None and path[-1] in section.model_fields:
        return
    name = ".".join(path)
    names = list(setting_names())
    sections = {one[: one.rindex(".")] for one in names if "." in one}
    near = difflib.get_close_matches(name, [*names, *sorted(sections)], n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    problem = Problem(name, f"there is no such setting{hint}")
    raise SettingsError(f"{source}: there is no setting {name}{hint}", [problem])


def _explain(
    error: ValidationError, values: Mapping[str, Any], origins: Mapping[tuple[str, ...], str]
) -> SettingsError:
    details = error.errors(include_url=False)
    problems = [
        Problem(".".join(_place(each["loc"], values)), in_words(each["msg"])) for each in details
    ]
    location = _place(details[0]["loc"], values)
    source = next(
        (origins[location[:n]] for n in range(len(location), 0, -1) if location[:n] in origins),
        "the settings",
    )
    return SettingsError(f"{source}: {problems[0].setting}: {problems[0].message}", problems)


def _place(location: tuple[int | str, ...], values: Any) -> tuple[str, ...]:
    """Return where a value stands: pydantic also names which kind of several it took it for."""
    found = []
    for number, part in enumerate(location):
        is_entry = isinstance(values, list) and isinstance(part, int) and part < len(values)
        if is_entry or (isinstance(values, Mapping) and part in values):
            values = values[part]
        elif not isinstance(values, Mapping) or number < len(location) - 1:
            continue
        found.append(str(part))
    return tuple(found)


_KINDS = {
    "Input should be a valid tuple": "a list",
    "Input should be a valid list": "a list",
    "Input should be a valid dictionary": "a table",
    "Input should be a valid string": "a text",
    "Input should be a valid integer, unable to parse string as an integer": "a whole number",
    "Input should be a valid integer, got a number with a fractional part": "a whole number",
    "Input should be a valid number, unable to parse string as a number": "a number",
}
_BOUNDS = {
    "Input should be greater than or equal to ": "{} or more",
    "Input should be less than or equal to ": "{} or less",
    "Input should be greater than ": "above {}",
    "Input should be less than ": "below {}",
}


def in_words(message: str) -> str:
    """Return what pydantic says of a value, as it is told to people."""
    if message in _KINDS:
        return f"it must be {_KINDS[message]}"
    for begins, told in _BOUNDS.items():
        if message.startswith(begins):
            return f"it must be {told.format(message.removeprefix(begins))}"
    message = message.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
