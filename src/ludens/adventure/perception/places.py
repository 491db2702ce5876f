"""The places that an observation shows, one after another, and whether it is dark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.facts import PlaceFact
from ludens.adventure.perception.layout import Line, lines_of, plain, sentences_of, text_of
from ludens.adventure.perception.outcomes import score_in
from ludens.adventure.perception.titles import (
    ENOUGH,
    Expectation,
    Kind,
    could_be_title,
    heading_of,
    is_prose,
    location_in,
    status_names,
    weight,
)
from ludens.adventure.perception.untitled import is_named_in, named_after, place_below, says_where

SECOND_PLACE = 1.5
"""What a further title must weigh above ENOUGH: most texts show one place."""
SURE = 6.0
"""The weight at which a title is beyond doubt."""
BARE_AND_UNKNOWN = 0.6
"""How sure a title is at best that nobody has seen before and nothing stands below."""
ABOVE_PROSE = 0.95
"""How sure a title is at least that stands right above prose, in one paragraph with it."""
IN_THE_DARK = 0.95
"""How sure it is that a text about the dark shows a place, where nothing names another one."""
DESCRIBED = 0.9
"""How sure it is that a text shows a place whose description begins as those of places do."""
BANNER_END = phrase("places_banner_end")
DARK_TITLE = phrase("places_dark_title")
DARK_ALONE = re.compile(r"^(?:in )?(?:the )?(?:pitch |total )?dark(?:ness)?\.?$", re.IGNORECASE)
"""What heads the dark where no place has a title."""
DARK_SENTENCE = phrase("places_dark_sentence")


@dataclass(frozen=True, slots=True)
class Section:
    """A title with the lines below it; the first section of a text may have no title."""

    heading: Line | None
    strength: float
    lines: tuple[Line, ...]


def is_dark(text: str) -> bool:
    """Say whether a text says that it is too dark to see."""
    return DARK_SENTENCE.search(text) is not None


def sections_of(lines: Sequence[Line], expected: Expectation) -> list[Section]:
    """Divide a text at its titles."""
    start = 0
    if expected.kind is Kind.OPENING:
        banners = [i for i, line in enumerate(lines) if BANNER_END.search(line.text)]
        start = banners[-1] + 1 if banners else 0
    marks: list[tuple[int, float]] = []
    further = replace(expected, kind=Kind.MOVING)
    passed = replace(expected, status=None, status_trusted=False)
    end = max((n for n, line in enumerate(lines) if _is_named(line, expected)), default=0)
    for index in range(start, len(lines)):
        follower = _follower(lines, index)
        looked_up = bool(marks) and expected.kind is Kind.LOOKING  # a LOOK asks for one place
        awaited = further if looked_up else expected
        if expected.kind is Kind.MOVING and index < end:
            awaited = passed  # the status line names where the way ended alone
        strength = weight(lines[index], follower, awaited, first=index == 0)
        enough = ENOUGH + (SECOND_PLACE if marks else 0.0)
        if strength >= enough:
            marks.append((index, strength))
    named = {index for index, _ in marks if _is_named(lines[index], expected)}
    if expected.kind is Kind.OPENING:
        marks = [mark for mark in marks if not named or mark[0] in named][-1:]
    if named and expected.kind is not Kind.OPENING:
        # a line right below the title that the status line does not name is a subtitle
        marks = [mark for mark in marks if mark[0] in named or mark[0] - 1 not in named]
    ends = [index for index, _ in marks[1:]] + ([len(lines)] if marks else [])
    before = tuple(lines[: marks[0][0]] if marks else lines)
    return [
        Section(None, 0.0, before),
        *(
            Section(lines[index], strength, tuple(lines[index + 1 : end]))
            for (index, strength), end in zip(marks, ends, strict=True)
        ),
    ]


def _is_named(line: Line, expected: Expectation) -> bool:
    """Say whether the status line names a line's title."""
    return could_be_title(line.text) and status_names(expected.status, heading_of(line.text).title)


def _follower(lines: Sequence[Line], index: int) -> Line | None:
    """Return the line below a heading; an aside in brackets between it and the description is none."""
    below = lines[index + 1 : index + 3]
    aside = len(below) > 1 and below[0].bracketed and not (below[0].opens or below[0].closes)
    return below[aside] if below else None


def places_in(
    text: str, expected: Expectation, here: str = ""
) -> tuple[tuple[PlaceFact, ...], tuple[str, ...]]:
    """Return the places that a text shows, and the messages printed before the first of them.

    `here` is the title of the room the player was in, for a status line that names another one.
    """
    lines = lines_of(text)
    preface, *titled = sections_of(lines, expected)
    places = [_place(section, expected) for section in titled]
    messages = tuple(line.text for line in preface.lines)
    if not places:
        untold = _untold(text, preface.lines, expected, here)
        places += [untold] if untold is not None else []
    return tuple(places), messages


def _place(section: Section, expected: Expectation) -> PlaceFact:
    assert section.heading is not None
    heading = heading_of(section.heading.text)
    lines = _of_the_place(section.lines)
    body = tuple(line.text for line in lines)
    dark = DARK_TITLE.match(heading.title) is not None or (
        0 < len(body) <= 2 and is_dark(body[0]) and all(is_dark(line) for line in body)
    )
    apart = bool(lines) and lines[0].opens
    return PlaceFact(
        "" if _names_no_place(heading.title, body, expected) else heading.title,
        vehicle=heading.vehicle,
        body=text_of(lines),
        dark=dark,
        apart=apart,
        detached=apart and expected.together,
        confidence=_confidence(section, heading.title, expected),
    )


def _of_the_place(lines: Sequence[Line]) -> list[Line]:
    """Return lines without the game's remarks on the score, which are of one turn and of no place."""
    return [line for line in lines if not line.bracketed or score_in(line.text) is None]


def _names_no_place(title: str, body: Sequence[str], expected: Expectation) -> bool:
    """Say whether a title only says that it is dark.

    Where the status line has it too and no word on what cannot be seen stands below, the place is
    called so.
    """
    if DARK_TITLE.match(title) is None:
        return False
    if not body and status_names(expected.status, title):
        return False
    return DARK_ALONE.match(title) is not None or is_dark(" ".join(body))


def _confidence(section: Section, title: str, expected: Expectation) -> float:
    """Return how sure it is that a title is none of something else, from 0 to 1."""
    if plain(title) in expected.known or status_names(expected.status, title):
        return 1.0
    if DARK_ALONE.match(title):
        return IN_THE_DARK
    sure = min(1.0, section.strength / SURE)
    if section.lines and not section.lines[0].opens and is_prose(section.lines[0].text):
        sure = max(sure, ABOVE_PROSE)
    return sure if section.lines else min(BARE_AND_UNKNOWN, sure)


def _untold(text: str, lines: Sequence[Line], expected: Expectation, here: str) -> PlaceFact | None:
    """Return the place that a text without a title shows: the dark, or what the status names."""
    told = expected.status if expected.status_trusted else None
    heading = heading_of(location_in(told))
    nameless = DARK_TITLE.match(heading.title) is not None
    title = "" if nameless else heading.title
    titled = any(line.opens and DARK_ALONE.match(line.text) for line in lines)
    if (titled or is_dark(text)) and expected.kind is not Kind.READING:
        elsewhere = bool(title) and plain(title) != plain(here)
        sure = 1.0 if elsewhere else IN_THE_DARK
        return PlaceFact(title, heading.vehicle, dark=True, confidence=sure)
    if nameless and expected.in_dark:
        return None
    announced = bool(title) and any(says_where(title, line.text) for line in lines)
    untitled = expected.untitled or announced
    described = _described(lines, expected) if untitled else None
    if described is not None:
        return described
    if heading.title and plain(title) != plain(here):
        arrived = expected.kind in {Kind.MOVING, Kind.LOOKING} and untitled
        return PlaceFact(
            title,
            heading.vehicle,
            text_of(lines) if arrived else "",
            dark=nameless,
            printed=arrived,
            titled=not arrived,
            confidence=0.98,
        )
    return None


def _described(lines: Sequence[Line], expected: Expectation) -> PlaceFact | None:
    """Return the place that is described in a story without titles, named by its first sentence."""
    looks = expected.kind is Kind.LOOKING
    moved = looks or expected.kind in {Kind.MOVING, Kind.OPENING}
    told = heading_of(location_in(expected.status)).title
    start = place_below(lines, expected.known, told, moved=moved)
    if start is None and looks and lines and is_prose(lines[0].text):
        start = 0
    if start is None:
        return None
    first = sentences_of(lines[start].text)[0]
    named = bool(told) and is_named_in(told, first)
    if told and expected.status_trusted and not (named or looks):
        return None
    name = told if named else named_after(first)
    sure = 1.0 if looks or plain(name) in expected.known else DESCRIBED
    heads = len(sentences_of(lines[start].text)) == 1 and (
        start + 1 < len(lines) or plain(name) in expected.known
    )  # a sentence of its own above the description, or one that says again what is known
    body = text_of(_of_the_place(lines[start + 1 :] if heads else lines[start:]))
    return PlaceFact(name, body=body, titled=False, confidence=sure) if name else None
