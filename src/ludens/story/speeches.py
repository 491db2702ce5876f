"""What somebody says at once: lines with what goes on behind `said Ada`; a long one in part."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from ludens.story.cast.manner import PRIOR
from ludens.story.corpus.passages import PassageId
from ludens.story.language.background import LEAST_MASS, background
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words
from ludens.story.persona import Line, Persona

LONGEST_SAYING = 80
"""Characters of `said Ada` within what she says."""
LONGEST_PART = 60
"""Words of a speech that are said, or remembered, at once."""
GOES_ON = (",", ";", "-", "\u2013", "\u2014")
"""How lines end that go on behind `said Ada`."""
FEWEST_WORDS = 4
"""Words from which a speech shows how somebody speaks."""
MOST_REMEMBERED = 16
"""Speeches of theirs that a character is reminded of."""
LINE_WORDS = 20
"""Words that a speech may have before its length counts against it."""

T = TypeVar("T")

Spoken = list[Line]
"""What somebody says, with what goes on behind `said Ada`."""


class Remembered(NamedTuple):
    """Something that a character says in the book, as it is reminded of it."""

    text: str
    passage: PassageId


class Begin(NamedTuple):
    """Where in a line's text a passage begins."""

    offset: int
    passage: PassageId


def spoken_at_once(lines: Sequence[Line], *, one_sentence: bool = False) -> list[Spoken]:
    """Return somebody's lines, those together between which only `said Ada` stands; with
    `one_sentence` only those that are one."""
    found: list[Spoken] = []
    for line in lines:
        last = found[-1][-1] if found else None
        goes_on = (
            last is not None
            and last.chapter == line.chapter
            and 0 < line.offset - last.offset - len(last.text) <= LONGEST_SAYING
        )
        if goes_on and last is not None and one_sentence:
            goes_on = last.text.endswith(GOES_ON) and line.text[:1].islower()
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def text_of(spoken: Spoken) -> str:
    """Return all that is said: `I can never do that,` said Anne. `You can punish me.` are two
    sentences."""
    own = [line.text for line in spoken]
    begun = [text.split(maxsplit=1)[:1] for text in own[1:]]
    for number, begins in enumerate(begun):
        small = not begins or not begins[0][:1].isupper() or begins[0][:1] == "I"
        if own[number].endswith(",") and (spoken[number].ends or not small):
            own[number] = f"{own[number][:-1]}."
    return " ".join(own)


def part_of(speech: str, wanted: Collection[str]) -> str:
    """Return what a long speech has on some stems, in whole sentences; its beginning if nothing."""
    all_ = [sentence.text for sentence in sentences(speech)]
    if len(speech.split()) <= LONGEST_PART or len(all_) < 2:
        return speech
    shares = [_shared(text, wanted) for text in all_]
    first = max(range(len(all_)), key=lambda n: (shares[n], -n))
    told: list[str] = []
    for text in all_[first:]:
        if told and sum(len(t.split()) for t in [*told, text]) > LONGEST_PART:
            break
        told.append(text)
    begin = speech.find(told[0])
    end = speech.find(told[-1], begin) + len(told[-1])
    return speech[begin:end]


def begins_alone(line: Line) -> list[Begin]:
    """Return that a line stands in its passage, all of it."""
    return [Begin(0, line.passage)]


def remembered(
    persona: Persona, about: str, begins: Callable[[Line], Sequence[Begin]] = begins_alone
) -> tuple[Remembered, ...]:
    """Return what of somebody's own speeches has most to do with a prompt, in the book's order:
    of those that the book gives to them by name or as `I`; `begins` tells where in a line its
    passages begin, and what stands in each is apart.

    Who is asked is not asked about: their own name finds nothing. What shares less with it than
    half of what it says, or than what claims something, is chance. Where little is found, the rest
    are speeches from all over the book that are most like them and least like others.
    """
    called = {word.stem for name in (persona.name, *persona.aliases) for word in words(name)}
    wanted = {word.stem for word in words(about)} - STOPWORDS - called
    weight = background().weight
    least = min(LEAST_MASS, sum(map(weight, wanted)) / 2)
    all_ = spoken_at_once(persona.said_so)
    stems = [Counter(word.stem for word in words(text_of(spoken))) for spoken in all_]
    having = Counter(stem for own in stems for stem in own)
    rare = {s: min(weight(s), math.log((len(all_) + 1) / (having[s] + 0.5))) for s in wanted}
    telling = [n for n, own in enumerate(stems) if sum(map(weight, own.keys() & wanted)) >= least]
    telling = [n for n in telling if stems[n].keys() & wanted]
    chosen = sorted(telling, key=lambda n: (-much(rare, stems[n]), n))[:MOST_REMEMBERED]
    rest = [n for n in range(len(all_)) if n not in chosen and is_whole(all_[n])]
    likest = _likeness(stems, rest)
    chosen += [
        max(part, key=lambda n: likest[n]) for part in parts(rest, MOST_REMEMBERED - len(chosen))
    ]
    return tuple(each for n in sorted(chosen) for each in _marked(all_[n], wanted, begins))


def much(wanted: Mapping[str, float], own: Collection[str]) -> float:
    """Return how much of what is wanted is among the stems of a speech, the more the shorter."""
    return sum(wanted[s] for s in wanted if s in own) / math.sqrt(LINE_WORDS + len(own))


def _likeness(stems: Sequence[Counter[str]], numbers: Sequence[int]) -> dict[int, float]:
    """Return for some speeches how much likelier their words are in the others of who speaks than
    in English, for each word."""
    theirs = Counter[str]()
    for own in stems:
        theirs.update(own)
    counts, total = background().counts, theirs.total()
    every = sum(found[0] for found in counts.values())
    found: dict[int, float] = {}
    for number in numbers:
        own = stems[number]
        length = own.total()
        fit = 0.0
        for stem, times in own.items():
            usual = (counts.get(stem, (0, 0, 0))[0] + 0.5) / every
            others = theirs[stem] - times
            likely = (others + PRIOR * usual) / (total - length + PRIOR)
            fit += times * math.log(likely / usual)
        found[number] = fit / max(length, 1)
    return found


def _marked(
    spoken: Spoken, wanted: Collection[str], begins: Callable[[Line], Sequence[Begin]]
) -> list[Remembered]:
    """Return what is told of a speech, with marks where the rest is left out."""
    speech = text_of(spoken)
    part = part_of(speech, wanted)
    pieces = by_passage(spoken, part, begins)
    if not speech.startswith(part):
        pieces[0] = pieces[0]._replace(text=f"… {pieces[0].text}")
    if not speech.endswith(part):
        pieces[-1] = pieces[-1]._replace(text=f"{pieces[-1].text} …")
    return pieces


def by_passage(
    spoken: Spoken, part: str, begins: Callable[[Line], Sequence[Begin]]
) -> list[Remembered]:
    """Return a part of what is said, cut where another passage begins."""
    first = text_of(spoken).find(part)
    cuts = [Begin(0, spoken[0].passage)]
    at = 0
    for line in spoken:
        for offset, passage in begins(line):
            place = at + offset - first
            if place <= 0:
                cuts = [Begin(0, passage)]
            elif place < len(part) and passage != cuts[-1].passage:
                cuts.append(Begin(place, passage))
        at += len(line.text) + 1
    ends = [*(cut.offset for cut in cuts[1:]), len(part)]
    return [
        Remembered(part[cut.offset : end].strip(), cut.passage)
        for cut, end in zip(cuts, ends, strict=True)
    ]


def is_whole(spoken: Spoken) -> bool:
    """Tell whether what is said shows how somebody speaks."""
    return len(text_of(spoken).split()) >= FEWEST_WORDS


def spread(all_: Sequence[T], most: int) -> list[T]:
    """Return at most so many of some things, evenly from first to last."""
    return [part[0] for part in parts(all_, most)]


def parts(all_: Sequence[T], most: int) -> list[Sequence[T]]:
    """Return some things in at most so many parts of about one length, in their order."""
    count = min(most, len(all_))
    ends = [n * len(all_) // count for n in range(count + 1)] if count > 0 else [0]
    return [all_[first:end] for first, end in pairwise(ends)]


def in_part(speech: str, wanted: Collection[str] = ()) -> str:
    """Return a long speech in part, with marks where the rest is left out."""
    part = part_of(speech, wanted)
    before = "" if speech.startswith(part) else "… "
    return f"{before}{part}{'' if speech.endswith(part) else ' …'}"


def _shared(text: str, wanted: Collection[str]) -> float:
    weight = background().weight
    return sum(weight(s) for s in {w.stem for w in words(text)}.intersection(wanted))
