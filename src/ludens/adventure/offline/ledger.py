"""The rules of the offline player, each with what it brought when it was tried on snapshots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ludens.adventure.knowledge.actions import Slot, actions
from ludens.adventure.models import Frozen
from ludens.adventure.offline.proposers import rule_ids


class Tried(Frozen):
    """How a rule fared among the labels that the value is fitted to."""

    tries: int = 0
    gains: int = 0
    """Tries that brought points, a room or an item, or opened the way to one."""
    worth: float = 0.0
    """The mean progress of a try, in points (see `value.PROGRESS`)."""


class RuleEntry(Tried):
    """A rule as `ludens rules` tells it."""

    id: str
    acts_on: tuple[str, ...] = ()
    """Classes of what it is for."""
    tools: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


def entries() -> list[RuleEntry]:
    """Return every rule, what it is worth most first."""
    rows = {row.id: row for row in actions()}
    found = []
    for id_ in rule_ids():
        fared = tried().get(id_, Tried()).model_dump()
        row = rows.get(id_)
        if row is None:
            found.append(RuleEntry(id=id_, **fared))
        else:
            on, tools = _classes(row.object), _classes(row.tool)
            found.append(RuleEntry(id=id_, acts_on=on, tools=tools, wordings=row.say, **fared))
    return sorted(found, key=lambda entry: (-entry.worth, entry.id))


@cache
def tried() -> Mapping[str, Tried]:
    """Return how the rules fared; written by `bench/fit_value.py` with the weights."""
    source = files("ludens.adventure.offline") / "tried.json"
    read = json.loads(source.read_text(encoding="utf-8"))
    return {rule: Tried.model_validate(one) for rule, one in read.items()}


def _classes(slot: Slot | None) -> tuple[str, ...]:
    return slot.classes if slot is not None else ()
