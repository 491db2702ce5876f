"""What dfrotz prints, read: rows of its screen, marked with what they are (`-r lt`).

A row of output begins with a blank or a bracket, a stretch of blank rows is a row with a dot, and
the line that waits for input begins with a sign for the kind of input; so a `>` within the text
is never taken for a prompt.
"""

from __future__ import annotations

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_text import strip_prompt

COLUMNS = 255
"""Width of the screen, the widest possible: fewer lines are broken that the story did not break."""
ROWS = 98
"""Height of the screen; dfrotz overruns a buffer when it has a hundred."""

_MARK_LENGTH = 2
_LINE_INPUTS, _KEY_INPUTS = ">T}D", ")t"
_SETTING = "Line-type display ON\n"


class DumbScreen:
    """Reads one turn's output after another; remembers the prompt that the last one ended in."""

    def __init__(self) -> None:
        self._prompt = ""

    def read_turn(self, output: str, *, ended: bool) -> tuple[str, Wants]:
        """Return the text of a turn and what the story waits for; `ended` when it has quit."""
        *rows, last = output.removeprefix(_SETTING).split("\n")
        wants = Wants.NOTHING
        lines = [_read_row(row) for row in rows]
        if ended:
            prompt = _read_row(last) if last else ""
        else:
            wants = Wants.KEY if last[:1] and last[0] in _KEY_INPUTS else Wants.LINE
            # A question of the interpreter's own, such as for a file's name, has no mark.
            prompt = last[_MARK_LENGTH:] if _has_input_mark(last) else last
        # A row that is written on after its prompt is shown again from its beginning.
        shown = self._prompt.rstrip()
        if shown and lines and lines[0].startswith(shown):
            lines[0] = lines[0][len(shown) :].lstrip()
        self._prompt = prompt
        return strip_prompt("\n".join([*join_broken_lines(lines), prompt])), wants


def join_broken_lines(lines: list[str]) -> list[str]:
    """Return lines with those joined that were broken only because the screen is not wider.

    A line was broken there when the next line's first word would not have fitted. A story's own
    line break after that many characters is taken for one as well, which is rare at this width.
    """
    joined: list[str] = []
    length = 0
    for line in lines:
        word = line.split(" ", 1)[0]
        if length and word and length + 1 + len(word) > COLUMNS:
            joined[-1] += f" {line}"
        else:
            joined.append(line)
        length = len(line)
    return joined


def _read_row(row: str) -> str:
    return "" if row.startswith(". ") else row[_MARK_LENGTH:].rstrip()


def _has_input_mark(last: str) -> bool:
    return last[:1] != "" and last[0] in _LINE_INPUTS + _KEY_INPUTS and last[1:2] == " "
