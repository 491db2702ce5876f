"""A plan: what a player returns, and what the company carries out step by step.

A step is a command that is typed as it stands, or an intent that the company turns into commands.
Each typed command is a turn of its own. The offline planner, a model, a person and the search all
return the same `Plan`; `execution.py` carries it out and says what interrupts it.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Intent(StrEnum):
    """What a step may ask for without saying how."""

    GO_TO = "go_to"
    """Walk to the room in `target`, by known ways."""
    EXPLORE = "explore"
    """Walk to the nearest way that nobody has gone, and go it."""
    LOOK_OVER = "look_over"
    """Examine what is new here."""
    TAKE_ALL = "take_all"
    """Take all that lies here and is worth carrying."""
    WAIT_FOR = "wait_for"
    """Wait until something happens, for `most` turns."""


class Step(BaseModel):
    """One step of a plan: a command, or an intent."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    command: str = Field("", description="A line to type as it stands; empty with an intent.")
    intent: Intent | None = Field(None, description="What to do, instead of a command.")
    target: str = Field("", description="The room to go to, or what to wait for.")
    most: int = Field(10, ge=1, le=100, description="Turns to wait at most.")
    rule: str = Field("", description="The id of the rule that proposed it; empty for a model's.")
    expects: str = Field(
        "",
        description="The fingerprint of the answer, where a snapshot has told it: while the "
        "answers are those foreseen, nothing interrupts.",
    )

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Step:
        if bool(self.command.strip()) == (self.intent is not None):
            raise ValueError("a step has a command or an intent, and not both")
        if self.intent is Intent.GO_TO and not self.target.strip():
            raise ValueError("go_to needs the room's name as its target")
        return self


class Plan(BaseModel):
    """What a player means to do."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reasoning: str = Field("", description="Why this plan, in a sentence or two.")
    goal: str = Field("", description="What it is for; stays until another is set.")
    steps: tuple[Step, ...] = Field(description="What to do, in order.", min_length=1)
    notes: str | None = Field(
        None, description="The player's own notes, rewritten whole; None leaves them as they are."
    )
    value: float | None = Field(
        None, description="Points or chance of a gain by turns, where the player knows."
    )


def command(text: str, *, reasoning: str = "", rule: str = "", goal: str = "") -> Plan:
    """Return the plan of one command."""
    return Plan(reasoning=reasoning, goal=goal, steps=(Step(command=text, rule=rule),))
