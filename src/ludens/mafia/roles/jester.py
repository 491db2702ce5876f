"""The jester: wins by being voted out."""

from __future__ import annotations

from ludens.mafia.roles.role import Role, RoleName, Team

JESTER = Role(
    name=RoleName("jester"),
    team=Team.ALONE,
    goal="You win alone, at once, when the town votes you out. A death at night is no use to you.",
    advice=(
        "Be voted out, and let nobody guess that you want it: contradict yourself a little, push "
        "too hard, be found in the wrong company. Whoever sees through you will leave you be."
    ),
    wins_when_voted_out=True,
    twist="The jester wins alone, and the game ends, if the town votes the jester out.",
)
