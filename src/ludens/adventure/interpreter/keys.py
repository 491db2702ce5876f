"""Keys that have no character. Light imports only: the children run through here."""

from __future__ import annotations

KEYS = {
    "<enter>": 13,
    "<space>": 32,
    "<delete>": 8,
    "<escape>": 27,
    "<up>": 129,
    "<down>": 130,
    "<left>": 131,
    "<right>": 132,
} | {f"<f{number}>": 132 + number for number in range(1, 13)}
"""Keys that have no character, as they are typed when a story wants a key, with their ZSCII
codes (Z-Machine Standards Document 1.1, section 3.8)."""
