"""The detective: finds out one seat's side each night."""

from __future__ import annotations

from ludens.mafia.roles.role import NightAct, Role, RoleName, Team


def finds(role: Role) -> bool:
    """Tell what an investigation of a role reports."""
    return role.found_mafia


DETECTIVE = Role(
    name=RoleName("detective"),
    team=Team.TOWN,
    goal="You win with the town, when every mafia is dead.",
    advice=(
        "What you find out is the town's best weapon, and you are the mafia's best target once "
        "they know you. Speak up when you have found one of them or are about to be voted out, "
        "and name every result when you do."
    ),
    act=NightAct(
        verb="investigate",
        order=20,
        told="the detective chooses another living player and learns whether they are mafia",
        learns=finds,
    ),
)
