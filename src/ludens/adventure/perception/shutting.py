"""What shuts behind the player: the way back, which nobody has gone yet, is barred."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitBlocked, Movement, PlayerMoved
from ludens.adventure.world.ways import way_back
from ludens.episode.events import Event

_SHUTS = re.compile(
    r"\b(?:door|gate|hatch|trap ?door|grat(?:e|ing)|panel|portcullis|slab|lid|bookcase|wall|entrance"
    r"|opening|passage|way back|window|shutters?)\b[^.!?]{0,40}?"
    r"\b(?:(?:crash|slam|clang|swing|fall|snap|slide|bang|click|grind|thud|drop|roll|spring)(?:e?s)?"
    r" (?:(?:itself |firmly |heavily |loudly )?(?:shut|closed|to)\b|(?:back )?into place\b)"
    r"|(?:closes|shuts|locks|seals)\b(?: itself)?(?: firmly| heavily)? (?:behind|after|again)\b)"
    r"|\bhear (?:someone|somebody|something|it|the)\b[^.!?]{0,30}\b(?:bar|bolt|lock)(?:ing|ed)\b",
    re.IGNORECASE,
)
"""How a story says so."""


def shut_behind(world: WorldMap, found: Iterable[Event], text: str) -> list[Event]:
    """Return the barring of the way back, where a text says that it shut when it was gone."""
    walked = [
        event for event in found if isinstance(event, PlayerMoved) and event.how is Movement.WALKED
    ]
    back = way_back(walked[-1].via) if walked else None
    if back is None:
        return []
    said = next((said for said in sentences_of(text) if _SHUTS.search(said)), None)
    room = walked[-1].room
    way = world.exit(room, back)
    known = way is not None and way.status is not ExitStatus.ASSUMED
    if said is None or known:
        return []
    return [ExitBlocked(room=room, direction=back, reason=" ".join(said.split())[:200])]
