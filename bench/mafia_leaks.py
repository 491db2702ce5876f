"""Does any seat learn what it may not? Canaries in every secret, and changed secrets.

    python bench/mafia_leaks.py [--games 1000] [--plant NAME]

Each game is played on the real engine with players who put a canary of their own into every private
field: reasoning, beliefs, memory, plans, messages to partners, personas, invalid replies, the texts
of failures. A canary names who may know it. Every briefing in words, every seat's view after every
event, everything a person at the terminal is shown, the narrator's material and every exported view
is searched for canaries of others. Sizes, names ("Player 1" beside "Player 10"), roles, retries,
revotes, saves, human seats and the narrator vary from game to game; what was covered is counted.

Then games are played again with one secret changed (a thought, a plan, a message, a power's target,
two seats' roles), and every briefing of a seat that may not know it must be the same, byte for
byte.

With --plant the engine is broken on purpose in one way, and the check has to fail: exit code 1.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from leaks import command
from leaks.canaries import (
    Canaries,
    CanaryNarrator,
    CanaryPlayer,
    Findings,
    canary_settings,
    count_hard_cases,
    may_know,
    seats_of,
)
from leaks.changed import check_interference
from leaks.engine_plants import PLANTS
from rich.console import Console

from ludens.cli.mafia_person import TerminalPerson
from ludens.cli.mafia_view import MafiaView
from ludens.episode.events import Event
from ludens.episode.game import Turn
from ludens.episode.hooks import Moment
from ludens.episode.visibility import PUBLIC, View, Viewer, seen_as_data
from ludens.mafia.agents.human_player import HumanPlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.events import PhaseBegan
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table


def check_game(number: int, findings: Findings, folder: Path) -> None:
    """Play one game with canaries and search everything that leaves it."""
    seats = seats_of(number)
    canaries = Canaries()
    human = number % seats if number % 3 == 0 else None
    settings = canary_settings(number, folder, canaries, human=human, narrator=number % 2 == 1)
    screen = io.StringIO()
    player = CanaryPlayer(canaries, findings, faulty=number % 4 != 0)
    players: list[Player] = [player] * seats
    shown: MafiaView | None = None
    if human is not None:
        console = Console(file=screen, width=100)
        person = TerminalPerson(console, io.StringIO("a word\n0\nskip\n1\n2\n3\n" * 60))
        players[human] = HumanPlayer(person, 2.0)
        shown = MafiaView(console, Viewer(View.SEAT, human))
    narrator = CanaryNarrator(canaries, findings) if settings.narrator else None
    table = Table(settings, tuple(players), narrator)

    def watch(turn: Turn[MafiaState], event: Event) -> None:
        count_hard_cases(turn.state, event, findings)
        if isinstance(event, PhaseBegan):
            for seat in range(seats):
                private = str(turn.state.view(seat).private)
                findings.search(f"the view of seat {seat}", private, may_know(turn.state, seat))

    state, log = asyncio.run(rehearse(table, number, watch))
    if human is not None:
        assert shown is not None
        for event in log:
            shown.on_turn_end(
                Moment(episode="e", game="mafia", subject="t", turn=0, headline={}, events=(event,))
            )
        known = may_know(state, human) | {"w"}  # a person at the table hears the narrator
        findings.search("the screen of a person", screen.getvalue(), known)
        findings.covered["human seats"] += 1
    for seat in range(seats):
        lines = exported(log, Viewer(View.SEAT, seat))
        findings.search(f"the export of seat {seat}", lines, may_know(state, seat))
    findings.search("the public export", exported(log, PUBLIC), {"w"})
    findings.covered["games"] += 1
    findings.covered["canaries"] += canaries.made


def exported(log: list[Event], viewer: Viewer) -> str:
    return "\n".join(str(seen_as_data(event, viewer)) for event in log)


def check(games: int, first: int = 0) -> Findings:
    """Play games with canaries, and every tenth again with changed secrets."""
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + games):
            try:
                check_game(number, findings, Path(folder))
                if number % 10 == 0:
                    check_interference(number // 10, findings)
            except Exception as error:  # a hidden field that is read, for example
                findings.leaks.append(f"game {number} fell over: {error!r}")
    return findings


if __name__ == "__main__":
    sys.exit(command.run(__doc__, check, games=1000, plants=PLANTS))
