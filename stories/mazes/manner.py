"""How the story of an invented maze speaks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Listing(StrEnum):
    """How the story tells what lies in a room."""

    SEE = "see"
    """You can see a coin and a rope here."""
    THERE_IS = "there is"
    """There is a coin here: a paragraph each."""
    CLOSE = "close"
    """The same, right below the description."""
    LIES = "lies"
    """A coin lies on the ground."""


@dataclass(frozen=True)
class Manner:
    """What does not change where ways lead, but how it is told."""

    listing: Listing = Listing.SEE
    dropped: str = ""
    """What is said when something is dropped, `*` for the thing; empty: what the library says."""
    noises: bool = False
    """Now and then something is heard."""
    actor: bool = False
    """Somebody wanders about in the maze, and is seen and heard."""
    crawls: float = 0.0
    """The share of ways on which something is told before the next room."""
    refusals: bool = False
    """Each room has its own words where no way leads."""
    ways_told: bool = False
    """Each room tells its ways."""
