"""What a command did: judged from the events of its turn and the story's words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludens.adventure.biding import TELLING_ONLY, takes_time
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import CommandJudged, Effect, Fault, PlayerDied, ScoreChanged
from ludens.adventure.guesses import SHAFTS, guess_of
from ludens.adventure.journal import NOWHERE, Journal
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.mentions import Standing
from ludens.adventure.perception.facts import Ending, Question
from ludens.adventure.perception.outcomes import ending_in, question_in
from ludens.adventure.refused import is_premature, misnamed, speaks_of, wants_more
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import heads
from ludens.adventure.world.item_events import ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked, ExitSeen, PlayerMoved
from ludens.adventure.world.places import INVENTORY, RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

_UNSEEN = re.compile(
    r"\b(?:i don'?t (?:know|recogni[sz]e) the word|you can'?t see any(?:thing)? such"
    r"|you can'?t see any (?!way)[\w '-]+ here|you (?:don'?t|can'?t) see (?:that|any|the|a|no) "
    r"|i can'?t (?:see|find) (?:any|that)|i don'?t see (?:any|the|that|a)"
    r"|(?:isn'?t|is not|aren'?t) (?:here|present|available|visible)\b"
    r"|there(?:'s| is) no [\w '-]{1,40} here|you (?:used the word|don'?t need to (?:refer|use)"
    r"|can'?t use (?:the|that) word)"
    r"|not something you need to refer to|(?:only|just|merely) (?:part of the (?:view|scene)"
    r"|scenery|decoration)|need (?:not|do nothing) about (?:it|that|them)"
    r"|that(?:'s| is)(?:n'?t| not) important\b|i only understood you as far as"
    r"|you can'?t use multiple objects|nobody (?:called|named)|you see no such"
    r"|you see no (?:[\w'-]+ ){1,3}here|you see no (?:[\w'-]+ )?[\w'-]+[.!])",
    re.IGNORECASE,
)
_AMBIGUOUS = re.compile(r"\bwhich\b.{0,80}\b(?:do|did) you mean\b", re.IGNORECASE)
_GRAMMAR = re.compile(
    r"\b(?:i don'?t (?:know|understand|recogni[sz]e)|i didn'?t understand|not a verb i "
    r"recogni[sz]e|there was no verb|there were too many nouns|beg (?:your )?pardon"
    r"|that sentence (?:isn'?t|is not)|you excepted something|you can only do that to"
    r"|seemed to say too little|you have too many objects|what do you want to"
    r"|whom do you want to|you must supply|(?:please )?rephrase (?:that|it|your)"
    r"|(?:more than \w+|too many) (?:nouns?|objects?|verbs?|words?)\b"
    r"|that (?:doesn'?t|does not|didn'?t) make (?:any )?sense|not a (?:sentence|verb|command))",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:can'?t|cannot|can not|couldn'?t|won'?t|will not|don'?t|do not|doesn'?t|does not|isn'?t"
    r"|is not|aren'?t|are not|nothing|no|not|nor|never|none|already|unable|fails?|refuses?|useless"
    r"|pointless|impossible|futile|hardly|neither|unless|too|without|wouldn'?t|needs?|must"
    r"|have to|has to|requires?|lack(?:s|ing)?|miss(?:ing)?|locked|stuck|seems?|harder|better"
    r"|what do you|nowhere|nobody|fixed|attached|cumbersome|belongs?|weighs"
    r"|would (?:achieve|gain|serve|help)"
    r"|let (?:it|them) (?:be|lie))\b",
    re.IGNORECASE,
)
_QUIP = re.compile(r"\?\W*$|^\W*(?:[\w',-]+\s+){0,4}[\w'-]+!\W*$")
"""A question back, or an exclamation of a few words: the author's joke, and nothing happened."""
_HAD = re.compile(
    r"\b(?:already (?:have|ha[sd]|got|carrying|holding|wearing)|you have (?:that|it) already"
    r"|you(?:'re| are) already|at the moment|(?:is|it's|that's) already)\b",
    re.IGNORECASE,
)
_OVERLOADED = re.compile(
    r"\b(?:(?:carry|carrying|holding|hold) (?:as|too) (?:much|many)|hands are full"
    r"|(?:can'?t|cannot) (?:carry|hold|take) (?:any ?more|that much|any other|so m)"
    r"|load is too (?:heavy|much|great)|put (?:something|anything) down first"
    r"|have to (?:put|drop|leave) (?:something|anything))",
    re.IGNORECASE,
)
_EXAMINING = re.compile(r"^(?:x|examine|inspect|look at)\s")
OWN_WORDS = 100
"""Letters of a reply that is the author's own for one deed, however that was worded: the names in a
shorter one are left open, since libraries say it of anything.
"""
_ASIDE = re.compile(r"^\([^)\n]{1,80}\)\s*")
"""What a parser says first of how it understood a command."""
TELLING = 40
"""Characters of a description that is taken for one thing's own."""


_ABOUT = re.compile(
    r"^(?P<doing>[a-z]+ing )?(?:the|your|those) [a-z' -]{2,40}?"
    r"(?P<joint> (?:from|with|in|into|on|onto|to) (?:the|your) [a-z' -]{2,40}?)?"
    r"(?P<said> (?:is|are|isn't|aren't|doesn't|do|does|cannot|can't|has|have|won't|wouldn't|would"
    r"|seems?|needs?) (?:not|be|seem|to|make|achieve|something|already|open|closed|locked)\b)"
)
"""How a library's answer begins: with what it is about, whatever that was called."""


@lru_cache(maxsize=64)
def fault_in(text: str) -> Fault | None:
    """Return why the story's parser refused a command, by what parsers of all makes say."""
    start = text[:300]
    if _AMBIGUOUS.search(start):
        return Fault.AMBIGUOUS
    if _UNSEEN.search(start):
        return Fault.UNSEEN
    return Fault.GRAMMAR if _GRAMMAR.search(start) else None


def not_understood(text: str) -> bool:
    """Tell whether the story's parser refused a command."""
    return fault_in(text) is not None


def is_refusal(text: str) -> bool:
    """Tell whether a reply sounds as if nothing happened."""
    return _REFUSAL.search(_first_paragraph(text)) is not None


def fingerprint(text: str, things: Sequence[str]) -> str:
    """Return a short hash of a reply in which the things it was about are left open.

    That is also what it calls them: "the mud is not something you can open", of silt.
    """
    said = _ASIDE.sub("", text.strip().lower())
    if len(said) < OWN_WORDS:
        said = _ABOUT.sub(_left_open, said.replace("don't", "doesn't"), count=1)
    plain = re.sub(r"[^a-z ]+", " ", said)
    for thing in things if len(plain) < OWN_WORDS else ():
        for word in thing.split():
            plain = plain.replace(word, "*")
    plain = " ".join(re.sub(r"\b(?:the|a|an|some|that|it|those|them|is|are)\b", " ", plain).split())
    return _hash(plain[:200])


def _left_open(said: re.Match[str]) -> str:
    """Return the beginning of an answer without the names in it."""
    return f"{said['doing'] or ''}{said['joint'] and 'joined'}{said['said']}"


def judge_command(
    before: Before, vocabulary: Vocabulary, command: str, text: str, events: Sequence[Event]
) -> CommandJudged:
    """Return what came of a command, given the events that perception found in its answer."""
    things = tuple(vocabulary.phrases(command.split(" ", 1)[1])) if " " in command else ()
    reply = fingerprint(_first_paragraph(text), things)
    effect = _effect(text, events)
    novel = effect is Effect.NOTHING and reply not in before.journal.replies
    looked = effect in (Effect.NOTHING, Effect.CHANGED, Effect.SCORED)
    examined = looked and len(things) == 1 and _EXAMINING.match(command) is not None
    affirmed = novel and _is_affirmed(command, text, events)
    return CommandJudged(
        room=before.room or NOWHERE,
        command=command,
        effect=effect,
        gained=effect is not Effect.DIED and any(_is_gain(event) for event in events),
        reply=reply if effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD) else "",
        novel=novel,
        things=things,
        in_hand=bool(things)
        and not command.startswith("drop ")  # where it would lie matters
        and before.holds(things, looked=_EXAMINING.match(command) is not None),
        fault=fault_in(text) if effect is Effect.NOT_UNDERSTOOD else None,
        affirmed=affirmed,
        unfinished=affirmed and wants_more(_first_paragraph(text)),
        kind=before.kind(command, things),
        looked=examined,
        overloaded=effect is Effect.NOTHING and _OVERLOADED.search(text[:300]) is not None,
        had=_HAD.search(text[:120]) is not None,
        alias_of=_alias(before, text, things) if len(things) == 1 else "",
        bides=(novel or effect in (Effect.CHANGED, Effect.SCORED)) and takes_time(command, text),
        means=_means(before, text) if any(isinstance(e, PlayerMoved) for e in events) else (),
        about=_about(before, command, text, things) if effect in _FAILED and not novel else (),
        upheaval=_is_upheaval(command, text, effect, events),
        misnamed=misnamed(before.carried, text, things) if effect in _FAILED else (),
        speaks=speaks_of(vocabulary, _first_paragraph(text), things) if novel and things else (),
        premature=novel and is_premature(_first_paragraph(text)),
        sight=_hash(" ".join(text.split())[:400]) if examined and len(text) > TELLING else "",
    )


_PUT = re.compile(
    r"^\W*(?:\([^)]*\)\s*)?you (?:drop|put|lower|place|set|lay|slip|pour|tip|rake|slide|fit|hang"
    r"|lean|press|push|stick|thread|pack|insert|work|let|bring|hook|tuck|wedge)\b[^.]{1,80}?"
    r"\b(?:in|into|on|onto|over|round|around|under|through)\b",
    re.IGNORECASE,
)
"""How an answer begins that tells that something was put somewhere, whatever it says after that."""
_FILLED = re.compile(
    r"^\W*(?:\([^)]*\)\s*)?you [^.]{1,100}?\b(?:until|till) (?:it|the [\w' -]{2,30}?) (?:is|are) "
    r"(?:quite |brim)?(?:full|filled)\b",
    re.IGNORECASE,
)
"""The same, of what was filled."""


def _is_affirmed(command: str, text: str, events: Sequence[Event]) -> bool:
    """Tell whether a reply sounds as if something happened: a way that is barred is no deed."""
    barred = any(isinstance(event, ExitBlocked) for event in events)
    if command.startswith("put "):
        return _PUT.match(text) is not None
    if _FILLED.match(text):
        return True
    said = TELLING_ONLY.match(command) is None and not is_refusal(text)
    return said and not barred and _QUIP.search(_first_paragraph(text)) is None


_SUBJECT = re.compile(
    r"^(?:\(.{1,60}?\)\s*)?(?:putting things on |filling |climbing )?the ([a-z' -]{3,40}?)"
    r" (?:is|are|isn't|aren't|can't|cannot|doesn't|don't|won't|wouldn't|would|seems?)\b",
    re.IGNORECASE,
)
"""What a library's answer is about."""


def _alias(before: Before, text: str, things: tuple[str, ...]) -> str:
    """Return the known thing that an answer speaks of by a name that was not typed, if any."""
    said = _SUBJECT.match(text.strip())
    if said is None:
        return ""
    words = said[1].lower().split()
    if not set(words).isdisjoint(things[0].split()):
        return ""
    return next((name for name in before.names if name.rsplit(" ", 1)[-1] == words[-1]), "")


def _means(before: Before, text: str) -> tuple[str, ...]:
    """Return what was carried and is spoken of before the place that was gone to is shown."""
    told, shown, _ = text.strip().partition("\n\n")
    if not shown or "." not in told:
        return ()
    words = set(re.findall(r"[a-z']+", told.lower()))
    return tuple(sorted(name for name in before.carried if words.issuperset(name.split())))


_FAILED = frozenset({Effect.NOTHING, Effect.NOT_UNDERSTOOD})


_ADDRESSING = re.compile(r"^(?:ask|tell) ")


def _about(before: Before, command: str, text: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of the things a refusal was about: those that it names, or what was acted on.

    Where it sees no such thing, those that are not carried.
    """
    if fault_in(text) is Fault.UNSEEN:
        return tuple(name for name in things if name not in before.carried)
    if _ADDRESSING.match(command):
        return things[:1]  # whatever they were asked about, it is they who do not know
    said = _first_paragraph(text).lower()
    named = tuple(name for name in things if name.rsplit(" ", 1)[-1] in said)
    return named or (things[:1] if " with " in command else things[-1:])


_WORKING = re.compile(
    r"^(?:turn|push|pull|press|set|move|open|close|shut|switch|unlock|ring|throw|lift|lower|raise"
    r"|wind|unwind|crank|release|draw|slide|cut|break|light|start|stop|operate|use)\b"
)
"""Deeds by which machines are set going."""
AT_LENGTH = 160
"""Letters of an answer that tells at length what a deed did."""


def _is_upheaval(command: str, text: str, effect: Effect, events: Sequence[Event]) -> bool:
    """Tell whether a deed may have changed more than is seen: the sluices open, the wind turns."""
    if effect not in (Effect.NOTHING, Effect.CHANGED, Effect.SCORED):
        return False
    happened = effect is Effect.SCORED or _is_affirmed(command, text, events)
    told = len(_first_paragraph(text)) >= AT_LENGTH
    return happened and told and _WORKING.match(command) is not None


def _first_paragraph(text: str) -> str:
    return text.strip().partition("\n\n")[0]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Before:
    """What is needed of the state before a command to judge it."""

    room: RoomId | None
    carried: frozenset[str]
    """The names of what was carried, in lower case, and their last words."""
    journal: Journal
    names: tuple[str, ...] = ()
    """The names that are known to stand for something where the player is, or is carried."""
    known_ways: frozenset[str] = frozenset()
    """The directions of which something is known where the player is."""
    description: str = ""
    """Of the room."""
    shaft: bool = False
    """There is something to go up or down by."""
    stowed: frozenset[str] = frozenset()
    """Those of what lies in something that is carried."""

    def holds(self, things: Sequence[str], *, looked: bool) -> bool:
        """Tell whether all of these are at hand anywhere; to be looked at, also what is stowed."""
        near = self.carried | self.stowed if looked else self.carried
        return all(thing in near for thing in things)

    def kind(self, command: str, things: Sequence[str]) -> str:
        """Return in whose record a command counts."""
        way = way_of(command)
        if way in DIRECTIONS and way not in self.known_ways:
            return guess_of(self.description, way, shaft=self.shaft)
        mentions = self.journal.mentioned.get(self.room or NOWHERE, {})
        said = mentions.get(things[0]) if len(things) == 1 else None
        bare = said is not None and said.bare and said.standing is not Standing.PRESENT
        scenery = said is not None and not said.listed
        return sentence_kind(command, scenery=scenery, bare=bare)

    @classmethod
    def of(cls, state: AdventureState) -> Before:
        """Take it from the state as it is now."""
        names = {state.items.known[id_].name.lower() for id_ in state.items.at(INVENTORY)}
        carried = names.union(*map(heads, names))
        inside = (state.items.known[id_].name.lower() for id_ in state.items.carried())
        stowed: frozenset[str] = frozenset().union(*map(heads, inside)) - carried
        here = state.map.here
        if here is None:
            held = tuple(sorted(names))
            return cls(here, frozenset(carried), state.journal, held, stowed=stowed)
        room = state.map.rooms[here]
        shaft = any(map(SHAFTS.search, state.journal.mentioned.get(here, ())))
        ways = frozenset(room.exits)
        page = state.journal.mentioned.get(here, {})
        proven = [name for name, said in page.items() if said.standing is Standing.PRESENT]
        known = (*sorted(names), *proven)
        journal = state.journal
        return cls(here, frozenset(carried), journal, known, ways, room.description, shaft, stowed)


def _effect(text: str, events: Sequence[Event]) -> Effect:
    kinds = {type(event) for event in events}
    if PlayerDied in kinds or _is_lost(text):
        return Effect.DIED
    if ScoreChanged in kinds:
        return Effect.SCORED
    if PlayerMoved in kinds:
        return Effect.MOVED
    if not_understood(text):
        return Effect.NOT_UNDERSTOOD
    if is_refusal(text):  # what it names is better known by it, no more
        events = [event for event in events if not isinstance(event, ItemFound)]
    if _BARRED.match(text):
        events = [event for event in events if not isinstance(event, ItemChanged)]
    return Effect.CHANGED if any(_is_change(event) for event in events) else Effect.NOTHING


_BARRED = re.compile(
    r"\W*(?:it|that|(?:the|your|those) [\w' -]{2,40}?)(?:'s| is| are| seems?(?: to be)?) "
    r"(?:still |already |firmly |tightly )?(?:closed|shut|locked)\b",
    re.IGNORECASE,
)
"""How an answer begins that tells how something stood before."""


def _is_lost(text: str) -> bool:
    """Tell whether a text ends the story without a victory."""
    return question_in(text) is Question.RESTART and ending_in(text) is not Ending.VICTORY


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
