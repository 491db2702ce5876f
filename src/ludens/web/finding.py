"""Finding words in an episode as the page shows it: in what was said, done and thought."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import Literal

from sqlalchemy import select

from ludens.episode.schema import event
from ludens.episode.store import EpisodeRow
from ludens.episode.visibility import ANALYSIS, VIEWER, Viewer
from ludens.games import game_of
from ludens.web.documents import Found, SearchResult
from ludens.web.house import House
from ludens.web.logs import excerpt
from ludens.web.stretch import begin_telling, turns_of
from ludens.web.views.view import Entry

AT_ONCE = 200
"""Turns whose words are kept together: of an episode that goes on only the last are told anew."""

MOST_FOUND = 200
"""Turns that are listed at once; more only if they were told together."""
AT_MOST_SECONDS = 0.3
"""How long it is looked before what was found is told."""

Pane = Literal["story", "mind"]
Words = list[tuple[int, Pane, str]]
"""Turn, pane and text."""


def find_words(
    house: House, row: EpisodeRow, viewer: Viewer, words: str, from_turn: int, *, quick: bool
) -> SearchResult:
    """Return each turn in which words are shown to a viewer, whatever their case.

    Telling all of a long game takes long, so what was found in a while is returned, and from which
    turn on to look next. `quick` looks only near where the log itself has the words, for who may
    know all of it: where it looks next would tell a seat what the log hides.
    """
    quick = quick and viewer in (VIEWER, ANALYSIS)
    wanted = words.casefold()
    found: dict[int, Found] = {}
    until = time.monotonic() + AT_MOST_SECONDS
    looked = False
    for first in _logged(house, row, words) if quick else range(0, row.turns + 1, AT_ONCE):
        if first + AT_ONCE <= from_turn:
            continue
        if len(found) >= MOST_FOUND or (looked and time.monotonic() > until):
            return SearchResult(found=list(found.values()), next_turn=first)
        looked = True
        for turn, pane, text in _words(house, row, viewer, first):
            if turn >= from_turn and turn not in found and wanted in text.casefold():
                found[turn] = Found(turn=turn, excerpt=excerpt(text, wanted), pane=pane)
    return SearchResult(found=list(found.values()), next_turn=None)


def _logged(house: House, row: EpisodeRow, words: str) -> Sequence[int]:
    """Return the first turns of those kept together in whose events words stand letter by letter.

    Not all that is shown stands there: a note is made of names, and quotes are escaped otherwise.
    """
    query = (
        select(event.c.turn)
        .where(event.c.episode_id == row.id, event.c.turn <= row.turns)
        .where(event.c.data.icontains(json.dumps(words, ensure_ascii=False)[1:-1], autoescape=True))
    )
    with house.store.database.read() as connection:
        return sorted({turn // AT_ONCE * AT_ONCE for turn in connection.scalars(query)})


def _words(house: House, row: EpisodeRow, viewer: Viewer, first: int) -> Words:
    last = min(first + AT_ONCE - 1, row.turns)

    def tell() -> bytes:
        telling = begin_telling(house.store, game_of(row), row, first, viewer)
        lines = house.store.events(row.id, from_turn=first, to_turn=last)
        entries = map(telling.entry, turns_of(lines))
        told = [(entry["turn"], *shown) for entry in entries for shown in shown_words(entry)]
        return json.dumps(told).encode()

    newest = row.last_seq if last == row.turns else -1
    told: Words = json.loads(house.shelf.get(("words", row.id, viewer, first, newest), tell))
    return told


def shown_words(entry: Entry) -> Iterator[tuple[Pane, str]]:
    """Yield pane and text for all that the page tells of a turn in words."""
    yield "story", entry.get("command", "")
    yield "story", entry.get("text", "")
    for note in entry["notes"]:
        yield "story", note["text"]
    for line in entry.get("details", {}).get("lines", ()):
        yield "story", f"{line.get('speaker', '')} {line['text']}"
    for thought in entry["thoughts"]:
        yield "mind", thought["text"]
