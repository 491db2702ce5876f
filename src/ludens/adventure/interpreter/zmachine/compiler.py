"""Which compiler made a story: the meaning of its dictionary and its grammar depends on it."""

from __future__ import annotations

from enum import StrEnum


class Compiler(StrEnum):
    """A family of compilers whose story files are laid out alike."""

    INFORM = "inform"
    """Inform 1 to 6, and Inform 7, which compiles by way of Inform 6."""
    ZIL = "zil"
    """Infocom's own compiler, and ZILF, which follows it."""
    UNKNOWN = "unknown"
    """Any other, or a file too odd to tell."""
