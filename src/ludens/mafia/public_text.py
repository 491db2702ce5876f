"""What everybody knows, in words: the part of a briefing that is the same for every seat.

It grows by a line when something is said, so a line is told once and kept: nine voters of a day
read the same text. What was claimed is quoted as said, and no agent has a hand in how it is told
(seed 003, narrator).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ludens.mafia.events import Cause, Phase, Speaking, SpeechGiven
from ludens.mafia.quoting import quoted
from ludens.mafia.recap import Recaps
from ludens.mafia.roles import ROLES, Team
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
VOTES_BEFORE = {SPEECH: 0, REPLY: 0, DEFENCE: 1, REBUTTAL: 1, LAST_WORDS: 2}
"""How many votes of its day were counted, at most, before a speech of each kind."""


@dataclass(slots=True)
class PublicText:
    """Tells one record as it grows; what it returns follows from the record alone."""

    record: PublicRecord
    _recaps: Recaps = field(init=False)
    _days: list[DayText] = field(default_factory=list)
    """The days so far, the last of which grows."""
    _past: tuple[tuple[int, int], str] = ((0, 0), "")
    """The days gone by, and of how many days and how many of them whole it is."""
    _roster: tuple[int, str] = (-1, "")
    """Who is alive and who is dead, and of how many dead it is."""
    _scene: tuple[tuple[object, ...], str] = ((), "")
    """What stands while a phase lasts, and what changes when the next begins."""
    _mark: tuple[int, int] = (0, -1)
    """How many days are whole in the text, and how much news there was."""
    _text: str = ""

    def __post_init__(self) -> None:
        self._recaps = Recaps(self.record)

    def told(self, full_days: int) -> str:
        """Return the days gone by and what stands now."""
        mark = (full_days, self.record.news)
        if mark != self._mark:
            self._mark = mark
            self._text = self._before_now(full_days) + self._now()
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

    def _gone_by(self, full_days: int) -> Iterator[str]:
        older = self._recaps.told(full_days)
        if older:
            yield "\n".join(["## Earlier days", *older, "", ""])
        for day in self._days[max(0, len(self._days) - full_days) : -1]:
            yield day.told(revote_due=False) + "\n\n"

    def _now(self) -> str:
        record, phase = self.record, self.record.phase
        key = (phase, record.day, len(record.deaths), record.order)
        if self._scene[0] != key:
            if self._roster[0] != len(record.deaths):
                self._roster = (len(record.deaths), "\n".join(_roster(record)))
            self._scene = (key, _scene(record, self._roster[1]))
        scene = self._scene[1]
        if phase in TALKING and self._days:
            named = self._days[-1].named.told() or "nobody"
            return f"{scene}\n{NOMINATED.get(phase, 'Nominated')}: {named}.\n"
        if not self._days or not self._days[-1].counted:
            return f"{scene}\n"
        counted = "\n".join(self._days[-1].counted)
        return f"{scene}\n{counted}\n{_tied(record) if phase in OF_A_TIE else ''}"


def _scene(record: PublicRecord, roster: str) -> str:
    """Return what stands while a phase lasts."""
    phase = record.phase
    scene = f"## Now\nDay {record.day}, {CALLED.get(phase, phase)}.\n{roster}"
    if phase in IN_ORDER:
        scene += f"\nThey speak in this order: {listed(record.order, record.names)}."
    return scene


def _tied(record: PublicRecord) -> str:
    skip = " and skipping" if len(record.tied) == 1 else ""
    return f"Tied: {' and '.join(record.names[seat] for seat in record.tied)}{skip}.\n"


Row = tuple[int, SeatId, str, str]
"""One line of a tally as it is ranked and told: votes, less than none; whom; its text; by whom."""


@dataclass(slots=True)
class Tally:
    """How many chose whom, and who they are."""

    _rows: dict[SeatId | None, Row] = field(default_factory=dict)

    @classmethod
    def of(cls, choices: Mapping[SeatId, SeatId | None], names: tuple[str, ...]) -> Tally:
        """Return the tally of a vote."""
        tally = cls()
        for chooser, choice in choices.items():
            tally.add(chooser, choice, names)
        return tally

    def add(self, chooser: SeatId, choice: SeatId | None, names: tuple[str, ...]) -> None:
        """Count one more."""
        row = self._rows.get(choice)
        votes, by = (row[0] - 1, f"{row[3]}, {names[chooser]}") if row else (-1, names[chooser])
        if choice is None:
            self._rows[None] = (votes, SeatId(len(names)), f"skip {-votes} ({by})", by)
        else:
            self._rows[choice] = (votes, choice, f"{names[choice]} {-votes} ({by})", by)

    def told(self) -> str:
        """Return it in words, most first, and skipping last of those that as many chose."""
        return "; ".join([row[2] for row in sorted(self._rows.values())])


@dataclass(slots=True)
class DayText:
    """Tells one day: what was said and counted is added to what was told of it before."""

    day: Day
    names: tuple[str, ...]
    named: Tally = field(default_factory=Tally)
    """Who was nominated by those whose speeches were told."""
    counted: list[str] = field(default_factory=list)
    """How the votes went that were told."""
    _text: str = ""
    """What was told, all of which stands."""
    _bids: bool = False
    """This and the next three: whether or how many of them are in it."""
    _speeches: int = 0
    _votes: int = 0
    _out: bool = False

    def told(self, *, revote_due: bool) -> str:
        """Return the day in words."""
        day, names = self.day, self.names
        self._begin()
        for speech in day.speeches[self._speeches :]:
            if self._votes < VOTES_BEFORE[speech.kind]:
                self._count(VOTES_BEFORE[speech.kind])
            self._text += "\n" + said(speech, names)
            if speech.nomination is not None:
                self.named.add(speech.seat, speech.nomination, names)
        self._speeches = len(day.speeches)
        if day.votes:
            self._count(len(day.votes))
            is_out = day.votes[-1].out is not None
            return self._text if is_out or revote_due else self._text + NOBODY_OUT
        if day.silent:  # others may be silent yet
            return self._text + self._silent()
        return self._text

    def _begin(self) -> None:
        day, names = self.day, self.names
        if not self._text:
            self._text = f"## Day {day.number}"
            if day.number > 1:
                were = "was" if len(day.killed) == 1 else "were"
                dead = listed(day.killed, names)
                dawn = f"{dead} {were} found dead" if dead else "nobody was dead"
                self._text += f"\nAt dawn {dawn}."
        if day.bids and not self._bids:
            self._bids = True
            bids = ", ".join(f"{names[seat]} {bid}" for seat, bid in day.bids.items())
            self._text += f"\nBids to speak: {bids}."

    def _count(self, votes: int) -> None:
        """Tell the first so many votes, and who is out by them."""
        day, names = self.day, self.names
        for vote in day.votes[self._votes : votes]:
            if self._votes == 0:
                self._text += self._silent()
            title, called = ("Votes", "vote") if self._votes == 0 else ("Revote", "revote")
            self._text += f"\n{title}: {ballots(vote.ballots, names)}."
            self.counted.append(f"Today's {called}: {Tally.of(vote.ballots, names).told()}.")
            self._votes += 1
        if day.out is not None and self._votes == len(day.votes) and not self._out:
            self._out = True
            self._text += f"\n{names[day.out]} was voted out."

    def _silent(self) -> str:
        if not self.day.silent:
            return ""
        return f"\nMight have answered and kept silent: {listed(self.day.silent, self.names)}."


NOBODY_OUT = "\nNobody was voted out."


def said(speech: SpeechGiven, names: tuple[str, ...]) -> str:
    """Return a speech with what it says as fields."""
    text = f"{names[speech.seat]}{KINDS[speech.kind]}: {quoted(speech.text)}"
    says = []
    if speech.claims is not None:
        says.append(f"claims to be {ROLES[speech.claims].called}")
    for seat, is_mafia in speech.findings:
        says.append(f"claims to have found {names[seat]} {'mafia' if is_mafia else 'not mafia'}")
    if speech.accuses:
        says.append(f"accuses {listed(speech.accuses, names)}")
    if speech.defends:
        says.append(f"speaks for {listed(speech.defends, names)}")
    if speech.nomination is not None:
        says.append(f"nominates {names[speech.nomination]}")
    return f"{text} ({'; '.join(says)})" if says else text


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
