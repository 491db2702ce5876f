"""The roles: a module each. A new one is written beside these and named in `ROLES`."""

from __future__ import annotations

from ludens.mafia.roles.detective import DETECTIVE
from ludens.mafia.roles.doctor import DOCTOR
from ludens.mafia.roles.godfather import GODFATHER
from ludens.mafia.roles.jester import JESTER
from ludens.mafia.roles.mafia import MAFIA
from ludens.mafia.roles.role import NightAct, Role, RoleName, Team
from ludens.mafia.roles.vigilante import VIGILANTE
from ludens.mafia.roles.villager import VILLAGER

ROLES: dict[RoleName, Role] = {
    role.name: role for role in (MAFIA, DETECTIVE, DOCTOR, VILLAGER, GODFATHER, VIGILANTE, JESTER)
}
"""Every role there is, in the order in which rules and tables list them."""

__all__ = ["ROLES", "NightAct", "Role", "RoleName", "Team"]
