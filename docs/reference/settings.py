"""The page of settings, from the models that read them."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from words import code, table, told

from ludens.bench.suite import Ceiling, Corpora, Stories, Suite, Tables
from ludens.episode.settings import HookChoice
from ludens.llm.settings import (
    AnthropicSettings,
    CompatibleSettings,
    EmbeddedSettings,
    GeminiSettings,
    OpenAISettings,
    Rates,
    RoleSettings,
)
from ludens.settings import Settings, default_store

HEAD = """\
# Settings

Four sources, each stronger than the one before: `config.json` (its list of hooks only),
`ludens.toml` in the working folder, variables (`LUDENS_ADVENTURE__SAVE_EVERY=20`: two underscores
between parts), and flags (`--set adventure.save_every=20`). What is unknown or wrong is refused
with its name and the nearest right one. This page is written by the code.
"""

REPEATED: dict[str, tuple[type[BaseModel], ...]] = {
    "llm.models.NAME": (RoleSettings,),
    "llm.providers.NAME": (
        OpenAISettings,
        AnthropicSettings,
        GeminiSettings,
        CompatibleSettings,
        EmbeddedSettings,
    ),
    "llm.providers.NAME.rates.MODEL": (Rates,),
    "hooks[]": (HookChoice,),
}
"""What stands in a table or list of settings once for each name."""

SUITE: tuple[tuple[str, type[BaseModel]], ...] = (
    ("", Suite),
    ("adventure.", Stories),
    ("mafia.", Tables),
    ("story.", Corpora),
    ("ceiling.", Ceiling),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as the page shows it."""

    name: str
    kind: str
    default: str
    meaning: str


def settings(model: type[BaseModel] = Settings, prefix: str = "") -> Iterator[Setting]:
    """Yield every setting of a model, those of its sections by their dotted names."""
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from settings(kind, f"{prefix}{name}.")
        else:
            yield Setting(prefix + name, _kind(field), _default(name, field), _meaning(model, name))


def _meaning(model: type[BaseModel], name: str) -> str:
    """Return the description of a field; one that only changes its default has its parent's."""
    for owner in model.__mro__:
        field = getattr(owner, "model_fields", {}).get(name)
        if field is not None and field.description:
            return str(field.description)
    return ""


def _kind(field: FieldInfo) -> str:
    bounds = _bounds(field.metadata)
    return " ".join(part for part in (_type(field.annotation), bounds) if part)


def _type(kind: Any) -> str:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return ", ".join(map(str, parts))
    if origin is typing.Annotated:
        marks = [m for p in parts[1:] for m in (p.metadata if isinstance(p, FieldInfo) else [p])]
        return f"{_type(parts[0])} {_bounds(marks)}".strip()
    if origin in (typing.Union, *_unions()):
        names = ("none" if part is type(None) else _type(part) for part in parts)
        return " or ".join(dict.fromkeys(names))
    if origin is tuple:
        return "list of " + _type(parts[0]) if parts[-1:] == (...,) else f"{len(parts)} texts"
    if origin is dict:
        return f"table of {_type(parts[1])}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ", ".join(str(each.value) for each in kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "tables" if kind is not HookChoice else "table"
    names = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if isinstance(kind, typing.NewType):
        return _type(kind.__supertype__)
    return names.get(kind, "number" if kind is Decimal else "any")


def _unions() -> tuple[Any, ...]:
    import types  # noqa: PLC0415

    return (types.UnionType,)


def _bounds(marks: list[Any]) -> str:
    signs = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}
    found = []
    for mark in marks:
        found += [f"{sign} {getattr(mark, key)}" for key, sign in signs.items() if _has(mark, key)]
    return ", ".join(found)


def _has(mark: Any, key: str) -> bool:
    return getattr(mark, key, None) is not None


def _default(name: str, field: FieldInfo) -> str:
    if field.is_required():
        return ""
    if field.default_factory is default_store:
        return "the user's data folder"
    value = field.get_default(call_default_factory=True)
    if name == "providers":
        return "the five adapters by name"
    if value is None:
        return "none"
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, tuple):
        value = [item.value if isinstance(item, Enum) else item for item in value]
    if isinstance(value, float | Decimal):
        return code(f"{value:g}")
    return code(json.dumps(value, ensure_ascii=False, default=str))


def rows(found: Iterator[Setting]) -> str:
    """Return settings as a table."""
    head = ("setting", "what it may be", "default", "meaning")
    return table(head, ((code(s.name), s.kind, s.default, s.meaning) for s in found))


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for name, field in Settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            parts.append(f"## {name}\n\n{told(kind)}\n\n{rows(settings(kind, f'{name}.'))}")
    plain = (s for s in settings() if "." not in s.name)
    parts.insert(1, f"## In no section\n\n{rows(plain)}")
    parts.append("## What is set once for each name")
    for place, models in REPEATED.items():
        for model in models:
            fields = rows(settings(model, f"{place}."))
            title = place if len(models) == 1 else f"{place}, adapter {_adapter(model)}"
            parts.append(f"### {title}\n\n{told(model)}\n\n{fields}")
    parts.append("## A suite's file\n\n" + rows(s for p, m in SUITE for s in suite_settings(m, p)))
    return "\n\n".join(parts) + "\n"


def suite_settings(model: type[BaseModel], prefix: str) -> Iterator[Setting]:
    """Yield what may stand in a suite's file, with the words under each field."""
    from words import attribute_doc  # noqa: PLC0415

    for name, field in model.model_fields.items():
        meaning = attribute_doc(model, name)
        if model is Suite and name in ("adventure", "mafia", "story", "ceiling"):
            continue
        yield Setting(prefix + name, _kind(field), _default(name, field), meaning)


def _adapter(model: type[BaseModel]) -> str:
    return str(model.model_fields["adapter"].default)
