"""A person in the player's place: what was typed on the page is the command."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from ludens.adventure.briefing import Briefing
from ludens.adventure.execution import room_named
from ludens.adventure.plan import Intent, Plan, Step, command

LONGEST_COMMAND = 200
"""Characters; more than any story's own line buffer takes."""

GOING = "go to "
"""What asks for a walk to a room whose name follows."""

Line = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_COMMAND, pattern=r"^[^\x00-\x1f\x7f]+$")
]
"""One line of printable characters; a space alone answers a story that waits for a key."""


class HumanPlayer(BaseModel):
    """Fills the player's role for one turn with what a person typed. Also the form of the request
    (`episode.control`) that brings it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    command: Line

    async def decide(self, briefing: Briefing) -> Plan:
        """Return the command as it was typed, or the walk to a known room that it names."""
        going = self.command.strip().lower().removeprefix(GOING)
        if going != self.command.strip().lower() and room_named(briefing.state, going) is not None:
            step = Step(intent=Intent.GO_TO, target=going)
            return Plan(goal=self.command.strip(), steps=(step,))
        return command(self.command)
