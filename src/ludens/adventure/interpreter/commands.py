"""What may be typed to a story: one line of printable text, or one key."""

from __future__ import annotations

from ludens.episode.errors import LudensError

LONGEST_COMMAND = 198
"""Characters of a command: the interpreter's input buffer of 200 less its newline and end."""

AFTER_THE_END = "the story has ended: start it anew or go back to a snapshot"

_PLAIN = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2026": "...",
        "\u00a0": " ",
    }
)


class CommandRefused(LudensError):
    """A command that cannot be typed, in one line. Nothing was sent; the story waits as before."""


def check_command(command: str) -> str:
    """Return a command as it is typed.

    Typographic quotes, dashes, dots and spaces become plain ones, since no story's dictionary
    knows them and models like to write them. Nothing else is changed or cut.

    Raises CommandRefused when it is longer than LONGEST_COMMAND or is not printable text: a
    newline would be a second command, and control characters are orders to the interpreter.
    """
    plain = command.translate(_PLAIN)
    if len(plain) > LONGEST_COMMAND:
        raise CommandRefused(
            f"a command of {len(plain)} characters is too long: at most {LONGEST_COMMAND}"
        )
    if not plain.isprintable():
        bad = next(letter for letter in plain if not letter.isprintable())
        raise CommandRefused(f"a command is one line of printable text: {bad!r} cannot be typed")
    return plain
