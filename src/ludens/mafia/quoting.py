"""A player's words as one quoted line."""

from __future__ import annotations

import json
import re

BREAKS = re.compile("[\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line besides the control characters that JSON escapes (Unicode 16, section 5.8, and
Python's `str.splitlines`)."""
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


def quoted(text: str) -> str:
    """Return words as one quoted line: exact, and never a heading of the briefing."""
    line = _ENCODE(text)
    if line.isascii():  # JSON has escaped what would end it
        return line
    return BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
