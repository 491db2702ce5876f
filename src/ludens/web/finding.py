"""Finding words in an episode as the page shows it: in what was said, done and thought."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ludens.episode.store import EpisodeRow
from ludens.episode.visibility import Viewer
from ludens.games import game_of
from ludens.web.documents import Found
from ludens.web.house import House
from ludens.web.logs import excerpt
from ludens.web.stretch import begin_telling, turns_of
from ludens.web.views.view import Entry

AT_ONCE = 200
"""Turns whose words are kept together: of an episode that goes on only the last are told anew."""

Words = list[tuple[int, str, str]]
"""Turn, pane and text."""


def find_words(house: House, row: EpisodeRow, viewer: Viewer, words: str) -> Iterator[Found]:
    """Yield each turn in which words are shown to a viewer, whatever their case."""
    wanted = words.casefold()
    before = -1
    for first in range(0, row.turns + 1, AT_ONCE):
        for turn, pane, text in _words(house, row, viewer, first):
            if turn != before and wanted in text.casefold():
                before = turn
                yield Found.model_validate(
                    {"turn": turn, "excerpt": excerpt(text, wanted), "pane": pane}
                )


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


def shown_words(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield pane and text for all that the page tells of a turn in words."""
    yield "story", entry.get("command", "")
    yield "story", entry.get("text", "")
    for note in entry["notes"]:
        yield "story", note["text"]
    for line in entry.get("details", {}).get("lines", ()):
        yield "story", f"{line.get('speaker', '')} {line['text']}"
    for thought in entry["thoughts"]:
        yield "mind", thought["text"]
