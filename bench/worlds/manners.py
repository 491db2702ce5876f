"""Manners of telling that published stories have, drawn from a seed and laid over a world.

Decorated titles, titles that tell what one sits on, interludes with headings of their own, score
notices, questions after each turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TITLES = (
    "{}",
    "*** {} ***",
    "-= {} =-",
    "[{}]",
    "<< {} >>",
    "   {}",
    "{}.",
    "{}:",
    '"{}"',
)
"""How a title is written."""
INTERLUDES = (
    "Three Hours Later^^You wake with a stiff neck, and go on.",
    "A Dream^^You are at home, and everybody is angry. Then you are not.",
    "MEANWHILE, IN THE CAPITAL^^The Regent signs another paper without reading it.",
    "* * *",
    "Chapter Two^^In which nothing is learned.",
    "You have a feeling of DREAD.",
    "~Halt!~ cries somebody far away. ~Halt, or I...~",
)
SCORES = (
    "[Your score has just gone up by five points.]",
    "(Your score has increased by one point.)",
    "Your score has gone up by ten points.",
)
QUESTIONS = ("", "", "What now?", "What do you do next?", "Your command:")
SIGN = "KEEP OUT^^By Order Of The Mayor^^Trespassers Will Be Sorry"


@dataclass(frozen=True)
class Manners:
    """How a world is told."""

    title: str
    """A format for the title."""
    interludes: bool
    score: str
    """How a gain of score is noticed now and then; empty: it is not."""
    question: str
    """What stands below every answer; empty: nothing."""
    chair: bool
    """Every third room has a chair to sit on, and titles tell that one sits."""
    sign: bool
    """Every third room has a sign whose words look like titles."""
    sentence_case: bool = False
    """Only the first word of a title is capitalised."""
    status: str = ""
    """What the status line shows instead of the room; empty: the room."""
    firsts: bool = False
    """A first visit is told with a sentence more."""
    renamed: str = ""
    """A format for the titles of every fourth room from turn 60 on; empty: they keep them."""
    lift: bool = False
    """A lift with buttons leads to three rooms."""
    river: bool = False
    """A raft on a river drifts by itself."""
    dream: bool = False
    """Sleep leads somewhere else, for a while."""
    resurrection: bool = False
    """Death leads back to the first room."""


PLAIN = Manners("{}", False, "", "", False, False)
STATUS = ("Chapter the Second", "Score: 12/50", "Tuesday, 10:15 a.m.", "Health: 90%   Gold: 7")
RENAMED = ("Burnt {}", "{}, in ruins", "{} (flooded)")


def mannered(seed: int) -> Manners:
    """Return the manners of a seed."""
    random = Random(f"manners {seed}")
    return Manners(
        title=random.choice(TITLES) if random.random() < 0.6 else "{}",
        interludes=random.random() < 0.5,
        score=random.choice(["", *SCORES]),
        question=random.choice(QUESTIONS),
        chair=random.random() < 0.5,
        sign=random.random() < 0.5,
    )


def further_mannered(seed: int) -> Manners:
    """Return manners of a seed that are rarer, each kind of title in turn."""
    random = Random(f"further manners {seed}")
    kinds = ("sentence", "plain")
    kind = kinds[seed % len(kinds)]
    return Manners(
        title="{}",
        interludes=random.random() < 0.3,
        score=random.choice(["", *SCORES]),
        question=random.choice(QUESTIONS),
        chair=random.random() < 0.3,
        sign=random.random() < 0.3,
        sentence_case=kind == "sentence",
        status=random.choice(["", "", *STATUS]),
        firsts=random.random() < 0.5,
        renamed=random.choice(RENAMED) if kind == "plain" and random.random() < 0.6 else "",
        lift=random.random() < 0.5,
        river=random.random() < 0.5,
        dream=random.random() < 0.5,
        resurrection=random.random() < 0.5,
    )
