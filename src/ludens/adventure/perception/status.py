"""The status line, where an engine hands it over: the room's name and what stands beside it."""

from __future__ import annotations

import re

from ludens.adventure.perception.layout import plain

CELLS = re.compile(r"\s{2,}|\t")
LABEL = re.compile(
    r"\s*(?:\b|(?<=[a-z)]))(?:Score|Moves?|Turns?|Time|Points|Exits?|Date|Day|Rank|Health)\b\s*:.*$"
)
FRACTION = re.compile(r"\s*-?\d{1,4}\s*/\s*\d{1,5}$")
CLOCK = re.compile(r"\s*\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?$", re.IGNORECASE)


def location_in(status: str | None) -> str:
    """Return what the status line calls the place; empty when it names none."""
    if not status or not status.strip():
        return ""
    cell = CELLS.split(status.strip())[0]
    for tail in (LABEL, CLOCK, FRACTION):
        cell = tail.sub("", cell)
    return cell.strip()


def status_names(status: str | None, title: str) -> bool:
    """Say whether the status line begins with this title, whatever stands beside it."""
    wanted = plain(title)
    if not status or not wanted:
        return False
    shown = plain(status)
    return plain(location_in(status)) == wanted or f"{shown} ".startswith(f"{wanted} ")
