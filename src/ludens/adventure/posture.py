"""Posture: what the player sits, stands or lies on or is in, and whether it keeps them there.

Getting into a chair or a car moves nobody on the map, yet all else may be refused from then on.
"""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import CommandJudged, Effect, StoryRestored
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

_BOARDING = re.compile(
    r"^(?:enter|board|mount|climb|sit|lie|stand|step|get|go|jump) ?(?:up |down )?(?:in|into|on|onto"
    r"|inside)?\b"
)
_BOARDED = re.compile(
    r"^\W*(?:\([^)]*\)\s*)*(?:but )?you(?:'re| are)? (?:(?:now|already|carefully|quickly) )*"
    r"(?:(?:get|climb|jump|step|sit|lie|settle|hop|clamber|crawl|board|mount|scramble|slide|seated"
    r"|sitting|lying|standing)\b[^.!?]{0,60}?\b)?(?:in|into|on|onto|aboard|upon|inside)\b",
    re.IGNORECASE,
)
"""How an answer begins that says that one got into something, or is in it already."""
_REFUSED = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|don't|nothing|no|not|too)\b", re.IGNORECASE
)
_LEFT = re.compile(
    r"\bgetting (?:off|out|down|up)\b|\byou (?:get|climb|jump|step|hop|clamber|crawl|slide) "
    r"(?:off|out|down|up|from)\b|\byou (?:stand|get) up\b|\bon your (?:own )?feet\b"
    r"|\byou (?:aren't|are not|weren't) (?:in|on|sitting)\b"
    r"|\byou(?:'re| are) (?:already|now) standing\b",
    re.IGNORECASE,
)
"""How an answer says that one is no longer in or on anything."""
_KEPT = re.compile(
    r"\b(?:get|climb|come|step) (?:off|out|down)\b[^.!?]{0,60}\bfirst\b|\bstand up first\b"
    r"|\bfrom (?:inside |within |in |on |atop )?(?:here|the \w+)\b"
    r"|\bwhile (?:you(?:'re| are) )?(?:in|on|sitting|lying)\b",
    re.IGNORECASE,
)
"""How a refusal says that it is because of where one sits."""


_LEAVING = (("get", "out"), ("get", "up"), ("out",), ("exit",), ("stand", "up"), ("stand",))


def leaving(vocabulary: Vocabulary, number: int = 0) -> str | None:
    """Return how this story is told that one gets off or out; `number` 1 is the second best."""
    known = [" ".join(words) for words in _LEAVING if vocabulary.takes(*words)]
    return known[number] if number < len(known) else None


class Posture(BaseModel):
    """What the player is in or on, as far as the answers tell; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    on: str = ""
    """The thing, as it was called; empty where the player stands on the ground."""
    since: int = -1
    """The turn in which they got there, or the last one in which they left something."""
    kept: int = 0
    """How many commands were refused since, that may be because of it."""

    went: int = -1
    """The last turn in which they went anywhere."""

    def note(self, judged: CommandJudged, text: str, turn: int) -> None:
        """Note what the answer to a command tells."""
        said = text.strip()[:300]
        if _LEFT.search(said):
            self._be("", turn)
        elif judged.effect is Effect.MOVED:
            self.went, self.kept = turn, 0
        elif len(judged.things) != 1:
            self._miss(judged, said)
        elif _BOARDING.match(judged.command) and _BOARDED.match(said) and not _REFUSED.search(said):
            if self.on != judged.things[0] and not (self.on and "already" in said):
                self._be(judged.things[0], turn)
        else:
            self._miss(judged, said)

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event: where the story was put back, it is not known any more."""
        if isinstance(event, StoryRestored):
            self._be("", turn)

    def _be(self, thing: str, turn: int) -> None:
        self.on, self.since, self.kept = thing, turn, 0

    def _miss(self, judged: CommandJudged, said: str) -> None:
        if not self.on or judged.effect is not Effect.NOTHING:
            return
        self.kept += way_of(judged.command) in DIRECTIONS
        self.kept += _KEPT.search(said) is not None
