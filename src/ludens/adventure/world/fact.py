"""Facts: what was perceived in the story's world, and who found it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ludens.episode.events import Event


class Source(StrEnum):
    """Who found a fact."""

    LEXICAL = "lexical"
    """The rule-based reader of the text."""
    STATE = "state"
    """The probe of the Z-machine's memory."""
    LLM = "llm"
    """A model that quoted its words from the text."""
    INFERENCE = "inference"
    """Concluded from other facts: the way back of a walk, a resolver's judgement."""


class Fact(Event):
    """Something perceived in the story's world, with where it comes from."""

    source: Source = Source.LEXICAL
    confidence: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How sure the perceiver is, as a probability; 1 is certain."""
