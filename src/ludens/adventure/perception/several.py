"""A line of several commands taken apart: what each of them was answered with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.commands import is_walk, kind_of, parts_of
from ludens.adventure.perception.facts import Reading
from ludens.adventure.perception.layout import Line, lines_of, plain, text_of
from ludens.adventure.perception.meaning import AGAIN
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.titles import Kind, heading_of

QUOTES = frozenset("\"'`")
"""What stands between them may hold any mark."""

Paragraph = tuple[Line, ...]


def taken_apart(percept: Percept, read: Callable[[Percept], Reading]) -> tuple[Percept, ...]:
    """Return a percept for each command of a line; the percept alone where answers cannot be told.

    Answers stand in the order of the commands, a paragraph each or more, and a place that is shown
    begins the answer to a command that moves or looks. `read` says what an answer shows. The status
    line and the machine's memory are those after the last command.
    """
    commands = _commands(percept.command)
    whole = (percept,)
    if len(commands) < 2 or percept.room is not None:
        return whole
    reading = read(percept)
    if reading.ending is not None or percept.observation.wants is not Wants.LINE:
        return whole
    paragraphs = _paragraphs(percept.observation.text)
    starts = _starts(paragraphs, reading)
    answers = _answers(commands, paragraphs, starts) if starts is not None else None
    if answers is None:
        return whole
    parts = tuple(
        _part(percept, command, answer, last=number == len(commands))
        for number, (command, answer) in enumerate(zip(commands, answers, strict=True), 1)
    )
    shown = sum(len(read(part).places) for part in parts)
    return parts if shown == len(reading.places) else whole


def _commands(line: str) -> list[str]:
    """Return the commands of a line, AGAIN as what it repeats there."""
    if QUOTES & set(line):
        return [line]
    commands: list[str] = []
    for command in parts_of(line):
        again = command.lower() in AGAIN and commands
        commands.append(commands[-1] if again else command)
    return commands


def _part(percept: Percept, command: str, answer: str, *, last: bool) -> Percept:
    """Return what one command was answered with."""
    status = percept.observation.status if last else None
    observation = replace(percept.observation, text=answer, status=status)
    return replace(percept, command=command, observation=observation)


def _paragraphs(text: str) -> list[Paragraph]:
    paragraphs: dict[int, list[Line]] = {}
    for line in lines_of(text):
        paragraphs.setdefault(line.paragraph, []).append(line)
    return [tuple(lines) for lines in paragraphs.values()]


def _starts(paragraphs: Sequence[Paragraph], reading: Reading) -> list[int] | None:
    """Return the paragraph that begins with each place's title; None if one begins nowhere."""
    starts: list[int] = []
    for place in reading.places:
        title = plain(place.title)
        after = starts[-1] + 1 if starts else 0
        found = next(
            (
                number
                for number in range(after, len(paragraphs))
                if title and plain(heading_of(paragraphs[number][0].text).title) == title
            ),
            None,
        )
        if found is None:
            return None
        starts.append(found)
    return starts


def _answers(
    commands: Sequence[str], paragraphs: Sequence[Paragraph], starts: Sequence[int]
) -> list[str] | None:
    """Return the answer to each command, or None where that cannot be told."""
    sure = [is_walk(command) or kind_of(command) is Kind.LOOKING for command in commands]
    maybe = [kind_of(command) in (Kind.MOVING, Kind.LOOKING) for command in commands]
    for asks in (sure, maybe):
        if len(starts) == asks.count(True):
            return _by_places(asks, paragraphs, starts)
    if len(paragraphs) == len(commands):
        return [text_of(paragraph) for paragraph in paragraphs]
    return None


def _by_places(
    asks: Sequence[bool], paragraphs: Sequence[Paragraph], starts: Sequence[int]
) -> list[str] | None:
    """Return the answers where each command that asks for a place is answered with one.

    What follows a place is its own, but for a paragraph to each command before the next place.
    """
    others = _between(asks)
    bounds = [0, *starts, len(paragraphs)]
    answers: list[str] = []
    lead: Sequence[Paragraph] = ()
    for number, (start, end) in enumerate(pairwise(bounds)):
        block, count = paragraphs[start:end], others[number]
        own = len(block) - count
        if own < min(number, 1):
            return None
        if number:
            answers.append(_joined([*lead, *block[:own]]))
            told, lead = block[own:], ()
        else:
            told, lead = block[:count], block[count:]
        answers += [text_of(paragraph) for paragraph in told]
    return answers if starts or not lead else None


def _between(asks: Sequence[bool]) -> list[int]:
    """Return how many commands ask for no place, before the first that does and after each."""
    counts = [0]
    for asked in asks:
        if asked:
            counts.append(0)
        else:
            counts[-1] += 1
    return counts


def _joined(paragraphs: Sequence[Paragraph]) -> str:
    return text_of([line for paragraph in paragraphs for line in paragraph])
