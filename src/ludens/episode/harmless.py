"""Text from outside, without the characters that command a terminal."""

from __future__ import annotations

COMMANDING = dict.fromkeys(
    (
        *(c for c in range(0x20) if chr(c) not in "\t\n"),
        *range(0x7F, 0xA0),
        *(0x2028, 0x2029),  # ends of lines that no terminal takes for such alike
        *range(0x202A, 0x202F),  # these two turn the direction of writing
        *range(0x2066, 0x206A),
        *range(0xD800, 0xE000),  # halves of characters, which no encoding has
    ),
    "\ufffd",
)


def harmless(text: str) -> str:
    """Return a text in which each such character is replaced."""
    return text.replace("\r\n", "\n").translate(COMMANDING)
