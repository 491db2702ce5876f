"""The `turn` message of seed 000 §8, with the event rows and what the page needs besides."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from ludens.episode.game import Game
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.web.stretch import ToldTurn, begin_telling, turn_costs, turns_of

AT_ONCE = 50
"""Turns that are told in one go for a viewer who is behind."""


@dataclass(frozen=True, slots=True)
class TurnMessage:
    """A message ready to be sent to any number of viewers."""

    first_seq: int
    last_seq: int
    text: str

    def text_from(self, seq: int) -> str:
        """Return the message with the events from a sequence number on only."""
        if seq <= self.first_seq:
            return self.text
        document = json.loads(self.text)
        document["events"] = [line for line in document["events"] if line["seq"] >= seq]
        document["first_seq"] = seq
        return json.dumps(document, ensure_ascii=False)


def turn_message(told: ToldTurn) -> TurnMessage:
    """Return the message of one turn, or of one commit of it."""
    cost = told.entry.get("cost")
    document: dict[str, Any] = {
        "type": "turn",
        "turn_number": told.number,
        **told.message,
        "metrics": {
            "total_tokens": told.entry.get("tokens", 0),
            "cost_estimate": float(cost) if cost is not None else None,
        },
        "first_seq": told.first_seq,
        "last_seq": told.last_seq,
        "entry": told.entry,
        "patch": told.patch,
        "events": [line.document() for line in told.lines],
    }
    return TurnMessage(told.first_seq, told.last_seq, to_json(document).decode())


def missed_messages(
    store: Store, game: Game[Any], row: EpisodeRow, from_seq: int, viewer: Viewer
) -> list[TurnMessage]:
    """Return the next messages for a viewer who has seen everything before `from_seq`."""
    first = store.events(row.id, from_seq=from_seq, limit=1)
    if not first:
        return []
    turn = first[0].turn
    last = min(turn + AT_ONCE - 1, row.turns)
    telling = begin_telling(store, game, row, turn, viewer)
    costs = turn_costs(store, row, turn, last)
    return [
        turn_message(telling.tell(lines, costs.get(lines[0].turn)))
        for lines in turns_of(store.events(row.id, from_turn=turn, to_turn=last))
    ]
