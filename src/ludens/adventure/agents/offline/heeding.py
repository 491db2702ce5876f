"""Heeding: who is told to be somewhere goes there, while it matters.

"When she strikes, be up on the dam": such words come with a danger that has begun, and there is no
time to weigh anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect
from ludens.adventure.judgement import not_understood
from ludens.adventure.kinds import LOOKING
from ludens.adventure.puzzles.naming import COMMON, telling_words
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.routes import nearby

MATTERS = 14
"""Turns for which such words are heeded."""
_GOING = r"(?:be|get|go|run|hurry|climb|return|make|head|flee|wait)"
_WHERE = (
    r"(?: (?:up|down|back|out|off|over|away|straight|for it|at once))*"
    r" (?:on|to|at|in|into|for|onto|inside) (?:the |your |its )?(?P<place>[a-z][\w' -]{2,40})"
)
_TOLD = re.compile(
    rf"\byou(?:'d better| had better| must| have to| should| ought to) {_GOING}{_WHERE}"
    rf"|(?:^|[\"“,;:!.] *|\bnow )(?:{_GOING}){_WHERE.replace('place', 'there')}",
    re.IGNORECASE,
)
"""How somebody is told to be somewhere."""
_BEYOND = re.compile(r"[,.;:!?\"]|\b(?:when|before|by|until|while|and|or|not|if|at once)\b")
"""What a place's name does not go beyond."""


def heed(state: AdventureState) -> Decision | None:
    """Return the way to where the player was told to be not long ago, if it is known."""
    here = state.map.here
    if here is None:
        return None
    for turn, places in _told(state):
        wanted = [
            room
            for room, known in state.map.rooms.items()
            if any(_is_called(known, place) for place in places) and known.last_seen <= turn
        ]
        if not wanted:
            continue
        if here in wanted:
            return None
        for route in nearby(state.map, here, travel_costs(state.items)):
            if route.rooms[-1] in wanted and not _failed(state, here, route.commands[0], turn):
                name = state.map.rooms[route.rooms[-1]].name
                reason = f"Told to be there: {name}."
                return Decision(reasoning=reason, command=route.commands[0])
    return None


def _told(state: AdventureState) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the turns in which the player was told to be somewhere, and where, the last first.

    What is read in a letter tells of another time.
    """
    back = max((since for since, _ in state.hours.branches), default=-1)
    for ago, (command, answer) in enumerate(reversed(state.recent[-MATTERS:])):
        turn = state.turn - ago
        if turn <= back:
            return
        if LOOKING.match(command) is None and (places := places_told(answer)):
            yield turn, places


@lru_cache(maxsize=500)
def places_told(text: str) -> tuple[str, ...]:
    """Return the names of the places at which a text says that one is to be."""
    if not_understood(text) or text.lstrip().startswith("["):
        return ()
    found = (said["place"] or said["there"] for said in _TOLD.finditer(" ".join(text.split())))
    return tuple(place for name in found if (place := _BEYOND.split(name)[0].strip().lower()))


def _is_called(room: Room, place: str) -> bool:
    said = telling_words(place) - COMMON
    return bool(said) and said <= telling_words(room.name)


def _failed(state: AdventureState, here: RoomId, command: str, since: int) -> bool:
    attempt = state.journal.attempt(here, command)
    return attempt is not None and attempt.turn > since and attempt.effect is Effect.NOTHING
