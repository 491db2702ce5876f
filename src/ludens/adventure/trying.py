"""Trying commands on a copy of the story: what each would be answered, and what is learnt from it.

Nothing of it happens and no turn is spent. What a trial shows is known as if it had been done: a
way that leads somewhere or nowhere enters the map, marked as tried; what came to nothing enters
the memory with the facts that it failed under; an answer that was told is known again.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, islice
from types import MappingProxyType

from ludens.adventure.agents.judge import Verdict
from ludens.adventure.agents.reply import in_its_words
from ludens.adventure.beyond import Place, fold
from ludens.adventure.company import Company
from ludens.adventure.dialogue import AGAIN, AS_ABOVE, TELLS_SCORE
from ludens.adventure.dialogue import BEGINNING as BEGINS
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.doubts import to_explore
from ludens.adventure.english import LOOKING
from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    PlayerDied,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.execution import (
    LONGEST_WALK,
    command_of,
    ended,
    lists_load,
    says,
    settle,
    turns_left,
    waits_by,
)
from ludens.adventure.forbidden import forbidden
from ludens.adventure.idling import (
    is_answered_otherwise,
    leaves_a_trace,
    on_a_copy,
    seems_idle,
)
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.protocol import InterpreterFault, Observation, Wants
from ludens.adventure.judgement import Before, end_of, is_refusal, judge_command, not_understood
from ludens.adventure.memory.record import FAILED
from ludens.adventure.naming import things_mentioned
from ludens.adventure.pauses import SPACE, is_key, only_waits_for_a_key
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept, Perception
from ludens.adventure.picture import picture
from ludens.adventure.plan import (
    BEGINNING,
    CHAIN,
    NEXT,
    CommandsTried,
    Intent,
    Led,
    Scored,
    Step,
    Trial,
    agreed,
    fingerprint,
    foretelling,
    going_to,
    passing,
    print_of,
    shared,
)
from ludens.adventure.reaching import room_named
from ludens.adventure.recovery import would_go_back_to
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitClosed,
    ExitDoubted,
    ExitExplored,
    ExitMarked,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomFound,
    WayFact,
)
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId
from ludens.adventure.world.ways import several
from ludens.episode.events import Event
from ludens.episode.game import Turn

TOLD = 8000
"""Characters of what all commands that are tried at once would be answered."""
CUT = "(The rest was not tried.)"
MEANT = "It was not typed; planned again, it is."
"""Said of what would kill or end the story: a mind may want it."""
LOST = "no way back was found there, and not all is seen or taken here"
DARK = "somewhere dark"
NO_RETURN = "[Walking on from there, no way back to the rooms you know was found.]"
NEW_LINE = "\n"


@dataclass(slots=True)
class _Answer:
    """What one command of a chain would be answered."""

    command: str
    text: str
    marks: list[str] = field(default_factory=list)

    def told(self, most: int = TOLD) -> str:
        """Return it as a mind is told it, its text cut at so many characters."""
        text = f"{self.text[:most]}…" if len(self.text) > most else self.text
        return "\n".join([text, *self.marks])


@dataclass(slots=True)
class _Chain:
    """What came of some commands, one after another."""

    answers: list[_Answer] = field(default_factory=list)
    ways: list[WayFact] = field(default_factory=list)
    failed: list[CommandJudged] = field(default_factory=list)
    foretold: dict[str, str] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    scored: list[Scored] = field(default_factory=list)
    passed: dict[str, Led] = field(default_factory=dict)
    """What ways did after other commands."""
    beyond: dict[str, Led] = field(default_factory=dict)
    """What ways do out of places that nobody has been to, where but walks came before."""
    refused: list[str] = field(default_factory=list)
    """The commands that it begins with and that were refused: all stood as before."""
    dropped: tuple[str, ...] = ()
    """The commands that it would begin with, and that another had refused."""
    known: str = ""
    """What is told of it, where its answers were told before."""

    @property
    def commands(self) -> str:
        """What was typed of it."""
        return f"{NEXT} ".join(one.command for one in self.answers)

    def told(self, most: int, since: int = 0) -> str:
        """Return its answers, each cut at so many characters, but for the first that were told."""
        left = [f"({'; '.join(self.dropped)}: refused, as above)"] if self.dropped else []
        if len(self.answers) == 1:
            return "\n".join([*left, self.answers[0].told(most)])
        lines = (f"> {one.command}\n{one.told(most)}" for one in self.answers[since:])
        return "\n".join([*left, *lines])

    def shares(self, other: _Chain) -> int:
        """Return with how many commands and answers it begins as another does, its last aside.

        0 where they are too few to be worth pointing at.
        """
        same = shared(self.answers[:-1], other.answers)
        return same if same >= BEGINNING else 0


def try_out(
    company: Company,
    turn: Turn[AdventureState],
    step: Step,
    where: str = "",
    *,
    most: int | None = None,
    longest: int = CHAIN,
    known: Mapping[tuple[str, ...], str] = MappingProxyType({}),
    own: bool = False,
) -> None:
    """Try the chains of a step on a copy of the story, and record what they would do.

    `most` chains are tried, as many as a player may try if it is None, and the `longest` first
    commands of each. Chains with the same answers are told together; what a chain had refused is
    not tried and told again where another begins with it. Of a chain that is `known` is told what
    is given here alone; `own`: the company tries of itself.
    """
    if most is None:
        most = company.settings.player.tries
    chains = dict.fromkeys(commands[:longest] for commands in step.chains)
    done, refused, tried = set[tuple[str, ...]](), set[str](), list[_Chain]()
    for wanted in islice(chains, most):
        chain = tuple(dropwhile(refused.__contains__, wanted))
        if chain and chain not in done:
            done.add(chain)
            tried.append(_tried(company, turn.state, chain))
            tried[-1].dropped = wanted[: len(wanted) - len(chain)]
            tried[-1].known = known.get(chain, "")
            refused.update(tried[-1].refused)
    if not tried:
        return
    turn.emit(
        CommandsTried(
            trials=(
                *(Trial(commands=(one.commands,), answer=one.known) for one in tried if one.known),
                *_told([one for one in tried if not one.known]),
            ),
            where=where,
            own=own,
            failed=tuple(one for chain in tried for one in chain.failed),
            foretold={key: said for chain in tried for key, said in chain.foretold.items()},
            places=tuple(dict.fromkeys(name for chain in tried for name in chain.places)),
            passed=agreed(way for chain in tried for way in chain.passed.items()),
            beyond=agreed(way for chain in tried for way in chain.beyond.items()),
            scored=tuple(dict.fromkeys(one for chain in tried for one in chain.scored)),
        )
    )
    for fact in dict.fromkeys(fact for chain in tried for fact in chain.ways):
        turn.emit(fact)


def _told(tried: Iterable[_Chain]) -> Iterator[Trial]:
    """Yield what is told of some chains: those with the same answers together, no text twice."""
    alike: dict[tuple[str, ...], list[_Chain]] = {}
    for chain in tried:
        alike.setdefault(tuple(one.told() for one in chain.answers), []).append(chain)
    firsts = [chains[0] for chains in alike.values()]
    since = [
        max((chain.shares(other) for other in firsts[:at]), default=0)
        for at, chain in enumerate(firsts)
    ]
    seen: dict[str, str] = {}
    """By how they begin, the last texts."""
    for chain, start in zip(firsts, since, strict=True):
        for one in chain.answers[start:]:
            text, lead = one.text, one.text.partition(NEW_LINE)[0][:AGAIN]
            if len(text) >= AGAIN and seen.get(lead) == text:
                first = lead if len(lead) < BEGINS else f"{lead[:BEGINS]}…"
                one.text = f"{first} {AS_ABOVE}"
            seen[lead] = text
    starts = list(zip(firsts, since, strict=True))
    most = shared_out([len(one.text) for chain, at in starts for one in chain.answers[at:]], TOLD)
    for (chain, start), chains in zip(starts, alike.values(), strict=True):
        commands = dict.fromkeys(one.commands for one in chains)
        alone = start if len(commands) == 1 else 0  # the heading says what was told above
        yield Trial(commands=tuple(commands), answer=chain.told(most, alone))


def shared_out(lengths: Sequence[int], most: int) -> int:
    """Return how long each text may be so that all are `most` together: short ones leave room."""
    left, count = most, len(lengths)
    for length in sorted(lengths):
        if length * count > left:
            return left // count
        left, count = left - length, count - 1
    return most


def _tried(company: Company, state: AdventureState, chain: Sequence[str]) -> _Chain:
    """Type some commands, one after another, and put the story back to where it was.

    A chain ends where the story does, or waits for a key.
    """
    trial = _OnACopy(company, state)
    answers = trial.found.answers
    try:
        for number, command in enumerate(chain, 1):
            is_last = number == len(chain)
            if not trial.carry_out(command, is_last=is_last):
                answers[-1].marks += [] if is_last else [CUT]
                break
    except CommandRefused as refusal:
        answers.append(_Answer(chain[len(answers)], f"({refusal})"))
    except InterpreterFault as fault:
        detail = f"(It would make the interpreter fail: {fault.detail})"
        answers.append(_Answer(chain[len(answers)], detail))
    finally:
        company.interpreter.restore(company.saved)
    return trial.found


class _OnACopy:
    """A copy of the story on which the commands of a chain are typed, and what came of them."""

    def __init__(self, company: Company, state: AdventureState) -> None:
        self.company, self.state, self.copy = company, state, state
        self.found = _Chain()
        self.typed = 0
        """Commands so far: turns that it would take."""
        self._thread, self._as_it_is = str(state.map.here or ""), True
        self._walks = True
        """All commands so far were walks, or changed nothing."""

    def carry_out(self, command: str, *, is_last: bool) -> bool:
        """Type a command, or walk to a room; tell whether the chain goes on after it.

        Where the story only waits for a key, one is pressed, as in play.
        """
        while self.copy.wants is Wants.KEY and not is_key(command):
            if not (only_waits_for_a_key(self.copy) and self._type(SPACE, folds=True)):
                return False
        target = going_to(command)
        if not target:
            return self._type(command, folds=not is_last)
        walk, before = Step(intent=Intent.GO_TO, target=target), len(self.found.answers)
        for _ in range(LONGEST_WALK):
            way = command_of(self.copy, walk)
            if way is None:
                break
            del self.found.answers[before:]  # but where it leads is told
            goes_on = self._type(way, folds=True)
            self.found.answers[-1].command = command
            if not goes_on:
                return False
        else:
            return False
        is_there = room_named(self.copy, target) == self.copy.map.here
        if len(self.found.answers) == before:
            said = "You are there." if is_there else f"No way to {target} is known."
            self.found.answers.append(_Answer(command, f"({said})"))
        return is_there

    def _type(self, command: str, *, folds: bool) -> bool:
        company, copy, found = self.company, self.copy, self.found
        banned = forbidden(company.vocabulary, command, copy.wants)
        if banned is not None:
            found.answers.append(_Answer(command, str(banned)))
            return False
        command = in_known_words(company, copy, command)
        observation = company.interpreter.send(company.vocabulary.typed(command))
        self.typed += 1
        percept = Percept(command, observation, company.interpreter.memory())
        events = company.senses.perceive(copy, percept) if company.senses is not None else []
        shown = "<space>" if command == SPACE else command
        met = self.state.map.rooms
        found.answers.append(_answer(copy, shown, observation, events, self.typed, met))
        learnt = found if self._as_it_is else _Chain()
        known = len(learnt.ways)
        judged = _learn(company, self.state, copy, percept, events, learnt)
        if any(isinstance(fact, ExitMarked) for fact in learnt.ways[known:]):
            found.answers[-1].marks.append(NO_RETURN)
        effect = judged.effect
        here = copy.map.here
        if here is not None and here in self.state.map.rooms:
            found.passed |= {} if self._as_it_is else self._led(here, events)
        elif here is not None:
            room = copy.map.rooms[here]
            led = self._led(print_of(room.name, room.description), events)
            found.beyond |= led if self._walks else {}
            found.passed |= {} if self._walks else led
        refused = effect is Effect.NOTHING and is_refusal(observation.text)
        idle = effect is Effect.NOT_UNDERSTOOD or (refused and not waits_by(command))
        if idle and len(found.refused) == self.typed - 1:
            found.refused.append(command)
        ends = end_of(Before.of(copy), observation.text, events, observation.wants)
        is_over = effect is Effect.DIED or ends is not Verdict.NORMAL
        if ends is Verdict.VICTORY or not is_over:
            self._note_points(percept, events)
        if is_over:
            return False
        found.places += _arrivals(copy, events)
        key, said = foretelling(self._thread, command), fingerprint(observation.text)
        found.foretold[key], self._thread = said, fingerprint(key + said)
        if folds:
            if copy is self.state:
                copy = self.copy = copy.model_copy(deep=True)
            fold(copy, percept, events)
            known = copy.map.here in self.state.map.rooms
            stays = _leaves_all(judged)
            self._as_it_is = self._as_it_is and (stays or (effect is Effect.MOVED and known))
            self._walks = self._walks and (stays or effect is Effect.MOVED)
        return True

    def _led(self, here: str, events: Sequence[Event]) -> dict[str, Led]:
        """Return what a way did out of a place, that is known by what is given here."""
        rooms = self.copy.map.rooms
        names = {one.room: one.name for one in events if isinstance(one, RoomFound)}
        led = {
            passing(here, way): Led(to=names[to] if to in names else rooms[to].name)
            for way, to in _led_on(self.copy, events)
            if not several(way) and (to in names or to in rooms)
        }
        shut = (one for one in events if isinstance(one, ExitBlocked | ExitAbsent))
        return led | {passing(here, one.direction): Led(reason=one.reason) for one in shut}

    def _note_points(self, percept: Percept, events: Iterable[Event]) -> None:
        """Note what would bring points, but for those that are lost again."""
        found = self.found
        for point in _points_of(self.copy, percept, events):
            own = {"room": point.room if point.room in self.state.map.rooms else ""}
            one = point.model_copy(update=own)  # another id is the copy's alone
            found.scored = [old for old in found.scored if old.points != -one.points]
            found.scored += [one] if one.points > 0 else []


def in_known_words(company: Company, state: AdventureState, command: str) -> str:
    """Return a command in the words of what it names, where the parser does not take its own."""
    known, words = state.items.known.values(), company.vocabulary
    other = in_its_words(Step(command=command), known, words).command
    if other == command or state.wants is not Wants.LINE:
        return command
    here = company.interpreter.snapshot()
    told = [on_a_copy(company.interpreter, here, words, one) for one in (command, other)]
    own, others = (one is not None and not not_understood(one.observation.text) for one in told)
    return other if others and not own else command


def try_instead(
    company: Company, turn: Turn[AdventureState], chosen: CommandChosen
) -> CommandChosen | None:
    """Try the command that a plan would type next; where it comes to nothing, that is recorded.

    Returns what is to be typed all the same, with whether memory shows that it works, or None.
    So it is where it is refused, not understood, or only looks, and where it would kill or end the
    story unwon, unless the player knows and means it. The plan goes on, or is stopped, as if it had
    been typed.
    """
    state, command = turn.state, chosen.command
    if company.senses is None or forbidden(company.vocabulary, command, state.wants) is not None:
        return chosen
    if state.plan.now is not None and state.plan.now.awaited:
        return chosen if _comes(company, turn, state.plan.now, command) else None
    found = on_a_copy(company.interpreter, company.saved, company.vocabulary, command)
    if found is None:
        return chosen
    observation, text = found.observation, found.observation.text
    events = company.senses.perceive(state, found)
    before, wants = Before.of(state), observation.wants
    judged = judge_command(before, company.vocabulary, command, text, events, wants)
    known = state.memory.attempt(state.map.here, command)
    means_it = known is not None and known.effect is Effect.DIED and not known.outgrown(state.score)
    dies = judged.effect is Effect.DIED and not means_it
    if dies and _is_paid(state, events) and end_of(before, text, events, wants) is Verdict.DEATH:
        return chosen  # a death that the story wants: it goes on, and there are points for it
    goes_on = end_of(before, text, events, wants) is Verdict.NORMAL
    if goes_on and not dies and _strands(company, turn, chosen, found, events):
        return None
    if _is_unclear(company, found, judged):
        chosen = chosen.model_copy(update={"works": _works(company, state, found, judged)})
        if chosen.works or state.plan.now is None or not state.plan.now.choices:
            return chosen
        judged = judged.model_copy(update={"affirmed": False})  # it was refused: the next choice
    elif not dies and (not seems_idle(found, judged) or _leaves_a_trace(company, found, judged)):
        return chosen
    copy = state.model_copy(deep=True)
    copy.apply(chosen)
    copy.plan.is_untyped = True
    heard = TextObserved(text=text, status=observation.status, wants=observation.wants)
    for event in (heard, *events, judged):
        copy.apply(event)
    answer = _answer(state, command, observation, events)
    told = Trial(commands=(command,), answer=answer.told(TOLD))
    plan = settle(copy, (chosen, heard, *events, judged), company.vocabulary.called)
    turn.emit(CommandsTried(trials=(told,), failed=(judged,), instead=chosen))
    if dies:
        if judged.ends:
            end = f"end the story for good{_at_an_end(state, events, 1)}."
        else:
            if not any(isinstance(event, PlayerDied) for event in events):
                copy.apply(PlayerDied(command=command, text=text))
            back = would_go_back_to(company, turn, copy)
            undone = f"kill (a death is taken back, now to turn {back})."
            end = undone if back is not None else "kill, and end the episode."
        turn.emit(ended(state, f"It would {end} {MEANT}"))
        return None
    here = state.map.here
    if here is not None and state.mazes.group_of(here) is None:
        for fact in [*_ways(state, here, events)]:
            turn.emit(fact)
    for event in events:
        if isinstance(event, ItemChanged):  # it is better known
            turn.emit(event)
    mentioned = things_mentioned(state, company.vocabulary, text, command)
    for event in (*((mentioned,) if mentioned is not None else ()), *plan):
        turn.emit(event)
    return None


def _strands(
    company: Company,
    turn: Turn[AdventureState],
    chosen: CommandChosen,
    found: Percept,
    events: Sequence[Event],
) -> bool:
    """Tell whether a command would lead to a new place from which no way back is found.

    Where ways or things are left behind, that is recorded, and the plan stopped; who knows it
    already, or was told the answer by a trial, means it.
    """
    state, here = turn.state, turn.state.map.here
    if here is None or state.mazes.group_of(here) is not None:
        return False
    led = next((one for one in _ways(state, here, events) if isinstance(one, ExitSeen)), None)
    known = state.map.exit(here, led.direction) if led is not None else None
    if led is None or (known is not None and known.one_way):
        return False
    if state.plan.foretells(here, chosen.command, found.observation.text):
        return False
    way = (here, led.direction)
    others = any((one.room, one.direction) != way for one in to_explore(state))
    if not others and not picture(state).left_behind:
        return False
    if company.senses is None or _comes_back(company, company.senses, state, found, events):
        return False
    answer = _answer(state, chosen.command, found.observation, events)
    told = Trial(commands=(chosen.command,), answer=answer.told(TOLD))
    turn.emit(CommandsTried(trials=(told,), instead=chosen))
    turn.emit(led)
    turn.emit(ExitMarked(room=here, direction=led.direction, one_way=True, tried=True))
    place = led.leads_to or "a new place"
    turn.emit(ended(state, f"It would lead to {place}: {LOST}. {MEANT}"))
    return True


def _comes_back(
    company: Company,
    senses: Perception,
    state: AdventureState,
    found: Percept,
    events: Sequence[Event],
) -> bool:
    """Tell whether one comes back from where a command leads, or is nowhere else at all."""
    try:
        company.interpreter.send(company.vocabulary.typed(found.command))
        return Place.of(company, senses, state, found, events).leads_back(state)
    except (CommandRefused, InterpreterFault):
        return True
    finally:
        company.interpreter.restore(company.saved)


def look_closer(company: Company, turn: Turn[AdventureState]) -> None:
    """Note what trials have shown of a room that is new, and try to take what has come to light."""
    _recall_the_ways(turn)
    _try_what_came_to_light(company, turn)


def _recall_the_ways(turn: Turn[AdventureState]) -> None:
    """Note in a room that is new where its ways lead, as trials have shown before it was met."""
    state = turn.state
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    new = any(isinstance(event, RoomFound) for event in turn.events)
    if here is None or state.map.here is None or not new or not state.plan.beyond:
        return
    if state.mazes.group_of(state.map.here) is not None:
        return
    looks = print_of(here.name, here.description)
    for direction in dict.fromkeys((*here.exits, *DIRECTIONS)):
        way = here.exits.get(direction)
        untried = way is None or (way.status is ExitStatus.UNEXPLORED and not way.tried)
        led = state.plan.beyond.get(passing(looks, direction), Led())
        at = {"room": state.map.here, "direction": direction, "tried": True}
        if led.to and untried:
            turn.emit(ExitSeen(**at, leads_to=led.to))
        elif led.reason and untried:
            turn.emit(ExitBlocked(**at, reason=led.reason))


def try_the_way_back(company: Company, turn: Turn[AdventureState]) -> None:
    """Try on a copy the ways here that are but guessed to lead back; what they do is recorded.

    Who falls, slides or is let through once comes to a place as others do, and no way leads back.
    """
    state = turn.state
    here, waits = state.map.here, state.wants is Wants.LINE and question_in(state.text) is None
    looks_ahead = company.settings.player.tries > 0 and not company.player_is_alone
    if here is None or company.senses is None or not waits or not looks_ahead:
        return
    if state.mazes.group_of(here) is not None:
        return
    guessed = [
        direction
        for direction, way in state.map.rooms[here].exits.items()
        if way.status is ExitStatus.ASSUMED and not way.tried
    ]
    for direction in guessed:
        found = on_a_copy(company.interpreter, company.saved, company.vocabulary, direction)
        if found is None:
            continue
        events, seen = company.senses.perceive(state, found), found.observation
        judged = judge_command(
            Before.of(state), company.vocabulary, direction, seen.text, events, seen.wants
        )
        deadly = ExitDoubted(room=here, direction=direction, reason="deadly, by a trial")
        for fact in [deadly] if judged.effect is Effect.DIED else _ways(state, here, events):
            turn.emit(fact)


def _try_what_came_to_light(company: Company, turn: Turn[AdventureState]) -> None:
    """Try on a copy to take what a step of a mind's plan has brought to light.

    What cannot be taken stops no plan, unless it is to be used.
    """
    state, plan = turn.state, turn.state.plan.plan
    here, waits = state.map.here, state.wants is Wants.LINE and question_in(state.text) is None
    may_try = plan is not None and bool(plan.said) and company.settings.player.tries > 0
    if here is None or not (may_try and waits) or state.outcome is not None:
        return
    if any(isinstance(event, RoomFound) for event in turn.events):
        return  # what lies in a new place stops nothing by itself
    for event in [one for one in turn.events if isinstance(one, ItemFound)]:
        item = state.items.known.get(event.item)
        if item is None or item.portable is not None or item.alive:
            continue
        if state.items.room_of(event.item) == here:
            _try_to_take(company, turn, event.item, company.vocabulary.called(item))


def _try_to_take(company: Company, turn: Turn[AdventureState], id_: ItemId, name: str) -> None:
    state, command = turn.state, f"take {name}"
    found = on_a_copy(company.interpreter, company.saved, company.vocabulary, command)
    if found is None or not name or company.senses is None:
        return
    events = company.senses.perceive(state, found)
    own = [one for one in events if isinstance(one, ItemMoved | ItemChanged) and one.item == id_]
    taken = any(isinstance(one, ItemMoved) and one.place == INVENTORY for one in own)
    told = [ItemChanged(item=id_, portable=True)] if taken else own
    for change in told:
        if isinstance(change, ItemChanged):
            turn.emit(change)
    seen = found.observation
    judged = judge_command(
        Before.of(state), company.vocabulary, command, seen.text, events, seen.wants
    )
    if judged.effect in FAILED:
        turn.emit(CommandsTried(trials=(), failed=(judged,)))


def _is_unclear(company: Company, found: Percept, judged: CommandJudged) -> bool:
    """Tell whether the answer to a command leaves open if it does something."""
    own_words = judged.effect is Effect.NOTHING and judged.affirmed
    waits = waits_by(found.command) or seems_idle(found, judged) or judged.looked
    return own_words and not waits


def _works(company: Company, state: AdventureState, found: Percept, judged: CommandJudged) -> bool:
    """Tell whether a command does something that its answer leaves open.

    Memory tells, or, where only the texts may be read, what the story answers afterwards.
    """
    if company.settings.perception is PerceptionKind.STATE:
        return _leaves_a_trace(company, found, judged)
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    ways = [*here.exits] if here is not None else []
    story = (company.interpreter, company.saved, company.vocabulary)
    return is_answered_otherwise(*story, found, ways)


def _comes(company: Company, turn: Turn[AdventureState], step: Step, command: str) -> bool:
    """Tell whether what a step waits for comes on a copy; if not, what came is recorded instead."""
    state, told = turn.state, list[str]()
    left = turns_left(state)
    most = step.most if left is None else min(step.most, left)
    try:
        for _ in range(most):
            seen = company.interpreter.send(company.vocabulary.typed(command))
            told.append(seen.text.strip())
            if says(seen.text, step.awaited) or seen.wants is not Wants.LINE:
                return True
    except (CommandRefused, InterpreterFault):
        return True  # as when it is typed
    finally:
        company.interpreter.restore(company.saved)
    answers = list(dict.fromkeys(told))
    longest = shared_out([len(one) for one in answers], TOLD)
    answer = "\n".join(_Answer(command, one).told(longest) for one in answers)
    turn.emit(CommandsTried(trials=(Trial(commands=(f"{command} ({most})",), answer=answer),)))
    turns = "1 turn" if most == 1 else f"{most} turns"
    turn.emit(ended(state, f'"{step.awaited}" does not come in {turns}, so none was spent.'))
    return False


def _leaves_a_trace(company: Company, found: Percept, judged: CommandJudged) -> bool:
    """Tell whether memory, where it may be read, shows that a command did something."""
    reads = company.settings.perception is PerceptionKind.STATE
    story = (company.interpreter, company.saved, company.vocabulary)
    return reads and leaves_a_trace(*story, found, judged)


def _points_of(
    state: AdventureState, percept: Percept, events: Iterable[Event]
) -> Iterator[Scored]:
    """Yield the points that a command would bring, or would lose."""
    here = state.map.here
    for event in events:
        if isinstance(event, ScoreChanged) and event.score != (state.score or 0):
            yield Scored(
                command=percept.command,
                room=here or "",
                name=state.map.rooms[here].name if here in state.map.rooms and here else "",
                points=event.score - (state.score or 0),
                answer=fingerprint(percept.observation.text),
            )


def _at_an_end(state: AdventureState, events: Sequence[Event], number: int) -> str:
    """Return what an end would come to, as the end of a sentence: points, and what would be lost.

    It comes with the command of that number from now.
    """
    scores = [event for event in events if isinstance(event, ScoreChanged)]
    score = scores[-1].score if scores else state.score
    most = (scores[-1].max_score if scores else None) or state.max_score
    left = turns_left(state)
    turns = left - number if left is not None else 0
    told = [] if score is None else [f"{score} of {most} points" if most else f"{score} points"]
    if score is None or score != most:
        lost = [
            *(["the rest"] if most and score is not None else []),
            *([f"{turns} turns" if turns > 1 else "the last turn"] if turns > 0 else []),
        ]
        told += [f"{' and '.join(lost)} lost"] if lost else []
    in_vain = "" if score is None or _is_paid(state, events) else " and bring no points"
    return f"{in_vain}: {', '.join(told)}" if told else in_vain


def _is_paid(state: AdventureState, events: Iterable[Event]) -> bool:
    """Tell whether the score would rise."""
    before = state.score or 0
    return any(isinstance(event, ScoreChanged) and event.score > before for event in events)


def _answer(
    state: AdventureState,
    command: str,
    observation: Observation,
    events: Sequence[Event],
    number: int = 1,
    met: Container[RoomId] | None = None,
) -> _Answer:
    """Return what a command would be answered, with the points it would bring and its end.

    `number` is its place in its chain, `met` the rooms that the player has been in, where those of
    `state` are more.
    """
    met = state.map.rooms if met is None else met
    text = observation.text.strip() or "(The story would say nothing.)"
    marks = []
    end = end_of(Before.of(state), observation.text, events, observation.wants)
    undone = end is Verdict.ENDED and not state.plan.minds  # as a death is: nobody can mean it
    dies = undone or end in (Verdict.DEATH, Verdict.DEFEAT)
    if dies or any(isinstance(event, PlayerDied) for event in events):
        marks.append("(The player would die.)")
    elif end is not Verdict.NORMAL:
        won = "be won" if end is Verdict.VICTORY else "end for good"
        marks.append(f"(The story would {won}{_at_an_end(state, events, number)}.)")
    for event in events:
        match event:
            case ScoreChanged() if state.score is not None and not TELLS_SCORE.search(text):
                marks.append(f"[{event.score - state.score:+d}]")
            case PlayerMoved(room=room) if room in state.map.rooms:
                name = state.map.rooms[room].name
                if len(state.map.called_like(name)) > 1:
                    marks.append(f"[{name} ({room})]" if room in met else f"[another {name}]")
            case RoomFound(name=name, dark=False) if state.map.called_like(name):
                marks.append(f"[another {name}, where you have not been]")
    return _Answer(command, text, marks)


def _arrivals(state: AdventureState, events: Iterable[Event]) -> Iterator[str]:
    """Yield the names of places and things not met yet, and of places that one is carried to."""
    for event in events:
        match event:
            case RoomFound(name=name) | ItemFound(name=name):
                yield name
            case PlayerMoved(how=Movement.CARRIED, room=room) if room in state.map.rooms:
                yield state.map.rooms[room].name


def _learn(
    company: Company,
    state: AdventureState,
    copy: AdventureState,
    percept: Percept,
    events: Sequence[Event],
    found: _Chain,
) -> CommandJudged:
    """Note what came to nothing and where a way leads; return what the command did."""
    words, command = company.vocabulary, percept.command
    seen = percept.observation
    judged = judge_command(Before.of(copy), words, command, seen.text, events, seen.wants)
    if judged.effect in FAILED:
        found.failed.append(judged)
    here = copy.map.here
    in_a_maze = state.mazes.group_of(here) is not None
    if here is None or judged.effect is Effect.DIED or in_a_maze:
        return judged
    found.ways += _new_ways(company, state, copy, percept, events)
    return judged


def _new_ways(
    company: Company,
    state: AdventureState,
    copy: AdventureState,
    percept: Percept,
    events: Sequence[Event],
) -> list[WayFact]:
    """Return what the story's last answer tells of a way, and if one comes back by it.

    `copy` is as before the answer; one that leads to no place is none.
    """
    here = copy.map.here
    if here is None or company.senses is None:
        return []
    ways = [*_ways(state, here, events)]
    led = next((one for one in ways if isinstance(one, ExitSeen)), None)
    if led is None:
        return ways
    place = Place.of(company, company.senses, copy, percept, events)
    try:
        if not place.is_one():
            return []
        if not place.leads_back(copy):
            ways.append(ExitMarked(room=here, direction=led.direction, one_way=True, tried=True))
    finally:
        company.interpreter.restore(place.saved)
    return ways


def _leaves_all(judged: CommandJudged) -> bool:
    """Tell whether all stands as before a command: no look, no wait changes anything, and no
    refusal; what the author has words of his own for may."""
    command = judged.command
    looks = LOOKING.match(command) is not None or lists_load(command) or waits_by(command)
    return judged.effect in FAILED and (looks or not judged.affirmed)


def _led_on(state: AdventureState, events: Iterable[Event]) -> Iterator[tuple[str, RoomId]]:
    """Yield the way that was gone, and where it led."""
    for event in events:
        match event:
            case PlayerMoved(how=Movement.WALKED, via=way, room=room) if way and (
                room != state.map.here is not None
            ):
                yield way, room


def _ways(state: AdventureState, here: RoomId, events: Sequence[Event]) -> Iterator[WayFact]:
    """Yield what the senses make of a way that was tried in a room."""
    for event in events:
        match event:
            case ExitBlocked() | ExitAbsent() | ExitClosed() if event.room == here:
                yield event.model_copy(update={"tried": True})
            case PlayerMoved(how=Movement.WALKED, via=way) if (
                way and event.room != here and not several(way)
            ):
                known = state.map.exit(here, way)
                if known is None or not known.walked:
                    yield _leading(state, here, event, events)


def _leading(
    state: AdventureState, here: RoomId, moved: PlayerMoved, events: Sequence[Event]
) -> WayFact:
    """Return where a way leads that nobody has gone."""
    way: WayFact
    if moved.room in state.map.rooms:
        way = ExitExplored(room=here, direction=moved.via, to=moved.room, assumed=True, tried=True)
    else:
        found = next((e for e in events if isinstance(e, RoomFound) and e.room == moved.room), None)
        name, location = (found.name, found.location) if found is not None else ("", None)
        name = DARK if found is not None and found.dark else name  # it is no name of a place
        way = ExitSeen(room=here, direction=moved.via, leads_to=name, location=location, tried=True)
    return way.model_copy(update={"source": moved.source, "confidence": moved.confidence})
