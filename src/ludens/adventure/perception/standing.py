"""How things stand, as texts tell by the way: a refusal says that the door is closed.

Nobody did that to it this turn; what falls shut before one's eyes is heard in `doors`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.mentions import Mentions

_THING = r"\b(?:the|your|its) (?P<name>[a-z][a-z' -]{2,40}?)"
_IS = re.compile(
    rf"{_THING} (?:is|are) (?:now |still |already |also |firmly |securely |tightly |quite )*"
    r"(?P<how>open|closed|shut|locked|unlocked|bolted|barred|nailed shut)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(r"\b(?:if|unless|until|till|when|whether|once|while|before)\b", re.I)
"""Before such words it is not said to be so."""
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_OPEN = {"open": True, "closed": False, "shut": False, "nailed shut": False}
_FAST = frozenset({"nailed shut"})
_LOCKED = {"locked": True, "bolted": True, "barred": True, "unlocked": False}


@dataclass(frozen=True, slots=True)
class Stand:
    """What a text says of one thing."""

    name: str
    open: bool | None = None
    locked: bool | None = None
    fast: bool = False
    """Nobody ever opens it: what has been open is another thing."""

    def is_of(self, name: str) -> bool:
        """Tell whether it is about a thing of this name."""
        return Mentions(self.name).of(name)


@lru_cache(maxsize=64)
def stands_in(text: str) -> tuple[Stand, ...]:
    """Return how things stand, by a text."""
    return tuple(_stands(_QUOTED.sub(" ", text[:600])))


def _stands(text: str) -> Iterator[Stand]:
    for line in text.splitlines():
        for sentence in sentences_of(line) if line.strip() else ():
            said = _IS.search(sentence)
            if said is None or _SUPPOSED.search(sentence[: said.start()]):
                continue
            how = said["how"].lower()
            yield Stand(said["name"].lower(), _OPEN.get(how), _LOCKED.get(how), how in _FAST)
