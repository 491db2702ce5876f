"""Which roles are dealt at a table of each size."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.roles.detective import DETECTIVE
from ludens.mafia.roles.doctor import DOCTOR
from ludens.mafia.roles.mafia import MAFIA
from ludens.mafia.roles.villager import VILLAGER

Composition = Mapping[RoleName, int]

MAFIA_AT = {5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 3, 11: 3, 12: 3, 13: 4, 14: 4, 15: 4}
"""How many mafia there are at a table of each size; see docs/mafia.md for how it plays."""


class CompositionError(ValueError):
    """The roles asked for do not make a game."""


def composition_for(seats: int, changes: Composition | None = None) -> dict[RoleName, int]:
    """Return how many of each role are dealt, in the order of `ROLES`.

    One detective, one doctor, the mafia of `MAFIA_AT`; `changes` override these, and whatever
    seats are left are villagers unless `changes` says how many. Raises CompositionError.
    """
    counts: dict[RoleName, int] = {MAFIA.name: MAFIA_AT[seats], DETECTIVE.name: 1, DOCTOR.name: 1}
    for name, count in (changes or {}).items():
        if name not in ROLES:
            raise CompositionError(f"there is no role {name!r}; the roles are {', '.join(ROLES)}")
        counts[name] = count
    if changes is None or VILLAGER.name not in changes:
        counts[VILLAGER.name] = seats - sum(counts.values())
    _require_playable(seats, counts)
    return {name: counts[name] for name in ROLES if counts.get(name, 0) > 0}


def deal(composition: Composition, dice: Random) -> list[RoleName]:
    """Return the role of each seat, shuffled."""
    roles = [name for name, count in composition.items() for _ in range(count)]
    dice.shuffle(roles)
    return roles


def count_of(composition: Composition, team: Team) -> int:
    """Return how many of a table's roles belong to a team."""
    return sum(count for name, count in composition.items() if ROLES[name].team is team)


def _require_playable(seats: int, counts: Composition) -> None:
    if any(count < 0 for count in counts.values()) or sum(counts.values()) != seats:
        wanted = sum(count for name, count in counts.items() if name != VILLAGER.name)
        raise CompositionError(f"{wanted} special roles do not fit exactly at {seats} seats")
    mafia = count_of(counts, Team.MAFIA)
    if mafia < 1:
        raise CompositionError("there must be at least one mafia")
    if count_of(counts, Team.TOWN) < 1:
        raise CompositionError("there must be at least one townsperson")
    if 2 * mafia >= seats:
        raise CompositionError(f"{mafia} mafia at {seats} seats have won before the game begins")
