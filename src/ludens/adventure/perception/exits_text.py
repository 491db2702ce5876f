"""The ways out that a description mentions: directions, doors, stairs."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.facts import ExitFact
from ludens.adventure.perception.layout import sentences_of

COMPASS = DIRECTIONS[:8]
WORD = phrase("exits_text_word")
LISTED = phrase("exits_text_listed")
ROW = phrase("exits_text_row")
WAY = phrase("exits_text_way")
NO_WAY = phrase("exits_text_no_way")
ADJECTIVE = phrase("exits_text_adjective")
EVERYWHERE = phrase("exits_text_everywhere")
STEEP = phrase("exits_text_steep")
CORNER = phrase("exits_text_corner")
IS_HERE = phrase("exits_text_is_here")
UP = phrase("exits_text_up")
DOWN = phrase("exits_text_down")
SHUT = phrase("exits_text_shut")
PART = phrase("exits_text_part")
OUT = re.compile(r"\b(?:out|outside|exit)\b", re.IGNORECASE)
ENTRANCE = phrase("exits_text_entrance")

LIKELY = 0.9
POSSIBLE = 0.6
DOUBTFUL = 0.3
SHORT_NAMES = {
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}


@lru_cache(maxsize=256)
def exits_in(description: str) -> tuple[ExitFact, ...]:
    """Return the ways out that a description mentions, each once, the surest mention of it."""
    best: dict[str, ExitFact] = {}
    for sentence in sentences_of(description):
        for fact in _exits_in_sentence(sentence):
            known = best.get(fact.direction)
            if known is None or fact.confidence > known.confidence:
                best[fact.direction] = fact
    return tuple(best[direction] for direction in DIRECTIONS if direction in best)


def _is_shut(sentence: str, said: re.Match[str]) -> bool:
    """Tell whether the part of a sentence that mentions a way says that something is in it."""
    starts = [mark.end() for mark in PART.finditer(sentence) if mark.end() <= said.start()]
    end = PART.search(sentence, said.end())
    part = sentence[max(starts, default=0) : end.start() if end is not None else len(sentence)]
    return SHUT.search(part) is not None


def _exits_in_sentence(quote: str) -> list[ExitFact]:
    # a row of directions with nothing between them is a list: "South East West" is three ways
    sentence = ROW.sub(lambda row: f" {', '.join(row[0].split())}", quote)
    listed = LISTED.search(sentence) is not None
    way = WAY.search(sentence) is not None
    confidence = LIKELY if listed or way else POSSIBLE
    if NO_WAY.search(sentence):
        confidence = DOUBTFUL
    found: list[ExitFact] = []
    if EVERYWHERE.search(sentence) and way:
        found += [ExitFact(direction, quote, POSSIBLE) for direction in COMPASS]
    for match in WORD.finditer(sentence):
        if match.group("short"):
            if listed and match.group("short").isupper():
                direction = SHORT_NAMES[match.group("short").lower()]
                found.append(ExitFact(direction, quote, confidence))
            continue
        direction = ((match.group("a") or match.group("c")) + (match.group("b") or "")).lower()
        aside = ADJECTIVE.match(sentence[match.end() :]) or (
            (match.group("tail") or match.group("tail2") or "").lower() in {"ern", "erly"}
            and not way
        )
        if CORNER.match(sentence[match.end() :]) and not IS_HERE.match(sentence):
            sure = POSSIBLE
        else:
            sure = DOUBTFUL if aside or CORNER.match(sentence[match.end() :]) else confidence
        found.append(ExitFact(direction, quote, sure, shut=_is_shut(sentence, match)))
    for direction, word in (("up", UP), ("down", DOWN)):
        said = word.search(sentence)
        if said is not None and (listed or STEEP.search(sentence)):
            found.append(
                ExitFact(
                    direction,
                    quote,
                    min(confidence, LIKELY),
                    shut=_is_shut(sentence, said),
                )
            )
    if way and OUT.search(sentence) and ENTRANCE.search(sentence):
        # "the door out leads west", "the only exit is the door to the north": the same way twice
        found.append(ExitFact("out", quote, DOUBTFUL if found else POSSIBLE))
    if listed and re.search(r"\b(?:in|inside)\b", sentence, re.IGNORECASE):
        found.append(ExitFact("in", quote, DOUBTFUL))
    return found
