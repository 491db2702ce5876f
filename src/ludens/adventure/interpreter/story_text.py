"""A story's text as it is handed on. Light imports only: children run through here."""

from __future__ import annotations


def strip_prompt(text: str) -> str:
    """Return a text without its prompt: the `>` that stands by itself at the end.

    Blank lines before the text and behind it belong to the prompt as well; all line breaks
    between are the story's own.
    """
    text = text.rstrip()
    if text.endswith(">") and (len(text) == 1 or text[-2].isspace()):
        text = text[:-1].rstrip()
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])
