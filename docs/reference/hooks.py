"""The page of hook methods and of the hooks that come with Ludens."""

from __future__ import annotations

import inspect
from importlib.metadata import entry_points

from events import groups
from words import attribute_doc, code, table, told

from ludens.episode.hook_loading import ENTRY_POINTS
from ludens.episode.hooks import HOOK_METHODS, Hook, Moment

HEAD = """\
# Hook methods

What a [hook](../hooks.md) may listen to. This page is written by the code.
"""


def page() -> str:
    """Return the page."""
    callers: dict[str, list[str]] = {}
    for title, events in groups().items():
        for event in events:
            if event.hook is not None:
                callers.setdefault(event.hook, []).append(f"{event.type} ({title})")
    methods = [
        (code(name), told(getattr(Hook, name)), ", ".join(callers.get(name, ())))
        for name in HOOK_METHODS
    ]
    moment = [(code(name), attribute_doc(Moment, name)) for name in Moment.__dataclass_fields__]
    return "\n\n".join(
        (
            HEAD,
            table(("method", "when it is called", "by the event"), methods),
            f"## What a method is given\n\n{told(Moment)}",
            table(("field", "meaning"), moment),
            "## The hooks that come with Ludens",
            *(_one(name, cls) for name, cls in hooks()),
            "",
        )
    )


def hooks() -> list[tuple[str, type[Hook]]]:
    """Return the hooks of this package by the names that the settings use."""
    found = entry_points(group=ENTRY_POINTS)
    return sorted((e.name, e.load()) for e in found if e.value.startswith("ludens."))


def _one(name: str, cls: type[Hook]) -> str:
    options = [
        (code(p.name), code(p.annotation), "" if p.default is p.empty else code(repr(p.default)))
        for p in inspect.signature(cls).parameters.values()
        if p.kind is not p.VAR_KEYWORD
    ]
    shown = table(("option", "type", "default"), options) if options else ""
    return f"### {name}\n\n{told(cls)}\n\n{shown}"
