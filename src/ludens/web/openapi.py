"""`python -m ludens.web.openapi` prints the description of the API, for the page's types."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from ludens.episode.store import Store
from ludens.settings import Settings
from ludens.web.app import create_app
from ludens.web.security import Access


def description() -> str:
    """Return the OpenAPI document as JSON, the same each time."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "empty.db"))
        app = create_app(store, Settings(), Access(), command=())
        document = json.dumps(app.openapi(), indent=1, sort_keys=True)
        store.close()
    return document


if __name__ == "__main__":
    print(description())
