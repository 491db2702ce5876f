"""The page of events, from the classes that are written to the log."""

from __future__ import annotations

from words import attribute_doc, code, table, told

from ludens.episode.events import COMMON_EVENTS, Event
from ludens.games import GAMES

HEAD = """\
# Events

All that can happen in an episode. A log line has the event's type and its data as JSON; fields that
have their default are left out. An event with a hook calls that method of every [hook](hooks.md).
Who may see which field is written beside it in the code (`Public`, `Own`, `Shared`, `Shown`,
`Backstage`). This page is written by the code.
"""


def groups() -> dict[str, tuple[type[Event], ...]]:
    """Return the events of every game and those of all, by a title."""
    return {"every game": COMMON_EVENTS, **{name: tuple(GAMES[name].events) for name in GAMES}}


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for title, events in groups().items():
        parts.append(f"## {title[0].upper()}{title[1:]}")
        parts += [_one(event) for event in events]
    return "\n\n".join(parts) + "\n"


def _one(event: type[Event]) -> str:
    parts = [f"### {event.type}", told(event)]
    if event.hook is not None:
        parts.append(f"Calls {code(event.hook)}.")
    rows = [
        (code(name), code(_kind(field.annotation)), attribute_doc(event, name))
        for name, field in event.model_fields.items()
    ]
    if rows:
        parts.append(table(("field", "type", "meaning"), rows))
    return "\n\n".join(parts)


def _kind(annotation: object) -> str:
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    for noise in ("typing.", "ludens.", "NoneType"):
        text = text.replace(noise, "None" if noise == "NoneType" else "")
    return ".".join(text.split(".")[-1:]) if "[" not in text else text
