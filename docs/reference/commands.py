"""The page of commands, from the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from words import code, table

from ludens.cli.commands import COMMANDS, load

HEAD = """\
# Commands

Every command takes `--help`. An error that a person can act on is one line, with exit code 1; wrong
usage is 2. This page is written by the code.
"""


def commands() -> Iterator[tuple[str, Any]]:
    """Yield every command with the words that call it, groups before what is in them."""
    for name, place in COMMANDS.items():
        yield from _within(f"ludens {name}", load(name, place))


def _within(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _within(f"{words} {name}", inner)


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for words, command in commands():
        level = "##" if words.count(" ") == 1 else "###"
        text = "\n\n".join(" ".join(p.split()) for p in (command.help or "").split("\n\n"))
        parts.append(f"{level} {words}\n\n{text}")
        rows = [row for row in map(_row, command.params) if row]
        if rows:
            parts.append(table(("", "what it is", "default"), rows))
    return "\n\n".join(parts) + "\n"


def _row(parameter: Any) -> tuple[str, str, str] | None:
    if getattr(parameter, "hidden", False) or parameter.name in ("help", *_COMPLETION):
        return None
    if parameter.param_type_name == "argument":
        name, text = (parameter.name or "").upper(), getattr(parameter, "help", "") or ""
    else:
        name, text = ", ".join(parameter.opts), parameter.help or ""
    default = "" if parameter.default in (None, False, "", ()) else code(_plain(parameter.default))
    return code(name), text, default


_COMPLETION = ("install_completion", "show_completion")


def _plain(value: Any) -> str:
    return str(getattr(value, "value", value))
