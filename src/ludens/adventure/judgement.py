"""What a command did: judged from the events of its turn and the story's words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.adventure.events import (
    CommandJudged,
    Effect,
    ExitSeen,
    ItemChanged,
    ItemFound,
    ItemMoved,
    PlayerDied,
    PlayerMoved,
    RoomId,
    ScoreChanged,
    ThingsMentioned,
)
from ludens.adventure.journal import NOWHERE, Journal
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY
from ludens.episode.events import Event

_NOT_UNDERSTOOD = re.compile(
    r"\b(?:i don'?t (?:know|understand|recogni[sz]e)|i didn'?t understand|not a verb i "
    r"recogni[sz]e|you can'?t see any(?:thing)? such|you can'?t see any (?!way)[\w ]+ here|i only "
    r"understood you as far as|there was no verb|there were too many nouns|beg (?:your )?pardon"
    r"|you (?:used the word|don'?t need to (?:refer|use))|that sentence (?:isn'?t|is not)"
    r"|i can'?t (?:see|find) (?:any|that)|you excepted something|you can only do that to"
    r"|you can'?t use multiple objects|seemed to say too little|you have too many objects"
    r"|what do you want to|whom do you want to|which .{1,60} do you mean|you must supply)",
    re.IGNORECASE,
)


def not_understood(text: str) -> bool:
    """Tell whether the story's parser refused a command, by what parsers of all makes say."""
    return _NOT_UNDERSTOOD.search(text[:300]) is not None


def fingerprint(text: str, things: Sequence[str]) -> str:
    """Return a short hash of a reply in which the things it was about are left open."""
    plain = re.sub(r"[^a-z ]+", " ", text.lower())
    for thing in things:
        for word in thing.split():
            plain = plain.replace(word, "*")
    plain = " ".join(re.sub(r"\b(?:the|a|an|some|that|it|those|them|is|are)\b", " ", plain).split())
    return hashlib.sha256(plain[:200].encode()).hexdigest()[:12]


def judge_command(
    before: Before, vocabulary: Vocabulary, command: str, text: str, events: Sequence[Event]
) -> CommandJudged:
    """Return what came of a command, given the events that perception found in its answer."""
    things = tuple(vocabulary.phrases(command.split(" ", 1)[1])) if " " in command else ()
    reply = fingerprint(text, things)
    effect = _effect(text, events)
    return CommandJudged(
        room=before.room or NOWHERE,
        command=command,
        effect=effect,
        gained=any(_is_gain(event) for event in events),
        reply=reply if effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD) else "",
        novel=effect is Effect.NOTHING and reply not in before.journal.replies,
        things=things,
        in_hand=bool(things) and all(thing in before.carried for thing in things),
    )


@dataclass(frozen=True, slots=True)
class Before:
    """What is needed of the state before a command to judge it."""

    room: RoomId | None
    carried: frozenset[str]
    """The names of what was carried, in lower case."""
    journal: Journal

    @classmethod
    def of(cls, state: AdventureState) -> Before:
        """Take it from the state as it is now."""
        carried = (state.items.known[id_].name.lower() for id_ in state.items.at(INVENTORY))
        return cls(state.map.here, frozenset(carried), state.journal)


def _effect(text: str, events: Sequence[Event]) -> Effect:
    kinds = {type(event) for event in events}
    if PlayerDied in kinds:
        return Effect.DIED
    if ScoreChanged in kinds:
        return Effect.SCORED
    if PlayerMoved in kinds:
        return Effect.MOVED
    if kinds & {ItemMoved, ItemChanged, ItemFound, ExitSeen}:
        return Effect.CHANGED
    return Effect.NOT_UNDERSTOOD if not_understood(text) else Effect.NOTHING


def _is_gain(event: Event) -> bool:
    match event:
        case ItemMoved():
            return event.place == INVENTORY
        case ItemChanged():
            return bool(event.open) or event.locked is False or bool(event.lit)
        case ScoreChanged():
            return True
    return False


def things_mentioned(
    state: AdventureState, vocabulary: Vocabulary, text: str
) -> ThingsMentioned | None:
    """Return the things that a text names for the first time where the player is, if any."""
    here = state.map.here
    if here is None:
        return None
    title, _, body = text.lstrip().partition("\n")
    named = vocabulary.phrases(body if title.strip() == state.map.rooms[here].name else text)
    known = state.journal.mentioned.get(here, {})
    new = tuple(name for name in named if name not in known)
    return ThingsMentioned(room=here, names=new) if new else None
