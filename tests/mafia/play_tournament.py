"""Plays or goes on with a tournament, and kills itself in the middle of a decision.

    STORE FILE [DECISIONS]

For tests: without a number of decisions it plays to the end.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from ludens.episode.game import Stage, Turn
from ludens.episode.store import Store
from ludens.mafia.game import Mafia
from ludens.mafia.session import MafiaSession
from ludens.mafia.state import MafiaState
from ludens.mafia.tournament.plan import read_tournament
from ludens.mafia.tournament.run import TournamentRun


class MortalMafia(Mafia):
    """Dies after so many decisions, all games together, before the last is committed."""

    decisions = 0

    def __init__(self, most: int | None) -> None:
        super().__init__()
        self.most = most

    def open(self, stage: Stage) -> MafiaSession:
        game, session = self, super().open(stage)

        class Session(MafiaSession):
            async def play(self, turn: Turn[MafiaState]) -> None:
                await super().play(turn)
                game.decisions += 1
                if game.decisions == game.most:
                    os.kill(os.getpid(), signal.SIGKILL)

        return Session(session.table, session.models)


def main() -> None:
    """Play as the command line says."""
    url, file, *most = sys.argv
    game = MortalMafia(int(most[0]) if most else None)
    run = TournamentRun(Store.open(url), read_tournament(Path(file)), game=game)
    asyncio.run(run.play(concurrent=3))
