"""Methods: how a deed that a text asks for is said where the story wants to be told with what.

"Fry the fish" is said to many parsers as `cook fish with stove`, and "chop the wood" as `chop wood
with axe`. General English; no word of any particular story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludens.adventure.puzzles.needs import BLADE
from ludens.adventure.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Method:
    """A deed: the plainer verb for it, and what it is done with, by the end of its name."""

    verb: str
    means: re.Pattern[str]


def _method(verb: str, means: str) -> Method:
    return Method(verb, re.compile(rf"\b(?:{means})$"))


METHODS = {
    "fry": _method("cook", "stove|hob|pan|frying pan|skillet|wok|cooker"),
    **dict.fromkeys(("roast", "bake"), _method("cook", "oven|fire|spit")),
    "grill": _method("cook", "grill|barbecue|barbeque|bbq|toaster|broiler"),
    "toast": _method("cook", "toaster|grill|fire"),
    "boil": _method("cook", "pot|kettle|saucepan|cauldron|stove|cooker"),
    **{verb: _method(verb, BLADE) for verb in ("chop", "slice", "dice", "carve", "peel", "mince")},
    "cut": _method("cut", BLADE),
}
_JOINTS = ("with", "in", "on", "using")


def wordings(vocabulary: Vocabulary, order: str, names: Iterable[str]) -> Iterator[str]:
    """Yield how an order is said with what is at hand, the plain wording first if it is one."""
    verb, _, rest = order.partition(" ")
    method = METHODS.get(verb)
    if method is None or vocabulary.takes(verb, "*"):
        yield order
        return
    for name in names:
        if name != rest and method.means.search(name) is not None:
            for said in dict.fromkeys((verb, method.verb)):
                joint = next((j for j in _JOINTS if vocabulary.takes(said, "*", j, "*")), None)
                if joint is not None:
                    yield f"{said} {rest} {joint} {name}"
                    break


def carries_out(order: str, command: str) -> bool:
    """Tell whether a command does what was ordered, with whatever it is done."""
    if command == order or command.startswith(f"{order} with "):
        return True
    verb, _, rest = order.partition(" ")
    method = METHODS.get(verb)
    if method is None:
        return False
    said = [f"{one} {rest} {joint} " for one in (verb, method.verb) for joint in _JOINTS]
    return any(command.startswith(start) for start in said) and bool(method.means.search(command))
