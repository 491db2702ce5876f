"""New puzzles in what a turn brought: which signs there were, where, and what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import shorten

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import CommandJudged, Effect, TextObserved, ThingsMentioned
from ludens.adventure.judgement import not_understood
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.puzzles.accepting import tells_what_goes_there
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind, PuzzleStatus
from ludens.adventure.puzzles.naming import call, is_receptacle, speaks_of, telling_words, things_in
from ludens.adventure.puzzles.signs import (
    CLUE,
    QUOTE,
    STUDYING,
    Sign,
    asks_for_something,
    clue_in,
    signs_in,
)
from ludens.adventure.puzzles.states import asks_for_a_deed
from ludens.adventure.sentences import parse
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Article, Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import ItemChanged, ItemFound
from ludens.adventure.world.map_events import ExitBlocked, RoomFound
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

COMPASS = tuple(way for way in DIRECTIONS if way not in ("in", "out", "up", "down"))
"""Directions that mean a way whenever a description says them."""
COMES_BACK = 3
"""How often a refusal that was dealt with is a puzzle anew: a door falls shut again."""
PER_THING = 3
"""Puzzles about one thing in one room at most."""
MOST_OPEN = 60
"""Open puzzles; when there are as many, nothing more is noticed."""
SUMMARY = 110
"""Characters of a summary."""
READING = frozenset({"read", "consult", "ask", "tell", "talk", "say"})
"""What these bring is somebody's words: clues, and no obstacles of this place."""
THINGS = 3
"""Things that a puzzle is about, at most."""

_SUMMARIES = {
    PuzzleKind.LOCKED: "locked: {what}",
    PuzzleKind.BLOCKED: "the way is barred: {what}",
    PuzzleKind.DARK: "it is dark: {what}",
    PuzzleKind.CREATURE: "somebody to deal with: {what}",
    PuzzleKind.REFUSED: "did not work yet: {what}",
    PuzzleKind.CLUE: "a clue: {what}",
    PuzzleKind.URGENT: "time presses: {what}",
}


def new_puzzles(
    state: AdventureState, vocabulary: Vocabulary, events: Sequence[Event]
) -> Iterator[PuzzleFound]:
    """Yield the puzzles that a turn's events show and the book does not hold yet."""
    number = sum(not id_.startswith("maze") for id_ in state.puzzles.puzzles)
    known = _known(state)
    about: dict[tuple[RoomId | None, str], int] = {}
    for puzzle in state.puzzles.open():
        spot = (puzzle.room, puzzle.things[0] if puzzle.things else "")
        about[spot] = about.get(spot, 0) + 1
    left = MOST_OPEN - len(state.puzzles.open())
    for found in _candidates(state, vocabulary, events):
        key = _key(found)
        spot = (found.room, found.things[0] if found.things else "")
        many = spot[1] and about.get(spot, 0) >= PER_THING and not _is_exempt(found)
        if key in known or left <= 0 or many:
            continue
        known.add(key)
        about[spot] = about.get(spot, 0) + 1
        number, left = number + 1, left - 1
        yield found.model_copy(update={"puzzle": PuzzleId(f"p{number}")})


def _is_exempt(found: PuzzleFound) -> bool:
    """Tell whether words count however much was said of the thing: they say what is to be done."""
    return asks_for_a_deed(found.quote) or tells_what_goes_there(found.command, found.quote)


def _known(state: AdventureState) -> set[tuple[object, ...]]:
    """Return the keys of what is open, and of what came back so often that it is let be."""
    times: dict[tuple[object, ...], int] = {}
    for p in state.puzzles.puzzles.values():
        key = _key(p)
        passing = p.status is PuzzleStatus.SOLVED and (p.direction or p.command)
        times[key] = times.get(key, 0) + (1 if passing else COMES_BACK)
    return {key for key, number in times.items() if number >= COMES_BACK}


def _key(puzzle: Puzzle | PuzzleFound) -> tuple[object, ...]:
    """Return what makes two puzzles one: the way barred, the creature, the dark, or the words.

    Words that say what must be done first bar each command by themselves.
    """
    if puzzle.direction is not None:
        return puzzle.room, puzzle.direction, puzzle.quote
    if puzzle.kind in (PuzzleKind.DARK, PuzzleKind.URGENT):
        return puzzle.room, puzzle.kind
    if puzzle.kind in (PuzzleKind.CREATURE, PuzzleKind.LOCKED) and puzzle.things:
        return puzzle.room, puzzle.kind, puzzle.things[0]
    if asks_for_a_deed(puzzle.quote):
        return puzzle.quote, puzzle.command
    return (puzzle.quote,)


def _candidates(
    state: AdventureState, vocabulary: Vocabulary, events: Sequence[Event]
) -> Iterator[PuzzleFound]:
    here = state.map.here
    judged = next((e for e in reversed(events) if isinstance(e, CommandJudged)), None)
    text = next((e.text for e in reversed(events) if isinstance(e, TextObserved)), "")
    for event in events:
        match event:
            case ThingsMentioned(living=(_, *_)):
                for name in event.living:
                    yield _creature(state, vocabulary, name, text)
            case ExitBlocked():
                yield _barred(vocabulary, event)
            case ItemChanged(locked=True):
                name = call(vocabulary, state.items.known[event.item].name)
                yield _found(here, PuzzleKind.LOCKED, f"The {name} is locked.", (name,))
            case ItemFound(alive=True) | ItemChanged(alive=True):
                yield _creature(state, vocabulary, state.items.known[event.item].name, text)
            case RoomFound(dark=True):
                yield _found(event.room, PuzzleKind.DARK, "It is too dark to see.", ())
    if judged is None or judged.effect in (Effect.MOVED, Effect.NOT_UNDERSTOOD):
        if judged is None or judged.effect is Effect.MOVED:
            for sign in signs_in(text):
                if sign.kind is not PuzzleKind.CREATURE or _creatures(
                    state, vocabulary.phrases(sign.quote)
                ):
                    yield _described(state, vocabulary, here, sign)
        return
    yield from _answered(state, vocabulary, judged, text)


def _barred(vocabulary: Vocabulary, event: ExitBlocked) -> PuzzleFound:
    locked = any(sign.kind is PuzzleKind.LOCKED for sign in signs_in(event.reason))
    kind = PuzzleKind.LOCKED if locked else PuzzleKind.BLOCKED
    things = tuple(vocabulary.phrases(event.reason)[:THINGS])
    found = _found(event.room, kind, event.reason, things)
    return found.model_copy(
        update={
            "direction": event.direction,
            "summary": shorten(f"{event.direction}: {event.reason}", SUMMARY, placeholder="…"),
        }
    )


def _creature(state: AdventureState, vocabulary: Vocabulary, name: str, text: str) -> PuzzleFound:
    words = telling_words(name)
    told = [s for s in sentences_of(" ".join(text.split())) if speaks_of(words, s)]
    quote = " ".join(told)[:QUOTE]
    return _found(
        state.map.here,
        PuzzleKind.CREATURE,
        quote,
        (call(vocabulary, name),),
        what=f"{name}. {quote}",
    )


def _described(
    state: AdventureState, vocabulary: Vocabulary, here: RoomId | None, sign: Sign
) -> PuzzleFound:
    """A description tells of what it names first; a direction in it may be the way barred."""
    phrases = vocabulary.phrases(sign.quote)
    items = {item.name.lower(): item for item in state.items.known.values()}
    lasting = [
        name
        for name in phrases
        if any(known.endswith(name) and (i.fixed or i.alive) for known, i in items.items())
    ]
    found = _found(here, sign.kind, sign.quote, tuple(dict.fromkeys([*lasting, *phrases]))[:THINGS])
    if sign.kind not in (PuzzleKind.BLOCKED, PuzzleKind.LOCKED) or here is None:
        return found
    said = {word.strip(".,;:!?").lower() for word in sign.quote.split()}
    ways = [
        direction for direction in DIRECTIONS if direction in said - {"in", "out", "up", "down"}
    ]
    if len(ways) == 1:
        way = state.map.exit(here, ways[0])
        if way is None or way.status in (ExitStatus.UNEXPLORED, ExitStatus.BLOCKED):
            return found.model_copy(update={"direction": ways[0]})
    return found


def _answered(
    state: AdventureState, vocabulary: Vocabulary, judged: CommandJudged, text: str
) -> Iterator[PuzzleFound]:
    """The answer to a command: refusals are about its things, and what is read may be a clue."""
    if not_understood(text) or judged.effect is Effect.DIED:
        return
    parsed = parse(vocabulary, judged.command)
    room = judged.room or None
    walked = way_of(judged.command) in DIRECTIONS
    reads = parsed.verb in READING or (judged.looked and len(text) > SHORT_ANSWER)
    answer = text.strip().partition("\n\n")[0] if judged.effect is Effect.NOTHING else text
    if judged.effect is Effect.NOTHING:
        yield from _of_what_goes_there(judged, parsed.things, answer)
    for sign in signs_in(answer) if not reads else ():
        said = vocabulary.phrases(sign.quote)
        kind, things = sign.kind, _aims(judged.command, parsed.things) or tuple(said)
        if kind is PuzzleKind.CREATURE:
            creatures = _creatures(state, (*things, *said))
            if not creatures and not asks_for_something(sign.quote):
                continue
            kind = kind if creatures else PuzzleKind.REFUSED  # the lamp wants oil
            things = creatures or things
        if walked and sign.kind is PuzzleKind.BLOCKED:
            continue  # ExitBlocked tells it with its direction
        found = _found(room, kind, sign.quote, things[:THINGS])
        yield found.model_copy(update={"command": judged.command})
    yield from _wanting(state, vocabulary, judged, text)
    clue = (
        clue_in(text, parsed.verb) if judged.novel or judged.effect is not Effect.NOTHING else None
    )
    if clue is None and judged.looked and judged.novel:
        clue = _of_receptacles(vocabulary, parsed.things, text)
    if clue is not None:
        yield _found(room, PuzzleKind.CLUE, clue, tuple(_aims(judged.command, parsed.things)))


def _of_receptacles(vocabulary: Vocabulary, things: tuple[str, ...], text: str) -> str | None:
    """Return what a description tells if it is of a receptacle, or names one; None if it is not."""
    names = (*things, *vocabulary.phrases(text))
    return text.strip()[:CLUE] if any(map(is_receptacle, names)) else None


def _of_what_goes_there(
    judged: CommandJudged, things: tuple[str, ...], answer: str
) -> Iterator[PuzzleFound]:
    """The refusal of what does not belong somewhere says what does."""
    for sentence in sentences_of(" ".join(answer.split())):
        if len(things) > 1 and tells_what_goes_there(judged.command, sentence):
            about = _aims(judged.command, things)[:THINGS]
            found = _found(judged.room or None, PuzzleKind.REFUSED, sentence[:QUOTE], about)
            yield found.model_copy(update={"command": judged.command})


def _wanting(
    state: AdventureState, vocabulary: Vocabulary, judged: CommandJudged, text: str
) -> Iterator[PuzzleFound]:
    """A new answer to a deed that did nothing and speaks of some other thing: that may be missing.

    "You would burn your hands. Bakers use a peel."
    """
    parsed = parse(vocabulary, judged.command)
    deed = judged.effect is Effect.NOTHING and judged.novel and parsed.verb not in STUDYING
    if not deed or parsed.verb in READING or len(text) > SHORT_ANSWER or not parsed.things:
        return
    own = {word for thing in parsed.things for word in thing.split()}
    for sentence in sentences_of(" ".join(text.split())):
        if signs_in(sentence) or LIBRARY.search(sentence):
            continue
        if SPENT.search(sentence):
            things = _aims(judged.command, parsed.things)[:THINGS]
            found = _found(judged.room or None, PuzzleKind.REFUSED, sentence[:QUOTE], things)
            yield found.model_copy(update={"command": judged.command})
            continue
        named = {
            name
            for name, article in vocabulary.mentions(sentence).items()
            if article is Article.INDEFINITE
        }
        for id_ in things_in(state, sentence):
            item = state.items.known[id_]
            if not item.fixed and not item.alive:
                named.add(item.name.lower())
        if _SUPPOSES.search(sentence):
            named.update(_named_elsewhere(state, judged.room, vocabulary.phrases(sentence)))
        named.update(noun.lower() for noun in LACKING.findall(sentence))
        if any(own.isdisjoint(name.split()) for name in named):
            things = _aims(judged.command, parsed.things)[:THINGS]
            found = _found(judged.room or None, PuzzleKind.REFUSED, sentence[:QUOTE], things)
            yield found.model_copy(update={"command": judged.command})


def _named_elsewhere(state: AdventureState, here: RoomId, names: Sequence[str]) -> Iterator[str]:
    """Yield those names whose last word is that of a name in a text of another room."""
    heads = {
        name.rsplit(" ", 1)[-1]
        for room, page in state.journal.mentioned.items()
        if room != here
        for name in page
    }
    yield from (name for name in names if name.rsplit(" ", 1)[-1] in heads)


LIBRARY = re.compile(
    r"\bnot something (?:that )?you\b|\bcan'?t contain\b|\bmake(?: any)? sense\b|\bitself\b"
    r"|\bachieve (?:nothing|anything)\b|\bget you (?:nowhere|anywhere)\b|\bno call\b"
    r"|\byou (?:already have|aren't|are not|have no reason)\b|\bis already\b|\bfirst \w+ing\b"
    r"|\bnothing obvious\b|\b(?:only|part of) the view\b|\bwhich do you mean\b",
    re.IGNORECASE,
)
"""What a library says of any thing: it speaks of the thing itself, and of nothing missing."""
_SUPPOSES = re.compile(
    r"\b(?:must|still|should|wants?|needs?|lacks?|without|missing)\b", re.IGNORECASE
)
"""What a refusal says that tells what stands elsewhere and matters here."""
LACKING = re.compile(r"\bno ([\w'-]{3,}) (?:on|in|at|under|to) (?:it|them)\b", re.IGNORECASE)
"""How a refusal says what is missing."""
SPENT = re.compile(
    r"\b(?:it|that|they|the \w+) (?:is|are|has run) (?:\w+ )?"
    r"(?:dry|empty|spent|flat|dead|out of \w+)\b",
    re.IGNORECASE,
)
"""What an answer says of a thing that wants filling."""
SHORT_ANSWER = 300
"""Characters of an answer that speaks of the deed and of what it wants, and of the thing itself: in
a longer one something is written."""


def _aims(command: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a command acts on first: `put X in Y` is about Y, `open X with Y` about X."""
    words = command.split()
    if len(things) > 1 and not {"with", "about", "using"} & set(words):
        return (things[-1], *things[:-1])
    return things


def _creatures(state: AdventureState, names: Sequence[str]) -> tuple[str, ...]:
    alive = [item.name.lower() for item in state.items.known.values() if item.alive]
    return tuple(
        name
        for name in names
        if state.journal.lives(name) or any(known.endswith(name) for known in alive)
    )


def _found(
    room: RoomId | None,
    kind: PuzzleKind,
    quote: str,
    things: tuple[str, ...],
    what: str = "",
) -> PuzzleFound:
    summary = _SUMMARIES[kind].format(what=what or quote)
    return PuzzleFound(
        puzzle=PuzzleId(""),
        kind=kind,
        summary=shorten(summary, SUMMARY, placeholder="…"),
        room=room,
        quote=quote,
        things=things,
    )
