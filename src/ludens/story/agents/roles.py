"""The roles of a turn. An agent that cannot do its work raises AgentFailedError: the loop goes on
with what stands in for it."""

from __future__ import annotations

from typing import Protocol

from ludens.story.answer import Answer
from ludens.story.briefing import Briefing
from ludens.story.persona import Persona
from ludens.story.plan import ScenePlan
from ludens.story.referee.verdict import Verdict


class AgentFailedError(Exception):
    """An agent has nothing to return now; the text says why, in one line."""


class Referee(Protocol):
    """Judges prompts and answers by the book."""

    async def judge_prompt(self, briefing: Briefing) -> Verdict:
        """Return the verdict on what the player said; raises AgentFailedError."""
        ...

    async def judge_answer(self, briefing: Briefing) -> Verdict:
        """Return the verdict on an agent's answer; raises AgentFailedError."""
        ...


class Planner(Protocol):
    """Decides who answers."""

    async def plan(self, briefing: Briefing) -> ScenePlan:
        """Return the route of the turn; raises AgentFailedError."""
        ...


class Answerer(Protocol):
    """A narrator or a character."""

    async def answer(self, briefing: Briefing) -> Answer:
        """Return an answer in the briefing's mode; raises AgentFailedError."""
        ...


class PersonaExtractor(Protocol):
    """Draws a character from the book."""

    async def extract(self, name: str) -> Persona:
        """Return a persona; raises AgentFailedError, NoSuchCharacterError."""
        ...


class Visitor(Protocol):
    """Who plays: a person, a script, or a visitor who asks by itself."""

    by: str

    async def prompt(self, briefing: Briefing) -> str | None:
        """Return what is said next; None when there is nothing more to say."""
        ...
