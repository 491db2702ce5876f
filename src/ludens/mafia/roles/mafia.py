"""The mafia: they know each other, and kill."""

from __future__ import annotations

from ludens.mafia.roles.role import Role, RoleName, Team

MAFIA = Role(
    name=RoleName("mafia"),
    team=Team.MAFIA,
    goal="You win when the mafia are at least as many as everybody else alive.",
    advice=(
        "By day, be one of the worried townspeople: accuse with reasons, share the blame when "
        "votes go wrong, and do not shield a partner who is already lost. At night, take those "
        "whom the town believes. If you claim to be something, remember what you claimed."
    ),
    article="",
    found_mafia=True,
)
