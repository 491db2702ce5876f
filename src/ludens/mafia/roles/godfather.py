"""The godfather: one of the mafia whom no investigation finds."""

from __future__ import annotations

from ludens.mafia.roles.role import Role, RoleName, Team

GODFATHER = Role(
    name=RoleName("godfather"),
    team=Team.MAFIA,
    goal="You win when the mafia are at least as many as everybody else alive.",
    advice=(
        "An investigation finds nothing on you, so you can afford to be looked at: lead, and let "
        "the detective clear you."
    ),
    found_mafia=False,
    twist="The godfather is mafia in everything but this: an investigation finds them innocent.",
)
