"""Places in stories that print no titles: told by how their descriptions begin."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ludens.adventure.perception.exits_text import LIKELY, exits_in
from ludens.adventure.perception.layout import Line, plain, sentences_of
from ludens.adventure.perception.refusals import is_refusal

WHERE = (
    r"(?:in|on|at|by|inside|outside|near|beside|under|underneath|atop|within|among|amid|between"
    r"|halfway|above|below|behind|before|along|aboard|up|down|deep|high|just|somewhere|back|lost)\b"
)
DESCRIBES = re.compile(
    r"^(?:you(?:'re| are| stand| find yourself| have come| have reached| come)|i(?:'m| am)|we(?:'re| are)"
    rf"|this is|here is)(?: (?:now|still|again|standing|sitting|here))* (?={WHERE}|(?:a|an|the)\b)",
    re.IGNORECASE,
)
"""How a description begins that says where the player is."""
AT_A_PLACE = re.compile(rf"^{WHERE}", re.IGNORECASE)
ASIDE = re.compile(r"[,;:.!?]|\s-+\s|\s(?:which|that|where|with|from which)\s")
LONGEST = 48
"""Characters of a name made from a sentence."""
PLACE = 30
"""Characters from which a text that refuses nothing and tells ways out describes a place."""


MOST_BEFORE = 2
"""Words that may stand before a place's name: `in the`."""


def named_after(sentence: str) -> str:
    """Return a name for a place from the sentence that its description begins with."""
    rest = DESCRIBES.sub("", sentence.strip(), count=1)
    name = ASIDE.split(rest, maxsplit=1)[0].strip()
    if len(name) > LONGEST:
        name = name[:LONGEST].rpartition(" ")[0]
    return name[:1].upper() + name[1:]


def is_named_in(name: str, sentence: str) -> bool:
    """Return whether a sentence holds all the words of a name: it says where the player is."""
    said = plain(sentence).split()
    return all(word in said for word in plain(name).split())


def says_where(name: str, line: str) -> bool:
    """Return whether a line says that one is at a place of that name, and nothing else."""
    rest = DESCRIBES.sub("", line.strip(), count=1)
    said, wanted = plain(rest).split(), plain(name).split()
    alone = len(said) <= len(wanted) + MOST_BEFORE and said[len(said) - len(wanted) :] == wanted
    return bool(wanted) and rest != line.strip() and alone


def place_below(
    lines: Sequence[Line], known: Collection[str], here: str = "", *, moved: bool
) -> int | None:
    """Return the line where the last place's description begins, or None if none is shown.

    `known` are the names of places so far, in plain form, and `here` is what the status line calls
    the place. Among several, a sentence that stands alone is the last place's heading; what comes
    right below it describes that place. `moved` says that the command asked to be elsewhere or to
    see the place, so that a text that refuses nothing is one.
    """
    found = [
        number
        for number, line in enumerate(lines)
        if _begins(line, known, at_once=moved or (number > 0 and line.opens))
    ]
    heads = [n for n in found if lines[n].opens and len(sentences_of(lines[n].text)) == 1]
    heads = [n for n in heads if n - 1 not in heads]
    named = [n for n in found if here and is_named_in(here, sentences_of(lines[n].text)[0])]
    if found:
        return (named or heads or found[:1])[-1]
    whole = " ".join(line.text for line in lines)
    tells = moved and len(whole) >= PLACE and not is_refusal(sentences_of(whole)[0])
    return 0 if tells and any(fact.confidence >= LIKELY for fact in exits_in(whole)) else None


def _begins(line: Line, known: Collection[str], *, at_once: bool) -> bool:
    """Return whether a line begins as descriptions do; `at_once`: as that of a place not known."""
    first = sentences_of(line.text)[0]
    if plain(named_after(first)) in known:
        return True
    describes = DESCRIBES.match(first)
    return at_once and bool(describes and AT_A_PLACE.match(first[describes.end() :]))
