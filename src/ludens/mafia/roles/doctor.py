"""The doctor: keeps one seat alive each night."""

from __future__ import annotations

from ludens.mafia.night import Night
from ludens.mafia.roles.role import NightAct, Role, RoleName, Team


def protects(*, on_self: bool, repeats: bool, told: bool) -> str:
    """Return what the doctor may do, by the rules of a table."""
    whom = "a living player, possibly themselves," if on_self else "another living player,"
    twice = "" if repeats else ", and not the one protected the night before"
    learns = (
        "is told at dawn whether they were attacked"
        if told
        else ("is not told whether it mattered")
    )
    return f"the doctor chooses {whom} who cannot be killed that night{twice}; the doctor {learns}"


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
        told=protects(on_self=True, repeats=True, told=False),
        at_dawn=Night.protect,
        on_self=True,
    ),
)
