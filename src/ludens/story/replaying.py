"""What came to a recorded game from outside: what a person said, and personas kept from before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.episode.events import Event
from ludens.story.briefing import Briefing
from ludens.story.events import PersonaLearned, PromptGiven
from ludens.story.persona import Persona


class RecordedPerson:
    """Says again what a person said."""

    def __init__(self, prompts: Iterable[str]) -> None:
        self._prompts: Iterator[str] = iter(prompts)

    async def ask(self, briefing: Briefing) -> str | None:
        """Return the next prompt; None when there was no more."""
        return next(self._prompts, None)


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


def recorded_person(events: Iterable[Event]) -> RecordedPerson | None:
    """Return who says again what a person said; None if no person played."""
    prompts = [e.prompt for e in events if isinstance(e, PromptGiven) and e.by == "human"]
    return RecordedPerson(prompts) if prompts else None


def recorded_personas(events: Iterable[Event]) -> RecordedPersonas:
    """Return the personas that came from an earlier session."""
    return RecordedPersonas(
        e.persona for e in events if isinstance(e, PersonaLearned) and e.from_cache
    )
