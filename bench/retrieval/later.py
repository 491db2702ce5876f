"""How often a question opens chapters after the one where the player is.

    python bench/retrieval/later.py TRAIN [--every N]

TRAIN is a folder of FairytaleQA's stories. Each is bound together with twenty others, each story a
chapter, and its questions are asked from two chapters drawn by lot and one of the first three. A
question that a later chapter answers should open it; one that was answered before should open
none. How much more one passage there must have of a question than any until now
(`CLEARLY_MORE` of src/ludens/story/moment.py) is the least at which fewer than one in 200 of the
answered ones open any, early and late in the book alike.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "grounding"))

from questions import book_of, load_stories

from ludens.story.corpus.index import Index
from ludens.story.moment import FEWEST_FOUND, asked_moment
from ludens.story.world import make_world

OTHERS = 20
EARLY = 3
"""Chapters that are early in the book."""


class Seen(NamedTuple):
    """A question asked somewhere in a book."""

    is_later: bool
    """Whether it is answered in a later chapter."""
    is_early: bool
    more: float
    """How much more of it one passage of later chapters has than any until now."""
    opened: int = -1
    """The chapter up to which it opens the book; -1 where none is opened."""
    own: int = -1
    """The chapter that answers it."""


def asked_of(stories: dict[str, dict], story: str) -> list[Seen]:
    dice = random.Random(f"later:{story}")
    names = [story, *dice.sample([name for name in stories if name != story], OTHERS)]
    dice.shuffle(names)
    world = make_world(book_of(stories, names), Index(None, 80))
    own, found = names.index(story), []
    for question in (each["question"] for each in stories[story]["questions"]):
        whole = world.search(question, FEWEST_FOUND)
        for now in (dice.randrange(len(names)), dice.randrange(len(names)), dice.randrange(EARLY)):
            later = [f.number for f in whole if f.passage.chapter > now]
            until = world.search(question, FEWEST_FOUND, world.up_to_chapter(now))
            ahead = max(world.covers(question, later), default=0.0)
            known = max(world.covers(question, [f.number for f in until]), default=0.0)
            opened = asked_moment(world, question, (), now)
            more = ahead - known if later else -1.0
            found.append(Seen(own > now, now < EARLY, more, opened if opened > now else -1, own))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("train", type=Path)
    parser.add_argument("--every", type=int, default=5, help="of the stories each so manieth")
    options = parser.parse_args()
    stories = load_stories(options.train)
    seen = [s for name in list(stories)[:: options.every] for s in asked_of(stories, name)]
    for margin in np.arange(0.0, 0.45, 0.05):
        print(f"{margin:.2f}", end="")
        for early in (True, False):
            for later in (True, False):
                own = [s.more for s in seen if s.is_early is early and s.is_later is later]
                share = float(np.mean([more >= margin for more in own]))
                when = "early" if early else "later on"
                what = "answered later" if later else "answered before"
                print(f"  {when}, {what}: {share:.3f} of {len(own)} open", end="")
        print()
    opened = [s for s in seen if s.is_later and s.opened >= 0]
    has = np.mean([s.opened >= s.own for s in opened])
    beyond = np.mean([s.opened > s.own for s in opened])
    print(
        f"of {len(opened)} that open what answers them: {has:.3f} far enough, {beyond:.3f} too far"
    )


if __name__ == "__main__":
    main()
