"""What can a simple reader of the public record tell of who is mafia at nine offline seats?

    python bench/mafia_tells.py [--games 200]

A logistic regression reads what everybody hears and sees before each day's vote: claims,
accusations, who speaks for whom, nominations, earlier votes, whom the nights killed. It is fitted
to so many games and measured on as many others: the area under its curve, and how often the
likeliest seat is mafia, beside one drawn by lot. Then the tells that were strongest in the games
of the fit, one by one: of those of whom it is so, how many are mafia, and of the rest.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from ludens.mafia.events import Speaking
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seating import seat_players
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.view import Day, PublicRecord

Seen = dict[int, Counter[str]]
BEFORE_THE_VOTE = {Speaking.SPEECH, Speaking.REPLY}


def read_speeches(day: Day, seen: Seen, kinds: set[Speaking]) -> None:
    for speech in day.speeches:
        if speech.kind not in kinds:
            continue
        own = seen[speech.seat]
        if speech.claims is not None:
            own[f"claims to be {speech.claims}"] += 1
        own["accuses"] += len(speech.accuses)
        own["speaks for somebody"] += len(speech.defends)
        for other in speech.accuses:
            seen[other]["is accused"] += 1
        for other in speech.defends:
            seen[other]["is spoken for"] += 1
        for found in speech.findings:
            seen[found.seat][f"is reported to be {'mafia' if found.is_mafia else 'innocent'}"] += 1
        if speech.nomination is not None:
            seen[speech.nomination]["is nominated"] += 1


def read_votes(day: Day, seen: Seen) -> None:
    for vote in day.votes:
        for seat, choice in vote.ballots.items():
            if choice is not None:
                seen[choice]["is voted for"] += 1
            if vote.out not in (None, seat):
                seen[seat]["spares whoever is voted out"] += choice != vote.out


def read_dawn(before: Day, killed: tuple[int, ...], seen: Seen) -> None:
    for speech in before.speeches:
        if speech.seat not in killed:
            continue
        for other in {*speech.accuses, speech.nomination} - {None}:
            seen[other]["was accused by whom the next night killed"] += 1


def votes_of(record: PublicRecord) -> Iterator[tuple[int, Seen]]:
    """Yield each day with a vote and what is counted by then of those who live."""
    seen: Seen = {seat: Counter() for seat in range(len(record.names))}
    for before, day in zip([None, *record.days], record.days, strict=False):
        if before is not None:
            read_dawn(before, day.killed, seen)
        now = {seat: Counter(seen[seat]) for seat in (day.votes[0].ballots if day.votes else ())}
        read_speeches(day, {seat: now.get(seat, Counter()) for seat in seen}, BEFORE_THE_VOTE)
        yield day.number, now
        read_speeches(day, seen, set(Speaking))
        read_votes(day, seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    table, rows = seat_players(MafiaSettings(seats=9)), []
    for seed in range(2 * args.games):
        record = asyncio.run(rehearse(table, seed))[0].public
        for day, seen in votes_of(record):
            for seat, counts in seen.items():
                rows.append((seed, day, ROLES[record.roles[seat]].team is Team.MAFIA, counts))
    seeds, days, mafia = (np.array([row[column] for row in rows]) for column in range(3))
    names = sorted({name for *_, counts in rows for name in counts})
    counts = np.array([[counts[name] for name in names] for *_, counts in rows], float)
    fit, late, rates = seeds < args.games, days > 1, counts / days[:, None]
    told = LogisticRegression(max_iter=5000).fit(rates[fit], mafia[fit]).predict_proba(rates)[:, 1]
    for what, chosen in (("day 1", ~fit & ~late), ("later days", ~fit & late)):
        votes = dict.fromkeys(zip(seeds[chosen], days[chosen], strict=True))
        at = [np.flatnonzero((seeds == s) & (days == d)) for s, d in votes]
        likeliest = np.mean([mafia[voters[told[voters].argmax()]] for voters in at])
        by_lot = np.mean([mafia[voters].mean() for voters in at])
        area = roc_auc_score(mafia[chosen], told[chosen])
        print(
            f"{what}, {len(at)} votes: AUC {area:.3f}; likeliest {likeliest:.0%}, lot {by_lot:.0%}"
        )

    def shares(index: int, chosen: np.ndarray) -> tuple[float, float, int]:
        so = counts[:, index] > 0
        return mafia[chosen & so].mean(), mafia[chosen & ~so].mean(), int((chosen & so).sum())

    often = (counts[fit & late] > 0).mean(axis=0)
    known = np.flatnonzero((often > 0.01) & (often < 1))
    for index in sorted(known, key=lambda i: -abs(np.subtract(*shares(i, fit & late)[:2])))[:6]:
        so, rest, count = shares(index, ~fit & late)
        print(f"  {names[index]}: {so:.0%} of {count} mafia; else {rest:.0%}")


if __name__ == "__main__":
    main()
