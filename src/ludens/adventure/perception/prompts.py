"""The line that some stories print below every answer, to ask what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.perception.meaning import Exchange

OFTEN = 3
"""Among the last answers, so many must end in a line for it to be the story's prompt."""
ENDS = ("?", ":")


def without_prompt(text: str, recent: Sequence[Exchange]) -> str:
    """Return a text without the line that ends every answer; `recent` holds the last answers."""
    prompt = _last_line(text)
    if not prompt.endswith(ENDS):
        return text
    if sum(_last_line(answer) == prompt for _, answer in recent) < OFTEN:
        return text
    return "\n".join(line for line in text.splitlines() if line.strip() != prompt)


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2].strip()
