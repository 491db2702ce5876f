"""Setting going: what was completed by a deed that scored may be worked now.

The handle is on the pump: pull the pump. The belt is on the loom: start the loom. Where several
parts were wanted, the last one may be elsewhere in it: whatever scores in the room speaks for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.events import Effect
from ludens.adventure.experience import Attempt
from ludens.adventure.puzzles.naming import is_receptacle
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

WORKED = 0.25
"""One such deed, after that."""
SOON = 60
"""Turns for which it is thought of."""
_FITTED = re.compile(
    r"^(?:put|fit|attach|hang|tie|insert|connect|hook) .+ (?:in|on|to|into|onto) (?P<whole>.+)$"
)
WORKING = ("push", "pull", "turn", "start")
"""What machines are set going by."""


def set_going(
    state: AdventureState, vocabulary: Vocabulary
) -> Iterator[tuple[RoomId | None, Opportunity]]:
    """Yield the working of all that something was fitted to with success, where that was done, or
    anything else scored, not long ago.
    """
    for room, turn in state.journal.solved.items():
        if state.turn - turn > SOON:
            continue
        for command, attempt in state.journal.attempts.get(room, {}).items():
            whole = _completed(command, attempt)
            for verb in WORKING if whole else ():
                if vocabulary.takes(verb, "*"):
                    reason = f"The {whole} is complete; it may be set going."
                    again = Opportunity(f"{verb} {whole}", WORKED, reason, since=turn, due=True)
                    yield room, again


def _completed(command: str, attempt: Attempt) -> str:
    """Return what something was fitted to by a deed that scored; empty if nothing was."""
    if attempt.effect is not Effect.SCORED:
        return ""
    fitted = _FITTED.match(command)
    if fitted is None or is_receptacle(fitted["whole"]):
        return ""  # what takes one thing after the other is no machine that lacked a part
    return fitted["whole"]
