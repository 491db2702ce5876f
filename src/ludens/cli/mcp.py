"""`ludens mcp`: an assistant plays, watches and forks."""

from __future__ import annotations

from ludens.cli.house import ConfigOption, StoreOption, opened_store, settings_in_force
from ludens.episode.errors import LudensError
from ludens.installing import install_command


def mcp(store: StoreOption = None, config: ConfigOption = None) -> None:
    """Serve stories to an assistant over MCP. It speaks on standard input and output."""
    try:
        from ludens.bridges.mcp import make_server  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("mcp"):
            raise
        raise LudensError(f"an MCP server needs its package: {install_command('mcp')}") from None
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        make_server(opened, settings).run("stdio")
