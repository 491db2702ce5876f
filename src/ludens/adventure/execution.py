"""Carrying out a plan: what to type next, and what interrupts it.

One executor serves the offline planner, a model, a person and the search. Every typed command is
a turn of its own, read and mapped before the next is chosen. A step that plainly did what it said
goes on, also when it scored; news brings the question back to the player: a place or a thing not
met before, somebody who comes or leaves, danger, darkness, a question, a loss of points or of what
was carried, an ending; a refusal, speech, and a thing that is gone, when the rest of the plan is
about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from ludens.adventure.agents.settings import PlayerSettings
from ludens.adventure.directions import DIRECTIONS, direction_of
from ludens.adventure.doubts import (
    DOUBTED,
    chance,
    is_meant,
    is_warned_of,
    to_explore,
    to_guess,
)
from ludens.adventure.english import LOOKING, SHIFTING, STUDYING, TAKING, TELLING
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    Effect,
    GameWon,
    InterpreterFailed,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    TextObserved,
)
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_text import KEYS
from ludens.adventure.judgement import is_refusal
from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.knowledge.replies import meaning_of, names_harm
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.mazes.events import MazeDetected
from ludens.adventure.memory.record import DOCUMENT, HANDS, INCOMPLETE, Attempt
from ludens.adventure.memory.standing import find, studied
from ludens.adventure.pauses import SPACE, only_waits_for_a_key
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.plan import (
    ALL_AT_ONCE,
    MAPPED,
    QUOTED,
    TRIALS,
    Intent,
    Led,
    Plan,
    PlanEnded,
    Step,
    StepDone,
    fingerprint,
    going_to,
    passing,
)
from ludens.adventure.reaching import (
    STALLED,
    gained_lately,
    is_reached,
    room_named,
    shown_by_a_trial,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Named, Vocabulary
from ludens.adventure.world.belongings import is_part, is_scenery, travel_costs, words
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import (
    Handling,
    ItemFound,
    ItemMoved,
    ItemTransformed,
)
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import GONE, INVENTORY, ItemId, RoomId
from ludens.adventure.world.routes import Frontier, Route, path
from ludens.adventure.world.ways import WAITS, way_of
from ludens.episode.events import Event

GO = "go"
ASKING = frozenset({INCOMPLETE, "which"})
"""Meanings of answers after which the parser takes a name alone for what it asks."""
EXPLORING = "explore"
"""The rule of a command that tries a way that nobody has gone: one a step, if it leads or not."""
SPEECH = re.compile(r"[\"“][^\"”]*[.,!?…—-][\"”]")
"""What is said aloud: it ends like a sentence or a part of one, and a byname does not."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
PARTS = re.compile(rf"(?:^|\s+)(?:{'|'.join(sorted(word_set('prepositions')))})(?:\s+|$)")
"""What parts the things that a command names."""
FRONTIERS = 40
"""Ways that nobody has gone, nearest first, among which the likeliest for its turns is taken."""
LONGEST_WALK = 200
"""Turns that one step may take, whatever it is: a walk through the largest maps is shorter."""


LOST = 4
"""Things that are lost at once, from which they are only counted."""
UNDONE = frozenset({Effect.NOTHING, Effect.NOT_UNDERSTOOD})
ENDED = "The story ended."
UNCLEAR = "The answer does not say whether one of the choices has worked."

Namer = Callable[[Named], str]
"""Says what the story's parser takes for the name of a thing."""


def plain(thing: Named) -> str:
    """Take a name as it is."""
    return thing.name


def needs_a_record(plan: Plan) -> bool:
    """Tell whether a plan says more than its one command does."""
    told = plan.goal or plan.notes is not None or plan.said or plan.steps[0].given
    return bool(told or len(plan.steps) > 1 or plan.steps[0].intent is not None)


def command_of(state: AdventureState, step: Step, name: Namer = plain) -> str | None:
    """Return what to type now for a step; None when it is done or has lost its ground."""
    match step.intent:
        case None:
            return step.command
        case Intent.GO_TO:
            room = room_named(state, step.target)
            here = state.map.here
            if here is None:
                return None
            if room is None:
                return _toward_shown(state, step.target)
            route = path(state.map, here, room, travel_costs(state.items))
            shown = _shown_next_door(state, here, room)
            if shown is not None and (route is None or _is_guessed(state, here, route)):
                return shown
            return route.commands[0] if route is not None and route.commands else None
        case Intent.EXPLORE:
            found = _nearest(state)
            if found is None or _is_too_far(state, found):
                return None
            return found.route.commands[0] if found.route.commands else found.direction
        case Intent.LOOK_OVER:
            looks = _player(state).get("looks", PlayerSettings().looks)
            return next(unseen(state, name), None) if state.plan.spent < looks else None
        case Intent.TAKE_ALL:
            return next(untaken(state, name, step.target), None) or _unseen_taken(state, step)
        case Intent.WAIT_FOR:
            return "wait" if state.plan.spent < step.most else None
        case Intent.FIRST_OF:
            return next(iter(step.choices[state.plan.spent :]), None)
        case Intent.PURSUE | Intent.TRY:
            return None  # the planner's, and no turn at all: see deciding.py


def as_no_answer(state: AdventureState, command: str, vocabulary: Vocabulary) -> str:
    """Return a way so that it is taken for no name: "What do you want to read?" "North".

    Where the story's last answer asks for one, the way is gone by the verb, if it has that.
    """
    asks = command in DIRECTIONS and meaning_of(state.text) in ASKING
    return f"{GO} {command}" if asks and vocabulary.takes(GO, "*") else command


def _nearest(state: AdventureState) -> Frontier | None:
    """Return the nearest way that nobody has gone and of which the player's notes do not warn.

    What a text calls shut, or none names, counts as farther by its odds. Of ways as near as each
    other the one that the goal names comes first, then the likeliest.
    """
    known = (one for one in to_explore(state) if not is_warned_of(state, one))
    guessed = (one for one in to_guess(state) if not is_warned_of(state, one))
    nearest = list(islice(known, FRONTIERS)) or islice(guessed, FRONTIERS)

    def price(found: Frontier) -> tuple[float, bool, float]:
        likely = chance(state, found.room, found.direction)
        meant = is_meant(state, found.room, found.direction)
        odds = likely if likely <= DOUBTED and not meant else 1
        return found.cost / odds, not meant, -likely

    return min(nearest, key=price, default=None)


def is_left_to_guess(state: AdventureState) -> bool:
    """Tell whether no way that a text names is left to go."""
    return all(is_warned_of(state, one) for one in to_explore(state))


def _is_too_far(state: AdventureState, found: Frontier) -> bool:
    """Tell whether the walk to a way would leave fewer turns to play there than it takes."""
    left, walk = turns_left(state), len(found.route.commands)
    return left is not None and walk > 0 and 2 * (walk + 1) > left


def turns_left(state: AdventureState) -> int | None:
    """Return how many turns may still be played, this one included; None where none are set."""
    turns = state.settings.get("limits", {}).get("turns")
    return turns - state.turn + 1 if turns is not None else None


def _shown_next_door(state: AdventureState, here: RoomId, room: RoomId) -> str | None:
    """Return the way out of a room by which a trial came to a place of another's name, or None."""
    name = state.map.rooms[room].name
    if len(state.map.called_like(name)) > 1:
        return None
    for direction, way in state.map.rooms[here].exits.items():
        passed = state.plan.passed.get(passing(here, direction), Led())
        if way.status is not ExitStatus.BLOCKED and name in (way.leads_to, passed.to):
            return direction
    return None


def _is_guessed(state: AdventureState, here: RoomId, route: Route) -> bool:
    """Tell whether a route begins by a way back that nobody has gone or tried."""
    way = state.map.exit(here, way_of(route.commands[0])) if route.commands else None
    return way is not None and way.status is ExitStatus.ASSUMED and not way.tried


def _toward_shown(state: AdventureState, name: str) -> str | None:
    """Return what leads to a room that but a trial has shown; None if none of that name was."""
    here, at = state.map.here, shown_by_a_trial(state, name)
    if here is None or at is None:
        return None
    room, direction = at
    route = path(state.map, here, room, travel_costs(state.items))
    if route is None:
        return None
    return route.commands[0] if route.commands else direction


def lost_ground(state: AdventureState, step: Step) -> str | None:
    """Return why a step that is next cannot be carried out as it was meant; None where it can."""
    match step.intent:
        case Intent.GO_TO:
            room = room_named(state, step.target)
            if command_of(state, step) is None and (room is None or room != state.map.here):
                return f"No way to {step.target} is known."
        case Intent.EXPLORE if (found := _nearest(state)) is not None and _is_too_far(state, found):
            away = len(found.route.commands) + 1
            return (
                f"The nearest way that nobody has gone is {away} turns off, and only "
                f"{turns_left(state)} are left."
            )
        case Intent.EXPLORE if not state.plan.explored and is_left_to_guess(state):
            return "Every way that was read has been tried: what is left is to guess directions."
        case Intent.TRY if state.plan.trials >= TRIALS:
            return "Nothing was tried: no trial is left before this turn."
        case Intent.TRY if all(_is_elsewhere(state, chain[0]) for chain in step.chains):
            return f"Nothing was tried: what it was about is not here ({step.target})."
    return None


def ended(state: AdventureState, why: str, events: Sequence[Event] = ()) -> PlanEnded:
    """Return the end of the plan under way, before it is done.

    A trial costs no turn: the one at its end is made where it has come to, unless something of
    `events` was dangerous, the story waits for an answer, or something is left to do before it.
    """
    plan = state.plan.plan
    last = plan.steps[-1] if plan is not None else None
    reached = plan is not None and state.plan.step == len(plan.steps) - 1
    if last is None or last.intent is not Intent.TRY or last.given or reached:
        return PlanEnded(done=False, why=why)
    dangerous = any(isinstance(event, DANGEROUS) for event in events)
    waits = state.wants is not Wants.LINE or _asked(state) is not None
    if dangerous or waits or state.outcome is not None:
        return PlanEnded(done=False, why=why)
    if (lost := lost_ground(state, last)) is not None:
        return PlanEnded(done=False, why=f"{why} {lost}")
    return PlanEnded(done=False, why=why, tries=_has_its_turn(state, last))


def _has_its_turn(state: AdventureState, trial: Step) -> bool:
    """Tell whether nothing is left of the plan under way before its trial, or all of it says itself
    where to go: what was to be done first was meant to be done before it.
    """
    step = state.plan.now
    if step is None or all(going_to(chain[0]) for chain in trial.chains):
        return True
    walks = step.intent is Intent.GO_TO and room_named(state, step.target) != state.map.here
    return not walks and _next_steps(state) == (trial,)


DANGEROUS = (InterpreterFailed, PlayerDied, GameWon, StoryRestored)
"""What happens after which nothing of a plan has its ground any more."""


def _is_elsewhere(state: AdventureState, command: str) -> bool:
    """Tell whether what a command does something with is known to be in another place."""
    if going_to(command):
        return False
    name = next(iter(_phrases(command)), "")
    id_ = find(state.items, name) if name else None
    if id_ is None or is_scenery(state.items, id_):
        return _names_what_is_absent(state, command)
    room, here = state.items.room_of(id_), state.map.here
    return room is not None and room != here and state.items.whereabouts(id_) != INVENTORY


def _player(state: AdventureState) -> Mapping[str, Any]:
    """Return the player's settings, as they are written."""
    found: Mapping[str, Any] = state.settings.get("adventure", {}).get("player", {})
    return found


def unseen(state: AdventureState, name: Namer = plain) -> Iterator[str]:
    """Yield a look at each thing and creature that is here, or was taken here, and new.

    Of scenery only at what may be used, by its noun: a panel, a machine, a drawer.
    """
    here = state.map.here
    if here is None:
        return
    carried = [id_ for id_ in state.items.carried() if _was_taken_here(state, id_)]
    pages = state.memory.attempts
    examined = studied(state.items, pages.values())
    examined_here = studied(state.items, (pages.get(here, {}), pages.get(HANDS, {})))
    lying = [
        id_
        for id_ in state.items.here(here)
        if not is_scenery(state.items, id_) or _is_usable(state.items.known[id_].name)
    ]
    things = [id_ for id_ in (*carried, *lying) if not is_part(state.items, id_)]
    for id_ in sorted(things, key=lambda id_: is_scenery(state.items, id_)):
        item = state.items.known[id_]
        seen = examined if id_ in carried else examined_here
        command = f"examine {name(item)}"
        was_typed = state.memory.attempt(here, command) is not None  # whatever it was found to be
        has_a_name = bool(name(item))
        if has_a_name and not item.description and id_ not in seen and not was_typed:
            yield command


def _was_taken_here(state: AdventureState, id_: ItemId) -> bool:
    """Tell whether a thing came into the hands in this room, during this visit."""
    item, here = state.items.known[id_], state.map.here
    return here is not None and item.moved >= state.map.rooms[here].last_seen


USABLE = frozenset({"control", "machine", "container", "document"})
"""Classes of scenery of which a look tells how to use it."""


def _is_usable(name: str) -> bool:
    """Tell whether a word of a name says that a thing is there to be used: a control panel."""
    return any(not USABLE.isdisjoint(classes_of(word)) for word in name.split())


def untaken(state: AdventureState, name: Namer = plain, at_once: str = "") -> Iterator[str]:
    """Yield the taking of each thing that lies here, may be taken, and was not refused here.

    Several are taken by `at_once`, where the story has a command for that; what lay here then was
    refused with it.
    """
    here = state.map.here
    if here is None:
        return
    if at_once and state.memory.was_never_understood(at_once):
        at_once = ""  # this story wants each thing named
    last = state.memory.attempt(here, at_once) if at_once else None
    commands = []
    for id_ in state.items.here(here):
        item = state.items.known[id_]
        command = f"take {name(item)}"
        refused = state.memory.attempt(here, command) is not None
        refused = refused or (last is not None and max(item.moved, item.first_seen) < last.turn)
        # what came or went while this step was at it was dropped for the next
        shuffled = item.first_seen < item.moved > state.turn - state.plan.spent
        loose = not item.fixed and not is_part(state.items, id_) and not shuffled
        if loose and not item.alive and not refused:
            commands.append(command)
    yield from [at_once] if at_once and len(commands) > 1 else commands


def _unseen_taken(state: AdventureState, step: Step) -> str | None:
    """Return the command that takes all, where nothing is known to lie and it was not typed yet.

    The story may know of more. Not for a step over and over, in rooms not met yet, where it would
    cost a turn.
    """
    here, tries = state.map.here, _player(state).get("tries", PlayerSettings().tries)
    asked = step.target and not state.plan.spent and (tries or not step.maybe)
    if here is None or not asked or state.memory.was_never_understood(step.target):
        return None
    return step.target if state.memory.attempt(here, step.target) is None else None


def first_command(state: AdventureState, plan: Plan, name: Namer = plain) -> str | None:
    """Return the first command of a plan; None where its first step has no ground here."""
    return command_of(state, plan.steps[0], name)


def next_command(state: AdventureState, name: Namer = plain) -> CommandChosen | None:
    """Return what the plan under way types next; None where there is none, or nothing to type."""
    under_way = state.plan
    if under_way.plan is None or under_way.now is None:
        return None
    command = command_of(state, under_way.now, name)
    if command is None:
        return None
    return CommandChosen(
        command=command,
        by=under_way.by,
        reasoning=under_way.plan.reasoning if under_way.step == under_way.spent == 0 else "",
        rule=under_way.now.rule or _rule(state, under_way.now),
        purpose=_purpose(state, under_way.now),
        plan=under_way.number,
        step=under_way.step,
    )


def _rule(state: AdventureState, step: Step) -> str:
    """Return how the record tells the way that nobody has gone from the walk to it."""
    if step.intent is not Intent.EXPLORE:
        return ""
    found = _nearest(state)
    return "" if found is None or found.route.commands else EXPLORING


def _purpose(state: AdventureState, step: Step) -> str:
    """Return what a walk of several turns is for, at its first command, where the step says not."""
    if step.intent is not Intent.EXPLORE or state.plan.spent:
        return ""
    found = _nearest(state)
    known = state.map.rooms.get(found.room) if found is not None else None
    if found is None or known is None or not found.route.commands:
        return ""
    return f"to try {found.direction} of {known.name}"


def settle(
    state: AdventureState, events: Sequence[Event], name: Namer = plain
) -> tuple[Event, ...]:
    """Return what became of the plan under way in a turn that has been read."""
    step, plan = state.plan.now, state.plan.plan
    if step is None or plan is None:
        return ()
    since = [at for at, event in enumerate(events) if isinstance(event, CommandChosen)]
    events = events[since[0] :] if since else ()  # what was tried before has not happened
    chosen = events[0] if events else None
    if isinstance(chosen, CommandChosen) and _turns_a_page(chosen):
        why = None if state.plan.is_foretold else interruption(state, TURNED, _of_note(events))
        return (ended(state, why, events),) if why is not None else ()
    if not isinstance(chosen, CommandChosen) or chosen.plan != state.plan.number:
        return (PlanEnded(done=False, why="Something else came first."),)
    told = next((e.text for e in events if isinstance(e, TextObserved)), "")
    foreseen = bool(step.expects) and step.expects == fingerprint(told)
    foreseen = foreseen or state.plan.is_foretold
    meant = step
    if step.choices:  # that one of them is refused is foreseen, that the last one is is not
        is_last = state.plan.spent >= len(step.choices)
        meant = Step(command=chosen.command, maybe=step.maybe or not is_last)
    if not foreseen and (why := interruption(state, meant, events)) is not None:
        return (ended(state, why, events),)
    if step.intent is Intent.PURSUE:
        return _pursued(state, step)
    in_vain = bool(step.awaited) and not _heard(state, step.awaited)
    if in_vain and (again := _is_said_again(state, step)) is not None:
        why = f'"{step.awaited}" did not come, and this answer came {again}.'
        return (ended(state, why, events),)
    if chosen.rule != EXPLORING and not is_done(state, step, name):
        too_long = state.plan.spent >= LONGEST_WALK
        return (ended(state, "It takes too long.", events),) if too_long else ()
    done = StepDone(step=state.plan.step)
    is_last = state.plan.step + 1 >= len(plan.steps)
    if (awaited := step.awaited) and not _heard(state, awaited) and not is_last:
        why = f'"{awaited}" did not come in {state.plan.spent} turns.'
        return (done, ended(state, why, events))
    if is_last:
        return (done, PlanEnded(done=True))
    if step.choices and state.plan.spent < len(step.choices) and _is_unclear(state):
        return (done, ended(state, UNCLEAR, events))
    if (found := _found_on_the_way(state, step, name)) is not None:
        return (done, ended(state, found, events))
    return (done,)


TURNED = Step(command=SPACE)
"""A page that the company turns within a plan."""


def _turns_a_page(chosen: CommandChosen) -> bool:
    """Tell whether the company pressed a key of itself, as the story asked for any."""
    return chosen.by is By.SENSES and chosen.command == SPACE


def _of_note(events: Sequence[Event]) -> list[Event]:
    """Return what happened at a key but that the key did nothing by itself."""
    return [
        event
        for event in events
        if not (isinstance(event, CommandJudged) and event.effect in UNDONE)
    ]


def _found_on_the_way(state: AdventureState, step: Step, name: Namer) -> str | None:
    """Return what was found, where the plan would go on exploring without a thought for it."""
    following, here = _next_step(state), state.map.here
    plan = state.plan.plan
    if following is None or following.intent is not Intent.EXPLORE or here is None:
        return None
    if plan is not None and plan.steps[-1].intent is Intent.PURSUE:
        return None
    items = state.items
    came = max(state.map.rooms[here].last_seen, state.plan.made)  # whoever came before was told
    met = [
        items.known[id_].name
        for id_ in items.here(here)
        if items.known[id_].alive and items.known[id_].first_seen >= came
    ]
    if met:
        return f"Met for the first time: {', '.join(met)}."
    if step.intent is Intent.TAKE_ALL and not step.maybe:  # over and over: the player foresaw it
        since = state.turn - state.plan.spent
        held = (items.known[id_] for id_ in items.at(INVENTORY))
        taken = [item.name for item in held if item.moved > since]
        return f"Taken: {', '.join(taken)}." if taken else None
    if step.intent is Intent.EXPLORE and (take := next(untaken(state, name), None)) is not None:
        return f"This lies here: {take.partition(' ')[2]}."
    return None


def _pursued(state: AdventureState, step: Step) -> tuple[Event, ...]:
    """Return whether a pursuit is over: its goal is reached, it stalls, its turns are spent."""
    plan = state.plan
    assert plan.plan is not None
    if is_reached(state, step):
        if plan.step + 1 < len(plan.plan.steps):
            return (StepDone(step=plan.step),)
        return (StepDone(step=plan.step), PlanEnded(done=True, why=f"Reached: {step.until}."))
    turns = plan.spent - plan.untyped
    if turns >= step.most:
        return (PlanEnded(done=False, why=f"{turns} turns were spent on the goal."),)
    if plan.spent >= LONGEST_WALK:
        return (PlanEnded(done=False, why="Nothing more that was tried does anything."),)
    if turns >= STALLED and not gained_lately(state):
        why = f"Nothing was gained for {STALLED} turns."
        return (PlanEnded(done=False, why=why),)
    return ()


def is_called_for(state: AdventureState, step: Step) -> bool:
    """Tell whether the words came at which a step is to be carried out; True where it has none."""
    if not step.given:
        return True
    spared = state.plan.spared
    plain = [at for at, (given, _) in enumerate(spared) if not given]
    since = [text for _, text in spared[plain[-1] if plain else 0 :]]
    if not plain:
        lately = state.recent[-state.plan.aside - 1 :]
        since = [*(text for _, text in lately[:-1]), state.text, *since]
    return says("\n".join(since), step.given)


def says(text: str, wanted: str) -> bool:
    """Tell whether a text has some words, or one of `A or B`; the last one may be a plural."""
    sought = (re.escape(one.strip()) for one in wanted.split(" or "))
    return any(re.search(rf"(?<!\w){one}(?:e?s)?(?!\w)", text, re.IGNORECASE) for one in sought)


def has_nothing_to_do(state: AdventureState, step: Step, name: Namer = plain) -> bool:
    """Tell whether a step that has not begun is done already: there is nothing it would type."""
    if not is_called_for(state, step):
        return True
    match step.intent:
        case Intent.GO_TO:
            return room_named(state, step.target) == state.map.here is not None
        case Intent.EXPLORE:
            return _nearest(state) is None
        case Intent.LOOK_OVER | Intent.TAKE_ALL:
            return command_of(state, step, name) is None
        case Intent.PURSUE:
            return is_reached(state, step)
    return step.maybe and not step.choices and _names_what_is_absent(state, step.command)


def _names_what_is_absent(state: AdventureState, command: str) -> bool:
    """Tell whether the story has said that what a command names is not here."""
    here = state.map.here
    named = words(command.partition(" ")[2])
    seen = state.memory.sightings.get(here, {}) if here is not None else {}
    return any(one.absent and words(name) and words(name) <= named for name, one in seen.items())


def is_done(state: AdventureState, step: Step, name: Namer = plain) -> bool:
    """Tell whether a step has nothing left to type."""
    match step.intent:
        case None | Intent.WAIT_FOR if step.awaited:
            return state.plan.spent >= step.most or _heard(state, step.awaited)
        case None | Intent.TRY:
            return True
        case Intent.PURSUE:
            return is_reached(state, step)
        case Intent.GO_TO:
            return room_named(state, step.target) == state.map.here
        case Intent.FIRST_OF:
            tried = _failure(state, state.command)
            # not once before, where it led
            failed = tried is not None and tried.turn == state.turn and not tried.affirmed
            return state.plan.spent >= len(step.choices) or not failed or _is_so_already(state)
        case _:
            return command_of(state, step, name) is None


def _is_unclear(state: AdventureState) -> bool:
    """Tell whether the author answered in words of their own, so that it may have worked or not."""
    tried = _failure(state, state.command)
    return tried is not None and tried.affirmed


def _is_so_already(state: AdventureState) -> bool:
    return meaning_of(state.text) == "already"


def _is_said_again(state: AdventureState, step: Step) -> str | None:
    """Return how often a step that is repeated got its last answer, where it is stopped by that.

    Who waits hears the same until something happens: a model's wait stops at it, unless a copy has
    shown that what it waits for comes.
    """
    answers = [text for _, text in state.recent[-state.plan.spent :]]
    if step.intent is not Intent.WAIT_FOR and not waits_by(step.command):
        return "for the third time" if answers.count(state.text) > 2 else None
    looks_ahead = bool(_player(state).get("tries"))
    plan = state.plan.plan
    if plan is None or not plan.said or looks_ahead:
        return None
    return "twice in a row" if answers[-2:] == [state.text] * 2 else None


def _heard(state: AdventureState, awaited: str) -> bool:
    return says(state.text, awaited)


def interruption(state: AdventureState, step: Step, events: Sequence[Event]) -> str | None:
    """Return what interrupts a plan, as a sentence for people; None if nothing does."""
    pursues = step.intent is Intent.PURSUE
    arrived = any(isinstance(event, RoomFound) for event in events)
    walked = any(isinstance(event, PlayerMoved) for event in events)
    ended_it = any(isinstance(event, CommandJudged) and event.ends for event in events)
    for event in events:
        if ended_it and isinstance(event, PlayerDied):
            return ENDED
        why = (
            _pursuers_news(state, event)
            if pursues
            else _news(state, step, event, arrived=arrived, walked=walked)
        )
        if why is not None:
            return why
    if state.outcome is not None:
        return ENDED
    if pursues:
        return None
    if state.wants is not Wants.LINE:
        following = _next_step(state)
        pressed = following is not None and following.command in KEYS
        return None if pressed or only_waits_for_a_key(state) else "The story waits for a key."
    if _is_foreseen(state, _next_steps(state)):
        return None
    asked = _asked(state)
    is_quoted = asked is Question.YES_NO and STUDYING.match(_typed(state, step)) is not None
    if asked is not None and not is_quoted and not (step.maybe and asked is Question.WHICH):
        return "The story asks something."
    if (speaker := _speaker(state, step)) is not None:
        return f"Somebody speaks: {speaker}."
    return lost_ground(state, step) if step.intent is Intent.GO_TO else None


def _asked(state: AdventureState) -> Question | None:
    """Return what the story asks and waits to be told."""
    asked = question_in(state.text)
    return None if asked is Question.WHICH and state.plan.is_untyped else asked


def _next_steps(state: AdventureState) -> tuple[Step, ...]:
    plan = state.plan.plan
    return plan.steps[state.plan.step + 1 :] if plan is not None else ()


def _is_foreseen(state: AdventureState, rest: Sequence[Step]) -> bool:
    """Tell whether one of the steps that come next is to be carried out at what was answered."""
    return any(says(state.text, one.given) for one in takewhile(lambda one: one.given, rest))


def _next_step(state: AdventureState) -> Step | None:
    return next(iter(_next_steps(state)), None)


def _is_spoken_of(steps: Sequence[Step], text: str) -> bool:
    """Tell whether a command among these steps does something with what a text names."""
    named = words(text)
    return any(
        words(one.partition(" ")[2]) & named
        for step in steps
        if step.intent is not Intent.TRY  # what it finds out, a refusal does not tell
        for one in step.commands
    )


def _goes_a_way_of_it(state: AdventureState, rest: Sequence[Step]) -> bool:
    """Tell whether a plan goes on by a way that a new place is known to have."""
    here = state.map.here
    if here is None or not rest or not rest[0].command:
        return False
    way = state.map.exit(here, way_of(rest[0].command))
    return way is not None and way.status is ExitStatus.UNEXPLORED


def _is_of_use(state: AdventureState, item: ItemId) -> bool:
    """Tell whether a thing is somebody, may be taken, opened, unlocked or lit, as far as is known.

    Of what is fixed and holds something, what it holds is the news.
    """
    known = state.items.known[item]
    works = known.open is False or known.locked or known.lit is not None
    stays = known.fixed or _is_refused(state, known.name)
    return not stays or bool(known.alive) or works or _is_usable(known.name)


def _is_refused(state: AdventureState, name: str) -> bool:
    """Tell whether a trial has shown that a thing here cannot be taken, whatever is carried."""
    here = state.map.here
    page = state.memory.attempts.get(here, {}) if here is not None else {}
    return any(
        one.tried and one.failed and one.load is None and not one.waits
        for command, one in page.items()
        if command.startswith("take ") and _is_about((Step(command=command),), name)
    )


def _was_in_what_was_used(state: AdventureState, step: Step, item: ItemId) -> bool:
    """Tell whether a thing that is gone was a part of what the step was about."""
    return any(
        _is_named(state, step, id_)
        for id_, known in state.items.known.items()
        if known.place == GONE and known.moved == state.turn and id_ != item
    )


def _is_about(steps: Sequence[Step], name: str) -> bool:
    """Tell whether a command among these steps names a thing: "soft thing", no "square thing"."""
    own = words(name)
    phrases = (one for step in steps for command in step.commands for one in _phrases(command))
    return any(words(one) and words(one) <= own for one in phrases)


def _phrases(command: str) -> Iterator[str]:
    """Yield what stands behind the verb of a command, parted by prepositions."""
    for part in PARTS.split(command.lower().partition(" ")[2]):
        if part.strip():
            yield part.strip()


def _takes_what_is_found(rest: Sequence[Step]) -> bool:
    """Tell whether a plan looks over or takes what is here, before it goes elsewhere."""
    for step in rest:
        if step.intent in (Intent.LOOK_OVER, Intent.TAKE_ALL):
            return True
        if step.command.startswith(ALL_AT_ONCE):  # from what was opened
            return True
        if step.intent is not None or direction_of(step.command) is not None:
            return False
    return False


def _are_ways(*steps: Step) -> bool:
    return all(direction_of(step.command) is not None for step in steps)


def _takes_it_as_it_comes(state: AdventureState, step: Step) -> bool:
    """Tell whether a plan goes on by an intent that fits whatever was found, or to a pursuit."""
    plan = state.plan.plan
    if plan is not None and plan.steps[-1].intent is Intent.PURSUE:
        return True
    if step.intent in OPEN_TO_ALL and step.intent is not Intent.EXPLORE:
        return True
    following = _next_step(state)
    if following is None:
        return step.intent in OPEN_TO_ALL
    looks = _may_change_nothing(following, following.command) and " " not in following.command
    return following.intent in OPEN_TO_ALL or following.intent is Intent.GO_TO or looks


OPEN_TO_ALL = frozenset({Intent.EXPLORE, Intent.LOOK_OVER, Intent.TAKE_ALL, Intent.PURSUE})
"""Intents that fit any place with anything in it."""
MANY = frozenset({Intent.LOOK_OVER, Intent.TAKE_ALL, Intent.EXPLORE})
"""Intents that go on with the next thing or way where one is refused."""


def _pursuers_news(state: AdventureState, event: Event) -> str | None:
    """Return what even a planner at work for a goal must ask about."""
    match event:
        case InterpreterFailed() | PlayerDied() | GameWon() | StoryRestored() | MazeDetected():
            return _news(state, Step(command="wait"), event)
        case ItemMoved() | ItemTransformed():
            return _loss(state, event)
        case ScoreChanged(score=score) if score < (state.plan.score or 0):
            return "The score fell."
        case CommandJudged(looked=True, novel=True) if len(state.text) >= DOCUMENT:
            return "Something was read."
    return None


def _news(
    state: AdventureState, step: Step, event: Event, *, arrived: bool = False, walked: bool = False
) -> str | None:
    """Return what an event tells that nobody planned for.

    `walked`: this is another place than before; `arrived`: one not seen before.
    """
    many = step.intent in MANY or step.maybe
    rest = _next_steps(state)
    match event:
        case CommandJudged() | ExitBlocked() | ExitAbsent() | RoomFound() | ItemFound() if (
            _is_foreseen(state, rest)
        ):
            return None
        case CommandJudged(effect=Effect.NOTHING, novel=True) if names_harm(
            state.text
        ) and not _may_change_nothing(step, event.command):
            return f"It was refused, with a warning: {_warning(state.text)}"
        case ExitBlocked() | ExitAbsent() if step.intent is Intent.EXPLORE or step.maybe:
            return None
        case CommandJudged(effect=Effect.NOTHING | Effect.NOT_UNDERSTOOD) if many:
            return None
        case RoomFound() | ItemFound() if _takes_it_as_it_comes(state, step):
            return None
        case RoomFound(name=name) | ItemFound(name=name) if name in state.plan.shown:
            return None
        case RoomFound() if _is_spoken_of(rest[:1], state.text) or _goes_a_way_of_it(state, rest):
            return None
        case ItemFound(name=name) if _is_about(rest, name) or _takes_what_is_found(rest):
            return None
        case ItemFound(item=item) if arrived or is_scenery(state.items, item):
            return None  # it belongs to the place, of which another event tells
        case InterpreterFailed():
            return "The interpreter failed and was put back."
        case PlayerDied():
            return "The player died."
        case GameWon():
            return "The story is won."
        case StoryRestored():
            return "The company went back."
        case MazeDetected() if _walks_on_its_own(state, step, rest):
            return None
        case MazeDetected():
            return "This is a maze."
        case ScoreChanged(score=score) if score < (state.plan.score or 0):
            return "The score fell."
        case ScoreChanged() if (
            rest
            and rest[0].maybe
            and rest[-1].intent is not Intent.PURSUE  # for a goal all steps are long shots
            and _is_spoken_of(rest[:1], step.command)
        ):
            return "It scored, and the next long shot was at the same."
        case PlayerMoved() if step.maybe and rest and rest[0].maybe and _are_ways(step, rest[0]):
            return "That way led on, and the next long shot was another way from where it began."
        case ExitBlocked(reason=reason):
            return f"That way led nowhere: {_short(reason)}"
        case ExitAbsent():
            return "There is no way there."
        case RoomFound(name=name):
            return f"A place not seen before: {name}."
        case RoomChanged(dark=True):
            return "It is dark."
        case PlayerMoved(how=Movement.CARRIED, room=room, via=way):
            shown = state.map.rooms[room].name in state.plan.shown
            if arrived or shown or _has_led_there(state, way, room):
                return None
            return f"You came to: {state.map.rooms[room].name}."
        case ItemFound(place=place) if place == INVENTORY:
            return None  # two of three minds went on with what they had planned
        case ItemFound(item=item) | ItemMoved(item=item) if _is_awaited(state, step, item):
            return None
        case ItemFound() if TELLING.match(_typed(state, step)) is not None:
            return None  # it is spoken of
        case ItemFound(item=item) if _is_named(state, step, item):
            return None  # the step was about it
        case ItemFound(name=name, item=item) if state.items.whereabouts(item) != INVENTORY:
            return f"Something came to light: {name}." if _is_of_use(state, item) else None
        case ItemMoved() | ItemTransformed() if (lost := _loss(state, event)) is not None:
            return lost
        case ItemMoved(item=item) if walked and _is_with_us(state, item):
            return None  # it came along
        case ItemMoved(item=item) if _is_named(state, step, item):
            return None  # the step was about it
        case ItemMoved(item=item, how=Handling.MOVED_BY_ITSELF | Handling.VANISHED):
            known = state.items.known.get(item)
            name, here = known.name if known is not None else item, state.map.here
            # who is noticed late has been here before, and is not named then
            is_named = known is not None and known.alive and _named(state, [item], state.text)
            if here is not None and state.items.room_of(item) == here:
                return f"Somebody came: {name}." if is_named else None
            missed = _is_about(rest, name) and not _was_in_what_was_used(state, step, item)
            return f"No longer there: {name}." if missed else None
        case CommandJudged(effect=Effect.NOT_UNDERSTOOD | Effect.NOTHING) if _goes_on(
            state, step, event, rest
        ):
            return None
        case CommandJudged(effect=Effect.NOT_UNDERSTOOD):
            return f"It said: {_short(state.text)}"
        case CommandJudged(effect=Effect.NOTHING):
            # what the author has an answer of its own for may have done what no sense saw
            return f"{'Refused' if is_refusal(state.text) else 'It said'}: {_short(state.text)}"
    return None


def _walks_on_its_own(state: AdventureState, step: Step, rest: Sequence[Step]) -> bool:
    """Tell whether a mind's plan leaves nothing of a maze to its mapper."""
    plan = state.plan.plan
    is_minds = plan is not None and bool(plan.said)
    return is_minds and not any(one.intent in MAPPED for one in (step, *rest))


def _loss(state: AdventureState, event: Event) -> str | None:
    """Return what is carried no longer, though the command was not about it nor put things away."""
    if not isinstance(event, ItemMoved | ItemTransformed) or SHIFTING.match(state.command):
        return None
    item = event.item
    if isinstance(event, ItemTransformed) and state.items.whereabouts(event.into) == INVENTORY:
        return None
    if item not in state.items.known or not state.items.is_lost(item):
        return None
    name = state.items.known[item].name
    came = any(state.items.known[id_].first_seen == state.turn for id_ in state.items.carried())
    if came and not _is_about(_next_steps(state), name):
        return None  # it has become something else
    typed = Step(command=state.command or "wait")
    if _is_named(state, typed, item) or _was_in_what_was_used(state, typed, item):
        return None
    lost = [
        known.name
        for id_, known in state.items.known.items()
        if known.moved == state.turn and state.items.is_lost(id_) and id_ != item
    ]
    more = f", {', '.join(lost)}" if len(lost) < LOST else f" and {len(lost)} things more"
    return f"You no longer have: {name}{more if lost else ''}."


def _goes_on(state: AdventureState, step: Step, event: CommandJudged, rest: Sequence[Step]) -> bool:
    """Tell whether a plan goes on after a command that changed nothing.

    It does where none was meant to, and where it was so already. A mind's or a person's goes on
    after one refusal that no later step is about, since being asked costs more than a turn; after
    the second in a row it does not, nor does the planner's, each of whose steps stands on the last.
    """
    if event.effect is Effect.NOTHING and (_may_change_nothing(step, event.command) or event.had):
        return True
    if step.awaited:
        return event.effect is Effect.NOTHING and not is_refusal(state.text)
    if step.rule or not rest:
        return False
    looks = _may_change_nothing(step, event.command)
    if event.effect is Effect.NOT_UNDERSTOOD and not looks and _leads_away(rest):
        return False  # the words are soon mended, and a walk back is dear
    own_words = event.effect is Effect.NOTHING and not is_refusal(state.text)
    if own_words and _is_wanting(state, event.command, rest):
        return False
    if own_words and event.affirmed:
        return True  # it may have done something, and has not been said before
    if _failed_before(state):
        return False
    return own_words or not _is_spoken_of(_sure(rest), event.command.partition(" ")[2])


def _is_wanting(state: AdventureState, command: str, rest: Sequence[Step]) -> bool:
    """Tell whether a command was to take what a later step uses, and it is not carried."""
    named = [state.items.known[id_].name for id_ in state.items.carried()]
    taken = any(_is_about((Step(command=command),), name) for name in named)
    takes = TAKING.match(command) is not None and not taken
    return takes and _is_spoken_of(_sure(rest), command.partition(" ")[2])


def _leads_away(rest: Sequence[Step]) -> bool:
    """Tell whether a plan goes on to another room."""
    walks = (Intent.GO_TO, Intent.EXPLORE)
    return any(one.intent in walks or direction_of(one.command) is not None for one in rest)


def _sure(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return those of some steps that may stand on the one before: no long shots, no choices."""
    return tuple(step for step in steps if not (step.maybe or step.choices))


def _failed_before(state: AdventureState) -> bool:
    """Tell whether the step before this one changed nothing either."""
    plan, at = state.plan.plan, state.plan.step
    if plan is None or at == 0 or plan.steps[at - 1].maybe:
        return False
    before = plan.steps[at - 1]
    tried = _failure(state, before.command)
    failed = tried is not None and not tried.affirmed and tried.turn >= state.turn - 1
    return failed and not _may_change_nothing(before, before.command)


def _failure(state: AdventureState, command: str) -> Attempt | None:
    """Return how a command changed nothing here when it was typed last; None if it did."""
    tried = state.memory.attempt(state.map.here, command)
    return tried if tried is not None and tried.failed else None


def _speaker(state: AdventureState, step: Step) -> str | None:
    """Return who speaks unasked, where the rest of the plan is about them.

    It is whoever the sentence around the speech names; where it names nobody, the paragraph does.
    """
    here = state.map.here
    if here is None or LOOKING.match(step.command):
        return None
    creatures = [id_ for id_ in state.items.here(here) if state.items.known[id_].alive]
    for paragraph in state.text.split("\n") if creatures else ():
        told = SPEECH.sub('""', paragraph)
        around = " ".join(one for one in SENTENCE_END.split(told) if '""' in one)
        if not around:
            continue
        speakers = _named(state, creatures, around) or _named(state, creatures, told)
        for id_ in speakers:
            name = state.items.known[id_].name
            if _is_about(_next_steps(state), name) and not _is_named(state, step, id_):
                return name
    return None


def _named(state: AdventureState, items: Sequence[ItemId], text: str) -> list[ItemId]:
    """Return those of some things that a text names."""
    told = words(text)
    return [id_ for id_ in items if not words(state.items.known[id_].name).isdisjoint(told)]


def _typed(state: AdventureState, step: Step) -> str:
    """Return the command that was typed for a step."""
    return state.command or step.command


def _is_named(state: AdventureState, step: Step, item: ItemId) -> bool:
    """Tell whether a step's own command, or what was typed for it, names a thing."""
    known = state.items.known.get(item)
    typed = Step(command=state.command or "wait")
    return known is not None and _is_about((step, typed), known.name)


def _is_awaited(state: AdventureState, step: Step, item: ItemId) -> bool:
    """Tell whether a step waits for words that name a thing."""
    known = state.items.known.get(item)
    return known is not None and bool(words(known.name) & words(step.awaited))


def _has_led_there(state: AdventureState, way: str, room: RoomId) -> bool:
    """Tell whether a command that took the player to a room had done so before."""
    return any(
        direction == way and known is not None and known.walked.get(room, 0) > 1
        for origin, direction in state.map.entries(room)
        for known in (state.map.exit(origin, direction),)
    )


def _is_with_us(state: AdventureState, item: ItemId) -> bool:
    known, here = state.items.known.get(item), state.map.here
    return known is not None and bool(known.alive) and state.items.room_of(item) == here


def waits_by(command: str) -> bool:
    """Tell whether a command lets time pass, and nothing else."""
    return way_of(command) in WAITS


def begins_to_wait(state: AdventureState, step: Step) -> bool:
    """Tell whether a step lets time pass until some words come, and nothing of it was typed."""
    waits = step.intent is Intent.WAIT_FOR or waits_by(step.command)
    return waits and bool(step.awaited) and not state.plan.spent and state.plan.trials < TRIALS


def lists_load(command: str) -> bool:
    """Tell whether a command asks what is carried."""
    return command.strip().lower() in ("inventory", "inv", "i")


def _may_change_nothing(step: Step, command: str) -> bool:
    """Tell whether a command is not meant to change anything: a look, a list, a word, a wait."""
    waits = step.intent is Intent.WAIT_FOR or waits_by(command)
    return waits or lists_load(command) or LOOKING.match(command) is not None


def _warning(text: str) -> str:
    """Return the sentence of an answer that speaks of harm."""
    sentences = SENTENCE_END.split(" ".join(text.split()))
    return _short(next((one for one in sentences if names_harm(one)), text))


def _short(text: str) -> str:
    """Return the first sentence of an answer."""
    first = " ".join(text.split()).partition(". ")[0].rstrip(".")
    return f"{first[:QUOTED]}."
