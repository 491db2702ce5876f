"""Opening the page, where there is somebody to look and a screen to open it on."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def is_watched() -> bool:
    """Tell whether a person sits before the terminal: output that goes into a file or a pipe, and
    a machine of continuous integration, which says so in `CI`, have nobody to look at a page."""
    return sys.stdout.isatty() and os.environ.get("CI", "") in ("", "0", "false")


def has_screen() -> bool:
    """Tell whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(url: str) -> bool:
    """Open an address in the user's browser; return whether one was asked to.

    It is asked beside the game: a browser may take its time, or fail, and the game goes on. None
    is asked where nobody looks or no window can be opened, and none that runs in the terminal: it
    would cover the game.
    """
    if not is_watched() or not has_screen():
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
        return False  # those of the terminal; whoever names one has chosen it
    threading.Thread(target=_ask, args=(browser, url), daemon=True).start()
    return True


def _ask(browser: webbrowser.BaseBrowser, url: str) -> None:
    try:
        browser.open(url)
    except (OSError, webbrowser.Error):
        return  # the address stands in the terminal
