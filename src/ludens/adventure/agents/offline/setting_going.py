"""Setting going: what was completed by a deed that scored may be worked now.

The handle is on the pump: pull the pump. The belt is on the loom: start the loom.
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
"""One such deed, right after."""
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
    """Yield the working of what something was fitted to not long ago, if that scored."""
    for room, turn in state.journal.solved.items():
        if state.turn - turn > SOON:
            continue
        for command, attempt in state.journal.attempts.get(room, {}).items():
            whole = _completed(command, attempt, state.turn)
            for verb in WORKING if whole else ():
                if vocabulary.takes(verb, "*"):
                    reason = f"The {whole} is complete; it may be set going."
                    since = attempt.turn
                    yield (
                        room,
                        Opportunity(f"{verb} {whole}", WORKED, reason, since=since, due=True),
                    )


def _completed(command: str, attempt: Attempt, turn: int) -> str:
    """Return what something was fitted to by a deed that scored lately; empty if nothing was."""
    if attempt.effect is not Effect.SCORED or turn - attempt.turn > SOON:
        return ""
    fitted = _FITTED.match(command)
    if fitted is None or is_receptacle(fitted["whole"]):
        return ""  # what takes one thing after the other is no machine that lacked a part
    return fitted["whole"]
