"""Play at random, for rules that hold whatever is typed."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.adventure.interpreter.protocol import Interpreter, Observation, Wants

VOCABULARY = {
    "cottage": (
        "n, s, u, d, in, out, look, wait, inventory, score, undo, undo, save, restore, restart, "
        "y, n, quit, n, jump, take all, drop all, examine die, examine poem, turn on lamp, "
        "unlock chest with key, open chest, take lamp, take coin, give coin to cat, examine cat, "
        "again, xyzzy"
    ),
    "oddities": (
        "look, up, down, roll, roll, roll, key, x, timed, menu, n, p, q, quote, split, whole, "
        "memory, silent, accent, save, load, undo, again, sure, y, echo, tale, verify, dash"
    ),
    "zork1": (
        "n, s, e, w, u, d, ne, look, wait, open mailbox, read leaflet, take all, drop all, "
        "inventory, score, diagnose, open window, enter house, take lamp, take sword, light lamp, "
        "save, restore, again, quit, n, restart, n"
    ),
}


def vocabulary(story_name: str) -> list[str]:
    return VOCABULARY[story_name].split(", ")


def play(interpreter: Interpreter, commands: Iterable[str]) -> list[Observation]:
    """Type commands until they or the story end."""
    observations: list[Observation] = []
    for command in commands:
        if observations and observations[-1].wants is Wants.NOTHING:
            break
        observations.append(interpreter.send(command))
    return observations
