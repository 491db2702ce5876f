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

import argparse
import asyncio
import io
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from rich.console import Console

from ludens.cli.mafia_person import TerminalPerson
from ludens.cli.mafia_view import MafiaView
from ludens.episode import visibility
from ludens.episode.events import Event
from ludens.episode.game import Turn
from ludens.episode.hooks import Moment as HookMoment
from ludens.episode.visibility import PUBLIC, View, Viewer, seen_as_data
from ludens.mafia import agenda, loop, rendering, view
from ludens.mafia.agents.human_player import HumanPlayer
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.player import InvalidReplyError, Player, PlayerFailedError
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Ballot, Decision, Plan, Proposal
from ludens.mafia.events import (
    DawnBroke,
    DefaultTaken,
    FindingReturned,
    MindKept,
    Narrated,
    NightActed,
    PersonaGiven,
    PhaseBegan,
    ReplyRefused,
    StrategiesShared,
    VotesCounted,
)
from ludens.mafia.recap import recaps
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render, render_scene
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table

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
        return decision.model_copy(update=changes)


class CanaryNarrator:
    """Says a canary that no seat may hear; what it is given must hold none at all."""

    def __init__(self, canaries: Canaries, findings: Findings) -> None:
        self.canaries, self.findings = canaries, findings

    async def narrate(self, scene: Scene) -> str:
        manner, situation = render_scene(scene)
        self.findings.search("the narrator's prompt", manner + situation, set())
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
    findings.search(f"the view of seat {seat}", seen.private.model_dump_json(), known)
    findings.search("the public record", seen.public.model_dump_json(), set())
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


def check_game(number: int, findings: Findings, folder: Path) -> None:
    """Play one game with canaries and search everything that leaves it."""
    seats = 5 + number % 11
    canaries = Canaries()
    cast = write_personas(folder, canaries, seats) if number % 2 == 0 else ()
    roles = ROLE_SETS[number // 11 % len(ROLE_SETS)]
    roles = {} if seats < 8 else roles
    human = number % seats if number % 3 == 0 else None
    settings = MafiaSettings(
        seats=seats,
        personas=bool(cast),
        cast=cast,
        personas_folder=str(folder) if cast else None,
        roles=roles,
        rules={"reveal_roles": number % 5 == 0},
        players={human: Chair.HUMAN} if human is not None else {},
    )
    screen = io.StringIO()
    player = CanaryPlayer(canaries, findings, faulty=number % 4 != 0)
    players: list[Player] = [player] * seats
    shown: MafiaView | None = None
    if human is not None:
        console = Console(file=screen, width=100)
        person = TerminalPerson(console, io.StringIO("a word\n0\nskip\n1\n2\n3\n" * 60))
        players[human] = HumanPlayer(person, 2.0)
        shown = MafiaView(console, Viewer(View.SEAT, human))
    narrator = CanaryNarrator(canaries, findings) if number % 2 else None
    table = Table(settings, tuple(players), narrator)

    def watch(turn: Turn[MafiaState], event: Event) -> None:
        cover(turn.state, event, findings)
        if isinstance(event, PhaseBegan):
            for seat in range(seats):
                private = turn.state.view(seat).private.model_dump_json()
                findings.search(f"the view of seat {seat}", private, may_know(turn.state, seat))

    state, log = asyncio.run(rehearse(table, number, watch))
    if human is not None:
        assert shown is not None
        for event in log:
            shown.on_turn_end(
                HookMoment(
                    episode="e", game="mafia", subject="t", turn=0, headline={}, events=(event,)
                )
            )
        findings.search("the screen of a person", screen.getvalue(), may_know(state, human))
        findings.covered["human seats"] += 1
    for seat in range(seats):
        lines = exported(log, Viewer(View.SEAT, seat))
        findings.search(f"the export of seat {seat}", lines, may_know(state, seat))
    findings.search("the public export", exported(log, PUBLIC), {"w"})
    findings.covered["games"] += 1
    findings.covered["canaries"] += canaries.made


def exported(log: list[Event], viewer: Viewer) -> str:
    return "\n".join(str(seen_as_data(event, viewer)) for event in log)


def cover(state: MafiaState, event: Event, findings: Findings) -> None:
    """Count that the hard cases really occurred."""
    match event:
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


# Changed secrets


@dataclass(frozen=True)
class Secret:
    """A secret to change: by whom it may be known, and how a decision or the deal differs."""

    name: str
    known_to: Callable[[MafiaState], set[int]]
    change: Callable[[MafiaState, Briefing, Decision], Decision]


def _mafia(state: MafiaState) -> set[int]:
    return {s for s, role in state.roles.items() if ROLES[role].team is Team.MAFIA}


def _holder(role: str) -> Callable[[MafiaState], set[int]]:
    return lambda state: {s for s, held in state.roles.items() if held == role}


def _victim(state: MafiaState) -> int:
    """Return a townsperson whose thoughts are changed: the lowest seat that is not mafia."""
    return min(set(state.roles) - _mafia(state))


def _other_thoughts(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    if briefing.seat != _victim(state):
        return decision
    beliefs = dict.fromkeys(range(len(briefing.view.public.names)), 0.123)
    return decision.model_copy(
        update={"reasoning": "another thought", "memory": "another memory", "beliefs": beliefs}
    )


def _other_plans(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    if isinstance(decision, Plan):
        return decision.model_copy(update={"strategy": "another plan"})
    if isinstance(decision, Proposal):
        return decision.model_copy(update={"message": "another message"})
    return decision


def _split_first(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    """Let the mafia disagree in the first round, and settle on the same in the second."""
    if not isinstance(decision, Proposal):
        return decision
    living = _mafia(state) & set(state.living)
    splits = state.kill_round == 1 and len(living) > 1 and briefing.seat == min(living)
    return decision.model_copy(update={"target": briefing.options[-1 if splits else 0]})


def _agree(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    if isinstance(decision, Proposal):
        return decision.model_copy(update={"target": briefing.options[0]})
    return decision


def _other_question(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    if isinstance(decision, Act) and state.roles[briefing.seat] == "detective":
        others = [seat for seat in briefing.options if seat != decision.target]
        return decision.model_copy(update={"target": others[0] if others else decision.target})
    return decision


def _same(state: MafiaState, briefing: Briefing, decision: Decision) -> Decision:
    return decision


SECRETS = (
    Secret("a townsperson's thoughts", lambda state: {_victim(state)}, _other_thoughts),
    Secret("the mafia's plans and messages", _mafia, _other_plans),
    Secret("whom the detective asks about", _holder("detective"), _other_question),
)


class Changing:
    """Plays at random, with one secret changed; keeps each briefing in words."""

    def __init__(self, change: Callable[[MafiaState, Briefing, Decision], Decision]) -> None:
        self.change = change
        self.random = RandomPlayer()
        self.state: MafiaState | None = None
        self.briefings: dict[int, list[str]] = {}

    async def decide(self, briefing: Briefing) -> Decision:
        assert self.state is not None
        prompt = render(briefing)
        text = f"{briefing.ask}\n{prompt.rules}\n{prompt.character}\n{prompt.situation}"
        self.briefings.setdefault(briefing.seat, []).append(text)
        return self.change(self.state, briefing, await self.random.decide(briefing))


def _briefings(
    settings: MafiaSettings,
    seed: int,
    change: Callable[[MafiaState, Briefing, Decision], Decision],
    swap: tuple[str, str] | None = None,
) -> tuple[MafiaState, dict[int, list[str]]]:
    player = Changing(change)

    def watch(turn: Turn[MafiaState], _: Event) -> None:
        player.state = turn.state

    dealing = _swapped(swap) if swap else mock.MagicMock()
    with dealing:
        state, _ = asyncio.run(rehearse(Table(settings, (player,) * settings.seats), seed, watch))
    return state, player.briefings


@contextmanager
def _swapped(roles: tuple[str, str]) -> Iterator[None]:
    """Deal as ever, with the holders of two roles changed over."""
    deal = loop.deal

    def swapped(composition: Any, dice: Random) -> Any:
        dealt = deal(composition, dice)
        one, other = (dealt.index(role) for role in roles)
        dealt[one], dealt[other] = dealt[other], dealt[one]
        return dealt

    with mock.patch.object(loop, "deal", swapped):
        yield


def check_interference(number: int, findings: Findings) -> None:
    """Change one secret, and compare the briefings of all who may not know it."""
    settings = MafiaSettings(seats=5 + number % 11, personas=False)
    state, before = _briefings(settings, number, _same)
    for secret in SECRETS:
        _, after = _briefings(settings, number, secret.change)
        _compare(secret.name, before, after, secret.known_to(state), findings)
    _, agreed = _briefings(settings, number, _agree)
    _, split = _briefings(settings, number, _split_first)
    _compare("how the mafia agreed", agreed, split, _mafia(state), findings)
    swapped, after = _briefings(settings, number, _same, swap=("detective", "villager"))
    known = _holder("detective")(state) | _holder("detective")(swapped)
    _compare("who the detective is", before, after, known, findings)


def _compare(
    name: str,
    before: dict[int, list[str]],
    after: dict[int, list[str]],
    known_to: set[int],
    findings: Findings,
) -> None:
    findings.covered[f"secrets changed: {name}"] += 1
    for seat in sorted(set(before) | set(after)):
        if seat in known_to:
            continue
        findings.covered["briefings compared"] += len(before.get(seat, []))
        if before.get(seat) != after.get(seat):
            findings.leaks.append(f"seat {seat} noticed a change of {name}")


# Leaks planted on purpose


def _declare(event: type[visibility.VisibleEvent], name: str) -> Any:
    audiences = {**event.declared.audiences, name: visibility.EVERYONE}
    return mock.patch.object(event, "declared", visibility.Declarations.of(audiences))


@contextmanager
def _wrong_view() -> Iterator[None]:
    def shifted(self: MafiaState, seat: int) -> view.SeatView:
        other = (seat + 1) % len(self.private)
        return view.SeatView(seat, self.public, self.private[other])

    with mock.patch.object(MafiaState, "view", shifted):
        yield


class _ByBeginning(tuple[int, ...]):
    """Seats compared as texts by their beginning."""

    def __contains__(self, seat: object) -> bool:
        return any(str(seat).startswith(str(other)) for other in self)


@contextmanager
def _names_by_beginning() -> Iterator[None]:
    """Let seat 10 see what is for seat 1."""
    real = visibility._seats
    with mock.patch.object(visibility, "_seats", lambda value: _ByBeginning(real(value))):
        yield


@contextmanager
def _narrator_in_recaps() -> Iterator[None]:
    heard: list[str] = []
    happen = MafiaState._happen

    def overhear(self: MafiaState, event: Event) -> None:
        happen(self, event)
        if isinstance(event, Narrated):
            heard.append(event.text)

    def with_narration(record: view.PublicRecord, full_days: int) -> list[str]:
        return [*recaps(record, full_days), *heard[-1:]]

    with (
        mock.patch.object(MafiaState, "_happen", overhear),
        mock.patch.object(rendering, "recaps", with_narration),
    ):
        yield


@contextmanager
def _plans_to_all() -> Iterator[None]:
    real = agenda.advance

    def loose(state: MafiaState) -> Iterator[Event]:
        for event in real(state):
            told = isinstance(event, StrategiesShared)
            yield event.model_copy(update={"audience": tuple(state.living)}) if told else event

    with mock.patch.object(loop, "advance", loose):
        yield


@contextmanager
def _findings_to_neighbour() -> Iterator[None]:
    apply = MafiaState.apply

    def careless(self: MafiaState, event: Event) -> None:
        apply(self, event)
        if isinstance(event, FindingReturned):
            self.private[(event.seat + 1) % len(self.private)].apply(event)

    with mock.patch.object(MafiaState, "apply", careless):
        yield


@contextmanager
def _turns_in_the_dice() -> Iterator[None]:
    """Let a player's draws depend on how much was decided before, in secret too."""
    real = loop.briefing_for

    def counting(settings: Any, state: MafiaState, pending: Any, problems: Any = ()) -> Briefing:

        given = real(settings, state, pending, problems)
        return replace(given, dice_seed=given.dice_seed ^ state.turn)

    with mock.patch.object(loop, "briefing_for", counting):
        yield


@contextmanager
def _acts_in_the_rules() -> Iterator[None]:
    """Tell whom somebody visited, in a text that all seats share."""
    acts: list[str] = []
    happen = MafiaState._happen

    def overhear(self: MafiaState, event: Event) -> None:
        happen(self, event)
        if isinstance(event, NightActed):
            acts.append(f"Somebody visited {event.target}.")

    with (
        mock.patch.object(MafiaState, "_happen", overhear),
        mock.patch.object(rendering, "rules_text", lambda record: " ".join(acts[-1:])),
    ):
        yield


PLANTS: dict[str, Callable[[], Any]] = {
    "thoughts-declared-public": lambda: _declare(MindKept, "reasoning"),
    "memory-declared-public": lambda: _declare(MindKept, "memory"),
    "refusals-declared-public": lambda: _declare(ReplyRefused, "problem"),
    "personas-declared-public": lambda: _declare(PersonaGiven, "persona"),
    "the-wrong-seats-view": _wrong_view,
    "seat-1-is-seat-10": _names_by_beginning,
    "narrator-in-recaps": _narrator_in_recaps,
    "plans-to-all": _plans_to_all,
    "findings-to-the-neighbour": _findings_to_neighbour,
    "turns-in-the-dice": _turns_in_the_dice,
    "night-acts-in-the-rules": _acts_in_the_rules,
}
"""Ways to break the engine, each of which the check must notice."""


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--plant", choices=sorted(PLANTS), help="break the engine on purpose")
    args = parser.parse_args()
    if args.plant:
        with PLANTS[args.plant]():
            findings = check(args.games)
    else:
        findings = check(args.games)
    for what, count in sorted(findings.covered.items()):
        print(f"{count:9}  {what}")
    for leak in findings.leaks[:10]:
        print(f"LEAK  {leak}")
    print(f"{len(findings.leaks)} leaks")
    return 1 if findings.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
