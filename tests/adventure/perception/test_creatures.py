"""Who is about, by the text alone."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.things_told import creature_in


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("A grey cat is watching you.", "grey cat"),
        ("An old man with a stick looks at you and says nothing.", "old man"),
        ("A black-tailed magpie hops about.", "black-tailed magpie"),
        ("One guard paces up and down.", "guard"),
    ],
)
def test_somebody_is_presented(sentence: str, name: str) -> None:
    fact = creature_in(sentence)
    assert fact is not None
    assert fact.name == name


@pytest.mark.parametrize(
    "sentence",
    [
        "A narrow path winds down to the sea.",
        "The cat is watching you.",
        "A sign says that the bridge is closed.",
        "A stone wall runs along the lane.",
        "You look at the cat.",
    ],
)
def test_nobody_is_presented(sentence: str) -> None:
    assert creature_in(sentence) is None
