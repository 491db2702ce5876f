"""What one can do with things: sentences worth trying, and how often each does something.

The numbers are rough chances that a sentence gains something when nothing else is known; what
the episode teaches about each verb scales them (`journal.VerbRecord`). They are about interactive
fiction at large and hold no word of any particular story.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A way to act: a verb with prepositions, and `*` where a thing stands."""

    words: tuple[str, ...]
    chance: float

    @property
    def verb(self) -> str:
        """The word it begins with."""
        return self.words[0]

    def say(self, *things: str) -> str:
        """Return the command about these things, in order."""
        rest = iter(things)
        return " ".join(next(rest) if word == "*" else word for word in self.words)


def _sentences(table: str) -> tuple[Sentence, ...]:
    lines = (line.split() for line in table.strip().splitlines())
    return tuple(Sentence(tuple(words[1:]), float(words[0])) for words in lines)


ON_LISTED = _sentences("""
    0.60 take *
    0.30 examine *
    0.12 open *
    0.06 read *
    0.05 look in *
    0.04 turn on *
    0.03 push *
    0.03 pull *
    0.03 turn *
    0.03 move *
    0.03 enter *
    0.02 look under *
    0.02 climb *
    0.01 wear *
    0.01 eat *
""")
"""With a thing that the story lists as lying there and nobody took yet."""

ON_SCENERY = _sentences("""
    0.12 examine *
    0.06 open *
    0.05 take *
    0.04 push *
    0.04 pull *
    0.04 move *
    0.03 look in *
    0.03 look under *
    0.03 enter *
    0.025 climb *
    0.025 turn *
    0.02 search *
    0.02 look behind *
    0.015 read *
    0.01 unlock *
    0.01 touch *
    0.01 knock on *
    0.01 break *
    0.008 light *
    0.006 listen to *
    0.005 smell *
""")
"""With a thing that a description mentions."""

ON_CARRIED = _sentences("""
    0.10 examine *
    0.08 open *
    0.06 read *
    0.04 look in *
    0.03 turn on *
    0.03 wear *
    0.02 light *
    0.02 turn *
    0.015 wind *
    0.015 shake *
    0.01 push *
    0.01 pull *
    0.01 rub *
    0.01 wave *
    0.005 eat *
    0.005 drink *
    0.004 break *
""")
"""With a thing in the player's hands."""

ON_ALIVE = _sentences("""
    0.08 examine *
    0.05 talk to *
    0.02 attack *
    0.02 touch *
    0.01 wake *
    0.01 push *
    0.01 take *
""")
"""With a creature."""

WITH_FIXED = _sentences("""
    0.016 unlock * with *
    0.015 put * in *
    0.008 put * on *
    0.005 open * with *
    0.004 tie * to *
    0.004 break * with *
    0.003 dig * with *
    0.003 cut * with *
    0.003 turn * with *
    0.003 light * with *
    0.002 fill * with *
    0.002 attach * to *
""")
"""With a thing that stays where it is and one that is carried; see `carried_first`."""

WITH_ALIVE = _sentences("""
    0.06 give * to *
    0.03 show * to *
    0.02 attack * with *
    0.01 throw * at *
""")
"""With a creature and a thing that is carried."""

ALONE = _sentences("""
    0.02 listen
    0.015 smell
    0.015 jump
    0.02 dig
    0.02 swim
    0.015 climb
    0.01 pray
    0.01 shout
    0.01 sing
    0.01 sleep
    0.01 wait
""")
"""With nothing but oneself."""

USUAL_VERBS = frozenset(
    sentence.verb
    for table in (ON_LISTED, ON_SCENERY, ON_CARRIED, ON_ALIVE, WITH_FIXED, WITH_ALIVE, ALONE)
    for sentence in table
) | frozenset(
    (
        "get carry hold pick drop leave go walk run look l x inspect describe close shut "
        "cover switch set rotate twist press drag shift insert place discard throw toss "
        "hurl feed offer hand present display ask tell say answer speak consult lock kiss "
        "hug hit kill fight murder strike punch kick smash destroy crack wreck burn "
        "ignite buy purchase squeeze squash swing think taste feel hear clean dust polish "
        "rub scrub sweep wipe fasten attach untie sip swallow devour chop prune slice hop "
        "skip empty sit stand lie exit out in enter cross scale awake awaken wake yes y "
        "no n inventory i inv z sorry curse damn shit fuck bother drat strip remove "
        "disrobe doff don shed transfer shine adjust report fix free stay hide where who "
        "what find count follow lift raise lower jump leap dive bathe wade pour spill "
        "kiss make molest rape chase come send swear hello hi wish win zork blast mumble "
        "sigh scream yell peer gaze stare scan search"
    ).split()
)
"""Verbs that nearly every story has; the others are what a story has of its own."""

OWN_VERB_CHANCE = 0.02
"""The chance of a verb that few stories have: it was put there for a reason."""


def carried_first(sentence: Sentence) -> bool:
    """Tell whether the carried thing is named first: `put lamp in chest`, `give egg to man`."""
    return sentence.words[2] in ("in", "on", "to", "at")


_KINDS: tuple[tuple[str, str, float], ...] = (
    (r"\b(?:key|keys|keycard|card|pass)$", r"unlock|open", 12.0),
    (r"\b(?:lamp|lantern|torch|candle|candles|flashlight|light|match|matches)$", "light|turn on",
     8.0),
    (r"\b(?:book|note|letter|paper|leaflet|sign|scroll|page|map|diary|journal|inscription|label"
     r"|plaque|notice|card|manual|guide|newspaper|tablet|poster)$", "read", 8.0),
    (r"\b(?:door|doors|gate|window|hatch|trapdoor|trap door|grate|grating|chest|box|case|crate"
     r"|drawer|cupboard|cabinet|bag|sack|envelope|locker|safe|desk|wardrobe|fridge|lid|mailbox"
     r"|coffin|jar|bottle|basket|trunk|closet|dresser|refrigerator|toolbox|package|parcel)$",
     "open|unlock", 4.0),
    (r"\b(?:lever|handle|rope|cord|chain|switch|knob)$", "pull|turn|push", 5.0),
    (r"\b(?:button|panel|stone|brick|switch|bell)$", "push|press|ring", 5.0),
    (r"\b(?:wheel|dial|valve|knob|crank|tap|faucet|screw)$", "turn", 6.0),
    (r"\b(?:rug|carpet|mat|curtain|curtains|painting|picture|tapestry|leaves|pile|bed|rock"
     r"|boulder|stone|furniture|bookcase|shelf|statue)$",
     "move|push|pull|look under|look behind", 4.0),
    (r"\b(?:tree|ladder|stairs|staircase|rope|wall|cliff|vine|pole|steps|fence|rock)$",
     "climb", 6.0),
    (r"\b(?:coat|cloak|hat|ring|boots|gloves|shoes|robe|mask|goggles|suit|helmet|necklace|amulet"
     r"|cap|scarf|jacket)$", "wear", 8.0),
    (r"\b(?:food|sandwich|lunch|apple|bread|cake|cheese|meal|fruit|mushroom|biscuit)$", "eat", 2.0),
    (r"\b(?:sword|knife|axe|dagger|spear|gun|club|hammer)$", "attack|cut|break", 4.0),
    (r"\b(?:shovel|spade)$", "dig", 10.0),
    (r"\b(?:sand|earth|ground|soil|dirt|grave|mud)$", "dig", 4.0),
    (r"\b(?:boat|car|carriage|cart|bed|chair|booth|cage|lift|elevator|portal)$", "enter", 4.0),
    (r"\b(?:bottle|bucket|cup|flask|glass|pail)$", "fill", 6.0),
)  # fmt: skip
"""What names of things promise: a pattern, the verbs it favours, and by how much."""

_FAVOURS = [(re.compile(thing), re.compile(rf"^(?:{verbs})\b"), by) for thing, verbs, by in _KINDS]


def favour(command_start: str, *things: str) -> float:
    """Return by how much the names of the things speak for a sentence; 1.0 if they say nothing."""
    factor = 1.0
    for thing, verbs, by in _FAVOURS:
        if verbs.search(command_start) and any(thing.search(name) for name in things):
            factor = max(factor, by)
    return factor
