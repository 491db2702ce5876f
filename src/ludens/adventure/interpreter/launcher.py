"""The start of a foreign interpreter: confined, in a folder of its own, before it is itself.

Light imports only: a start must take milliseconds.
"""

from __future__ import annotations

import os

from ludens.adventure.interpreter.confinement import confine_program, die_with_parent

READY = b"\x01"
"""Written just before the program takes over, which writes to the same pipe."""


def main(parent: str, folder: str, program: str, *arguments: str) -> None:
    """Become `program`. `parent` is a process number, `folder` the one place to write in."""
    die_with_parent(int(parent))
    os.set_blocking(2, False)  # nobody may be reading its complaints
    os.chdir(folder)
    confine_program(program, folder)
    os.write(1, READY)
    os.execve(program, [program, *arguments], {})  # noqa: S606  (no shell is the point)
