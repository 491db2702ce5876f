"""The doctor: keeps one seat alive each night."""

from __future__ import annotations

from ludens.mafia.night import Night
from ludens.mafia.roles.role import NightAct, Role, RoleName, Team

DOCTOR = Role(
    name=RoleName("doctor"),
    team=Team.TOWN,
    goal="You win with the town, when every mafia is dead.",
    advice=(
        "Protect whom the mafia want dead most: a detective who has spoken up, a voice the town "
        "follows, or yourself. You are not told whether it was needed; a night without a death "
        "may be your work or their choice."
    ),
    act=NightAct(
        verb="protect",
        order=10,
        told=(
            "the doctor chooses a living player, possibly themselves, who cannot be killed that "
            "night; the doctor is not told whether it mattered"
        ),
        at_dawn=Night.protect,
        on_self=True,
    ),
)
