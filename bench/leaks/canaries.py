"""Players who put canaries into everything that others may not read, and where canaries turned up.

A canary is a text that occurs nowhere else and says who may know it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ludens.episode.events import Event
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.player import InvalidReplyError, PlayerFailedError
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Ballot, Decision, Plan, Proposal, Talk
from ludens.mafia.events import (
    BidPlaced,
    DawnBroke,
    DefaultTaken,
    Finding,
    Narrated,
    ReplyRefused,
    SaveReturned,
    SilenceKept,
    Speaking,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.rendering import render, render_scene
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState

# A canary tells who may know it: a seat (s3), the mafia (m), or those who watch (w).
CANARY = re.compile(r"zq(?P<who>s\d+|m|w)x\d+qz")
INVALID = 0.3
FAILING = 0.1


class Canaries:
    """Makes canaries, and finds those that should not be where they are."""

    def __init__(self) -> None:
        self.made = 0

    def new(self, who: str) -> str:
        self.made += 1
        return f"zq{who}x{self.made}qz"

    @staticmethod
    def strangers(text: str, known: set[str]) -> list[str]:
        """Return the canaries in a text that none of those named in `known` may know."""
        return [found[0] for found in CANARY.finditer(text) if found["who"] not in known]


@dataclass
class Findings:
    """What was searched, what was covered, what leaked."""

    leaks: list[str] = field(default_factory=list)
    covered: Counter[str] = field(default_factory=Counter)

    def search(self, where: str, text: str, known: set[str]) -> None:
        self.covered[f"texts: {where.split(' of ', maxsplit=1)[0]}"] += 1
        self.leaks += [f"{where}: {canary}" for canary in Canaries.strangers(text, known)]


def may_know(state: MafiaState, seat: int) -> set[str]:
    mafia = ROLES[state.roles[seat]].team is Team.MAFIA
    return {f"s{seat}"} | ({"m"} if mafia else set())


class CanaryPlayer:
    """Decides at random, and puts a canary into everything that others may not read."""

    def __init__(self, canaries: Canaries, findings: Findings, *, faulty: bool) -> None:
        self.canaries, self.findings, self.faulty = canaries, findings, faulty
        self.random = RandomPlayer()

    async def decide(self, briefing: Briefing) -> Decision:
        own = f"s{briefing.seat}"
        dice = Random(briefing.dice_seed ^ 0x5EED)
        inspect(briefing, self.findings)
        if self.faulty and dice.random() < FAILING:
            raise PlayerFailedError(f"no answer {self.canaries.new(own)}")
        if self.faulty and dice.random() < INVALID:
            if dice.random() < 0.5:
                raise InvalidReplyError(f"not JSON: {self.canaries.new(own)}")
            return Ballot(choice=None, memory=self.canaries.new(own) * 500)
        decision = await self.random.decide(briefing)
        changes: dict[str, Any] = {
            "reasoning": self.canaries.new(own),
            "memory": f"{briefing.view.private.memory[-200:]} {self.canaries.new(own)}",
            "beliefs": {s: dice.random() for s in range(len(briefing.view.public.names))},
        }
        match decision:
            case Plan():
                changes["strategy"] = self.canaries.new("m")
            case Proposal():
                changes["message"] = self.canaries.new("m")
            case Talk():
                changes |= claims(briefing, dice)
        return decision.model_copy(update=changes)


def claims(briefing: Briefing, dice: Random) -> dict[str, Any]:
    """Return what a speech says as fields, by lot."""
    public = briefing.view.public
    others = [seat for seat in range(len(public.names)) if seat != briefing.seat]
    accused, defended, found = dice.sample(others, 3)
    return {
        "claims": dice.choice([None, *public.composition]),
        "findings": (Finding(found, dice.random() < 0.5),) if dice.random() < 0.3 else (),
        "accuses": (accused,) if dice.random() < 0.5 else (),
        "defends": (defended,) if dice.random() < 0.3 else (),
    }


class CanaryNarrator:
    """Says a canary that no model in a seat may hear; it is given none but its own."""

    def __init__(self, canaries: Canaries, findings: Findings) -> None:
        self.canaries, self.findings = canaries, findings

    async def narrate(self, scene: Scene) -> str:
        manner, situation = render_scene(scene)
        self.findings.search("the narrator's prompt", manner + situation, {"w"})
        return self.canaries.new("w")


def inspect(briefing: Briefing, findings: Findings) -> None:
    """Search a briefing, in words and as it is."""
    seat = briefing.seat
    role = briefing.view.private.role
    assert role is not None
    known = {f"s{seat}"} | ({"m"} if ROLES[role].team is Team.MAFIA else set())
    prompt = render(briefing)
    findings.search(f"the rules of seat {seat}", prompt.rules, set())
    words = prompt.character + prompt.situation
    findings.search(f"the briefing of seat {seat}", words, known)
    seen = briefing.view
    findings.search(f"the view of seat {seat}", str(seen.private), known)
    findings.search("the public record", str(seen.public), set())
    if seen.private.seat != seat:
        findings.leaks.append(f"seat {seat} was given the view of seat {seen.private.seat}")


def write_personas(folder: Path, canaries: Canaries, seats: int) -> tuple[str, ...]:
    """Write a character full of canaries for each seat; return the cast."""
    for seat in range(seats):

        def line(key: str, seat: int = seat) -> str:
            return f'{key} = "{canaries.new(f"s{seat}")}"'

        def lines(key: str, seat: int = seat) -> str:
            return f'{key} = ["{canaries.new(f"s{seat}")}", "{canaries.new(f"s{seat}")}"]'

        voice = ("speech", "reasoning", "accusing", "defending", "trust", "risk")
        others = (f"Person{other}" for other in range(seats) if other != seat)
        text = [
            "[identity]",
            f'name = "Person{seat}"',
            'tagline = "a guest"',
            line("background"),
            lines("traits"),
            "[voice]",
            *(line(key) for key in voice),
            lines("phrases"),
            lines("quirks"),
            "[roles]",
            *(line(name) for name in ROLES),
            "[relationships]",
            *(line(name) for name in others),
        ]
        (folder / f"person{seat}.toml").write_text("\n".join(text))
    return tuple(f"person{seat}" for seat in range(seats))


ROLE_SETS: tuple[dict[str, int], ...] = (
    {},
    {"jester": 1},
    {"vigilante": 1},
    {"godfather": 1, "mafia": 1},
)


RULE_SETS: tuple[dict[str, Any], ...] = (
    {},
    {"bids": True, "replies": 1, "doctor_told": True},
    {"replies": 2, "rebuttal": True, "doctor_repeats": False, "reveal_sides": True},
)


def canary_settings(
    number: int, folder: Path, canaries: Canaries, *, human: int | None, narrator: bool
) -> MafiaSettings:
    """Return the settings of a game: sizes, names, roles and rules vary with its number."""
    seats = seats_of(number)
    cast = write_personas(folder, canaries, seats) if number % 2 == 0 else ()
    return MafiaSettings(
        seats=seats,
        personas=bool(cast),
        cast=cast,
        personas_folder=str(folder) if cast else None,
        roles=ROLE_SETS[number // 11 % len(ROLE_SETS)] if seats >= 8 else {},
        rules={"reveal_roles": number % 5 == 0, **RULE_SETS[number % len(RULE_SETS)]},
        at_once=number % 7 == 0 and human is None,
        players={human: Chair.HUMAN} if human is not None else {},
        human_seconds=None,
        narrator=narrator,
    )


def seats_of(number: int) -> int:
    """Return how many sit at the table of a game: 5 to 15."""
    return 5 + number % 11


def count_hard_cases(state: MafiaState, event: Event, findings: Findings) -> None:
    """Count that the hard cases really occurred."""
    match event:
        case BidPlaced():
            findings.covered["bids"] += 1
        case SilenceKept() | SpeechGiven(kind=Speaking.REPLY | Speaking.REBUTTAL):
            findings.covered["answers"] += 1
        case SpeechGiven(claims=role) if role is not None:
            findings.covered["roles claimed"] += 1
        case SaveReturned():
            findings.covered["saves told"] += 1
        case ReplyRefused():
            findings.covered["invalid replies"] += 1
        case DefaultTaken():
            findings.covered["defaults taken"] += 1
        case VotesCounted(tied=tied) if tied:
            findings.covered["revotes"] += 1
        case DawnBroke(killed=()) if state.kill is not None:
            findings.covered["saves"] += 1
        case Narrated():
            findings.covered["narrations"] += 1
