"""What an imported episode may choose when it is played on, and what is the person's own.

An episode that came from a file is a stranger's data. It may say which game is played and how, and
which models it asked by name. Everything that reaches beyond the game (which server is asked, which
key is sent, which folder is read or written, what may be spent) comes from the person's own
configuration, whatever the file says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from ludens.episode.errors import LudensError
from ludens.episode.runner import OWN_GAME
from ludens.episode.settings import Whose
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow
from ludens.llm.presets import PRESETS
from ludens.llm.settings import DEFAULT_PROVIDERS, OFFLINE, EmbeddedSettings, is_own, names_in
from ludens.settings import Settings, SettingsError, check_recorded

FROM_THE_EPISODE = (
    "limits",
    "llm.models",
    "llm.json_retries",
    "llm.on_model_failure",
    "adventure",
    "mafia",
    "story",
)
"""The short list: what an imported episode's own settings decide, each with all below it."""
_PLAIN = (bool, int, float, Decimal, Enum, NoneType)
"""Types of numbers, choices and yes or no."""


def _types(annotation: Any) -> Iterator[Any]:
    """Yield the types of which a setting may be, and of which what it holds may be."""
    inside = get_args(annotation)
    if get_origin(annotation) is Literal:
        yield Enum  # a choice among what is written there
    elif inside:
        for each in inside[:1] if get_origin(annotation) is Annotated else inside:
            yield from () if each is Ellipsis else _types(each)
    else:
        yield annotation


def reaching(model: type[BaseModel], name: str) -> Iterator[str]:
    """Yield the settings that may reach beyond the game; a section of which one does is one."""
    for key, field in model.model_fields.items():
        if Whose.EPISODES in field.metadata:
            continue
        types = list(_types(field.annotation))
        sections = [
            each for each in types if isinstance(each, type) and issubclass(each, BaseModel)
        ]
        plain = [each for each in types if isinstance(each, type) and issubclass(each, _PLAIN)]
        if (
            Whose.PERSONS in field.metadata
            or len(sections) + len(plain) < len(types)
            or any(True for section in sections for _ in reaching(section, key))
        ):
            yield f"{name}.{key}"


THE_PERSONS_OWN = tuple(
    name
    for section in FROM_THE_EPISODE
    if (field := Settings.model_fields.get(section)) is not None
    for model in _types(field.annotation)
    for name in reaching(model, section)
)
"""What lies below one of those and is the person's own all the same: servers, keys, paths."""
RECORDED = frozenset({"limits", "llm", "adventure", "mafia", "story"})
"""The sections that an episode records."""
OF_SUITES = frozenset({"bench", "tournament", OWN_GAME})
"""What a suite or a tournament notes beside them."""
SPENDING = ("tokens", "cost", "seconds")
"""Limits that hold for an imported episode also where only the person's own settings have them."""


class NotOwnedError(LudensError):
    """An imported episode asks for something that the person's own configuration lacks."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting of an imported episode that is not used."""

    setting: str
    theirs: Any
    ours: Any


def settings_to_go_on(
    row: EpisodeRow, recorded: Mapping[str, Any], own: Settings
) -> tuple[dict[str, Any], list[Difference]]:
    """Return the settings under which an imported episode is played on, and what is not used.

    Raises NotOwnedError where the person's configuration cannot play it.
    """
    mine = own.model_dump(mode="json")
    result = {key: mine[key] for key in ("limits", "llm", row.game) if key in mine}
    for name in FROM_THE_EPISODE:
        if name.partition(".")[0] in result:
            _copy(name, recorded, result)
    for name in THE_PERSONS_OWN:
        if name.partition(".")[0] in result:
            _copy(name, mine, result)
    for name in SPENDING:
        both = [each.get(name) for each in (result["limits"], mine["limits"])]
        given = [each for each in both if each is not None]
        if given:
            result["limits"][name] = min(given, key=lambda value: Decimal(str(value)))
    try:
        checked = check_recorded(result)
    except SettingsError as error:
        raise NotOwnedError(
            f"episode {row.id} was imported, and your own configuration cannot play it: {error}"
        ) from error
    _require_inside(row, checked)
    kept = {key: recorded[key] for key in recorded if key in ("limits", "llm", row.game)}
    return result, list(_differences(kept, result))


def own_settings(
    own: Settings,
    row: EpisodeRow,
    recorded: Mapping[str, Any],
    *,
    tell: Callable[[str], None] | None,
) -> dict[str, Any]:
    """Return the settings for an imported episode; tell first what of its own is not used."""
    settings, differences = settings_to_go_on(row, recorded, own)
    if tell is None:
        return settings
    for each in differences:
        tell(
            f"Episode {row.id} was imported: its {each.setting} ({each.theirs!s:.100}) is not "
            "used, yours is."
        )
    asked = models_asked(settings)
    if asked:
        tell(f"Episode {row.id} was imported, and asks {', '.join(asked)[:300]} at your expense.")
    return settings


def settings_to_replay(
    own: Settings, row: EpisodeRow, recorded: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the settings by which an imported episode is played again from its record.

    Nobody is asked then, so it is no matter whether the person has its providers: of them only
    the names are left. Raises NotOwnedError where a program of its own would have to be run.
    """
    mine = own.model_dump(mode="json")
    result = {key: recorded[key] for key in ("limits", "llm", row.game) if key in recorded}
    for name in THE_PERSONS_OWN:
        if name.partition(".")[0] in result:
            _copy(name, mine, result)
    llm = result.setdefault("llm", {})
    known = {**mine["llm"]["providers"], **llm.get("providers", {})}
    providers = {}
    for model in models_asked(result):
        if is_own(model):
            raise NotOwnedError(
                f"episode {row.id} was imported and was played by a program of its own ({model}), "
                "which is not run: it cannot be replayed here"
            )
        name = model.partition("/")[0]
        adapter = {} if name in DEFAULT_PROVIDERS else {"adapter": "compatible"}
        named = {key: known.get(name, {}).get(key) for key in ("small", "strong")}
        providers[name] = {**adapter, **named}
    result["llm"] = {**llm, "providers": providers}
    return result


def kept_on_record(row: EpisodeRow, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an episode's record keeps of the changes with which a person plays it on.

    Of an imported one that is only what such an episode decides. The rest (a server, a key, a
    folder) is the person's own for as long as they play: on record it would pass for the file's.
    Raises SettingsError where the changes do not go together with what is recorded.
    """
    if changes:
        played_settings(merged(dict(row.settings), dict(changes)))
    if row.imported is None:
        return dict(changes)
    kept: dict[str, Any] = {}
    for name in FROM_THE_EPISODE:
        _copy(name, changes, kept)
    own = {tuple(name.split(".")) for name in THE_PERSONS_OWN}
    left = {
        section: {key: value for key, value in values.items() if (section, key) not in own}
        for section, values in kept.items()
    }
    return {section: values for section, values in left.items() if values}


def played_settings(recorded: Mapping[str, Any]) -> None:
    """Raise SettingsError unless settings on record are such as this version plays by."""
    known = {key: value for key, value in recorded.items() if key in Settings.model_fields}
    others = set(recorded) - OF_SUITES - (known.keys() & RECORDED)
    if others:
        raise SettingsError(f"an episode records no setting {min(others)[:80]!r}")
    check_recorded(known)


def imported_settings(recorded: Mapping[str, Any]) -> None:
    """Raise SettingsError unless settings in a file are such as this version plays by.

    Whose file it is does not matter: a provider that is known by its name alone needs none of the
    variables that its address has.
    """
    llm = recorded.get("llm")
    given = llm.get("providers") if isinstance(llm, Mapping) else None
    providers = given if isinstance(given, Mapping) else {}
    known = {
        name: {"adapter": "compatible", **each}
        for name in PRESETS
        if isinstance(each := providers.get(name, {}), Mapping)
    }
    if isinstance(llm, Mapping) and (given is None or isinstance(given, Mapping)):
        recorded = {**recorded, "llm": {**llm, "providers": {**providers, **known}}}
    played_settings(recorded)


def models_asked(settings: Mapping[str, Any]) -> list[str]:
    """Return the names of the models that settings ask."""
    roles = settings.get("llm", {}).get("models", {}).values()
    names = [name for role in roles for name in names_in(role)]
    return [name for name in dict.fromkeys(names) if name != OFFLINE]


def _copy(name: str, source: Mapping[str, Any], target: dict[str, Any]) -> None:
    """Put what a source has at a dotted name into a target, where the source has it."""
    *path, last = name.split(".")
    for key in path:
        inner = source.get(key)
        source = inner if isinstance(inner, Mapping) else {}
        target[key] = dict(target.get(key, {}))
        target = target[key]
    if last not in source:
        return
    value, before = source[last], target.get(last)
    both = isinstance(value, Mapping) and isinstance(before, Mapping) and not path
    target[last] = merged(dict(before or {}), dict(value)) if both else value


def _require_inside(row: EpisodeRow, settings: Settings) -> None:
    """Refuse a model's name that is a path out of the person's folder of models."""
    for name in models_asked(settings.model_dump(mode="json")):
        if is_own(name):
            raise NotOwnedError(
                f"episode {row.id} was imported and was played by a program of its own ({name}), "
                "which is not run; choose a player with --set llm.models.ROLE=PROVIDER/MODEL"
            )
        provider, _, model = name.partition("/")
        path = PurePath(model)
        if isinstance(settings.llm.providers[provider], EmbeddedSettings) and (
            path.is_absolute() or ".." in path.parts
        ):
            raise NotOwnedError(
                f"episode {row.id} was imported and asks for the file {model!r}, which is not in "
                "your folder of models; choose one with --set llm.models.default=PROVIDER/MODEL"
            )


def _differences(theirs: Any, ours: Any, name: str = "") -> Iterator[Difference]:
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        for key, value in theirs.items():
            yield from _differences(value, ours.get(key), f"{name}.{key}" if name else str(key))
    elif theirs != ours:
        yield Difference(name, theirs, ours)
