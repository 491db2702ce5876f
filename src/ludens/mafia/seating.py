"""Who sits where: from the settings to players."""

from __future__ import annotations

from ludens.episode.errors import LudensError
from ludens.episode.own_agents import load_agent
from ludens.llm.models import Models
from ludens.llm.settings import OWN_MODEL, is_own
from ludens.mafia.agents.human_player import HumanPlayer, Person
from ludens.mafia.agents.llm_narrator import LLMNarrator
from ludens.mafia.agents.llm_player import LLMPlayer
from ludens.mafia.agents.narrator import Narrator
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.table import Table

NARRATOR = "narrator"
"""The narrator's role in `llm.models`."""


class NobodyHereError(LudensError):
    """A seat is a person's, and nobody can be asked here."""


def seat_role(seat: int) -> str:
    """Return a seat's role in `llm.models`, and its agent's name on every call."""
    return f"seat:{seat}"


def seat_players(
    settings: MafiaSettings, models: Models | None = None, person: Person | None = None
) -> Table:
    """Return the table that the settings describe.

    Without `models` every seat that is not random or a person's is played offline. `person` is
    asked for every human seat. Raises NobodyHereError, ConfigurationError.
    """
    beliefs = PublicBeliefs()
    players = tuple(
        _player(settings, seat, beliefs, models, person) for seat in range(settings.seats)
    )
    return Table(settings, players, _narrator(settings, models))


def _player(
    settings: MafiaSettings,
    seat: int,
    beliefs: PublicBeliefs,
    models: Models | None,
    person: Person | None,
) -> Player:
    match settings.chair(seat):
        case Chair.RANDOM:
            return RandomPlayer()
        case Chair.HUMAN:
            if person is None:
                raise NobodyHereError(
                    f"seat {seat} is a person's, who cannot be asked here; "
                    "resume the game in a terminal, or fork it with another player in the seat"
                )
            return HumanPlayer(person, settings.human_seconds)
        case Chair.MODEL:
            if models is None or models.is_offline(seat_role(seat)):
                return OfflinePlayer(beliefs)
            (name, *_) = models.names(seat_role(seat))
            if is_own(name):
                own: Player = load_agent(name, lambda: models.for_agent(OWN_MODEL))
                return own
            return LLMPlayer(models.for_agent(seat_role(seat)))


def _narrator(settings: MafiaSettings, models: Models | None) -> Narrator | None:
    if not settings.narrator:
        return None
    if models is None or models.is_offline(NARRATOR):
        return OfflineNarrator()
    return LLMNarrator(models.for_agent(NARRATOR, needed=False), OfflineNarrator())
