"""A person in the player's place: a command, the steps of a plan, or a plan given up."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from ludens.adventure.briefing import Briefing
from ludens.adventure.interpreter.commands import LONGEST_COMMAND
from ludens.adventure.plan import Intent, Plan, Step, command
from ludens.adventure.reaching import room_named

GOING = "go to "
"""What asks for a walk to a room whose name follows."""

Line = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_COMMAND, pattern=r"^[^\x00-\x1f\x7f]+$")
]
"""One line of printable characters; a space alone answers a story that waits for a key."""


MOST_STEPS = 50
"""Steps of a person's plan; more than anybody foresees."""

STOPPED = "A person stopped it."
"""Why a plan ended that a person gave up."""


class HumanPlayer(BaseModel):
    """Fills the player's role for one turn with what a person decided. Also the form of the request
    (`episode.control`) that brings it: one of the three."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    command: Line | None = None
    """Typed as it stands; `go to` and a known room's name walks there."""
    steps: tuple[Step, ...] = Field((), max_length=MOST_STEPS)
    """A plan of one's own, or the company's, changed."""
    stops: bool = False
    """Give up the plan under way, and let the company decide anew."""

    @model_validator(mode="after")
    def _is_one_of_three(self) -> Self:
        """Refuse what decides nothing, or two things at once."""
        if (self.command is not None) + bool(self.steps) + self.stops != 1:
            raise ValueError("give a command, or steps, or stop the plan")
        for step in self.steps:
            if len(step.command) > LONGEST_COMMAND or not step.command.isprintable():
                raise ValueError(f"a step is one printable line of {LONGEST_COMMAND} characters")
        return self

    @property
    def said(self) -> str:
        """What the log keeps of a line; a plan's own steps stand on it."""
        return self.command or ""

    async def decide(self, briefing: Briefing) -> Plan:
        """Return the command as it was typed, the walk to a known room that it names, the steps."""
        if self.command is None:
            return Plan(steps=self.steps)
        going = self.command.strip().lower().removeprefix(GOING)
        if going != self.command.strip().lower() and room_named(briefing.state, going) is not None:
            step = Step(intent=Intent.GO_TO, target=going)
            return Plan(goal=self.command.strip(), steps=(step,))
        return command(self.command)
