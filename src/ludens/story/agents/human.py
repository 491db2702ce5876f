"""A person who plays."""

from __future__ import annotations

from typing import Protocol

from ludens.story.briefing import Briefing


class Person(Protocol):
    """Somebody at a terminal, who can be asked for a prompt."""

    async def ask(self, briefing: Briefing) -> str | None:
        """Return what the person says; None when nobody is there any more."""
        ...


class HumanVisitor:
    """Asks a person."""

    by = "human"

    def __init__(self, person: Person) -> None:
        self.person = person

    async def prompt(self, briefing: Briefing) -> str | None:
        """Return what the person says."""
        return await self.person.ask(briefing)
