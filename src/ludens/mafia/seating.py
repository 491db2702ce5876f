"""Who sits where: from the settings' names to players."""

from __future__ import annotations

from ludens.episode.errors import LudensError
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table


def seat_players(settings: MafiaSettings) -> Table:
    """Return the table that the settings describe; raises LudensError."""
    beliefs = PublicBeliefs()
    players = tuple(_player(settings.player_at(seat), beliefs) for seat in range(settings.seats))
    return Table(settings, players)


def _player(name: str, beliefs: PublicBeliefs) -> Player:
    match name:
        case "random":
            return RandomPlayer()
        case "offline":
            return OfflinePlayer(beliefs)
    raise LudensError(f"there is no player {name!r}; use offline, random, human or provider/model")
