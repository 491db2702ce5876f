"""Everybody who takes part in one episode, and the settings it is played by."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.mafia.agents.narrator import Narrator
from ludens.mafia.agents.player import Player
from ludens.mafia.settings import MafiaSettings


@dataclass(frozen=True, slots=True)
class Table:
    """The players by seat, and the narrator if there is one."""

    settings: MafiaSettings
    players: tuple[Player, ...]
    narrator: Narrator | None = None
