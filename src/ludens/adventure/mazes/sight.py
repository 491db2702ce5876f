"""What an answer of the story shows to somebody who maps a maze."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Sight:
    """One answer, read for the maze: from a story's text, its memory, or an invented maze."""

    shown: bool = False
    """A place was shown, the same one or another."""
    look: str = ""
    """Its title and description in plain form, without what lies there; empty if not described."""
    title: str = ""
    outside: RoomId | None = None
    """The room, if it is none of the maze."""
    location: int | None = None
    """The room's number, where it may be known."""
    markers: frozenset[str] = field(default_factory=frozenset)
    """Which of the group's markers are seen lying here."""
    things: tuple[str, ...] = ()
    """What else is seen here."""
    mentions: tuple[str, ...] = ()
    """The directions that the description mentions."""
    risky: tuple[str, ...] = ()
    """Those of them that look as if there were no return."""
    refusal: str = ""
    """Why a way led nowhere; empty if none was refused."""
    unknown_word: bool = False
    """The story does not understand the command."""
    dark: bool = False
    """It is too dark to see."""
    carried: tuple[str, ...] | None = None
    """What is fit for a marker among all that is carried, when the story lists that."""
    lights: tuple[str, ...] = ()
    """Carried things that may give light, when the story lists what is carried."""
    taken: frozenset[str] = field(default_factory=frozenset)
    dropped: frozenset[str] = field(default_factory=frozenset)
    too_much: bool = False
    """Nothing was taken: too much is carried already."""
    fading: str = ""
    """The story's warning that the light runs out; empty if there is none."""
    attacked: str = ""
    """The sentence in which something attacks the player; empty if nothing does."""
    died: bool = False
    moved_away: bool = False
    """The player was carried off by no way of their own: died and came back, flew, fell."""
