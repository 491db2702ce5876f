"""A line of several commands taken apart: what each of them was answered with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.commands import is_walk, kind_of, parts_of
from ludens.adventure.perception.facts import PlaceFact, Reading
from ludens.adventure.perception.layout import Line, lines_of, plain, text_of
from ludens.adventure.perception.meaning import AGAIN
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.refusals import is_refusal
from ludens.adventure.perception.titles import Kind, heading_of

QUOTES = frozenset("\"'`")
"""What stands between them may hold any mark."""

Block = tuple[Line, ...]
"""Lines that belong to one answer: a paragraph, or a line alone."""


def taken_apart(percept: Percept, read: Callable[[Percept], Reading]) -> tuple[Percept, ...]:
    """Return a percept for each command of a line; the percept alone where answers cannot be told.

    Answers stand in the order of the commands, a paragraph or a line each, and a place that is shown
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
    lines = lines_of(percept.observation.text)
    for blocks in (_paragraphs(lines), [(line,) for line in lines]):
        starts = _starts(blocks, reading)
        answers = _answers(commands, blocks, starts) if starts is not None else None
        if answers is None:
            continue
        parts = tuple(
            _part(percept, command, answer, last=number == len(commands))
            for number, (command, answer) in enumerate(zip(commands, answers, strict=True), 1)
        )
        shown = [read(part).places for part in parts]
        if sum(map(len, shown)) == len(reading.places) and _is_told(parts, shown):
            return parts
    return whole


def _is_told(parts: Sequence[Percept], shown: Sequence[Sequence[PlaceFact]]) -> bool:
    """Say whether each direction is answered with a place, or with what bars the way.

    What is told on the way to a place looks like an answer of its own, and some stories heed only
    the first command of a line.
    """
    return all(
        places or not is_walk(part.command) or is_refusal(part.observation.text)
        for part, places in zip(parts, shown, strict=True)
    )


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


def _paragraphs(lines: Sequence[Line]) -> list[Block]:
    paragraphs: dict[int, list[Line]] = {}
    for line in lines:
        paragraphs.setdefault(line.paragraph, []).append(line)
    return [tuple(lines) for lines in paragraphs.values()]


def _starts(blocks: Sequence[Block], reading: Reading) -> list[int] | None:
    """Return the block that begins with each place's title; None if one begins nowhere."""
    starts: list[int] = []
    for place in reading.places:
        title = plain(place.title)
        after = starts[-1] + 1 if starts else 0
        found = next(
            (
                number
                for number in range(after, len(blocks))
                if title and plain(heading_of(blocks[number][0].text).title) == title
            ),
            None,
        )
        if found is None:
            return None
        starts.append(found)
    return starts


def _answers(
    commands: Sequence[str], blocks: Sequence[Block], starts: Sequence[int]
) -> list[str] | None:
    """Return the answer to each command, or None where that cannot be told."""
    sure = [is_walk(command) or kind_of(command) is Kind.LOOKING for command in commands]
    maybe = [kind_of(command) in (Kind.MOVING, Kind.LOOKING) for command in commands]
    for asks in (sure, maybe):
        if len(starts) == asks.count(True):
            return _by_places(asks, blocks, starts)
    if len(blocks) == len(commands):
        return [text_of(block) for block in blocks]
    return None


def _by_places(
    asks: Sequence[bool], blocks: Sequence[Block], starts: Sequence[int]
) -> list[str] | None:
    """Return the answers where each command that asks for a place is answered with one.

    What follows a place is its own, but for a block to each command before the next place.
    """
    others = _between(asks)
    bounds = [0, *starts, len(blocks)]
    answers: list[str] = []
    lead: Sequence[Block] = ()
    for number, (start, end) in enumerate(pairwise(bounds)):
        told_here, count = blocks[start:end], others[number]
        own = len(told_here) - count
        if own < min(number, 1):
            return None
        if number:
            answers.append(_joined([*lead, *told_here[:own]]))
            told, lead = told_here[own:], ()
        else:
            told, lead = told_here[:count], told_here[count:]
        answers += [text_of(block) for block in told]
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


def _joined(blocks: Sequence[Block]) -> str:
    return text_of([line for block in blocks for line in block])
