"""What a command did: judged from the events of its turn and what its answer means."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.english import EXAMINING, LOOKING
from ludens.adventure.events import CommandJudged, Effect, Fault, PlayerDied, ScoreChanged
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.knowledge.replies import meaning_of
from ludens.adventure.memory.record import HALF, INCOMPLETE, LIFELESS, NOT_HELD, NOT_YET, NOWHERE
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Article, Vocabulary, core_of
from ludens.adventure.world.belongings import heads
from ludens.adventure.world.item_events import CarryLimitMet, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitSeen, PlayerMoved
from ludens.adventure.world.places import INVENTORY, RoomId
from ludens.episode.events import Event

FAULTS = {
    **{"unseen": Fault.UNSEEN, "which": Fault.AMBIGUOUS, "not understood": Fault.GRAMMAR},
    **{LIFELESS: Fault.GRAMMAR, HALF: Fault.GRAMMAR, INCOMPLETE: Fault.GRAMMAR},
}
"""Meanings of answers by which a parser refuses a command."""
REFUSALS = frozenset(
    {"refused", "locked", "closed", "no way", "already", "overloaded", "dark", NOT_HELD, NOT_YET}
)
"""Meanings of answers by which the world does."""
OWN_WORDS = 100
"""Letters of an answer that is the author's own, however the deed was worded: the names in a
shorter one are left open, since libraries say it of anything."""
_TELLERS = (["you"], ["i"])
"""Whom stories speak to or of."""
TELLING = 40
"""Letters of a description that is taken for one thing's own."""
MOST = 6
"""Things that a refusal speaks of, at most."""


def fault_in(text: str) -> Fault | None:
    """Return why the story's parser refused a command."""
    return FAULTS.get(meaning_of(text))


def not_understood(text: str) -> bool:
    """Tell whether the story's parser refused a command."""
    return fault_in(text) is not None


def is_refusal(text: str) -> bool:
    """Tell whether an answer says, as libraries do, that nothing came of a command."""
    return meaning_of(text) in REFUSALS


def is_done(command: str, answer: str, things: Sequence[str]) -> bool:
    """Tell whether an answer says that a deed is done: in a library's words, or by the deed's own.

    "You wind the bird", of WIND BIRD: it is wound, though no sense saw it.
    """
    if not things or LOOKING.match(command):
        return False
    if meaning_of(answer) == "done":
        return True
    verb, said = command.partition(" ")[0], re.findall(r"[a-z]+", _first_sentence(answer).lower())
    named = {thing.rsplit(" ", 1)[-1] for thing in things}
    does = said[:1] in _TELLERS and said[1:2] == [verb]
    echoes = does and not named.isdisjoint(said[2:])
    return echoes and not is_refusal(answer)


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0]


def fingerprint(text: str, things: Sequence[str]) -> str:
    """Return a short hash of an answer in which the things it was about are left open."""
    plain = re.sub(r"[^a-z ]+", " ", text.strip().lower())
    for word in {word for thing in things for word in thing.split()} if _is_short(plain) else ():
        plain = re.sub(rf"\b{re.escape(word)}\b", "*", plain)
    return _hash(" ".join(plain.split())[:200])


def end_of(
    before: Before, text: str, events: Sequence[Event], wants: Wants = Wants.LINE
) -> Verdict:
    """Return whether an answer ends the story, and how."""
    scores = [event for event in events if isinstance(event, ScoreChanged)]
    score = scores[-1].score if scores else before.score
    most = (scores[-1].max_score if scores else None) or before.most
    return judge(text, wants, full=bool(most) and score == most)


def judge_command(
    before: Before,
    vocabulary: Vocabulary,
    command: str,
    text: str,
    events: Sequence[Event],
    wants: Wants = Wants.LINE,
    *,
    works: bool = False,
) -> CommandJudged:
    """Return what came of a command, given the events that perception found in its answer.

    `works`: memory has shown that it does something.
    """
    things = tuple(vocabulary.phrases(command.split(" ", 1)[1])) if " " in command else ()
    answer = text.strip().partition("\n\n")[0]
    reply = fingerprint(answer, things)
    end = end_of(before, text, events, wants)
    effect = _effect(text, events, end)
    if effect is Effect.NOTHING and (works or is_done(command, answer, things)):
        effect = Effect.CHANGED
    failed = effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)
    novel = effect is Effect.NOTHING and reply not in before.replies
    examines = len(things) == 1 and EXAMINING.match(command) is not None
    looks = LOOKING.match(command) is not None
    examined = examines and effect in (Effect.NOTHING, Effect.CHANGED, Effect.SCORED)
    return CommandJudged(
        room=before.room or NOWHERE,
        command=command,
        effect=effect,
        gained=effect is not Effect.DIED and any(_is_gain(event) for event in events),
        reply=reply if failed else "",
        novel=novel,
        things=things,
        in_hand=before.holds(things, looked=looks or effect is Effect.NOT_UNDERSTOOD),
        affirmed=novel and not is_refusal(text),
        had=meaning_of(text) == "already",
        fault=fault_in(text) if effect is Effect.NOT_UNDERSTOOD else None,
        looked=examined,
        overloaded=effect is Effect.NOTHING
        and (meaning_of(text) == "overloaded" or any(isinstance(e, CarryLimitMet) for e in events)),
        speaks=_spoken_of(vocabulary, answer, things, novel=novel),
        sight=_hash(" ".join(text.split())[:400]) if examined and len(text) > TELLING else "",
        ends=effect is Effect.DIED and end is Verdict.ENDED,
    )


def _effect(text: str, events: Sequence[Event], end: Verdict) -> Effect:
    kinds = {type(event) for event in events}
    if PlayerDied in kinds or end in (Verdict.DEFEAT, Verdict.ENDED):
        return Effect.DIED
    if ScoreChanged in kinds:
        return Effect.SCORED
    if PlayerMoved in kinds:
        return Effect.MOVED
    if not_understood(text):
        return Effect.NOT_UNDERSTOOD
    if is_refusal(text):  # what it names is better known by it, no more
        events = [e for e in events if not isinstance(e, ItemFound | ItemChanged)]
    return Effect.CHANGED if any(_is_change(event) for event in events) else Effect.NOTHING


def _is_change(event: Event) -> bool:
    """Tell whether something in the world is different, not only better known."""
    match event:
        case ItemMoved() | ItemFound() | ExitSeen():
            return True
        case ItemChanged():
            states = (event.open, event.locked, event.lit, event.worn)
            return any(state is not None for state in states)
    return False


def _is_gain(event: Event) -> bool:
    match event:
        case ItemMoved() | ItemFound():
            return event.place == INVENTORY
        case ItemChanged():
            return bool(event.open) or event.locked is False or bool(event.lit)
        case ScoreChanged():
            return True
    return False


def _spoken_of(
    vocabulary: Vocabulary, answer: str, things: tuple[str, ...], *, novel: bool
) -> tuple[str, ...]:
    """Return the last words of what an answer names besides the things of the command.

    "In the vat there are two of wax": the vat. Of what is not in the hands it is those things
    themselves: they wait to be taken. Where something has to be done first, they may be what it is
    to be done with.
    """
    if meaning_of(answer) == NOT_HELD:
        return tuple(dict.fromkeys(thing.rsplit(" ", 1)[-1] for thing in things))
    waits = meaning_of(answer) == NOT_YET
    if not (novel or waits):
        return ()
    own = set() if waits else {word for thing in things for word in thing.split()}
    said = (
        name.rsplit(" ", 1)[-1]
        for name, article in vocabulary.mentions(answer).items()
        if article is not Article.NONE
    )
    return tuple(word for word in dict.fromkeys(said) if word not in own)[:MOST]


def _is_short(text: str) -> bool:
    return len(text) < OWN_WORDS


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Before:
    """What is needed of the state before a command to judge it."""

    room: RoomId | None
    replies: frozenset[str] | dict[str, int]
    """The fingerprints of the answers that were given."""
    carried: frozenset[str] = frozenset()
    """The names of what was carried, in lower case, and their last words."""
    stowed: frozenset[str] = frozenset()
    """Those of what lies in something that is carried."""
    score: int | None = None
    most: int | None = None
    """The score, and all that there is to be had, where they are known."""

    def holds(self, things: Sequence[str], *, looked: bool) -> bool:
        """Tell whether all of these are at hand anywhere; to be looked at, also what is stowed."""
        near = self.carried | self.stowed if looked else self.carried
        return bool(things) and all(thing in near for thing in things)

    @classmethod
    def of(cls, state: AdventureState) -> Before:
        """Take it from the state as it is now."""
        names = {core_of(state.items.known[id_].name) for id_ in state.items.at(INVENTORY)}
        carried = names.union(*map(heads, names), *map(_endings, names))
        inside = (core_of(state.items.known[id_].name) for id_ in state.items.carried())
        stowed: frozenset[str] = frozenset().union(*map(heads, inside)) - carried
        replies, score = state.memory.replies, (state.score, state.max_score)
        return cls(state.map.here, replies, frozenset(carried), stowed, *score)


def _endings(name: str) -> set[str]:
    """Return a name without its first words: the parser takes fewer than the text gives."""
    words = name.split()
    return {" ".join(words[at:]) for at in range(1, len(words))}
