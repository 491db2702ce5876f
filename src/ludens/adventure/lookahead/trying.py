"""Trying commands on a snapshot, and telling what each would do.

The senses and the judgement of real turns are asked about each answer, as if it had happened;
nothing of it is folded. What changes under `wait` as well, and what living things do by
themselves, is no effect of a command (a change of the whole memory would be noise).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludens.adventure.agents.offline.light import can_see_in_the_dark
from ludens.adventure.agents.offline.ways_out import LIKE
from ludens.adventure.company import Company
from ludens.adventure.events import (
    CommandJudged,
    Effect,
    Fault,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.interpreter.protocol import InterpreterFault, Trial, Wants
from ludens.adventure.judgement import Before, fault_in, fingerprint, judge_command
from ludens.adventure.kinds import LOOKING, SHIFTING
from ludens.adventure.lookahead.candidates import Candidates
from ludens.adventure.lookahead.events import Foreseen, Foresight, Prospect
from ludens.adventure.lookahead.noise import Noise
from ludens.adventure.lookahead.record import subject
from ludens.adventure.naming import things_mentioned
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleKind
from ludens.adventure.puzzles.noticing import new_puzzles
from ludens.adventure.puzzles.signs import signs_in
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitAbsent, ExitBlocked, PlayerMoved, RoomFound
from ludens.adventure.world.places import INVENTORY
from ludens.episode.events import Event
from ludens.episode.game import Turn

WAIT = "wait"
READING = re.compile(r"^(?:x|examine|look|l|read|search|listen|smell)\b")
"""Commands that do nothing but tell."""
ANSWER = 100
"""Characters of an answer that a foresight keeps."""
OBSTACLES = (PuzzleKind.REFUSED, PuzzleKind.LOCKED)
"""Kinds of puzzle that a refusal may tell of."""
ROUNDS = 4
"""Batches in a turn: what one tells leads to the next."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """What happens at a turn whatever one types."""

    usual: frozenset[str]
    """The events of waiting."""
    noise: Noise

    def stirs(self, trial: Trial) -> bool | None:
        """Tell whether a command changes more than noise; None where memory may not be read."""
        return self.noise.is_heard_over(trial) if trial.memory is not None else None


def foresee(company: Company, turn: Turn[AdventureState]) -> None:
    """Try what could be worth a turn here, within the budget, and emit what it would do."""
    settings, state = company.settings.lookahead, turn.state
    ready = (
        state.wants is Wants.LINE and question_in(state.text) is None and not state.mazes.solving
    )
    if not settings.enabled or not ready or state.map.here is None or turn.decision is not None:
        return
    if company.candidates is None:
        company.candidates = Candidates(company.vocabulary)
    left = min(settings.per_turn, settings.budget - state.lookahead.steps)
    backdrop: Backdrop | None = None
    for _ in range(ROUNDS):
        commands = company.candidates.of(state, min(settings.batch, left - 1))
        if not commands or left <= 1:
            return
        try:
            first = backdrop is None
            memory = company.interpreter.memory() if first and _reads(company) else None
            trials = _try(company, [WAIT, *commands] if first else commands)
        except InterpreterFault:
            company.interpreter.restore(company.saved)
            return
        if backdrop is None:
            usual = frozenset(_sign(event) for event in _percept(company, state, trials[0]))
            backdrop = Backdrop(usual, Noise(memory, company.vocabulary.lasting))
            backdrop.noise.hear(trials[0])
            trials = trials[1:]
        left -= len(commands) + first
        _emit(company, turn, trials, backdrop, len(commands) + first)


def _try(company: Company, commands: Sequence[str]) -> list[Trial]:
    return company.interpreter.explore(commands, memory=_reads(company))


def _reads(company: Company) -> bool:
    return company.settings.perception is PerceptionKind.STATE


@dataclass(slots=True)
class Findings:
    """What a batch of trials told."""

    found: list[Foresight] = field(default_factory=list)
    idle: list[CommandJudged] = field(default_factory=list)
    told: list[CommandJudged] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    """Commands and their answers that may speak of things."""
    obstacles: list[Sequence[Event]] = field(default_factory=list)
    """For each failure that may be a puzzle, its events."""
    barred: list[ExitBlocked | ExitAbsent] = field(default_factory=list)
    """Ways that are no ways now, whether one tries them or not."""

    def sort(
        self, trial: Trial, judged: CommandJudged, events: Sequence[Event], told: Prospect | None
    ) -> None:
        """Put away what one command came to that would have the prospect `told`."""
        assert trial.observation is not None
        text = trial.observation.text
        if told is not None:
            answer = " ".join(text.split())[:ANSWER]
            self.found.append(Foresight(command=trial.command, prospect=told, answer=answer))
        else:
            self.idle.append(judged)
            ways = [event for event in events if isinstance(event, ExitBlocked | ExitAbsent)]
            self.barred += ways
            self.obstacles += [(way, judged) for way in ways]
            self.note(judged, text)

    def note(self, judged: CommandJudged, text: str) -> None:
        """Keep what failed for the puzzle agent."""
        if judged.novel and len(judged.things) == 1:
            self.obstacles.append((TextObserved(text=text), judged))


def _emit(
    company: Company,
    turn: Turn[AdventureState],
    trials: Sequence[Trial],
    backdrop: Backdrop,
    steps: int,
) -> None:
    state = turn.state
    assert state.map.here is not None
    heard = Findings()
    overheard = dict(state.lookahead.overheard)
    judgements = [
        (trial, *_judged(company, state, trial, backdrop.usual))
        for trial in trials
        if trial.observation is not None
    ]
    for trial, judged, _ in judgements:
        if judged.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD) and not judged.affirmed:
            backdrop.noise.hear(trial)
    for trial, judged, events in judgements:
        assert trial.observation is not None
        text = trial.observation.text
        prospect = _prospect(state, judged, events, backdrop.stirs(trial))
        if prospect is Prospect.MOVES and leads_by_a_known_way(state, events):
            prospect = None
        elif (
            judged.overloaded
            or (prospect is None and is_had_again(events))
            or _only_typing(trial, judged, prospect, overheard)
        ):
            heard.told.append(judged)
            heard.note(judged, text)
            continue
        heard.sort(trial, judged, events, prospect)
        looks = LOOKING.match(trial.command) and (judged.novel or prospect is not None)
        if looks or judged.fault is Fault.AMBIGUOUS:
            heard.texts.append((trial.command, text))
    turn.emit(
        Foreseen(
            room=state.map.here,
            steps=steps,
            found=tuple(heard.found),
            idle=tuple(heard.idle),
            told=tuple(heard.told),
        )
    )
    for command, text in heard.texts:
        mentioned = things_mentioned(turn.state, company.vocabulary, text, command, happened=False)
        if mentioned is not None:
            turn.emit(mentioned)
    for way in heard.barred:
        turn.emit(way)
    if company.puzzle_agent is not None:
        for puzzle in puzzles_in(company.vocabulary, state, heard.obstacles):
            turn.emit(puzzle)


def _only_typing(
    trial: Trial, judged: CommandJudged, prospect: Prospect | None, overheard: dict[str, str]
) -> bool:
    """Tell whether only typing a command can tell what it is worth, where nobody reads memory."""
    if trial.memory is not None:
        return False
    return is_news(judged, overheard) if prospect is None else prospect is Prospect.MOVES


def puzzles_in(
    vocabulary: Vocabulary, state: AdventureState, failed: Sequence[Sequence[Event]]
) -> Iterator[PuzzleFound]:
    """Yield the obstacles that refusals heard on a snapshot tell of, each folded before the next.

    Takes the events of each. Of deeds only those with one thing should be among them: what two do
    not do together is most of what there is.
    """
    for events in failed:
        for found in new_puzzles(state, vocabulary, events):
            if found.direction or (found.kind in OBSTACLES and signs_in(found.quote)):
                yield found


def is_had_again(events: Sequence[Event]) -> bool:
    """Tell whether something would be taken up: no gain by itself, and not for nothing."""
    return any(isinstance(event, ItemMoved) and event.place == INVENTORY for event in events)


def leads_by_a_known_way(state: AdventureState, events: Sequence[Event]) -> bool:
    """Tell whether a way that was walked leads where a command would lead.

    One that is only assumed may prove to lead nowhere, and nobody would get away from there.
    """
    here = state.map.here
    ways = state.map.rooms[here].exits.values() if here is not None else ()
    ends = {way.to for way in ways if way.status is ExitStatus.EXPLORED}
    return any(isinstance(event, PlayerMoved) and event.room in ends for event in events)


def _leads_into_the_dark(state: AdventureState, events: Sequence[Event]) -> bool:
    """Tell whether the player would be where nothing can be seen, with no light to be lit."""
    if can_see_in_the_dark(state):
        return False
    for event in events:
        match event:
            case RoomFound(dark=True):
                return True
            case PlayerMoved(room=room) if room in state.map.rooms:
                return bool(state.map.rooms[room].dark)
    return False


def is_news(judged: CommandJudged, overheard: dict[str, str]) -> bool:
    """Tell whether only typing a command that seems to do nothing can tell what it is worth.

    The story answers it as nothing before. What it answers about several things is a refusal after
    all; two deeds with the same things that it answers alike may be one.
    What an answer to a look tells is learnt from the snapshot, and costs no turn.
    """
    if not judged.novel or READING.match(judged.command) is not None:
        return False
    about = subject(judged)
    return overheard.setdefault(judged.reply, about) == about


def _judged(
    company: Company, state: AdventureState, trial: Trial, usual: frozenset[str]
) -> tuple[CommandJudged, list[Event]]:
    """Return what a trial would be judged, and the events that are its own effects."""
    assert trial.observation is not None
    text = trial.observation.text
    events: list[Event] = []
    if not _is_common(company, state, trial.command, text):
        seen = _percept(company, state, trial)
        events = [event for event in seen if _sign(event) not in usual and not _alive(state, event)]
    before = Before.of(state)
    return judge_command(before, company.vocabulary, trial.command, text, events), events


def _is_common(company: Company, state: AdventureState, command: str, text: str) -> bool:
    """Tell whether an answer is a refusal that is known: nothing more needs to be read."""
    if fault_in(text) is not None:
        return "\n" not in text.strip()  # below a title: one cannot see a thing in the dark
    rest = command.partition(" ")[2]
    reply = fingerprint(text.strip().partition("\n\n")[0], company.vocabulary.phrases(rest))
    return state.journal.replies.get(reply, 0) >= 2 and "core" not in text


def _percept(company: Company, state: AdventureState, trial: Trial) -> list[Event]:
    assert company.senses is not None and trial.observation is not None
    return company.senses.perceive(
        state, Percept(trial.command, trial.observation, memory=trial.memory)
    )


def _sign(event: Event) -> str:
    return f"{event.type} {event.line()}"


def _alive(state: AdventureState, event: Event) -> bool:
    if not isinstance(event, ItemMoved | ItemChanged):
        return False
    item = state.items.known.get(event.item)
    return item is not None and bool(item.alive)


def _is_new(state: AdventureState, event: Event) -> bool:
    """Tell whether something would be had, found or opened that was not before, or light made
    where it is dark.
    """
    match event:
        case ItemFound():
            return True
        case ItemMoved(place=place):
            item = state.items.known.get(event.item)
            left = item is not None and item.how in (Handling.DROPPED, Handling.PUT)
            return place == INVENTORY and not left
        case ItemChanged():
            here = state.map.here
            dark = here is not None and state.map.rooms[here].dark
            return bool(event.open) or event.locked is False or (bool(event.lit) and dark)
    return False


def _prospect(
    state: AdventureState, judged: CommandJudged, events: Sequence[Event], stirs: bool | None
) -> Prospect | None:
    """Return what a command would do; None where it would do nothing."""
    score = next((event.score for event in events if isinstance(event, ScoreChanged)), None)
    match judged.effect:
        case Effect.DIED:
            return Prospect.KILLS
        case Effect.SCORED if (score or 0) <= (state.score or 0):
            return Prospect.LOSES
        case Effect.SCORED | Effect.MOVED:
            return _arrival(state, judged, events)
        case Effect.CHANGED:
            return _change(state, judged, events, stirs)
    sounds = judged.affirmed and stirs is not False
    return (Prospect.CHANGES if stirs else Prospect.SEEMS) if sounds else None


def _arrival(state: AdventureState, judged: CommandJudged, events: Sequence[Event]) -> Prospect:
    """Return what a command would do that scores or leads elsewhere."""
    if _leads_into_the_dark(state, events):
        return Prospect.MOVES  # what there is to be had here, a light perhaps, comes first
    if judged.effect is Effect.SCORED:
        return Prospect.SCORES
    new = any(isinstance(event, RoomFound) and looks_new(state, event) for event in events)
    return Prospect.DISCOVERS if new else Prospect.MOVES


def looks_new(state: AdventureState, found: RoomFound) -> bool:
    """Tell whether few rooms look like one that would be found: one more of a maze is no news."""
    look = (found.name, found.description)
    rooms = state.map.rooms.values()
    return sum((room.name, room.description) == look for room in rooms) < LIKE


def _change(
    state: AdventureState, judged: CommandJudged, events: Sequence[Event], stirs: bool | None
) -> Prospect | None:
    """Return what a command would do that changes things where one is."""
    if stirs is False:  # what is named only now is there all the time
        events = [event for event in events if not isinstance(event, ItemFound)]
    events = [event for event in events if not was_named(judged.command, event)]
    if any(_is_new(state, event) for event in events):
        return Prospect.GAINS
    only_moves = all(isinstance(event, ItemMoved) for event in events)
    shifts = only_moves or SHIFTING.match(judged.command) is not None
    return Prospect.CHANGES if events and not shifts else None


def was_named(command: str, event: Event) -> bool:
    """Tell whether what would be found is what the command speaks of: that was there before."""
    if not isinstance(event, ItemFound) or event.place == INVENTORY:
        return False
    return event.name.lower().rsplit(" ", 1)[-1] in command.split()
