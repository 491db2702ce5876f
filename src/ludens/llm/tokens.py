"""How long a text is for a model, without asking its provider."""

from __future__ import annotations

BYTES_PER_TOKEN = 4
"""English prose has 4 to 5 bytes a token in current tokenizers; code and names have fewer."""


def estimate_tokens(text: str) -> int:
    """Return an estimate that depends on the text only: UTF-8 bytes by 4, rounded up."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)
