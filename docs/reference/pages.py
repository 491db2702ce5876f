"""The pages of the site that are written by the code itself, each time the site is built.

MkDocs calls `on_files` (see `hooks` in mkdocs.yml); nothing that is made here is kept in a file, so
nothing of it can be out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import commands
import database
import events
import house
import http_api
import settings

import hooks

PAGES: Mapping[str, Callable[[], str]] = {
    "reference/settings.md": settings.page,
    "reference/commands.md": commands.page,
    "reference/events.md": events.page,
    "reference/hooks.md": hooks.page,
    "reference/database.md": database.page,
    "reference/http.md": http_api.page,
    "drawings/house.svg": house.drawing,
}
"""Every page and drawing that is made, and what makes it."""


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages to those of the folder."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only MkDocs calls this

    for path, make in PAGES.items():
        files.append(File.generated(config, path, content=make()))
    return files
