"""Which line of an observation is the title of a place, judged by its shape and surroundings."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from ludens.adventure.knowledge.phrases import phrase, word_set
from ludens.adventure.perception.layout import Line, plain

CELLS = re.compile(r"\s{2,}|\t")
LABEL = phrase("status_label")
FRACTION = re.compile(r"\s*-?\d{1,4}\s*/\s*\d{1,5}$")
CLOCK = re.compile(r"\s*\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?$", re.IGNORECASE)


def location_in(status: str | None) -> str:
    """Return what the status line calls the place; empty when it names none."""
    if not status or not status.strip():
        return ""
    cell = CELLS.split(status.strip())[0]
    for tail in (LABEL, CLOCK, FRACTION):
        cell = tail.sub("", cell)
    return cell.strip()


def status_names(status: str | None, title: str) -> bool:
    """Say whether the status line begins with this title, whatever stands beside it."""
    wanted = plain(title)
    if not status or not wanted:
        return False
    shown = plain(status)
    return plain(location_in(status)) == wanted or f"{shown} ".startswith(f"{wanted} ")


LONGEST = 64
"""Characters a title may have."""
MOST_WORDS = 10
UNTOLD = 1.5
"""What speaks against a heading that nobody has seen before and that no description follows."""
PROSE = 40
"""Characters from which a line reads as prose even without a closing mark."""
ENOUGH = 3.0
"""The weight of evidence from which a line counts as a title."""

SMALL_WORDS = word_set("titles_small_words")
ARTICLES = frozenset({"a", "an", "the"})
DECORATION = re.compile(r"^(?:[-=~_#<>|+.: ]{2,})\s*(.+?)\s*(?:[-=~_#<>|+.: ]{2,})$")
BRACKETED = re.compile(r"^\[(.+)\]$")
IN_BRACKETS = re.compile(r"(?<=\w)\s+[(\[].*[)\]]$")
IN_VEHICLE = phrase("titles_in_vehicle")
NOT_A_TITLE = phrase("titles_not_a_title")
ENDS_SENTENCE = ".,;:"
SHOUT = "!?"


class Kind(StrEnum):
    """What a command is likely to be answered with."""

    MOVING = "moving"
    """It names a way or a vehicle: a place may follow."""
    LOOKING = "looking"
    """It asks for the place itself."""
    READING = "reading"
    """It asks for the words of a thing, a help text or a list: headings are not places."""
    OPENING = "opening"
    """No command yet: banners come before the place."""
    OTHER = "other"


class Style(StrEnum):
    """How a title is written."""

    TITLE_CASE = "title_case"
    CAPITALS = "capitals"
    SENTENCE = "sentence"
    """Only its first word is capitalised."""
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is known when a text is read."""

    kind: Kind = Kind.OTHER
    known: Collection[str] = frozenset()
    """The titles seen so far, as `plain` gives them."""
    styles: frozenset[Style] = frozenset()
    """How the titles that are certain were written; empty at the beginning."""
    status: str | None = None
    """The status line after the command; None when there is none or it lags behind."""
    status_trusted: bool = False
    """The status line has named the places so far."""
    in_dark: bool = False
    """It was too dark to see before the command."""
    untitled: bool = False
    """The story prints no titles at all."""
    together: bool = False
    """Descriptions have stood right below their titles so far, with no blank line between."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that may be a title, taken apart."""

    title: str
    vehicle: str | None
    decorated: bool


def heading_of(line: str) -> Heading:
    """Return a line's title without its decoration and without the vehicle."""
    text = line.strip()
    decorated = DECORATION.match(text) or BRACKETED.match(text)
    if decorated:
        text = decorated.group(1).strip()
    vehicle = None
    match = IN_VEHICLE.match(text)
    if match:
        text = match.group("title").strip()
        vehicle = (match.group("comma") or match.group("brackets")).strip()
    return Heading(text, vehicle, decorated is not None)


def settled_style(title: str) -> Style | None:
    """Return how a title is written; None where a single word of weight fits two styles."""
    style, told = style_of(title), IN_BRACKETS.sub("", title)
    words = [word for word in re.findall(r"[^\W\d_][\w']*", told)[1:] if word not in SMALL_WORDS]
    return style if words or style not in (Style.TITLE_CASE, Style.SENTENCE) else None


def style_of(title: str) -> Style:
    """Return how a title is written; what stands in brackets behind it may be written anyhow."""
    title = IN_BRACKETS.sub("", title)
    words = re.findall(r"[^\W_][^\s]*", title)
    letters = [word for word in words if word[0].isalpha()]
    if not letters:
        return Style.TITLE_CASE
    if all(word == word.upper() for word in letters) and any(len(word) > 1 for word in letters):
        return Style.CAPITALS
    weighty = [word for word in letters[1:] if word.lower().strip(".,()'\"") not in SMALL_WORDS]
    if not letters[0][0].isupper() and not words[0][0].isdigit():
        named = weighty and letters[0] in ARTICLES and all(word[0].isupper() for word in weighty)
        return Style.SENTENCE if named else Style.LOWER
    if all(word[0].isupper() for word in weighty):
        return Style.TITLE_CASE
    return Style.SENTENCE


def is_prose(text: str) -> bool:
    """Say whether a line reads as prose: long, or closed like a sentence."""
    return len(text) >= PROSE or text.rstrip("\"')]")[-1:] in {".", "!", "?"}


def could_be_title(text: str) -> bool:
    """Say whether a line has the outward form of a title at all."""
    if len(text) > LONGEST or len(text.split()) > MOST_WORDS or not re.search(r"[^\W\d_]", text):
        return False
    marked = DECORATION.match(text)
    return text[0] not in "(\"'>`“‘*" or marked is not None


def weight(line: Line, follower: Line | None, expected: Expectation, *, first: bool) -> float:
    """Return how much speaks for a line being a title; ENOUGH and above counts as one.

    `follower` is the next line of the text, `first` says that nothing stands before the line.
    """
    if not could_be_title(line.text):
        return 0.0
    heading = heading_of(line.text)
    title = heading.title
    if not title:
        return 0.0
    named = status_names(expected.status, title)
    known = plain(title) in expected.known
    if not (named or known):
        if title.rstrip("> ")[-1:] in ENDS_SENTENCE and not title.endswith(("...", "Jr.", "Sr.")):
            return 0.0
        if NOT_A_TITLE.match(title):
            return 0.0
    style = style_of(title)
    if expected.untitled and expected.known and not (named or heading.decorated):
        return 0.0
    score = {Style.TITLE_CASE: 2.0, Style.CAPITALS: 1.0, Style.SENTENCE: 0.0, Style.LOWER: -2.0}[
        style
    ]
    score += 6.0 if named else 0.0
    score += 3.0 if known else 0.0
    score += 4.0 if heading.decorated else 0.0
    score += 1.0 if heading.vehicle else 0.0
    if expected.status_trusted and expected.status and not named:
        score -= 4.0
    if expected.styles and not named and not known:
        score += 0.5 if style in expected.styles else -1.5
    score += {
        Kind.MOVING: 1.5,
        Kind.LOOKING: 2.5,
        Kind.READING: -4.0,
        Kind.OPENING: 0.0,
        Kind.OTHER: -1.0,
    }[expected.kind]
    if follower is not None and follower.bracketed:
        follower = None
    described = follower is not None and is_prose(follower.text) and follower.text[0].isupper()
    if follower is not None and not line.closes:
        score += 2.0 if described else -2.5
    elif described:
        score += 1.0 if first else 0.5
    score += 0.5 if first or line.opens else -1.0
    score -= 3.0 if title[-1] in SHOUT else 0.0
    score -= 1.5 if line.indent >= 2 and not named else 0.0
    bare = follower is None or (line.closes and not described)
    awaited = named or known or heading.decorated
    score -= UNTOLD if bare and not first and not awaited else 0.0
    return score
