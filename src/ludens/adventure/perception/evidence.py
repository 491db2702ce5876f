"""How likely a text, a title or a move is, given what is supposed of the world.

The numbers are likelihoods set by reasoning about how stories are written and held against
`bench/world_accuracy` and `bench/published_maps`; only their ratios matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from math import comb

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.events import Asked
from ludens.adventure.perception.memory import Description

KEPT = 0.97
"""How often a way that was walked leads where it led before."""
CARRIED_AGAIN = 0.5
"""How often who is carried off again by the same command gets where it led before: some ways carry
one off each time, and some moments do."""
STRAIGHT = (8.0, 1.0)
"""How often the opposite direction is supposed to have led back, and not, before any was tried."""
NEW_ROOM = 0.65
"""How often a way not tried before leads to a room not seen before; else to one that was."""
NEW_ON_RETURN = 0.15
"""The same for who was put back: who died, or asked for an earlier moment."""
STAYS = {
    Asked.WALK: 0.005,
    Asked.MOVE: 0.3,
    Asked.LOOK: 0.99,
    Asked.LOOK_AFTER: 0.6,
    Asked.OTHER: 0.9,
    Asked.CARRIED: 0.02,
    Asked.RETURN: 0.2,
}
"""How often a place that is shown is the one where the player was already."""

TAKEN_BACK = 0.95
"""How often UNDO leads back to where the turn before it began."""
STAYS_DESPITE = 0.01
"""How often a walk leads nowhere that is expected to lead elsewhere."""
SAME_TITLE_STAYS = 0.7
"""The same where the player asked to enter or leave something, and the title is the room's."""
TITLE_CHANGED = 0.003
"""How often a room is shown under another title than before."""
TITLE_CHANGED_IN_PLACE = 0.02
"""The same of the room where the player is and did not walk, or that is seen by another light than
before: on the walks of the half `tune` 2 of 92 where nobody walked, told in other words, and none
of 34 seen by another light; of the 1,207 others that were walked to, none."""
ALL_CHANGED = 0.0008
"""How often a room that is walked to has another title and other words: on the walks of the half
`tune` none of 1,207 did (Laplace's rule)."""
JUDGED = 0.98
"""How often a reader is right that judges a place to be the one before under another name."""
TITLE_OF_ANOTHER = 0.02
"""How much less often a room takes a title that another room bears."""
FRESH_TITLE = 0.9
"""How often a new room bears a title of its own."""
FIRST_NAMESAKE = 0.08
"""How often a new room bears the title of a room that alone bore it so far."""
FURTHER_NAMESAKE = 0.8
"""The same for each further room by which the title is shared already."""

NEIGHBOUR_NAMESAKE = 0.05
"""How often a new room bears the title of the very room that it was entered from."""
BARE_NEW_ROOM = (0.3, 9.7)
"""How often a new room is shown without a description, and with one, before any was seen."""
TOLD_ON_ARRIVAL = 0.6
"""How often at least a place is told in full to who did not walk there: many stories look for them."""
TOLD_TO_WHO_LOOKS = 0.97
"""How often a place is told in full to who looks."""
BARE_AT_FIRST_LIGHT = 0.2
"""How often a room is shown without a description that was never seen by light."""
LOOP_AGAIN = 0.03
"""How much less often a way is walked that is known to lead nowhere."""
SAME_AS_NAMESAKE = (0.6, 1.4)
"""How often rooms of one title share a description, and not, before any did."""
DARK_LATER = 0.2
"""How often a room that was seen is found dark another time."""
FALSE_TITLE = 0.3
"""How much a doubtful title is doubted: a share of what its form leaves open."""
REFUSED_AGAIN = 0.95
"""How often a way that was refused is refused again."""
REFUSED_AFTER_ALL = 0.06
"""How often a way that was walked is refused."""
REFUSED_UNTRIED = 0.85
"""How often a way not tried before is refused, if the description does not mention it."""
REFUSED_MENTIONED = 0.35
"""The same if it does."""

SIMILAR = 0.55
"""The share of common words from which two descriptions are one that changed in a detail."""
SHORT = 25
"""Words below which a text may list what is in a room rather than describe it."""

WAYS_OUT = 2
"""Ways from which a text that names them describes a room, however short it is."""

STILL_LISTED = 0.95
"""How often what was listed in a room that nobody took from is listed there the next time."""
LISTED_NO_MORE = 0.12
LISTED_BY_NOW = 0.08
"""How often a room lists what it did not list the last time."""
CONTENTS_CHANGED = 0.01
"""How often a room lists other things altogether."""
LISTED_AT_FIRST = 0.3
"""How often a room not seen before lists just this."""
LISTED_ELSEWHERE = 0.06
"""How often a room lists, for the first time, what another room of its title lists."""
NEW_CONTENTS = 0.05
"""How often a room shown bare begins with a line on its contents that is new."""
DESCRIBES = phrase("evidence_describes")
"""How, in plain form, a description begins and a line on contents does not."""


class Likeness(StrEnum):
    """How a told text compares to another."""

    SAME = "same"
    CHANGED = "changed"
    """Recognisably the same description with differences."""
    DIFFERENT = "different"
    CONTENTS = "contents"
    """It tells only what is in the room, as the other did below its description."""
    UNCLEAR = "unclear"
    """Too short to be the description of a room that has a longer one; may be its contents."""
    UNTOLD = "untold"
    """There is nothing to compare with."""


CONTENT = {
    Likeness.SAME: 0.9,
    Likeness.CHANGED: 0.08,
    Likeness.DIFFERENT: 0.006,
}
"""How likely a full description is in a known room, by its likeness to those told before."""


def word_overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Return which share of the words of two texts they have in common, from 0 to 1."""
    a = {word for sentence in one for word in sentence.split()}
    b = {word for sentence in other for word in sentence.split()}
    return len(a & b) / len(a | b) if a | b else 0.0


def likeness(text: Description, known: Description, spread: Mapping[str, int]) -> Likeness:
    """Return how a text compares to one told before.

    `spread` counts the titles under which a sentence was seen: those seen under several (weather,
    messages, a follower) tell nothing and are left out.
    """
    told = text.sentences[: text.described]
    head = known.sentences[: known.described]
    if told == head:
        return Likeness.SAME
    telling = [sentence for sentence in told if spread.get(sentence, 0) < 2]
    own = [sentence for sentence in head if spread.get(sentence, 0) < 2]
    if not telling:
        return Likeness.CONTENTS if own else Likeness.SAME
    shared = len(set(telling) & set(own))
    if own and all(sentence in text.sentences for sentence in own):
        return Likeness.SAME
    if telling and all(sentence in known.sentences for sentence in telling):
        return Likeness.SAME if shared else Likeness.CONTENTS
    if (shared or word_overlap(telling, own) >= SIMILAR) and not _lead_elsewhere(text, known):
        return Likeness.CHANGED
    if may_be_contents(text) and (may_be_contents(known) or _words(told) * 1.5 < _words(head)):
        return Likeness.UNCLEAR
    return Likeness.DIFFERENT


def _lead_elsewhere(text: Description, known: Description) -> bool:
    """Say whether each of two descriptions mentions a way that the other does not: what opens or
    falls shut in a room adds a way or takes one, and namesakes often differ in nothing else.
    """
    ways, others = set(text.exits), set(known.exits)
    return not (ways <= others or others <= ways)


def may_be_contents(text: Description) -> bool:
    """Say whether a description is so short that it may only tell what is in the room.

    What is there may point one way; what names several ways tells how one goes on.
    """
    told = text.sentences[: text.described]
    short = bool(told) and len(text.exits) < WAYS_OUT and _words(told) < SHORT
    return short and not DESCRIBES.match(told[0])


def _words(sentences: Sequence[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


def closest(likes: Sequence[Likeness]) -> Likeness:
    """Return the nearest of several likenesses; UNTOLD when there are none."""
    order = (Likeness.SAME, Likeness.CONTENTS, Likeness.CHANGED, Likeness.UNCLEAR)
    for like in order:
        if like in likes:
            return like
    return Likeness.DIFFERENT if likes else Likeness.UNTOLD


def full_in_known_room(like: Likeness, again: float) -> float:
    """Return the likelihood of a text in a known room that is told in full `again` so often."""
    if like is Likeness.CONTENTS:
        return (1.0 - again) + again * 0.02
    if like is Likeness.UNCLEAR:
        return (1.0 - again) * NEW_CONTENTS + again * CONTENT[Likeness.DIFFERENT]
    return again * CONTENT[like]


def bare_in_new_room(full: int, bare: int) -> float:
    """Return how likely a new room is shown bare, after so many that were told and were not."""
    untold, told = BARE_NEW_ROOM
    return (untold + bare) / (untold + told + full + bare)


def full_in_new_room(like: Likeness, alike: int, different: int) -> float:
    """Return the likelihood of a text in a new room, by its likeness to its namesakes' texts.

    Of these so many repeat another's, and so many are different.
    """
    shared, own = SAME_AS_NAMESAKE
    shares = (shared + alike) / (shared + own + alike + different)
    return {
        Likeness.SAME: shares,
        Likeness.CONTENTS: 0.05,
        Likeness.CHANGED: 0.2,
        Likeness.UNCLEAR: 0.4,
        Likeness.DIFFERENT: 0.6,
        Likeness.UNTOLD: 0.9,
    }[like]


def namesake(count: int, rooms: int) -> float:
    """Return how likely a new room bears a title that `count` of all known rooms bear."""
    return min(0.5, (FIRST_NAMESAKE + FURTHER_NAMESAKE * (count - 1)) / max(1, rooms))


FULL_IN_MODE = (0.02, 0.97)
"""How often a return is told in full by a story that tells places once, and always."""
HABIT = (0.5, 0.35, 0.15)
"""How likely a story tells places once, always, or by no rule."""


@lru_cache(maxsize=4096)
def told_again(full: int, bare: int) -> float:
    """Return how likely a return is told in full, after so many told in full and bare."""
    once, always = FULL_IN_MODE
    modes = (once, always, (full + 1) / (full + bare + 2))
    by_no_rule = 1.0 / ((full + bare + 1) * comb(full + bare, full))
    seen = (
        once**full * (1 - once) ** bare,
        always**full * (1 - always) ** bare,
        by_no_rule,
    )
    weights = [prior * one for prior, one in zip(HABIT, seen, strict=True)]
    share = sum(w * chance for w, chance in zip(weights, modes, strict=True)) / sum(weights)
    return min(0.97, max(0.02, share))
