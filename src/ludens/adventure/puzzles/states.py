"""What must be done first: refusals that say so outright, or by how a thing stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.kinds import TAKING
from ludens.adventure.posture import leaving
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.vocabulary import Vocabulary

FIRST = 0.7
"""What a refusal says must be done before."""
_HOW = r"(?:still |already |not )?(?P<how>open|closed|shut|on|off|locked|unlocked)\b"
_WHILE = re.compile(
    r"\b(?:while|when|as long as|since|because) (?P<what>it|they|the [\w' -]{2,30}?|that)"
    rf"(?:'s|'re| is| are) {_HOW}",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    rf"\b(?:until|unless) (?P<what>it|they|the [\w' -]{{2,30}}?|that)(?:'s|'re| is| are) {_HOW}",
    re.IGNORECASE,
)
_IS_NOT = re.compile(
    r"\b(?P<what>it|they|the [\w' -]{2,30}?) (?:isn't|is not|aren't|are not) "
    r"(?P<how>open|closed|shut|on|off|lit|locked|unlocked|running|going|started)\b",
    re.IGNORECASE,
)
_AGAINST = {
    "open": "close",
    "closed": "open",
    "shut": "open",
    "on": "turn off",
    "off": "turn on",
    "locked": "unlock",
    "unlocked": "lock",
}
"""The deed by which a thing no longer stands so."""
_TOWARDS = {
    "open": "open",
    "closed": "close",
    "shut": "close",
    "on": "turn on",
    "off": "turn off",
    "locked": "lock",
    "unlocked": "unlock",
    "lit": "light",
    **dict.fromkeys(("running", "going", "started"), "turn on"),
}
"""The deed by which it does."""
_PRONOUNS = frozenset({"it", "they", "that"})
_DEED = r"[a-z][\w' -]{3,50}?"
_OUTRIGHT = re.compile(
    rf"\byou(?:'d| had) (?:better|best)\s+(?P<advised>{_DEED})(?: first| before\b.*)?\s*[.!;]"
    rf"|\byou(?:'ll| will|'d| would)? (?:first )?(?:have|need|ought) to (?P<wanted>{_DEED})"
    r",? (?:first|before)\b"
    rf"|\byou (?:must|should) (?:first (?P<before>{_DEED})\s*[.!;]|(?P<owed>{_DEED}),? first\b)"
    r"|\b(?:not|only) (?:until|unless|before|without|if) you(?: first)? "
    rf"(?P<until>{_DEED})\s*[.!;]"
    rf"|\b(?:if|unless|until) you (?P<inside>(?:were|are) (?:in|on) {_DEED})\s*[.!;]"
    rf"|\byou(?:'re not| aren't| are not) (?P<outside>(?:in|on) the {_DEED})\s*[.!;]",
    re.IGNORECASE,
)
"""How a refusal asks for another deed: "you'd better close the door first"."""
_IN = re.compile(r"^(?:were |are |be |get )?(?:in|on|into|onto) (?P<what>.+)$")
"""The deed of getting into something."""
_ONLY_WAY = re.compile(
    rf"\b(?:only|just|except(?: to the)?)\b[^.!?]{{0,40}}?\b(?P<way>{'|'.join(DIRECTIONS)})\b",
    re.IGNORECASE,
)
"""The one way that a refusal leaves open: "you can only drive south from here"."""
_OFF = re.compile(
    r"^(?:get|climb|come|step|move) (?:down |back )?(?:off|out|from)\b|^stand up\b|^get up\b"
)
"""The deed of leaving what one sits, stands or lies on, or is in."""


def deeds_first(refusal: str, thing: str) -> Iterator[tuple[str, str]]:
    """Yield the deeds that a refusal asks for, each as a verb and what it is done to.

    "You cannot light the stove while it's open": close the stove. `thing` is what the refused
    command was about, for which `it` stands.
    """
    for pattern, deeds in ((_WHILE, _AGAINST), (_UNTIL, _TOWARDS), (_IS_NOT, _TOWARDS)):
        for said in pattern.finditer(refusal):
            what = said["what"].lower()
            target = thing if what in _PRONOUNS else what.removeprefix("the ").strip()
            if target:
                yield deeds[said["how"].lower()], target


def asked_first(vocabulary: Vocabulary, refusal: str) -> Iterator[str]:
    """Yield the commands that a refusal says outright must come first.

    "You'll have to get off the chair first": what one sits on is left by a word of its own.
    """
    for said in _OUTRIGHT.finditer(refusal):
        deed = next(part for part in said.groups() if part).lower().strip()
        if _OFF.match(deed) is not None:
            if (left := leaving(vocabulary)) is not None:
                yield left
            continue
        if (inside := _IN.match(deed)) is not None:
            deed = f"enter {inside['what']}"
        verb, _, rest = deed.partition(" ")
        particle = (
            rest.partition(" ")[0] if rest.startswith(("off ", "on ", "down ", "up ")) else ""
        )
        shape = (verb, particle, "*") if particle else (verb, "*")
        things = vocabulary.phrases(rest)
        if things and vocabulary.takes(*shape):
            yield " ".join(part if part != "*" else things[0] for part in shape)


@lru_cache(maxsize=2_000)
def asks_for_a_deed(refusal: str) -> bool:
    """Tell whether a refusal says what must be done first, by how a thing stands."""
    return any(True for _ in deeds_first(refusal, "it"))


def told_first(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield what the words of a puzzle say must be done first."""
    thing = puzzle.things[0] if puzzle.things else ""
    refused = thinking.state.journal.attempt(puzzle.room, puzzle.direction or puzzle.command)
    since = refused.turn if refused is not None else -1
    stands = not thinking.state.posture.on and thinking.state.posture.since >= since
    for command in asked_first(thinking.vocabulary, puzzle.quote):
        if command == leaving(thinking.vocabulary) and (stands or TAKING.match(puzzle.command)):
            continue
        reason = "The refusal asks for it first."
        yield Idea(command, puzzle.room, (), FIRST, reason, "first", renewed=since)
    only = _ONLY_WAY.search(puzzle.quote) if puzzle.direction is not None else None
    if only is not None and only["way"].lower() != puzzle.direction:
        reason = "The refusal speaks of that way alone."
        way = only["way"].lower()
        yield Idea(way, puzzle.room, (), FIRST, reason, "first", renewed=since)
    for verb, target in deeds_first(puzzle.quote, thing):
        said = thinking.sentence(((*verb.split(), "O"),), "", target)
        if said is not None:
            reason = f"It does not go as the {target} stands."
            yield Idea(said, puzzle.room, (), FIRST, reason, "first", renewed=since)
