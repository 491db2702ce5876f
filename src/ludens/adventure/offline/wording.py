"""How an action is said so that the story's parser takes it."""

from __future__ import annotations

from ludens.adventure.knowledge.actions import Action
from ludens.adventure.vocabulary import Vocabulary

OBJECT, TOOL, TOPIC = "O", "T", "A"
"""What stands for the things in a wording."""


class Wording:
    """Says actions in the words of one story; what was worked out is kept."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._shapes: dict[str, tuple[str, ...]] = {}
        self._fillings: dict[tuple[str, bool, bool], tuple[str, ...]] = {}

    def takes(self, action: Action, *, tool: bool) -> tuple[str, ...]:
        """Return the wordings of an action that the story's grammar has, with a tool or without."""
        key = f"{action.id} {tool}"
        if key not in self._shapes:
            self._shapes[key] = tuple(
                one
                for one in action.say
                if (TOOL in one.split()) == tool and self._is_known(one.split())
            )
        return self._shapes[key]

    def _is_known(self, tokens: list[str]) -> bool:
        verb, *rest = tokens
        shape = tuple("*" if one in (OBJECT, TOOL, TOPIC) else one for one in rest)
        return self._words.takes(verb, *shape) or (
            not self._words.has_grammar and self._words.knows(verb)
        )

    def say(self, action: Action, thing: str = "", tool: str = "", topic: str = "") -> str | None:
        """Return the command for an action with these things; None where the story has none."""
        key = action.id, bool(thing), bool(tool)
        if key not in self._fillings:
            found = (one.split() for one in self.takes(action, tool=bool(tool)))
            fitting = (tuple(one) for one in found if (OBJECT in one) == bool(thing))
            self._fillings[key] = next(fitting, ())
        tokens = self._fillings[key]
        if not tokens:
            return None
        filled = {OBJECT: thing, TOOL: tool, TOPIC: topic}
        return " ".join([filled.get(one, one) for one in tokens])
