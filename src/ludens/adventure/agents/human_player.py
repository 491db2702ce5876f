"""A person in the player's place: what was typed on the page is the command."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing

LONGEST_COMMAND = 200
"""Characters; more than any story's own line buffer takes."""

Line = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_COMMAND, pattern=r"^[^\x00-\x1f\x7f]+$")
]
"""One line of printable characters; a space alone answers a story that waits for a key."""


class HumanPlayer(BaseModel):
    """Fills the player's role for one turn with what a person typed. Also the form of the request
    (`episode.control`) that brings it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    command: Line

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the command as it was typed; a person owes no reasons."""
        return Decision(reasoning="", command=self.command)
