"""Methods: how a deed that a text asks for is said where the story wants to be told with what.

"Fry the fish" is said to many parsers as `cook fish with stove`, and "chop the wood" as `chop wood
with axe`. General English; no word of any particular story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ludens.adventure.english import stems

BLADE = (
    "knife|axe|sword|blade|shears|scissors|saw|sickle|machete|dagger|hatchet|razor|scythe|billhook"
    "|cleaver|cutlass|sabre|scimitar|rapier|bayonet|clippers|secateurs|chainsaw|hacksaw|penknife"
    "|pocketknife|tomahawk"
)


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
_HEAT = re.compile(
    r"\b(?:stove|hob|oven|cooker|grill|barbecue|barbeque|bbq|toaster|broiler|fire|spit|pan|pot)$"
)
"""What food is put on or in where the story has no verb for cooking it."""
_JOINTS = ("with", "in", "on", "using")
_WHERE = ("on", "in")
"""How a thing is put to what it is done with, where the story has no verb for the deed."""


def tells_done(order: str, names: Iterable[str]) -> bool:
    """Tell whether the name of something says that a deed is done: a thing is called roasted where
    one is to roast it.
    """
    verb, _, rest = order.partition(" ")
    asked = frozenset(rest.split())
    return bool(asked) and any(
        asked < (words := frozenset(name.lower().split()))
        and any(word.endswith("ed") and verb in stems(word) for word in words - asked)
        for name in names
    )


def carries_out(order: str, command: str) -> bool:
    """Tell whether a command does what was ordered, with whatever it is done."""
    if command == order or command.startswith(f"{order} with "):
        return True
    verb, _, rest = order.partition(" ")
    method = METHODS.get(verb)
    if method is None:
        return False
    said = [f"{one} {rest} {joint} " for one in (verb, method.verb) for joint in _JOINTS]
    means = method.means
    if method.verb == "cook" and command.startswith("put "):
        said, means = [f"put {rest} {joint} " for joint in _WHERE], _HEAT
    return any(command.startswith(start) for start in said) and bool(means.search(command))
