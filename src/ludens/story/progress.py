"""How far a turn has come while it is played, told by the calls that have returned.

A turn's events are kept when it is complete; its calls are kept as they return, each with the role
that asked. A role that is played by rules takes no time. So the calls of a turn under way tell
which phases are behind it and what is being done.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ludens.story.phases import MESSAGES, Phase

_ANSWERERS = {"narrator": Phase.NARRATOR_SCENE, "character": Phase.NPC_RESPONSE}


class Progress(NamedTuple):
    """Where a turn is."""

    phases: tuple[Phase, ...]
    """Those that are known to have begun, in order."""
    now: str
    """What is being done, in words."""


def progress_of(returned: Sequence[str], models: Collection[str]) -> Progress:
    """Return where a turn is.

    `returned` are the roles whose calls have returned, in order; `models` the roles that a model
    plays.
    """
    left = list(returned)
    begun = [Phase.STARTED, Phase.USER_RETRIEVAL, Phase.USER_VALIDATION]

    def awaits(role: str) -> bool:
        if role not in models:
            return False
        if role in left:
            left.remove(role)
            return False
        return True

    if awaits("referee"):
        return Progress(tuple(begun), MESSAGES[Phase.USER_VALIDATION])
    begun.append(Phase.SCENE_PLANNING)
    if awaits("planner"):
        return Progress(tuple(begun), MESSAGES[Phase.SCENE_PLANNING])
    if "persona" in left:
        begun.append(Phase.PERSONA_EXTRACTION)
    answered = next((role for role in left if role in _ANSWERERS), None)
    if answered is None:
        return Progress(tuple(begun), "Waiting for the answer")
    left.remove(answered)
    begun += [_ANSWERERS[answered], Phase.AGENT_RETRIEVAL, Phase.AGENT_VALIDATION]
    if awaits("referee"):
        return Progress(tuple(begun), MESSAGES[Phase.AGENT_VALIDATION])
    return Progress(tuple(begun), "Bringing the turn to its end")
