"""The ways out that a description mentions: directions, doors, stairs."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.perception.facts import ExitFact
from ludens.adventure.perception.layout import sentences_of

COMPASS = DIRECTIONS[:8]
WORD = re.compile(
    r"\b(?P<a>north|south)[- ]?(?P<b>east|west)?(?P<tail>ern|erly|wards?|bound)?\b"
    r"|\b(?P<c>east|west)(?P<tail2>ern|erly|wards?|bound)?\b"
    r"|\b(?P<short>[NS][EW]?|[EW])(?=[,.;/ )]|$)",
    re.IGNORECASE,
)
LISTED = re.compile(
    r"\b(?:exits?|ways? out|directions?)\b[^.]{0,30}(?::|\bare\b|\bis\b|\blead|\bto\b)",
    re.IGNORECASE,
)
WAY = re.compile(
    r"\b(?:exits?|ways?|doors?|doorways?|paths?|pathways?|passages?|passageways?|corridors?|hall\w*"
    r"|stairs?|stair\w*|steps?|ladders?|roads?|streets?|trails?|tracks?|tunnels?|arch\w*|openings?"
    r"|gates?|gateways?|entrances?|holes?|bridges?|lanes?|alleys?|avenues?|routes?|aisles?|ramps?"
    r"|leads?|leading|led|go|going|goes|continues?|continuing|runs?|running|heads?|heading|winds?"
    r"|lies|opens?|opening|enter|leave|exit|extends?|stretch\w*|branch\w*|return|beyond|access"
    r"|slopes?|climbs?|descends?|ascends?|proceed|walk|travel|unguarded|unblocked|open|blocked)\b",
    re.IGNORECASE,
)
NO_WAY = re.compile(
    r"\b(?:no (?:exit|door|way|path|passage)|there is nothing|cannot go|can't go|came from)\b",
    re.IGNORECASE,
)
ADJECTIVE = re.compile(
    r"^\s*(?:wall|side|face|facing|end|edge|of|window|half|part|pole|star|wind|coast)\b",
    re.IGNORECASE,
)
CORNER = re.compile(r"^\s*corner\b", re.IGNORECASE)
"""A part of the room, or a place of its own: "you parked in the south east corner"."""
IS_HERE = re.compile(r"^\W*(?:you are|you're|you stand|this is)\b", re.IGNORECASE)
"""How a sentence begins that says where one is, and not where one may go."""
EVERYWHERE = re.compile(
    r"\b(?:in (?:all|every) directions?|on all sides|all around)\b", re.IGNORECASE
)
_ALONG = (
    r"(?!\s+(?:a|an|the|this|your)\s+(?:\w+\s+)?(?:paths?|pathways?|roads?|streets?|lanes?|alleys?|trails?"
    r"|tracks?|halls?|hallways?|corridors?|passages?|passageways?|aisles?|river|edge|side|length)\b)"
)
"""Up and down a street is along it."""
UP = re.compile(
    r"(?<!pick )(?<!picked )(?<!set )(?<!-)\b"
    rf"(?:up{_ALONG}|upwards?|upstairs|ascend\w*|climb\w*)\b(?!-)",
    re.IGNORECASE,
)
DOWN = re.compile(rf"\b(?:down{_ALONG}|downwards?|below|downstairs|descend\w*)\b", re.IGNORECASE)
SHUT = re.compile(
    r"\b(?:block(?:s|ed|ing)?|bars|barred|seal(?:s|ed)|closed|shut|locked|bricked|boarded|nailed"
    r"|impassable|impenetrable|collapsed|choked|obstruct\w*|dense|thick)\b",
    re.IGNORECASE,
)
"""What a part of a sentence says of a way that something is in."""
PART = re.compile(r"[,;:]| - |\b(?:and|but|while)(?= (?:a|an|the|only)\b)", re.IGNORECASE)
"""What parts what is said of one way from what is said of the next."""
STEEP = re.compile(
    r"\b(?:stairs?|stair\w*|steps?|ladders?|chimney|shaft|pit|ramps?|slopes?|trap ?doors?|hatch"
    r"|trees?|ropes?|chutes?|slides?|wells?|holes?|leads?|leading|go|exits?|passages?|climb\w*"
    r"|path\w*|tunnels?|spirals?)\b",
    re.IGNORECASE,
)
OUT = re.compile(r"\b(?:out|outside|exit)\b", re.IGNORECASE)
ENTRANCE = re.compile(
    r"\b(?:door|doorway|entrance|gate|house|hut|building|cave|cabin|shed|tent|opening)\b",
    re.IGNORECASE,
)

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


def _exits_in_sentence(sentence: str) -> list[ExitFact]:
    listed = LISTED.search(sentence) is not None
    way = WAY.search(sentence) is not None
    confidence = LIKELY if listed or way else POSSIBLE
    if NO_WAY.search(sentence):
        confidence = DOUBTFUL
    found: list[ExitFact] = []
    if EVERYWHERE.search(sentence) and way:
        found += [ExitFact(direction, sentence, POSSIBLE) for direction in COMPASS]
    for match in WORD.finditer(sentence):
        if match.group("short"):
            if listed and match.group("short").isupper():
                direction = SHORT_NAMES[match.group("short").lower()]
                found.append(ExitFact(direction, sentence, confidence))
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
        found.append(ExitFact(direction, sentence, sure, shut=_is_shut(sentence, match)))
    for direction, word in (("up", UP), ("down", DOWN)):
        said = word.search(sentence)
        if said is not None and (listed or STEEP.search(sentence)):
            found.append(
                ExitFact(
                    direction,
                    sentence,
                    min(confidence, LIKELY),
                    shut=_is_shut(sentence, said),
                )
            )
    if way and OUT.search(sentence) and ENTRANCE.search(sentence):
        # "the door out leads west", "the only exit is the door to the north": the same way twice
        found.append(ExitFact("out", sentence, DOUBTFUL if found else POSSIBLE))
    if listed and re.search(r"\b(?:in|inside)\b", sentence, re.IGNORECASE):
        found.append(ExitFact("in", sentence, DOUBTFUL))
    return found
