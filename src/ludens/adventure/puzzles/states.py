"""What must first be opened, closed or turned off: refusals that say so by how a thing stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.thinking import Idea, Thinking

FIRST = 0.7
"""What a refusal says must be done before."""
_HOW = r"(?:still |already |not )?(?P<how>open|closed|shut|on|off|locked|unlocked)\b"
_WHILE = re.compile(
    r"\b(?:while|when|as long as|since|because) (?P<what>it|they|the [\w' -]{2,30}?|that)"
    rf"(?:'s|'re| is| are) {_HOW}",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    rf"\b(?:until|unless) (?P<what>it|they|the [\w' -]{{2,30}}?|that)(?:'s|'re| is| are) {_HOW}",
    re.IGNORECASE,
)
_AGAINST = {
    "open": "close",
    "closed": "open",
    "shut": "open",
    "on": "turn off",
    "off": "turn on",
    "locked": "unlock",
    "unlocked": "lock",
}
"""The deed by which a thing no longer stands so."""
_TOWARDS = {
    "open": "open",
    "closed": "close",
    "shut": "close",
    "on": "turn on",
    "off": "turn off",
    "locked": "lock",
    "unlocked": "unlock",
}
"""The deed by which it does."""
_PRONOUNS = frozenset({"it", "they", "that"})


def deeds_first(refusal: str, thing: str) -> Iterator[tuple[str, str]]:
    """Yield the deeds that a refusal asks for, each as a verb and what it is done to.

    "You cannot light the stove while it's open": close the stove. `thing` is what the refused
    command was about, for which `it` stands.
    """
    for pattern, deeds in ((_WHILE, _AGAINST), (_UNTIL, _TOWARDS)):
        for said in pattern.finditer(refusal):
            what = said["what"].lower()
            target = thing if what in _PRONOUNS else what.removeprefix("the ").strip()
            if target:
                yield deeds[said["how"].lower()], target


def told_first(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield what the words of a puzzle say must be opened, closed, turned on or off first."""
    thing = puzzle.things[0] if puzzle.things else ""
    for verb, target in deeds_first(puzzle.quote, thing):
        command = thinking.sentence(((*verb.split(), "O"),), "", target)
        if command is not None:
            reason = f"It does not go as the {target} stands."
            yield Idea(command, puzzle.room, (), FIRST, reason, "first")
