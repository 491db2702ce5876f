"""Why the offline company thinks of something, in words for whoever watches."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from ludens.adventure.models import Frozen
from ludens.adventure.offline.proposal import Proposal
from ludens.adventure.offline.value import chance


class Reasons(Frozen):
    """The sentences of `knowledge/reasons.toml`."""

    row: str
    """For rows of the table of actions that have none of their own."""
    long_shot: str
    rules: dict[str, str]


@cache
def reasons() -> Reasons:
    """Return the sentences."""
    source = files("ludens.adventure.knowledge") / "reasons.toml"
    return Reasons.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))


def why(proposal: Proposal, worth: float) -> str:
    """Return why something is proposed, and how likely it is that something comes of it."""
    known = reasons()
    said = known.long_shot if proposal.long_shot else known.rules.get(proposal.rule, known.row)
    return f"{said} {odds(chance(worth))}"


def odds(likely: float) -> str:
    """Return a chance as a sentence."""
    if likely >= 0.5:
        return "Something should come of it."
    return f"Something comes of it about once in {round(1 / max(likely, 0.001)):,} times."
