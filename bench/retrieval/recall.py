"""How often a passage that answers a question is among the first that words find.

    python bench/retrieval/recall.py TRAIN [TEST]

TRAIN and TEST are folders of FairytaleQA's stories, with the sections that answer each question.
Each story is searched alone and within a book of twenty-one. What a passage and the one before it
have of a question counts beside BM25; how much is fitted on TRAIN (the likelihood of the right
passages among the first twenty) and measured there by five parts of its stories, each left out,
and on TEST.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parents[1] / "grounding"))

from questions import book_of, load_stories

from ludens.story.corpus.index import Index
from ludens.story.retrieval.retriever import NEAREST
from ludens.story.world import World, make_world

OTHERS = 20
"""Stories with which each is bound together."""
FIRST = 5
MOST = 8
"""Passages that an agent is given."""
PARTS = 5


class Asked(NamedTuple):
    """What a question finds."""

    story: str
    is_long: bool
    shown: np.ndarray
    """For each of the first passages its BM25, and what it and the one before cover."""
    right: np.ndarray
    """Which of these answer it."""
    given: np.ndarray
    """Of the first that an agent might be given, which answer it, and which are left out."""


def answering(story: dict, world: World, chapter: int) -> list[set[int]]:
    """Return of which sections each passage has a good part."""
    spans, offset = [], 0
    for number, section in enumerate(story["sections"], 1):
        for part in filter(str.strip, re.split(r"\n+", section["text"])):
            length = len(" ".join(part.split()))
            spans.append((offset, offset + length, int(section.get("section") or number)))
            offset += length + 2
    found: list[set[int]] = []
    for passage in world.passages:
        own = set()
        for begin, end, section in spans if passage.chapter == chapter else ():
            shared = min(end, passage.end) - max(begin, passage.start)
            if shared > 0 and shared >= 0.3 * min(end - begin, len(passage.text)):
                own.add(section)
        found.append(own)
    return found


def asked_of(stories: dict[str, dict], story: str, *, is_long: bool) -> Iterator[Asked]:
    dice = random.Random(f"recall:{story}")
    names = [story]
    if is_long:
        names += dice.sample([name for name in stories if name != story], OTHERS)
        dice.shuffle(names)
    world = make_world(book_of(stories, names), Index(None, 80))
    sections = answering(stories[story], world, names.index(story))
    for question in stories[story]["questions"]:
        meant = {int(part) for part in re.findall(r"\d+", str(question["cor_section"]))}
        if not any(meant & own for own in sections):
            continue
        ranking = world.retriever.rank(question["question"])
        best = [number for number, _ in ranking.best(NEAREST)]
        covers = world.retriever.covers(question["question"], best)
        shown = np.column_stack([ranking.lexical[best], covers]) if best else np.zeros((0, 2))
        right = np.array([bool(meant & sections[n]) for n in best])
        first = world.search(question["question"], MOST)
        kept = {each.number for each in world.speaking_of(question["question"], first)}
        given = [(bool(meant & sections[n]), n not in kept) for n in (e.number for e in first)]
        yield Asked(story, is_long, shown, right, np.array(given, bool).reshape(-1, 2))


def fitted(asked: list[Asked]) -> float:
    """Return how much the cover counts where BM25 counts 1."""
    known = [(each.shown, each.right) for each in asked if each.right.any()]

    def loss(weights: np.ndarray) -> float:
        total = 1e-3 * float(weights @ weights)
        for shown, right in known:
            scores = shown @ weights
            chances = np.exp(scores - scores.max())
            total -= float(np.log(chances[right].sum() / chances.sum())) / len(known)
        return total

    of_words, of_cover = minimize(loss, np.array([0.3, 1.0])).x
    return float(of_cover / of_words)


def recall(asked: list[Asked], weight: float, first: int) -> float:
    found = [
        each.right[np.argsort(-(each.shown @ np.array([1.0, weight])), kind="stable")[:first]].any()
        for each in asked
    ]
    return float(np.mean(found))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("train", type=Path)
    parser.add_argument("test", type=Path, nargs="?")
    parser.add_argument("--every", type=int, default=5, help="of TRAIN's stories each so manieth")
    options = parser.parse_args()
    stories = load_stories(options.train)
    names = list(stories)[:: options.every]
    asked = [a for n in names for long in (False, True) for a in asked_of(stories, n, is_long=long)]
    weight = fitted(asked)
    print(f"{len(names)} stories: the cover counts {weight:.2f}")
    left_out: dict[str, float] = {}
    for part in range(PARTS):
        own = frozenset(names[part::PARTS])
        left_out.update(dict.fromkeys(own, fitted([a for a in asked if a.story not in own])))
    sets = [("left out", asked, left_out)]
    if options.test:
        others = load_stories(options.test)
        both = [
            a for n in others for long in (0, 1) for a in asked_of(others, n, is_long=bool(long))
        ]
        sets.append(("others", both, dict.fromkeys(others, weight)))
    for what, every, weights in sets:
        for is_long in (False, True):
            own = [a for a in every if a.is_long == is_long]
            for first in (FIRST, 1):
                before = recall(own, 0.0, first)
                after = np.mean([recall([a], weights[a.story], first) for a in own])
                print(
                    f"{what}, {'within twenty-one' if is_long else 'alone'}: {len(own)} questions, "
                    f"among the first {first}: BM25 {before:.3f}, with the cover {after:.3f}"
                )
            given = np.concatenate([each.given for each in own])
            answers, out = given[:, 0], given[:, 1]
            print(
                f"    left out of the first {MOST}: {out[answers].mean():.3f} of those that answer "
                f"it, {out[~answers].mean():.3f} of the others"
            )


if __name__ == "__main__":
    main()
