"""A plan: what a player returns, and what the company carries out step by step.

A step is a command that is typed as it stands, or an intent that the company turns into commands.
Each typed command is a turn of its own. The offline planner, a model, a person and the search all
return the same `Plan`; `execution.py` carries it out and says what interrupts it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ludens.adventure.directions import direction_of
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    InterpreterFailed,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    TextObserved,
)
from ludens.adventure.mazes.events import MazeDetected
from ludens.episode.events import EpisodeForked, Event


class Intent(StrEnum):
    """What a step may ask for without saying how."""

    GO_TO = "go_to"
    """Walk to the room in `target`, by known ways."""
    EXPLORE = "explore"
    """Walk to the nearest way that nobody has gone, and go it, or be refused; one way a step."""
    LOOK_OVER = "look_over"
    """Examine what is new here."""
    TAKE_ALL = "take_all"
    """Take all that lies here and is worth carrying: several things by the command in `target`,
    where the story has one for all at once, else one by one."""
    WAIT_FOR = "wait_for"
    """Wait until something happens, for `most` turns."""
    PURSUE = "pursue"
    """Let the offline planner work for the goal in `target`, for `most` turns or `until`."""
    TRY = "try"
    """Try the commands in `target` on a copy of the story: no turn, and nothing happens."""
    FIRST_OF = "first_of"
    """Type the commands in `target` one after another, until one of them does something."""


class Step(BaseModel):
    """One step of a plan: a command, or an intent."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    command: str = Field("", description="A line to type as it stands; empty with an intent.")
    intent: Intent | None = Field(None, description="What to do, instead of a command.")
    target: str = Field(
        "", description="The room to go to, what to wait for, the goal, or commands with | between."
    )
    until: str = Field(
        "",
        description="What ends a pursuit: `have THING`, `in ROOM`, `score`, or words told; of a "
        "command, the words until which it is repeated.",
    )
    most: int = Field(10, ge=1, le=100, description="Turns to wait, repeat or pursue at most.")
    maybe: bool = Field(False, description="A refusal of it stops nothing: it was but worth a try.")
    given: str = Field(
        "",
        description="Words without which it is passed over, in the answers since the last step "
        "that has none; `A or B`: one of them.",
    )
    rule: str = Field("", description="The id of the rule that proposed it; empty for a model's.")
    expects: str = Field(
        "",
        description="The fingerprint of the answer, where a snapshot has told it: while the "
        "answers are those foreseen, nothing interrupts.",
    )

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Step:
        """Refuse a step that asks for both, for neither, or to go nowhere."""
        if bool(self.command) == (self.intent is not None):
            raise ValueError("a step has a command or an intent, and not both")
        if self.intent is Intent.GO_TO and not self.target.strip():
            raise ValueError("go_to needs the room's name as its target")
        aims = (Intent.PURSUE, Intent.TRY, Intent.FIRST_OF)
        if self.intent in aims and not any(one.strip() for one in self.target.split("|")):
            raise ValueError(f"{self.intent} needs a target")
        return self

    @property
    def awaited(self) -> str:
        """The words that end a wait or a repeated command; empty for all others."""
        waits = self.intent is Intent.WAIT_FOR
        return (self.target if waits else self.until if self.command else "").strip()

    @property
    def chains(self) -> tuple[tuple[str, ...], ...]:
        """What is tried: commands one after another, each chain from the same place."""
        parts = ((one.strip() for one in choice.split(NEXT)) for choice in self.choices)
        return tuple(chain for one in parts if (chain := tuple(filter(None, one))))

    @property
    def choices(self) -> tuple[str, ...]:
        """The commands of which the first that does something is wanted, or that are tried."""
        if self.intent not in (Intent.FIRST_OF, Intent.TRY):
            return ()
        return tuple(one.strip() for one in self.target.split("|") if one.strip())

    @property
    def commands(self) -> tuple[str, ...]:
        """All that it may type as it stands."""
        return self.choices or (self.command,)

    def __str__(self) -> str:
        """Return it as a mind writes it."""
        if self.command and self.until:
            return f"repeat {self.command} until {self.until}"
        said = self.command or SAID[self.intent or Intent.EXPLORE].format(self.target).rstrip()
        said = f"{MAYBE}{said}" if self.maybe else said
        return f"if {self.given}: {said}" if self.given else said


def going_to(text: str) -> str:
    """Return the room that a line asks to walk to; empty where it is another command, or a way."""
    found = GOING.match(text.rstrip(" .!"))
    return found[1] if found is not None and direction_of(f"go {found[1]}") is None else ""


GOING = re.compile(r"^(?:go|walk|return|travel)(?: back)? to (?:the )?(.+)$", re.IGNORECASE)
"""How a mind asks to walk to a room."""
QUOTED = 120
"""Characters of an answer that a reason for a plan's end quotes."""
ALL_AT_ONCE = "take all"
"""The command for everything that lies here, in stories that have one."""
CHAIN = 12
"""Commands of a chain that are tried. With eight, four minds of four found chains cut one short."""
NEXT = ";"
SEVERAL = f"{NEXT} "
BEGINNING = 3
"""Commands with which a chain begins as another does, from which they are not told again."""
"""What stands between two commands that are tried one after another."""
MAYBE = "maybe "
"""What is written before a step whose refusal stops nothing."""
SAID = {
    Intent.GO_TO: "go to {}",
    Intent.EXPLORE: "explore",
    Intent.LOOK_OVER: "look over",
    Intent.TAKE_ALL: "take all",
    Intent.WAIT_FOR: "wait for {}",
    Intent.PURSUE: "pursue {}",
    Intent.TRY: "try: {}",
    Intent.FIRST_OF: "first of: {}",
}
"""How a step with an intent is written in a reply."""


class Plan(BaseModel):
    """What a player means to do."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reasoning: str = Field("", description="Why this plan, in a sentence or two.")
    goal: str = Field("", description="What it is for; stays until another is set.")
    steps: tuple[Step, ...] = Field(description="What to do, in order.", min_length=1)
    notes: str | None = Field(
        None, description="The player's own notes, rewritten whole; None leaves them as they are."
    )
    value: float | None = Field(
        None, description="Points or chance of a gain by turns, where the player knows."
    )
    said: str = Field(
        "", description="What a model answered, as it is given back to it; empty for all others."
    )


def command(text: str, *, reasoning: str = "", rule: str = "", goal: str = "") -> Plan:
    """Return the plan of one command."""
    return Plan(reasoning=reasoning, goal=goal, steps=(Step(command=text, rule=rule),))


class PlanMade(Event):
    """A player made a plan of more than one command, or with a goal or notes."""

    type: ClassVar[str] = "plan_made"
    plan: Plan
    by: By = By.PLAYER
    said: str = ""
    """What a person typed, of which the plan was made."""
    explored: bool = False
    """It explores, and no way that a text names was left: directions are guessed, as was known."""


class Trial(BaseModel):
    """What some commands would be answered, tried on a copy."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    commands: tuple[str, ...]
    """All that come to the same; `A; B`: one after another."""
    answer: str


class Scored(BaseModel):
    """A command that brought points on a copy of the story."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    room: str
    """The id of the room that it was typed in; empty where nobody has been there."""
    name: str
    """What that room is called."""
    points: int
    answer: str
    """The fingerprint of what it was answered."""

    def __str__(self) -> str:
        where = f" in {self.name}" if self.name else ""
        return f"{self.command}{where} ({self.points:+d})"

    @property
    def deed(self) -> tuple[str, str, int]:
        """What it is the same as another by, whatever it was answered."""
        return self.command, self.room, self.points

    def is_done_by(self, command: str, answer: str, room: str, name: str, points: int) -> bool:
        """Tell whether it is taken to be done once a command has brought points in a room."""
        same = command == self.command or answer == self.answer or self.is_in(room, name)
        return points == self.points and same

    def is_in(self, room: str, name: str) -> bool:
        """Tell whether it was typed in a room, by its name where nobody had been there."""
        return room == self.room if self.room else name == self.name != ""


class Led(BaseModel):
    """What a way was seen to do on a copy; empty where copies did not agree."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    to: str = ""
    """The name of the place that it led to."""
    reason: str = ""
    """What it was refused with."""


def _as_it_was(passed: Mapping[str, Any] | Iterable[str]) -> Mapping[str, Any]:
    return passed if isinstance(passed, Mapping) else dict.fromkeys(passed, Led())


Passed = Annotated[dict[str, Led], BeforeValidator(_as_it_was)]
"""What ways did, by `passing`; older records have only which led on."""


class CommandsTried(Event):
    """Commands were tried on a copy of the story; none of it has happened."""

    type: ClassVar[str] = "commands_tried"
    trials: tuple[Trial, ...]
    """What is told of it; none where the company tried of itself."""
    where: str = ""
    """The room, where the plan came to its end before the place it was meant for."""
    own: bool = False
    """The company tried of itself, before the player was asked."""
    failed: tuple[CommandJudged, ...] = ()
    """Those that would do nothing, or kill, as if they had been typed."""
    foretold: dict[str, str] = Field(default_factory=dict)
    """The fingerprint of each answer, by the command and the room or the answer before it."""
    places: tuple[str, ...] = ()
    """Places and things not met yet that were seen, and places to which one is carried, by name."""
    passed: Passed = Field(default_factory=dict)
    """What ways did after other commands, by `passing`; in older logs, only which led on."""
    beyond: dict[str, Led] = Field(default_factory=dict)
    """What ways out of places do that nobody has been to, by `passing` their prints."""
    scored: tuple[Scored, ...] = ()
    """What would bring points."""
    instead: CommandChosen | None = None
    """The command of the plan under way that was tried, and not typed, as it comes to nothing."""


def told(event: CommandsTried) -> str:
    """Return what was tried and what it would have been answered, as a mind is told it."""
    firsts = [_parted(one.commands[0]) for one in event.trials]
    tried = [f"{_headline(one, firsts[:at])}\n{one.answer}" for at, one in enumerate(event.trials)]
    where = f" in {event.where}" if event.where else ""
    return "\n".join(
        [f"[Tried on a copy{where}; none of it has happened:]", *tried, "[So far what was tried.]"]
    )


def _headline(trial: Trial, above: Sequence[Sequence[str]] = ()) -> str:
    """Return what a trial's answers stand below: its commands, or what its chains are.

    Of a long chain that begins as one above it does, that beginning is not told again.
    """
    said = " | ".join(trial.commands)
    if NEXT not in said and all(len(other) == 1 for other in above):
        return f"> {said}"
    own, *alike = map(_parted, trial.commands)
    same = max((shared(own, other) for other in above), default=0)
    alone = min((shared(own, other) for other in alike), default=0)
    if not alike and BEGINNING <= same < len(own):
        said = f"the first {same} as above; {SEVERAL.join(own[same:])}"
    elif BEGINNING <= alone < min(map(len, (own, *alike))):
        ends = " | ".join(SEVERAL.join(one[alone:]) for one in (own, *alike))
        said = f"{SEVERAL.join(own[:alone])}; then {ends}"
    return f"[{said}:]"


def _parted(chain: str) -> list[str]:
    return [command.strip() for command in chain.split(NEXT)]


def shared(one: Sequence[object], other: Sequence[object]) -> int:
    """Return with how much two chains begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


class StepDone(Event):
    """A step of the plan under way is done."""

    type: ClassVar[str] = "step_done"
    step: int


class PlanEnded(Event):
    """The plan under way is over."""

    type: ClassVar[str] = "plan_ended"
    done: bool
    """Every step was carried out."""
    why: str = ""
    """What interrupted it, in a sentence for people; empty when it is done."""
    tries: bool = False
    """The trial at its end is made all the same, where it has come to."""


PLAN_EVENTS: tuple[type[Event], ...] = (PlanMade, CommandsTried, StepDone, PlanEnded)


def fingerprint(text: str) -> str:
    """Return what an answer is known by again: 12 hex digits of its words."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def foretelling(thread: str, command: str) -> str:
    """Return what the answer to a command is kept by that was told before it was typed.

    `thread` is the room, or what stands for all that came before in a chain.
    """
    return f"{thread} > {command}"


def passing(room: str, direction: str) -> str:
    """Return what a way is kept by that a trial has passed: the room is told by its id, one that
    nobody has been to by the fingerprint of its name and description.
    """
    return f"{room} {direction}"


def print_of(name: str, description: str) -> str:
    """Return what a room is known by to whoever has but seen it."""
    return fingerprint(f"{name} {description}")


def agreed(ways: Iterable[tuple[str, Led]]) -> dict[str, Led]:
    """Return what each way does; nothing where copies do not agree."""
    found = dict[str, Led]()
    for way, led in ways:
        found[way] = led if found.get(way, led) == led else Led()
    return found


def _crowded_out(before: str, after: str) -> list[str]:
    """Return the first lines of notes that gave way to new ones; none if all were rewritten."""
    lines, kept = before.splitlines(), after.splitlines()
    given = next((at for at, line in enumerate(lines) if line == kept[0]), 0) if kept else 0
    return lines[:given] if lines[given:] == kept[: len(lines) - given] else []


CROWDED = 40
"""Lines of notes without room that are kept."""
TRIALS = 6
"""How often a mind may try commands before a turn is due; each time costs a call."""
MAPPED = (Intent.EXPLORE, Intent.PURSUE)
"""Intents by which a mind leaves a maze to its mapper."""
PLACES = 200
"""Places that trials have shown, of late, by their names."""
SHOWN = 40
"""Ways that trials have passed, and commands that scored in them, which are known of late."""
FORETOLD = 60
"""Answers that trials have told which are known again; a mind plans on the latest."""


class UnderWay(BaseModel):
    """The plan that is being carried out, and what outlives it; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    plan: Plan | None = None
    by: By = By.PLAYER
    step: int = 0
    """The step that is being carried out, from 0."""
    spent: int = 0
    """Commands that it has taken so far."""
    untyped: int = 0
    """Those of them that were tried on a copy, and were no turns."""
    typed: int = 0
    """Commands of it so far."""
    aside: int = 0
    """Commands of steps with words to be carried out at, since the last step that has none."""
    number: int = 0
    """How many plans were made before and with this one."""
    made: int = 0
    """The turn in which it was made."""
    explored: bool = False
    """No way that a text names was left then, and it explores."""
    goal: str = ""
    notes: str = ""
    crowded: list[str] = Field(default_factory=list)
    """Lines of the notes for which there was no room any more, the newest last."""
    stopped: str = ""
    """What interrupted the last plan; empty if nothing did."""
    unfinished: bool = False
    """The last plan was stopped before a step that types something."""
    score: int | None = None
    """The score before the command of this turn."""
    since: int = 0
    """The score when the step began."""
    trials: int = 0
    """How often commands were tried since the last one that was typed."""
    gains: bool = False
    """One of those would score."""
    trying: Step | None = None
    """What is still to be tried of a plan that is over."""
    rounds: int = 0
    """How many plans were made since the last command that was typed."""
    minds: bool = False
    """The last plan was a mind's."""
    said: int = -1
    """The turn in which a mind made its last plan; -1: it has made none."""
    by_rule: bool = False
    """The player's last choice was one of rules, which stand in where a model gives none."""
    command: str = ""
    """What was typed last."""
    answer: str = ""
    """The fingerprint of what it was answered."""
    maps: bool | None = None
    """Whether a mind leaves the maze it is in to be mapped: its last plan explores or pursues.
    None: it has made none since the maze was noticed."""
    spared: list[tuple[bool, str]] = Field(default_factory=list)
    """What commands were answered since then that were tried and not typed, each with whether its
    step has words to be carried out at."""
    foretold: dict[str, str] = Field(default_factory=dict)
    """What trials told of late: see `CommandsTried.foretold`."""
    shown: list[str] = Field(default_factory=list)
    """Places and things not met then, and places to which one is carried, that trials have shown of
    late."""
    scored: list[Scored] = Field(default_factory=list)
    """What brought points in trials of late, and has brought none since that were typed."""
    passed: Passed = Field(default_factory=dict)
    """What ways did that trials have gone of late after other commands: see `passing`."""
    beyond: dict[str, Led] = Field(default_factory=dict)
    """What ways beyond the rooms that are known did in trials of late: `CommandsTried.beyond`."""
    is_untyped: bool = False
    """The last command was tried on a copy alone, so the story waits for no answer."""
    awaited: list[str] = Field(default_factory=list)
    """What the answer to this turn's command may have been foretold by."""
    thread: str = ""
    """What stands for the commands so far whose answers were foretold; empty after any other."""

    @property
    def idle_rounds(self) -> int:
        """How many plans in this turn had nothing to type and no trial."""
        return self.rounds - self.trials

    @property
    def is_searchers(self) -> bool:
        """Whether the plan under way is one that a search has found."""
        return self.plan is not None and self.by is By.SEARCH

    @property
    def lets_map(self) -> bool:
        """Whether a maze may be mapped: no mind plays, or the mind leaves it to the mapper."""
        return not self.minds or self.maps is True

    def foretells(self, here: str | None, command: str, text: str) -> bool:
        """Tell whether a trial told this answer to a command that is typed next."""
        keys = (foretelling(thread, command) for thread in (here or "", self.thread))
        return any(self.foretold.get(key) == fingerprint(text) for key in keys)

    @property
    def is_foretold(self) -> bool:
        """Whether the last answer was told by a trial before it came, word for word."""
        return bool(self.thread)

    @property
    def now(self) -> Step | None:
        """The step that is being carried out; None where no plan is under way."""
        return self.plan.steps[self.step] if self.plan is not None else None

    def cuts_short(self, event: Event) -> bool:
        """Tell whether an event ends the plan under way with something of it left."""
        if not isinstance(event, PlanEnded) or event.done or self.plan is None:
            return False
        last = self.plan.steps[-1]
        goes_on = last.intent is not None or bool(last.awaited)
        return goes_on or self.step + 1 < len(self.plan.steps)

    def left_out(self, event: Event) -> Step | None:
        """Return the step that an event leaves out, as there was nothing to do, or None.

        Of a step that is done over and over nothing is said.
        """
        step = self.now if isinstance(event, StepDone) and not self.spent else None
        if step is None or step.intent is Intent.TRY or self.plan is None:
            return None
        return step if self.plan.steps.count(step) == 1 else None

    def apply(
        self, event: Event, score: int | None, turn: int, here: str | None, name: str = ""
    ) -> None:
        """Fold one event; `score`, and the room `here` of a `name`, are those before it."""
        match event:
            case PlanMade(plan=plan):
                self.made, self.explored = turn, event.explored
                self.plan, self.by, self.step, self.spent = plan, event.by, 0, 0
                self.untyped = 0
                self.since = score or 0
                self.typed = self.aside = 0
                self.number += 1
                self.rounds += 1
                self.stopped, self.trying, self.unfinished = "", None, False
                if event.by is By.PLAYER:
                    self.minds = bool(plan.said)
                    self.said = turn if plan.said else self.said
                    self.by_rule = not self.minds
                    self.maps = any(step.intent in MAPPED for step in plan.steps)
                self.goal = plan.goal or self.goal
                if plan.notes is not None:
                    crowded = [*self.crowded, *_crowded_out(self.notes, plan.notes)]
                    self.notes, self.crowded = plan.notes, crowded[-CROWDED:]
            case CommandsTried() if event.instead is not None:
                self.spent += 1
                self.untyped += 1
                self.typed += 1
                given = self.now is not None and bool(self.now.given)
                self.spared.append((given, event.trials[0].answer))
                self.gains = self.gains or bool(event.scored)
            case CommandsTried():
                self.trials += bool(event.trials) and not event.own
                self.trying = None if event.trials else self.trying
                self.gains = self.gains or bool(event.scored)
                self.foretold = dict([*self.foretold.items(), *event.foretold.items()][-FORETOLD:])
                self.shown = [*dict.fromkeys((*self.shown, *event.places))][-PLACES:]
                self.passed = dict([*self.passed.items(), *event.passed.items()][-SHOWN:])
                self._see_beyond(event.beyond)
                each = {one.deed: one for one in (*self.scored, *event.scored)}
                self.scored = [*each.values()][-SHOWN:]
            case CommandChosen():
                if event.by is By.PLAYER and event.plan is None:
                    self.by_rule = bool(event.rule)
                self.command = event.command
                self.score = score
                self.trials = self.rounds = 0
                self.gains, self.spared = False, []
                threads = (here or "", self.thread)
                self.awaited = [foretelling(one, event.command) for one in threads]
                self.spent += event.plan is not None
                self.typed += event.plan is not None
                given = self.now is not None and bool(self.now.given)
                self.aside = self.aside + 1 if given else 0
            case TextObserved():
                self.answer = said = fingerprint(event.text)
                told = next((key for key in self.awaited if self.foretold.get(key) == said), "")
                self.thread = fingerprint(told + said) if told else ""
            case ScoreChanged():
                done = (self.command, self.answer, here or "", name, event.score - (score or 0))
                self.scored = [one for one in self.scored if not one.is_done_by(*done)]
            case StepDone():
                self.step, self.spent, self.since = event.step + 1, 0, score or 0
                self.untyped = 0
            case PlanEnded():
                rest = self.plan.steps[self.step + bool(self.spent) :] if self.plan else ()
                left = any(step.intent is not Intent.TRY for step in rest)
                self.unfinished = left and not event.done
                self.trying = self.plan.steps[-1] if event.tries and self.plan else None
                self.plan, self.step, self.spent = None, 0, 0
                self.stopped = event.why
            case MazeDetected():
                self.maps = None
            case PlayerDied() | StoryRestored() | InterpreterFailed():
                self.trying = None
            case EpisodeForked():  # whoever plays on from there may be another
                self.plan, self.step, self.spent = None, 0, 0

    def _see_beyond(self, seen: Mapping[str, Led]) -> None:
        """Take in what ways do out of places that nobody has been to."""
        all_ = agreed([*self.beyond.items(), *seen.items()])
        self.beyond = dict([*all_.items()][-FORETOLD:])
