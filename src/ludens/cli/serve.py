"""`ludens serve`: the web app."""

from __future__ import annotations

from typing import Annotated

import typer

from ludens.cli.browser import open_page
from ludens.cli.console import err, out
from ludens.cli.house import ConfigOption, StoreOption, opened_store, settings_in_force


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address; any but this machine's needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any free one.")] = 8643,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Only show: nothing can be started or changed.")
    ] = False,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="LUDENS_WEB_TOKEN",
            help="The token to ask for, instead of one made up for this run.",
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-web", "--no-open", help="Do not open a browser.")
    ] = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Show every episode on a page: live, at any turn, to be forked and taken over."""
    # Imported here because FastAPI takes half a second that no other command needs.
    from ludens.web.page import NOT_BUILT, is_built  # noqa: PLC0415
    from ludens.web.security import access_for  # noqa: PLC0415
    from ludens.web.serving import (  # noqa: PLC0415
        Address,
        listen,
        make_app,
        serve_until_stopped,
    )

    settings = settings_in_force({}, store=store, config=config)
    access = access_for(host, read_only=read_only, token=token)
    with opened_store(settings) as opened:
        listening = listen(host, port)
        url = Address(host, listening.getsockname()[1]).url(access)
        out.print(url, soft_wrap=True)
        if access.token and token is None:
            err.print("The link holds the token of this run; it is not shown again.", style="dim")
        if not is_built():
            err.print(NOT_BUILT.strip(), style="yellow")
        elif not no_open:
            open_page(url)
        serve_until_stopped(make_app(opened, settings, access, config), listening)
