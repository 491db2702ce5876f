"""Opening the page, where there is a screen to open it on."""

from __future__ import annotations

import os
import sys
import webbrowser


def open_page(url: str) -> bool:
    """Open an address in the user's browser; return whether one was there.

    Without a graphical screen nothing is opened: a browser in the terminal would cover the game.
    """
    if not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    return webbrowser.open(url)
