"""Is the offline table fair to its seats, and what gives the mafia away?

    python bench/mafia_table.py [--games 400] [--seats 7 9 12]

Plays offline players against each other. For each size: how often each seat is voted out on day 1
beside an even share (1 would be even), how often nobody is, how much of their votes the town spends
on mafia, and the tells: how often an act is one of the mafia's, beside how often it would be if
everybody did it alike. What a person can see at the table is counted, nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter

from ludens.episode.events import Event
from ludens.mafia.events import Cause, Phase, PhaseBegan, PlayerDied, SpeechGiven, VotesCounted
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seating import seat_players
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState


def first_out(log: list[Event]) -> int | None:
    """Return who is voted out on day 1; None for nobody."""
    for event in log:
        if isinstance(event, PlayerDied) and event.cause is Cause.VOTE:
            return event.seat
        if isinstance(event, PhaseBegan) and event.phase is Phase.NIGHT:
            return None
    return None


def count_tells(state: MafiaState, log: list[Event], tells: dict[str, Counter[str]]) -> None:
    """Count acts that everybody sees, and whether one of the mafia did them to one of the mafia."""
    mafia = {seat for seat, role in state.roles.items() if ROLES[role].team is Team.MAFIA}

    def note(what: str, doer: int, target: int) -> None:
        sides = ("mafia" if s in mafia else "town" for s in (doer, target))
        tells.setdefault(what, Counter())[" on ".join(sides)] += 1

    for event in log:
        match event:
            case SpeechGiven():
                if event.nomination is not None:
                    note("nominates", event.seat, event.nomination)
                for target in event.accuses:
                    note("accuses", event.seat, target)
                for target in event.defends:
                    note("speaks for", event.seat, target)
            case VotesCounted():
                for voter, choice in event.ballots.items():
                    if choice is not None:
                        note("votes for", voter, choice)
                    if event.out is not None and event.out not in (choice, voter):
                        note("spares whoever is voted out", voter, event.out)


def report(seats: int, games: int) -> None:
    table = seat_players(MafiaSettings(seats=seats, personas=False))
    out: Counter[int | None] = Counter()
    wins: Counter[str] = Counter()
    tells: dict[str, Counter[str]] = {}
    for seed in range(games):
        state, log = asyncio.run(rehearse(table, seed))
        out[first_out(log)] += 1
        wins[str(state.team)] += 1
        count_tells(state, log, tells)
    voted = games - out[None]
    print(f"{seats} seats, {games} games: town wins {wins['town'] / games:.0%}; ", end="")
    print(f"day 1 nobody out {out[None] / games:.0%}; each seat out, of an even share: ", end="")
    print(" ".join(f"{out[seat] * seats / max(voted, 1):.2f}" for seat in range(seats)))
    for what, counts in tells.items():
        whole = sum(counts.values())
        shares = ", ".join(f"{who} {n / whole:.0%}" for who, n in sorted(counts.items()))
        print(f"  {what} ({whole / games:.1f} a game): {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, nargs="+", default=[7, 9, 12])
    args = parser.parse_args()
    for seats in args.seats:
        report(seats, args.games)


if __name__ == "__main__":
    main()
