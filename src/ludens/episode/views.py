"""A log as one viewer may read it, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ludens.episode.events import Event
from ludens.episode.store import EventRow
from ludens.episode.visibility import View, Viewer, seen_as_data


def view_lines(log: Iterable[tuple[EventRow, Event]], viewer: Viewer) -> Iterator[str]:
    """Yield each event that the viewer may see as a line of JSON.

    Lines are numbered from 0 as `n`. A seat and the public get no more: the log's own numbers and
    times would count what happened in secret. The viewer gets the turn, the analysis also the
    sequence number and the time (seconds since 1970).
    """
    number = 0
    for row, event in log:
        seen = seen_as_data(event, viewer)
        if seen is None:
            continue
        place: dict[str, Any] = {"n": number}
        if viewer.view in (View.VIEWER, View.ANALYSIS):
            place["turn"] = row.turn
        if viewer.view is View.ANALYSIS:
            place |= {"seq": row.seq, "time": row.time}
        yield json.dumps({**place, **seen}, ensure_ascii=False)
        number += 1
