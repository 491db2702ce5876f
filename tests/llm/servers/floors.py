"""The shortest prefixes that the providers cache, as their pages and refusals had it in 2026.

Written down here once more, and not read from the table under test.
"""

FLOORS = {
    "gpt-6-astra": 1024,
    "gpt-6-luna": 1024,
    "gpt-5.6-luna": 1024,
    "gpt-5.4-mini": 1024,
    "claude-fable-5-2": 512,
    "claude-opus-5-5": 512,
    "claude-sonnet-5-5": 512,
    "claude-haiku-5-5": 512,
    "claude-sonnet-5": 1024,
    "claude-opus-4-8": 1024,
    "claude-sonnet-4-5-20250929": 1024,
    "claude-opus-4-7": 2048,
    "claude-opus-4-5-20251101": 4096,
    "claude-haiku-4-5": 4096,
    "gemini-4-argon": 4096,
    "gemini-3.8-flash": 1024,
    "gemini-2.5-flash-lite": 2048,
    "gemini-2.5-pro": 4096,
}
HIGHEST = 4096


def floor_of(model: str) -> int:
    """Return the floor of a model; the highest for one that is not known."""
    return FLOORS.get(model, HIGHEST)
