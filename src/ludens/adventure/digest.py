"""The digest: what the folded beginning of a dialogue came to, by rule.

Notes that were crowded out, documents whole, what the rooms look like, what scored, what failed
and what it was answered. It is made when a dialogue is folded and stays as it is until the next
fold, so it is told as history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId
from ludens.llm.tokens import BYTES_PER_TOKEN

NOTES, DOCUMENTS, ROOMS, SCORED, FAILED = 0.1, 0.5, 0.8, 0.9, 0.95
"""Shares of the digest after which no more notes, documents, rooms, scored commands, failures are
told."""


def digest_of(state: AdventureState, tokens: int) -> str:
    """Return what is worth keeping of all that happened, in about so many tokens at most."""
    most = tokens * BYTES_PER_TOKEN
    parts = ["What happened before what is told below, in short:"]
    size = len(parts[0])
    for heading, entries, share in (
        ("Notes of yours that had no room any more:", reversed(state.plan.crowded), NOTES),
        ("Documents, word for word:", _documents(state), DOCUMENTS),
        ("Places, as they were described:", _rooms(state), ROOMS),
        ("What scored:", _scored(state), SCORED),
        ("What failed, and what it was answered:", _answered(state, unclear=False), FAILED),
        ("What was answered where no change was seen:", _answered(state, unclear=True), 1.0),
    ):
        told, size = _within(entries, size + len(heading), most * share)
        if told:
            parts += [heading, *told]
    return "\n".join(parts)


def _within(entries: Iterable[str], size: int, most: float) -> tuple[list[str], int]:
    """Return the first entries that have room, and the size with them."""
    told: list[str] = []
    for entry in entries:
        if size + len(entry) + 1 <= most:
            told.append(entry)
            size += len(entry) + 1
    return told, size


def _name(state: AdventureState, room: RoomId) -> str:
    known = state.map.rooms.get(state.map.resolve(room))
    return known.name if known is not None else "some place"


def _documents(state: AdventureState) -> Iterator[str]:
    """Yield the documents, the newest first."""
    for one in reversed(state.memory.documents):
        yield f"- {one.command!r} ({_name(state, one.room)}, turn {one.turn}): {one.text.strip()}"


def _rooms(state: AdventureState) -> Iterator[str]:
    """Yield the descriptions of rooms, those last seen first."""
    rooms = sorted(state.map.rooms.values(), key=lambda room: -room.last_seen)
    for room in rooms:
        if room.description:
            yield f"- {room.name}: {' '.join(room.description.split())}"


def _scored(state: AdventureState) -> Iterator[str]:
    """Yield the commands that paid, the newest first."""
    for paid in reversed(state.tally.payments):
        if paid.points:
            room, _, command = paid.act.partition(" ")
            where = _name(state, RoomId(room))
            yield f"- turn {paid.turn}: {command!r} in {where} ({paid.points:+d})"


def _answered(state: AdventureState, *, unclear: bool) -> Iterator[str]:
    """Yield what failed, the newest first; if `unclear`, what an answer leaves open.

    What was done since has not failed.
    """
    for one in reversed(state.dialogue.refusals):
        tried = state.memory.attempt(one.room, one.command)
        if tried is not None and (not tried.failed or tried.affirmed is not unclear):
            continue
        if tried is None and unclear:
            continue
        yield f"- {one.command!r} in {_name(state, one.room)}, turn {one.turn}: {one.answer}"
