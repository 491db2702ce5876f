"""The offline critic: what the story's language, the world model and experience say of a command.

Rules only, a function of the briefing. The first rule that has something to say decides; the
numbers are the shares of turns well spent that were counted (docs/design/company.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.adventure.agents.critic import Opinion
from ludens.adventure.agents.offline.contradictions import contradiction
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.forbidden import forbidden
from ludens.adventure.interpreter.commands import CommandRefused, check_command
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.journal import HANDS, NOWHERE
from ludens.adventure.lookahead.events import Prospect
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.puzzles.along import is_equipped
from ludens.adventure.reference import at_hand, is_mentioned, named
from ludens.adventure.sentences import Fit, Parsed, parse
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import carries_light, lights
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of

UNFIT = {
    Fit.UNKNOWN_WORD: (0.03, "This story does not know the word {fault!r}."),
    Fit.NO_VERB: (0.03, "{fault!r} is neither a verb nor a way."),
    Fit.NO_PATTERN: (0.06, "The story's grammar has no such sentence with {verb!r}."),
}
WAYS = {
    ExitStatus.EXPLORED: (0.98, "That way was walked before."),
    ExitStatus.ASSUMED: (0.95, "That way most likely leads back."),
    ExitStatus.UNEXPLORED: (0.92, "Nobody has gone that way yet."),
    ExitStatus.ABSENT: (0.03, "There is no way {way}: that was tried."),
    ExitStatus.CLOSED: (0.05, "The way {way} is no more."),
}
BLOCKED_STILL, BLOCKED_ONCE = 0.1, 0.25
"""A blocked way, when nothing was gained since, and when something was."""
UNNAMED_WAY, UNKNOWN_WAY = 0.18, 0.3
"""A way that no text names, where the text names others and where it names none."""
FORESEEN = dict.fromkeys(Prospect, 0.97) | {
    Prospect.KILLS: 0.0,
    Prospect.LOSES: 0.1,
    Prospect.SEEMS: 0.6,
}
IN_THE_DARK = 0.4
DEADLY = 0.03
SAME_AGAIN, AGAIN_LATER = 0.05, 0.2
"""What did nothing before: with nothing gained since, and with something."""
BY_CHANCE = frozenset({"attack", "kill", "fight", "hit"})
"""What goes by chance in most stories: a blow that missed may hit the next time."""
WORKED_BEFORE = 0.6
NOT_HERE = 0.4
"""A thing that no text told of here: a description may have been read carelessly."""
SENSING = {
    **{"look": 0.4, "inventory": 0.3, "wait": 0.15, "score": 0.1, "listen": 0.3, "smell": 0.3},
    **{"examine": 0.65, "read": 0.5, "search": 0.45, "ask": 0.5, "tell": 0.4, "talk": 0.4},
}
"""What tells something, rather than does something; how it fared says little of the next time."""
PRIOR = {
    **{"take": 0.7, "get": 0.7, "open": 0.65, "enter": 0.75, "climb": 0.5, "turn": 0.45},
    **{"unlock": 0.4, "wear": 0.5, "light": 0.5, "push": 0.12, "move": 0.15, "pull": 0.15},
    **{"give": 0.4, "show": 0.4, "put": 0.4, "drop": 0.9},
}
OTHERWISE = 0.35
"""Any other sentence that the story understands."""
NEWS = 0.2
"""How often a command that does nothing is still answered in a way that tells something."""
WEIGHT = 6.0
"""Turns of experience that the numbers above weigh as much as."""


@dataclass(frozen=True, slots=True)
class Case:
    """One proposed command, read."""

    state: AdventureState
    vocabulary: Vocabulary
    command: str
    way: str
    parsed: Parsed

    @property
    def here(self) -> RoomId | None:
        """The room where it would be typed."""
        return self.state.map.here


@dataclass(frozen=True, slots=True)
class OfflineCritic:
    """Fills the critic's role with rules."""

    vocabulary: Vocabulary

    async def score(self, briefing: Briefing, decision: Decision) -> Opinion:
        """Return what the rules say of a command."""
        return self.opinion(briefing.state, decision.command)

    def opinion(self, state: AdventureState, command: str) -> Opinion:
        """Return what the rules say of a command in a state."""
        try:
            plain = check_command(command).strip().lower()
        except CommandRefused as refusal:
            return Opinion(score=0.0, reason=f"It cannot be typed: {refusal}.")
        case = Case(state, self.vocabulary, plain, way_of(plain), parse(self.vocabulary, plain))
        for rule in RULES:
            opinion = rule(case)
            if opinion is not None:
                return opinion
        return expected(case)


def answers_a_question(case: Case) -> Opinion | None:
    """What the story waits for is a key, a yes or a no, or one of several things."""
    if case.state.wants is not Wants.LINE:
        return Opinion(score=0.9, reason="The story waits for a key.")
    match question_in(case.state.text):
        case Question.YES_NO if case.command in ("yes", "no", "y", "n"):
            return Opinion(score=0.7, reason="The story asked.")
        case Question.NAME:
            return Opinion(score=0.7, reason="The story asked who the player is.")
        case Question.WHICH if case.parsed.fit is Fit.NO_VERB:
            return Opinion(score=0.6, reason="The story asked which thing was meant.")
    return None


def is_forbidden(case: Case) -> Opinion | None:
    """Commands to the program are not typed."""
    found = forbidden(case.vocabulary, case.command)
    return Opinion(score=0.0, reason=str(found).strip("()")) if found is not None else None


def is_not_understood(case: Case) -> Opinion | None:
    """The story's dictionary and grammar do not take it."""
    if case.parsed.fit not in UNFIT:
        return None
    score, reason = UNFIT[case.parsed.fit]
    parsed = case.parsed
    return Opinion(score=score, reason=reason.format(fault=parsed.fault, verb=parsed.verb))


def was_foreseen(case: Case) -> Opinion | None:
    """It was tried on a snapshot of this very turn."""
    sight = case.state.lookahead.now(case.state.turn).get(case.command)
    if sight is None:
        return None
    return Opinion(score=FORESEEN[sight.prospect], reason=f"Tried on a snapshot: {sight.prospect}.")


def has_killed(case: Case) -> Opinion | None:
    """It killed before, here or by this way."""
    attempt = case.state.journal.attempt(case.here, case.command)
    way = case.state.map.exit(case.here, case.way) if case.here is not None else None
    died = attempt is not None and attempt.effect is Effect.DIED
    if way is not None and (way.walked or not died):
        died = way.to_blame > 0
    if died and not is_equipped(case.state, case.command):
        return Opinion(score=DEADLY, reason="This killed before.")
    return None


def walks_on_the_map(case: Case) -> Opinion | None:
    """What the map says of a way."""
    if case.here is None:
        return None
    room = case.state.map.rooms[case.here]
    way = room.exits.get(case.way)
    if way is not None:
        return _in_what_light(case, way) or _of_the_way(case, way)
    if case.way not in DIRECTIONS or room.dark:
        return None
    named_ways = any(known.status is not ExitStatus.ABSENT for known in room.exits.values())
    score = UNNAMED_WAY if named_ways else UNKNOWN_WAY
    return Opinion(score=score, reason=f"No text names a way {case.way} here.")


def _in_what_light(case: Case, way: Exit) -> Opinion | None:
    """Doubt a way that could be gone, where the dark may kill."""
    rooms, items = case.state.map.rooms, case.state.items
    assert case.here is not None
    if not (way.open or way.status is ExitStatus.UNEXPLORED):
        return None
    if rooms[case.here].dark and not lights(items, case.here):
        return Opinion(score=IN_THE_DARK, reason="It is dark here, and walking on may kill.")
    if way.to in rooms and rooms[way.to].dark and not carries_light(items):
        return Opinion(score=IN_THE_DARK, reason="It is dark there, and no light is carried.")
    return None


def _of_the_way(case: Case, way: Exit) -> Opinion:
    if way.status is ExitStatus.BLOCKED:
        attempt = case.state.journal.attempt(case.here, case.command)
        gained = attempt is None or attempt.gains < case.state.journal.gains
        score = BLOCKED_ONCE if gained else BLOCKED_STILL
        return Opinion(score=score, reason=f"That way was blocked: {way.reason or 'no reason'}")
    attempt = case.state.journal.attempt(case.here, case.command)
    stirred = case.state.journal.stirred.get(case.here, 0) if case.here is not None else 0
    if way.status is ExitStatus.ABSENT and attempt is not None and attempt.stirred < stirred:
        return Opinion(score=UNNAMED_WAY, reason="Something happened here since that was tried.")
    score, reason = WAYS[way.status]
    return Opinion(score=score, reason=reason.format(way=case.way))


def was_tried(case: Case) -> Opinion | None:
    """It was typed here before, and the world was as it is now."""
    journal = case.state.journal
    attempt = journal.attempt(case.here, case.command)
    if attempt is None or case.parsed.verb in SENSING:
        return None
    if attempt.turn < _news_of(case):
        return None
    if attempt.affirmed and _goes_on(case):
        return Opinion(score=WORKED_BEFORE, reason="It has begun to work.")
    if attempt.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD):
        same = attempt.gains == journal.gains and case.parsed.verb not in BY_CHANCE
        when = f"at turn {attempt.turn}"
        if same:
            reason = f"It did nothing {when}, and nothing was gained since."
            return Opinion(score=SAME_AGAIN, reason=reason)
        return Opinion(score=AGAIN_LATER, reason=f"It did nothing {when}.")
    return Opinion(score=WORKED_BEFORE, reason="It did something here before.")


def _goes_on(case: Case) -> bool:
    """Tell whether a deed did something the last time and is to be gone on with."""
    pages = (case.here or NOWHERE, HANDS)
    known = (case.state.journal.pending.get(page, {}).get(case.command) for page in pages)
    return any(waiting is not None and waiting.unfinished for waiting in known)


def _news_of(case: Case) -> int:
    """Return the last turn that brought what the sentence is about to light, or changed it, or made
    room for it.
    """
    journal, here = case.state.journal, case.here
    mentions = journal.mentioned.get(here, {}) if here is not None else {}
    turns = [journal.touched.get(thing, -1) for thing in case.parsed.things]
    turns += [mentions[thing].turn for thing in case.parsed.things if thing in mentions]
    if here is not None and case.command in journal.burden.left.get(here, {}):
        turns.append(case.state.items.lightened)
    return max(turns, default=-1)


def contradicts_the_world(case: Case) -> Opinion | None:
    """The world model already has it so, or has it impossible."""
    fault = contradiction(case.state, case.vocabulary, case.parsed)
    return Opinion(score=fault.score, reason=fault.reason) if fault is not None else None


def names_what_is_not_here(case: Case) -> Opinion | None:
    """It names a thing that no text told of here."""
    if case.here is None or case.parsed.fit is not Fit.FITS:
        return None
    near = at_hand(case.state)
    for phrase in case.parsed.things:
        if phrase in ("all", "it", "them", "me", "everything", "myself", "self") or " and " in (
            f" {phrase} "
        ):
            continue
        if not named(case.state, case.vocabulary, phrase, near) and not is_mentioned(
            case.state, case.vocabulary, phrase
        ):
            return Opinion(score=NOT_HERE, reason=f"No text told of {phrase!r} here.")
    return None


RULES: tuple[Callable[[Case], Opinion | None], ...] = (
    answers_a_question,
    is_forbidden,
    is_not_understood,
    was_foreseen,
    has_killed,
    walks_on_the_map,
    was_tried,
    contradicts_the_world,
    names_what_is_not_here,
)


def expected(case: Case) -> Opinion:
    """Return what a new sentence is worth, by its verb and how that verb fared so far."""
    verb = case.parsed.verb
    record = case.state.journal.verbs.get(verb)
    if verb in SENSING or verb in DIRECTIONS or record is None:
        prior = SENSING.get(verb, PRIOR.get(verb, OTHERWISE))
        return Opinion(score=prior, reason="Nothing speaks against it.")
    fared = record.hits + NEWS * (record.tries - record.hits)
    score = (PRIOR.get(verb, OTHERWISE) * WEIGHT + fared) / (WEIGHT + record.tries)
    return Opinion(score=score, reason=f"{verb!r} did something {record.hits} times.")
