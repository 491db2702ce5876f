"""Everybody who takes part in one episode, and the settings it is played by."""

from __future__ import annotations

from collections.abc import Callable
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
    on_decided: Callable[[str], None] | None = None
    """Told in words all that was decided in a turn so far, whenever somebody has decided.

    The words keep nothing secret: None where somebody who watches plays too.
    """
