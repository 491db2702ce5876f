"""Events in words, one line or a few each, as far as a viewer may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ludens.episode.events import EpisodeEnded, EpisodeForked, Event
from ludens.episode.visibility import PUBLIC, VIEWER, Viewer, project
from ludens.mafia.agenda import mentions
from ludens.mafia.events import (
    BallotCast,
    BidsOpened,
    Cause,
    DawnBroke,
    DefaultTaken,
    FindingReturned,
    GameDecided,
    KillProposed,
    KillSettled,
    MindKept,
    Narrated,
    NightActed,
    Phase,
    PhaseBegan,
    PlayerDied,
    ReplyRefused,
    RoleDealt,
    RulesChanged,
    SaveReturned,
    SilenceKept,
    Speaking,
    SpeechGiven,
    StrategyNoted,
    TableLaid,
    VotesCounted,
)
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import Day, PublicRecord


class Tone(StrEnum):
    """How a line is meant, for whoever prints it."""

    HEADING = "heading"
    SPEECH = "speech"
    FACT = "fact"
    DEATH = "death"
    PRIVATE = "private"
    DEFAULT = "default"
    """The rules of the game decided for who did not: told as what is private."""
    NARRATION = "narration"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the telling."""

    tone: Tone
    text: str
    speaker: str = ""
    """Who says it, for speeches."""
    beside: str = ""
    """What the speaker says beside the words, where that is not shown otherwise."""


@dataclass(slots=True)
class Teller:
    """Tells a game to one viewer, event by event, in order."""

    viewer: Viewer
    with_narrator: bool = False
    """Whether the narrator is heard also where the viewer is a seat: a person in it watches too."""
    with_numbers: bool = True
    """Whether it is told by which number each seat may be named."""
    names: tuple[str, ...] = ()
    taglines: tuple[str, ...] = ()
    phase: Phase = Phase.SEATING
    day: Day = field(default_factory=lambda: Day(0))
    """What was said and kept silent to in this day, for who answers whom."""

    def tell(self, event: Event) -> Iterable[Told]:
        """Yield what the viewer is told of an event; nothing if it is not for them."""
        is_show = self.with_narrator and isinstance(event, Narrated)
        seen = project(event, PUBLIC if is_show else self.viewer)
        if seen is not None:
            yield from self._public(seen)
            yield from self._remark(seen)
            yield from self._secret(seen)

    def _name(self, seat: SeatId | None) -> str:
        return "nobody" if seat is None else self.names[seat]

    def _public(self, event: Event) -> Iterable[Told]:
        match event:
            case TableLaid():
                self.names, self.taglines = event.names, event.taglines
                yield from self._introduce(event)
            case RulesChanged():
                yield Told(Tone.FACT, "The rules have changed.")
            case PhaseBegan():
                self.phase = event.phase
                heading = _heading(event)
                if heading:
                    yield Told(Tone.HEADING, heading)
            case SpeechGiven():
                named = event.nomination
                beside = f" [nominates {self._name(named)}]" if named is not None else ""
                kind = {
                    Speaking.REPLY: f" (in answer{self._callers(event.seat, ' to ')})",
                    Speaking.DEFENCE: " (in defence)",
                    Speaking.REBUTTAL: " (in answer to the defence)",
                    Speaking.LAST_WORDS: " (last words)",
                }.get(event.kind, "")
                yield Told(Tone.SPEECH, event.text, self._name(event.seat) + kind, beside)
                self.day.speeches.append(event)
            case VotesCounted():
                yield Told(Tone.FACT, self._votes(event))
            case DawnBroke():
                self.day = Day(event.day)
                if not event.killed:
                    yield Told(Tone.FACT, "Nobody died in the night.")
            case PlayerDied():
                how = "voted out" if event.cause is Cause.VOTE else "found dead at dawn"
                yield Told(Tone.DEATH, f"{self._name(event.seat)} is {how}{_unmasked(event)}.")
            case GameDecided():
                yield Told(Tone.FACT, _unmasking(self.names, event.roles))
            case EpisodeForked():
                yield Told(Tone.FACT, f"Forked from {event.parent} after turn {event.turn}.")
            case EpisodeEnded():
                yield Told(Tone.ENDING, f"{event.reason[:1].upper()}{event.reason[1:]}.")

    def _remark(self, event: Event) -> Iterable[Told]:
        match event:
            case BidsOpened():
                bids = ", ".join(f"{self._name(s)} {bid}" for s, bid in event.bids.items())
                yield Told(Tone.FACT, f"Bids to speak: {bids}.")
            case SilenceKept():
                callers = self._callers(event.seat, " ")
                yield Told(Tone.FACT, f"{self._name(event.seat)} does not answer{callers}.")
                self.day.heard[event.seat] = len(self.day.speeches)
            case Narrated():
                yield Told(Tone.NARRATION, event.text)

    def _callers(self, seat: SeatId, before: str) -> str:
        """Return who mentioned a seat since it last spoke, after some words; nothing if nobody."""
        callers = mentions(self.day).get(seat)
        return before + " and ".join(map(self._name, callers)) if callers else ""

    def _introduce(self, event: TableLaid) -> Iterable[Told]:
        roles = ", ".join(
            f"{role} ({count})" if count > 1 else role for role, count in event.composition.items()
        )
        yield Told(Tone.FACT, f"At the table: {roles}.")
        for seat, name in enumerate(event.names):
            tagline = f", {event.taglines[seat]}" if event.taglines else ""
            number = f"{seat}  " if self.with_numbers else ""
            yield Told(Tone.FACT, f"{number}{name}{tagline}")

    def _votes(self, event: VotesCounted) -> str:
        counts = Counter(event.ballots.values())
        parts = []
        for choice, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0] or -1)):
            voters = ", ".join(self._name(v) for v, c in event.ballots.items() if c == choice)
            target = "to skip" if choice is None else f"for {self._name(choice)}"
            parts.append(f"{count} {target} ({voters})")
        verdict = ""
        if event.tied:
            verdict = f" There is a revote on {' and '.join(map(self._name, event.tied))}."
        elif event.out is None:
            verdict = " Nobody is voted out."
        return "Votes: " + "; ".join(parts) + "." + verdict

    def _secret(self, event: Event) -> Iterable[Told]:
        tone = Tone.DEFAULT if isinstance(event, DefaultTaken) else Tone.PRIVATE
        return (Told(tone, text) for text in self._whispered(event))

    def _whispered(self, event: Event) -> Iterable[str]:
        match event:
            case RoleDealt():
                partners = ", ".join(self._name(p) for p in event.partners)
                with_ = f", with {partners}" if partners else ""
                yield f"{self._name(event.seat)}: {event.role}{with_}."
            case StrategyNoted() if event.strategy:
                yield f"{self._name(event.seat)} plans: {event.strategy}"
            case MindKept(reasoning=thought) if thought:
                yield f"{self._name(event.seat)} thinks: {thought}"
            case BallotCast() if "choice" in event.__dict__:
                yield f"{self._name(event.seat)} votes for {self._name(event.choice)}."
            case KillProposed():
                said = f": {event.message}" if event.message else "."
                yield f"{self._name(event.seat)} would kill {self._name(event.target)}{said}"
            case KillSettled():
                decider = event.decider
                alone = f" ({self._name(decider)} decides)" if decider is not None else ""
                yield f"The mafia settle on {self._name(event.target)}{alone}."
            case NightActed(target=None):
                yield f"{self._name(event.seat)} does nothing tonight."
            case NightActed():
                target = self._name(event.target)
                yield f"{self._name(event.seat)} chooses to {event.verb} {target}."
            case SaveReturned():
                was = "was" if event.mattered else "was not"
                yield f"{self._name(event.seat)} learns: {self._name(event.target)} {was} attacked."
            case FindingReturned():
                verdict = "mafia" if event.is_mafia else "not mafia"
                yield f"{self._name(event.seat)} learns: {self._name(event.target)} is {verdict}."
            case ReplyRefused():
                yield f"(a reply of {self._name(event.seat)} could not be used)"
            case DefaultTaken():
                why = f": {event.reason}" if "reason" in event.__dict__ else ""
                yield f"({self._name(event.seat)} did not decide; the rules of the game did{why})"


def _unmasking(names: Sequence[str], roles: Sequence[RoleName]) -> str:
    """Return who was what, the mafia first."""
    held: dict[RoleName, list[str]] = {}
    for role in sorted(set(roles), key=list(ROLES).index):
        held[role] = [name for name, own in zip(names, roles, strict=True) if own == role]
    return "; ".join(f"{role}: {', '.join(who)}" for role, who in held.items()) + "."


def _unmasked(event: PlayerDied) -> str:
    if event.role is not None:
        return f"; they were {ROLES[event.role].called}"
    if event.team is not None:
        return f"; they were {'' if event.team is Team.MAFIA else 'not '}mafia"
    return ""


def _heading(event: PhaseBegan) -> str:
    return {
        Phase.NIGHT_ZERO: "Night falls for the first time",
        Phase.DAY: f"Day {event.day}",
        Phase.BIDDING: f"Day {event.day}: who speaks when",
        Phase.REPLIES: "Answers",
        Phase.REBUTTAL: "The tied answer each other",
        Phase.VOTE: "The vote",
        Phase.DEFENCE: "A tie: the accused defend themselves",
        Phase.REVOTE: "The revote",
        Phase.NIGHT: f"Night {event.day}",
    }.get(event.phase, "")


def transcript(events: Iterable[Event], viewer: Viewer) -> Iterable[str]:
    """Yield a game as plain text, as the viewer saw it."""
    teller = Teller(viewer)
    for event in events:
        for told in teller.tell(event):
            yield from _plain(told)


def in_words(events: Iterable[Event], record: PublicRecord) -> Iterable[str]:
    """Yield events that come after a record, as somebody who may know everything is told them."""
    teller = Teller(VIEWER, names=record.names, taglines=record.taglines, phase=record.phase)
    if record.days:
        today = record.days[-1]
        teller.day = Day(today.number, speeches=list(today.speeches), heard=dict(today.heard))
    for event in events:
        for told in teller.tell(event):
            yield from (line.strip() for line in _plain(told))


_MARKS: Mapping[Tone, str] = {
    Tone.PRIVATE: "    ",
    Tone.DEFAULT: "    ",
    Tone.NARRATION: "  ~ ",
}


def _plain(told: Told) -> Iterable[str]:
    if told.tone is Tone.HEADING:
        yield ""
        yield f"== {told.text} =="
    elif told.speaker:
        yield f"{told.speaker}: {told.text}{told.beside}"
    else:
        yield _MARKS.get(told.tone, "") + told.text
