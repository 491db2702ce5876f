"""The page of the HTTP API, from its OpenAPI document."""

from __future__ import annotations

import json

from words import code, table

from ludens.web.openapi import description

HEAD = """\
# HTTP API

What `ludens serve` answers. The whole description, with every schema, is at `/api/openapi.json`.
How live messages come is told in [the web app](../web.md). This page is written by the code.
"""


def document() -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Return the OpenAPI document of the server."""
    found: dict[str, dict[str, dict[str, dict[str, str]]]] = json.loads(description())
    return found


def page() -> str:
    """Return the page."""
    rows = [
        (code(method.upper()), code(path), said.get("description") or said.get("summary", ""))
        for path, methods in document()["paths"].items()
        for method, said in methods.items()
    ]
    return f"{HEAD}\n{table(('', 'path', 'what it does'), rows)}\n"
