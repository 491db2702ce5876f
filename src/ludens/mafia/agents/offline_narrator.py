"""The offline narrator: sentences to choose from, filled with what everybody has just seen."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from random import Random

from ludens.episode.events import Event
from ludens.mafia.agents import narration
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.offline.heard import freshest
from ludens.mafia.events import (
    DawnBroke,
    GameDecided,
    Phase,
    PhaseBegan,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.finale import (
    first_to_name,
    least_suspected,
    turning_point,
    voted_out_for_nothing,
)
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import PublicRecord

_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")


@dataclass(frozen=True, slots=True)
class OfflineNarrator:
    """Tells the show in templates; it never repeats or sums up what a player said."""

    async def narrate(self, scene: Scene) -> str:
        """Return a few sentences about the moment."""
        dice = Random(scene.dice_seed)
        sentences, values = _material(scene.event, scene.record)
        told = "\n".join(scene.told)
        text = " ".join(freshest(choices, told, dice).format(**values) for choices in sentences)
        return _SENTENCE_START.sub(lambda start: start[0].upper(), text)


Material = tuple[list[tuple[str, ...]], dict[str, str | int]]
"""For each sentence the ones to choose from, and what their fields stand for."""


def _material(event: Event, record: PublicRecord) -> Material:
    match event:
        case PhaseBegan():
            return _first_day(record) if event.phase is Phase.DAY else _introduction(record)
        case DawnBroke():
            return _dawn(event, record)
        case VotesCounted():
            return _vote(event, record)
        case SpeechGiven():
            return _claim(event, record)
        case GameDecided():
            return _ending(event, record)
        case _:
            return [narration.PAUSE], {}


def _introduction(record: PublicRecord) -> Material:
    mafia = sum(n for role, n in record.composition.items() if ROLES[role].team is Team.MAFIA)
    values: dict[str, str | int] = {
        "count": _number(len(record.names)),
        "first": record.names[0],
        "last": record.names[-1],
        "mafia": _number(mafia),
        "them": "one of them has" if mafia == 1 else f"{_number(mafia)} of them have",
    }
    return [narration.OPENING, narration.OPENING_SECRET, narration.OPENING_END], values


def _first_day(record: PublicRecord) -> Material:
    values: dict[str, str | int] = {
        "count": _number(len(record.living)),
        "first": record.names[record.order[0]],
    }
    return [narration.FIRST_DAY, narration.FIRST_DAY_END], values


def _dawn(event: DawnBroke, record: PublicRecord) -> Material:
    values: dict[str, str | int] = {
        "day": event.day,
        "names": _joined(record, event.killed),
        "left": _number(len(record.living) - len(event.killed)),
    }
    if not event.killed:
        return [narration.QUIET_DAWN, narration.QUIET_DAWN_END], values
    found = narration.DAWN if len(event.killed) == 1 else narration.DAWN_OF_MANY
    return [found, narration.DAWN_END], values


def _vote(event: VotesCounted, record: PublicRecord) -> Material:
    counts = Counter(choice for choice in event.ballots.values() if choice is not None)
    values: dict[str, str | int] = {"names": _joined(record, event.tied)}
    if event.out is not None:
        votes, voters = counts[event.out], len(event.ballots)
        values |= {"name": record.names[event.out], "votes": _number(votes)}
        values["voters"] = _number(voters)
        next_most = max([n for seat, n in counts.items() if seat != event.out], default=0)
        said: tuple[str, ...] = narration.CLEAR_VOTE if 2 * votes > voters else narration.PLURALITY
        if votes - max(next_most, voters - counts.total()) == 1:
            said = narration.CLOSE_VOTE
        return [said, narration.VOTE_END], values
    if event.tied:
        return [narration.TIE if len(event.tied) > 1 else narration.TIE_WITH_NOBODY], values
    return [narration.NOBODY_OUT], values


def _claim(event: SpeechGiven, record: PublicRecord) -> Material:
    role = event.claims or RoleName("detective")
    said = [speech for day in record.days for speech in day.speeches if speech.claims == role]
    others = [speech.seat for speech in said if speech.seat != event.seat]
    living = [seat for seat in others if seat in record.living]
    values: dict[str, str | int] = {"name": record.names[event.seat], "role": role}
    if not others or record.composition.get(role) != 1:  # or both may well be so
        return [narration.CLAIM], values
    values["rival"] = record.names[(living or others)[-1]]
    return [narration.RIVAL_CLAIM if living else narration.CLAIM_AFTER_THE_DEAD], values


def _ending(event: GameDecided, record: PublicRecord) -> Material:
    mafia = [SeatId(s) for s, role in enumerate(event.roles) if ROLES[role].team is Team.MAFIA]
    values: dict[str, str | int] = {
        "mafia": _joined(record, tuple(mafia)),
        "names": _joined(record, event.winners),
        "left": _number(len(record.living)),
        "days": record.day,
    }
    closing = {
        Team.TOWN: narration.TOWN_WINS,
        Team.MAFIA: narration.MAFIA_WINS,
        Team.ALONE: narration.JESTER_WINS,
        None: narration.NOBODY_WINS,
    }
    sentences = [closing[event.team], narration.UNMASKED]
    wronged = voted_out_for_nothing(record, event.roles)
    if wronged:
        values["wronged"] = _joined(record, wronged)
        sentences.append(narration.WRONGED)
    hidden = least_suspected(record, event.roles)
    if hidden is not None:
        values |= {"hidden": record.names[hidden.seat], "slips": _slips(hidden.votes)}
        sentences.append(narration.HID if hidden.votes else narration.HID_FROM_ALL)
    saw = first_to_name(record, event.roles)
    if saw is not None:
        values |= {"seer": record.names[saw.seat], "seen": record.names[saw.named]}
        values["seen_on"] = saw.day
        sentences.append(narration.SAW_AND_LIVED if saw.seat in record.living else narration.SAW)
    turned = turning_point(record, event.roles)
    if turned is not None and 2 * turned.rival_votes >= turned.votes:  # or nothing hung on it
        values |= {"out": record.names[turned.out], "rival": record.names[turned.rival]}
        values |= {"turned_on": turned.day, "for_out": _number(turned.votes)}
        values["for_rival"] = _slips(turned.rival_votes)
        sentences.append(narration.TURNED_RIGHT if turned.out_is_mafia else narration.TURNED_WRONG)
    return sentences, values


def _slips(votes: int) -> str:
    return "one slip" if votes == 1 else f"{_number(votes)} slips"


def _joined(record: PublicRecord, seats: tuple[SeatId, ...]) -> str:
    names = [record.names[seat] for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


_NUMBERS = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
).split()


def _number(value: int) -> str:
    """Return a number in words, as far as there are seats; votes of a whole game may be more."""
    return _NUMBERS[value] if value < len(_NUMBERS) else str(value)
