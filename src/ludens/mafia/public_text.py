"""What everybody knows, in words: the part of a briefing that is the same for every seat.

It grows by a line when something is said, so a line is told once and kept: nine voters of a day
read the same text. What was claimed is quoted as said, and no agent has a hand in how it is told
(seed 003, narrator).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ludens.mafia.events import Cause, Phase, Speaking, SpeechGiven
from ludens.mafia.quoting import quoted
from ludens.mafia.recap import recaps
from ludens.mafia.roles import Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import Day, PublicRecord

TALKING = frozenset((Phase.BIDDING, Phase.DAY, Phase.REPLIES, Phase.VOTE))
"""Phases of a day before its votes are counted."""
IN_ORDER = frozenset((Phase.DAY, Phase.REPLIES))
"""Phases in which it is told who speaks when."""
OF_A_TIE = frozenset((Phase.DEFENCE, Phase.REBUTTAL, Phase.REVOTE))
CALLED = {Phase.DAY: "speeches"}
"""What a phase is called where its name says less."""
NOMINATED = {Phase.DAY: "Nominated so far"}
SPEECH, REPLY, DEFENCE, REBUTTAL, LAST_WORDS = Speaking
KINDS = {
    SPEECH: "",
    REPLY: ", in answer",
    DEFENCE: ", in defence",
    REBUTTAL: ", in answer to the defence",
    LAST_WORDS: ", last words",
}


@dataclass(slots=True)
class PublicText:
    """Tells one record as it grows; what it returns follows from the record alone."""

    record: PublicRecord
    _days: list[DayText] = field(default_factory=list)
    """The days so far, each of which grows until the next begins."""
    _past: tuple[tuple[int, int], str] = ((0, 0), "")
    """The days gone by, and of how many days and how many of them whole it is."""
    _roster: tuple[int, str] = (0, "")
    """Who is alive and who is dead, and of how many dead it is."""
    _order: tuple[tuple[SeatId, ...], str] = ((), "")
    """Who speaks when, and it in words."""
    _mark: tuple[object, ...] = ()
    _text: str = ""

    def told(self, full_days: int) -> str:
        """Return the days gone by and what stands now."""
        mark = (full_days, *_mark(self.record))
        if mark != self._mark:
            self._mark = mark
            self._text = self._before_now(full_days) + "\n".join(self._now())
        return self._text

    def _before_now(self, full_days: int) -> str:
        days, record = self._days, self.record
        if len(days) < len(record.days):
            days += [DayText(day, record.names) for day in record.days[len(days) :]]
        if not days:
            return ""
        key = (len(days), full_days)
        if self._past[0] != key:
            self._past = (key, "".join(self._gone_by(full_days)))
        return f"{self._past[1]}{days[-1].told(revote_due=bool(record.tied))}\n\n"

    def _now(self) -> list[str]:
        record, phase = self.record, self.record.phase
        names = record.names
        if self._roster[0] != len(record.deaths) or not self._roster[1]:
            self._roster = (len(record.deaths), "\n".join(_roster(record)))
        lines = ["## Now", f"Day {record.day}, {CALLED.get(phase, phase)}.", self._roster[1]]
        if phase in IN_ORDER:
            if self._order[0] is not record.order:
                self._order = (record.order, listed(record.order, names))
            lines.append(f"They speak in this order: {self._order[1]}.")
        today = record.days[-1] if record.days else None
        if today is not None and phase in TALKING:
            named = tally(today.nominations, names) or "nobody"
            lines.append(f"{NOMINATED.get(phase, 'Nominated')}: {named}.")
        elif today is not None and today.votes:
            for title, vote in zip(("vote", "revote"), today.votes, strict=False):
                lines.append(f"Today's {title}: {tally(vote.ballots, names)}.")
            if phase in OF_A_TIE:
                skip = " and skipping" if len(record.tied) == 1 else ""
                lines.append(f"Tied: {' and '.join(names[seat] for seat in record.tied)}{skip}.")
        lines.append("")
        return lines

    def _gone_by(self, full_days: int) -> Iterator[str]:
        older = recaps(self.record, full_days)
        if older:
            yield "\n".join(["## Earlier days", *older, "", ""])
        for day in self._days[max(0, len(self._days) - full_days) : -1]:
            yield day.told(revote_due=False) + "\n\n"


def _mark(record: PublicRecord) -> tuple[object, ...]:
    """Return what changes whenever there is something new to tell."""
    today = record.days[-1] if record.days else None
    told: tuple[object, ...] = ()
    if today is not None:
        told = (len(today.speeches), len(today.silent), len(today.votes), today.out)
    return (record.phase, record.day, len(record.days), len(record.deaths), record.order, *told)


@dataclass(slots=True)
class DayText:
    """Tells one day, line by line."""

    day: Day
    names: tuple[str, ...]
    _told: int = 0
    """How many speeches were told."""
    _by_kind: defaultdict[Speaking, list[str]] = field(default_factory=lambda: defaultdict(list))

    def told(self, *, revote_due: bool) -> str:
        """Return the day in words."""
        day, names, told = self.day, self.names, self._by_kind
        for speech in day.speeches[self._told :]:
            told[speech.kind].append(said(speech, names))
        self._told = len(day.speeches)
        lines = [f"## Day {day.number}"]
        if day.number > 1:
            were = "was" if len(day.killed) == 1 else "were"
            dead = listed(day.killed, names)
            lines.append(f"At dawn {f'{dead} {were} found dead' if dead else 'nobody was dead'}.")
        if day.bids:
            bids = ", ".join(f"{names[seat]} {bid}" for seat, bid in day.bids.items())
            lines.append(f"Bids to speak: {bids}.")
        lines += told[SPEECH]
        lines += told[REPLY]
        if not (day.silent or day.votes):
            return "\n".join(lines)
        if day.silent:
            lines.append(f"Might have answered and kept silent: {listed(day.silent, names)}.")
        if day.votes:
            lines.append(f"Votes: {ballots(day.votes[0].ballots, names)}.")
        lines += told[DEFENCE]
        lines += told[REBUTTAL]
        if len(day.votes) > 1:
            lines.append(f"Revote: {ballots(day.votes[1].ballots, names)}.")
        if day.out is not None:
            lines.append(f"{names[day.out]} was voted out.")
        elif day.votes and not revote_due:
            lines.append("Nobody was voted out.")
        lines += told[LAST_WORDS]
        return "\n".join(lines)


def said(speech: SpeechGiven, names: tuple[str, ...]) -> str:
    """Return a speech with what it says as fields."""
    says = "; ".join(_says(speech, names))
    text = f"{names[speech.seat]}{KINDS[speech.kind]}: {quoted(speech.text)}"
    return f"{text} ({says})" if says else text


def _says(speech: SpeechGiven, names: tuple[str, ...]) -> Iterator[str]:
    if speech.claims is not None:
        yield f"says to be the {speech.claims}"
    for seat, is_mafia in speech.findings:
        yield f"says to have found {names[seat]} {'mafia' if is_mafia else 'not mafia'}"
    if speech.accuses:
        yield f"accuses {listed(speech.accuses, names)}"
    if speech.defends:
        yield f"speaks for {listed(speech.defends, names)}"
    if speech.nomination is not None:
        yield f"nominates {names[speech.nomination]}"


def _roster(record: PublicRecord) -> Iterator[str]:
    yield f"Alive ({len(record.living)}): {listed(record.living, record.names)}."
    if record.deaths:
        yield f"Dead: {', '.join(_deaths(record))}."


def _deaths(record: PublicRecord) -> Iterator[str]:
    days = {day.number: day for day in record.days}
    for death in record.deaths:
        how = f"killed in night {death.day}"
        if death.cause is Cause.VOTE:
            ballots_ = days[death.day].votes[-1].ballots
            votes = sum(choice == death.seat for choice in ballots_.values())
            how = f"voted out on day {death.day} by {votes} of {len(ballots_)}"
        side = f", {'' if death.team is Team.MAFIA else 'not '}mafia" if death.team else ""
        role = f", {death.role}" if death.role else side
        yield f"{record.names[death.seat]} ({how}{role})"


def tally(choices: Mapping[SeatId, SeatId | None], names: tuple[str, ...]) -> str:
    """Return how many chose whom, and who they are; most first."""
    nobody = SeatId(len(names))  # stands last of those that as many chose
    chosen: dict[SeatId, list[str]] = {}
    for chooser, choice in choices.items():
        seat = nobody if choice is None else choice
        if seat in chosen:
            chosen[seat].append(names[chooser])
        else:
            chosen[seat] = [names[chooser]]
    called = (*names, "skip")
    ranked = sorted([(-len(by), seat) for seat, by in chosen.items()])
    return "; ".join(
        [f"{called[seat]} {-votes} ({', '.join(chosen[seat])})" for votes, seat in ranked]
    )


def ballots(choices: Mapping[SeatId, SeatId | None], names: tuple[str, ...]) -> str:
    """Return who voted for whom, in the order of the seats."""
    return ", ".join(
        [
            f"{names[voter]} for {names[choice] if choice is not None else 'skip'}"
            for voter, choice in choices.items()
        ]
    )


def listed(seats: Iterable[SeatId], names: tuple[str, ...]) -> str:
    """Return names, with commas."""
    return ", ".join([names[seat] for seat in seats])
