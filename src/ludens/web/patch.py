"""What changed from one document to the next, as a JSON merge patch (RFC 7396).

A page that holds one turn's document and the patches after it can show any later turn without
knowing any game. In such documents null means absent, so a patch can say everything.
"""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def difference(before: Document, after: Document) -> Document:
    """Return the patch that turns `before` into `after`; empty if they are equal.

    Lists are replaced whole. Parts that are the same object are equal and not looked into.
    """
    patch: Document = {}
    for key, value in after.items():
        old = before.get(key)
        if old is value or old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            patch[key] = difference(old, value)
        else:
            patch[key] = value
    for key in before:
        if key not in after:
            patch[key] = None
    return patch


def patched(document: Document, patch: Document) -> Document:
    """Return the document with a patch laid over it; what the patch leaves alone is shared."""
    result = dict(document)
    for key, value in patch.items():
        old = result.get(key)
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            result[key] = patched(old if isinstance(old, dict) else {}, value)
        else:
            result[key] = value
    return result
