"""What the pages share: tables, and the words that stand beside the code."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import griffe


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def code(text: object) -> str:
    """Return a text as code, in a table's cell too."""
    return f"`{text}`" if str(text) else ""


def told(thing: Any) -> str:
    """Return a docstring without its indentation; empty if there is none."""
    return inspect.cleandoc(thing.__doc__ or "") if thing.__doc__ else ""


@cache
def _package() -> griffe.Module:
    found = griffe.load("ludens", submodules=True)
    assert isinstance(found, griffe.Module)
    return found


def attribute_doc(cls: type, name: str) -> str:
    """Return what stands under an attribute of a class or of what it inherits from."""
    for owner in cls.__mro__:
        if not owner.__module__.startswith("ludens."):
            continue
        path = f"{owner.__module__}.{owner.__qualname__}".removeprefix("ludens.")
        attribute = _package()[path].members.get(name)
        if attribute is not None and attribute.docstring is not None:
            return attribute.docstring.value
    return ""
