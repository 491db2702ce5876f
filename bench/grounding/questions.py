"""The question set: a story's own questions, other stories' questions, and those with names and
roles of the story put in. Each story alone and within a long book of twenty others."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ludens.story.corpus.book import Book, Chapter
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import stem, words

ROLES = frozenset(
    """
    king queen prince princess man woman boy girl giant giantess ogre ogress wolf fox dog cat mouse
    rat lion bear bird sparrow raven eagle crow hen cock frog fish horse pony mare mule donkey ox
    cow calf goat sheep lamb pig farmer miller smith blacksmith tailor shoemaker cobbler soldier
    sailor captain hunter fisherman merchant beggar thief robber servant maid maiden nurse cook
    gardener shepherd peasant minister priest monk nun lord lady earl duke baron knight squire
    emperor empress sultan mother father son daughter brother sister uncle aunt cousin grandmother
    grandfather husband wife bride bridegroom stepmother stepfather stepdaughter widow widower child
    children baby friend neighbor neighbour master mistress witch wizard fairy elf dwarf troll gnome
    mermaid dragon serpent snake sorcerer magician spirit ghost angel devil demon monster messenger
    guard doctor teacher student apprentice innkeeper landlord page steward groom hermit judge youth
    lad lass stranger traveller ant bee spider monkey elephant tiger hare rabbit turtle tortoise
    bull stag deer swan duck goose dove pigeon owl hawk kings queens princes princesses men women
    boys girls birds dogs cats horses wolves animals animal people couple parents villagers giants
    soldiers servants maids merchants robbers thieves sons daughters brothers sisters friends
    """.split()
)


class Variant(StrEnum):
    """Whose question it is."""

    OWN = "own"
    PLAIN = "plain"
    NAMES = "names"
    ROLES = "roles"


@dataclass(frozen=True)
class Asked:
    """A question put to a book."""

    story: str
    """Whose book it is put to."""
    source: str
    """The story that it was written for."""
    variant: Variant
    question: str


def load_stories(folder: Path) -> dict[str, dict]:
    """Return the stories of a folder by name: a file each, or FairytaleQA's own two folders."""
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}
    for path in folder.rglob("*-story.csv"):
        name = path.stem.removesuffix("-story")
        (asked,) = folder.rglob(f"{name}-questions.csv")
        found[name] = {"sections": _table(path), "questions": _table(asked)}
    return dict(sorted(found.items()))


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def paragraphs(story: dict) -> tuple[str, ...]:
    parts = (p for section in story["sections"] for p in re.split(r"\n+", section["text"]))
    return tuple(" ".join(part.split()) for part in parts if part.strip())


def book_of(stories: dict[str, dict], names: list[str], *, in_chapters: bool = True) -> Book:
    """Bind stories into a book; without chapters nothing tells where one ends."""
    chapters = tuple(Chapter(title=name, paragraphs=paragraphs(stories[name])) for name in names)
    if not in_chapters:
        whole = tuple(paragraph for chapter in chapters for paragraph in chapter.paragraphs)
        chapters = (Chapter(title=names[0], paragraphs=whole),)
    return Book(title=names[0], chapters=chapters)


def tested(stories: dict[str, dict]) -> frozenset[str]:
    """Return the stories that nothing is chosen or fitted on: every third one by name."""
    return frozenset(list(stories)[2::3])


def left_out(stories: dict[str, dict], story: str) -> tuple[str, str]:
    """Return the two stories that a story's long book does not have: they give the foreign
    questions, and are of its own half, so that no test question is seen in tuning."""
    test = tested(stories)
    names = [name for name in stories if (name in test) == (story in test)]
    at = names.index(story)
    third = max(1, len(names) // 3)
    return names[(at + third) % len(names)], names[(at + 2 * third) % len(names)]


def asked_of(stories: dict[str, dict], story: str, foreign: int, seed: int) -> Iterator[Asked]:
    """Yield a story's questions, and up to `foreign` of each of two others in three variants."""
    dice = random.Random(f"{seed}:{story}")
    for own in stories[story]["questions"]:
        yield Asked(story, story, Variant.OWN, own["question"])
    for source in left_out(stories, story):
        questions = [q["question"] for q in stories[source]["questions"]]
        for question in dice.sample(questions, min(foreign, len(questions))):
            yield Asked(story, source, Variant.PLAIN, question)
            for variant in (Variant.NAMES, Variant.ROLES):
                changed = swapped(question, stories[story], dice, variant is Variant.ROLES)
                yield Asked(story, source, variant, changed)


def swapped(question: str, story: dict, dice: random.Random, roles: bool) -> str:
    """Put a story's names, and with `roles` its roles too, into a question of another one."""
    names, own_roles = names_of(story), roles_of(story)
    pool = names[:6] or [role.capitalize() for role in own_roles[:4]]
    chosen: dict[str, str] = {}
    parts: list[str] = []
    end = 0
    for place, word in enumerate(words(question)):
        text = re.sub(r"['’]s?$", "", word.text)
        lower = text.lower()
        is_role = lower in ROLES
        if place and text[:1].isupper() and stem(lower) not in STOPWORDS and not is_role:
            chosen.setdefault(lower, dice.choice(pool))
        elif roles and is_role:
            others = [role for role in own_roles if role != lower] or ["man"]
            chosen.setdefault(lower, dice.choice(others))
        else:
            continue
        parts += [question[end : word.start], chosen[lower]]
        end = word.start + len(text)
    return "".join([*parts, question[end:]])


def names_of(story: dict) -> list[str]:
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for paragraph in paragraphs(story):
        for word in words(paragraph):
            text = re.sub(r"['’]s?$", "", word.text)
            before = paragraph[: word.start].rstrip()
            if text[:1].islower():
                small[text] += 1
            elif before and before[-1].isalpha():
                inside[text] += 1
    return [
        name
        for name, count in inside.most_common()
        if count >= 2 and not small[name.lower()] and len(name) > 1 and stem(name) not in STOPWORDS
    ]


def roles_of(story: dict) -> list[str]:
    counts = Counter(
        word.text.lower()
        for p in paragraphs(story)
        for word in words(p)
        if word.text.lower() in ROLES
    )
    return [role for role, _ in counts.most_common(12)]
