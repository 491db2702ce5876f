"""The villager: a vote, a voice and a judgement."""

from __future__ import annotations

from ludens.mafia.roles.role import Role, RoleName, Team

VILLAGER = Role(
    name=RoleName("villager"),
    team=Team.TOWN,
    goal="You win with the town, when every mafia is dead.",
    advice=(
        "You have no power but attention. Watch who votes with whom, who changes their story, "
        "whom the night spares, and say what you see so that others can check it."
    ),
)
