"""Does the shape of what is sent tell how much was decided in secret?

A game is told to every seat and the public twice: with the mafia agreeing at once, and with two
rounds of proposals. Who is not mafia must be sent the same, byte for byte but for clock times.
"""

from __future__ import annotations

import json

from leaks.canaries import Findings
from leaks.changed import Change, Changing, agree, mafia_of, split_first
from leaks.serving import entered, play
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import PUBLIC, View, Viewer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.game import Mafia
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.web.views.mafia.stream import TableStream


def check_shape(number: int, findings: Findings, store: Store) -> None:
    """Compare what everybody else is sent when the mafia agree at once and when they do not."""
    settings = MafiaSettings(seats=7 + number % 9, personas=False, narrator=True)
    agreed, split = (played(store, settings, number, change) for change in (agree, split_first))
    mafia = mafia_of(state_at(store, Mafia(), agreed, agreed.turns))
    town = [Viewer(View.SEAT, seat) for seat in range(settings.seats) if seat not in mafia]
    for viewer in (PUBLIC, *town):
        findings.covered["streams compared"] += 1
        if sent(store, agreed, viewer) != sent(store, split, viewer):
            findings.leaks.append(f"game {number}: how the mafia agreed shows to {viewer}")


def played(store: Store, settings: MafiaSettings, seed: int, change: Change) -> EpisodeRow:
    """Play a game on the log."""
    table = Table(settings, (Changing(change),) * settings.seats, OfflineNarrator())
    return play(store, table, entered(store, settings, seed))


def sent(store: Store, row: EpisodeRow, viewer: Viewer) -> str:
    """Return all steps as a viewer is sent them, without clock times."""
    documents = [
        {**step.document, "entry": {**step.document["entry"], "time": 0}, "frame": step.frame}
        for step in TableStream(store, row, viewer).advance()
    ]
    return json.dumps(documents, sort_keys=True)
