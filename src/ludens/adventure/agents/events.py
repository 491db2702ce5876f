"""What can happen to the agents themselves."""

from __future__ import annotations

from ludens.episode.events import Event


class ModelAsked(Event):
    """A model that serves an agent besides the player was asked; its share of turns is bounded."""

    role: str
    why: str = ""


AGENT_EVENTS: tuple[type[Event], ...] = (ModelAsked,)
