"""What the terminal shows while a model thinks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from ludens.cli.terminal import thinking
from ludens.llm.calls import Asking


@pytest.mark.parametrize("width", [40, 80, 200])
def test_one_line_says_who_is_asked_since_when_and_how_far_it_has_come(width: int) -> None:
    since = datetime.now(UTC) - timedelta(seconds=12)
    said = "Let me see. " * 30 + "I go\nnorth."
    line = thinking(Asking("player", "a/b", since, said), width).plain
    assert re.match(r"player · a/b · 1[2-9] s", line)
    assert len(line) < width
    assert "\n" not in line
    assert line.endswith("I go north.") or width == 40
    waits = thinking(Asking("player", "a/b", since, waiting="busy; asked again in 4 s"), 200)
    assert waits.plain.endswith("busy; asked again in 4 s")
