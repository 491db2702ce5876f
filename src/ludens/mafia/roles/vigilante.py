"""The vigilante: one bullet, for the town."""

from __future__ import annotations

from ludens.mafia.night import Night
from ludens.mafia.roles.role import NightAct, Role, RoleName, Team

VIGILANTE = Role(
    name=RoleName("vigilante"),
    team=Team.TOWN,
    goal="You win with the town, when every mafia is dead.",
    advice=(
        "Your bullet is worth a vote that nobody can argue with, and it kills the innocent just "
        "as well. Wait until you are nearly sure; do not wait until you are dead."
    ),
    act=NightAct(
        verb="shoot",
        order=30,
        told=(
            "the vigilante may, once in the game, choose another living player, who is killed "
            "unless protected"
        ),
        at_dawn=Night.kill,
        may_pass=True,
        uses=1,
    ),
)
