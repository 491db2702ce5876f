"""Who has won (seed 003)."""

from __future__ import annotations

from collections.abc import Mapping

from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId


def winning_team(living: Mapping[SeatId, RoleName]) -> Team | None:
    """Return the team that has won, given the roles of the living; None while the game goes on.

    The town wins when no mafia is alive; the mafia when they are at least as many as the others.
    """
    mafia = sum(ROLES[role].team is Team.MAFIA for role in living.values())
    if mafia == 0:
        return Team.TOWN
    return Team.MAFIA if 2 * mafia >= len(living) else None


def winners(team: Team, roles: Mapping[SeatId, RoleName]) -> tuple[SeatId, ...]:
    """Return every seat, living or dead, that wins with a team."""
    return tuple(seat for seat, role in sorted(roles.items()) if ROLES[role].team is team)
