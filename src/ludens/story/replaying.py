"""What came to a recorded game from outside: what a person said, and personas kept from before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.story.agents.human import HumanVisitor
from ludens.story.agents.roles import Visitor
from ludens.story.briefing import Briefing
from ludens.story.events import PersonaLearned, PromptGiven
from ludens.story.persona import Persona


class RecordedVisitor:
    """Says again what a person said, and leaves where they left; else another visitor plays."""

    def __init__(self, said: Mapping[int, str | None], other: Visitor) -> None:
        """`said` is what a person said at a turn, None where they left."""
        self._said = said
        self._other = other
        self.by = other.by

    async def prompt(self, briefing: Briefing) -> str | None:
        """Return what was said at this turn."""
        if briefing.turn in self._said:
            self.by = HumanVisitor.by
            return self._said[briefing.turn]
        self.by = self._other.by
        return await self._other.prompt(briefing)


class RecordedPersonas:
    """Gives the personas again that were kept from an earlier session, and keeps none."""

    def __init__(self, kept: Iterable[Persona]) -> None:
        self._kept = {persona.name: persona for persona in kept}

    def find(self, name: str) -> Persona | None:
        """Return the persona that was found then; None if none was."""
        return self._kept.get(name)

    def keep(self, persona: Persona) -> None:
        """Keep nothing: the record has it."""

    def flush(self) -> None:
        """Write nothing."""

    def forget(self) -> None:
        """Drop nothing."""


def said_by_people(events: Iterable[tuple[int, Event]]) -> dict[int, str | None]:
    """Return what a person said at a turn, as it was before it was cut; None where they left."""
    said: dict[int, str | None] = {}
    asked = set()
    for turn, event in events:
        if isinstance(event, PromptGiven):
            asked.add(turn)
            if event.by == HumanVisitor.by:
                said[turn] = event.prompt + "." * event.cut
        elif (
            isinstance(event, EpisodeEnded)
            and event.outcome is Outcome.STOPPED
            and turn not in asked
        ):
            said[turn] = None
    return said


def recorded_personas(events: Iterable[Event]) -> RecordedPersonas:
    """Return the personas that came from an earlier session."""
    return RecordedPersonas(
        e.persona for e in events if isinstance(e, PersonaLearned) and e.from_cache
    )
