"""`ludens serve`: the record over HTTP, for this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from ludens.cli.console import err
from ludens.cli.house import ConfigOption, StoreOption, opened_store, settings_in_force


def serve(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port.")] = 8643,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Serve the episodes as JSON on this machine's loopback address."""
    # Imported here because FastAPI takes half a second that no other command needs.
    import uvicorn  # noqa: PLC0415

    from ludens.web.app import create_app  # noqa: PLC0415

    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        err.print(f"http://127.0.0.1:{port}/api/episodes", markup=False)
        uvicorn.run(create_app(opened), host="127.0.0.1", port=port, log_level="warning")
