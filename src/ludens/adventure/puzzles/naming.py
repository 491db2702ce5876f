"""What to call things in a command, and where their names turn up in a text."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache

from ludens.adventure.english import MEASURES
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import MAX_WORDS, Vocabulary
from ludens.adventure.world.belongings import FUNCTION_WORDS
from ludens.adventure.world.places import ItemId

SHORTEST_STEM = 4
"""Letters by which a longer word is taken for a form or compound of another: honey, honeycomb."""
_WORD = re.compile(r"[a-z][a-z'-]*")
_VAGUE = FUNCTION_WORDS | frozenset(
    (
        "about after all along also any around as away back be been before behind below beside "
        "bit block cannot come could do does down each end even few find first full get go good "
        "got had half has he her hers him his how i if just last left like long look lot made "
        "make man many me might more most much must near need never now off one other our over "
        "part past perhaps put rest right room seem seems she should side since so still "
        "such take than their them then these they thing things those through too toward turn "
        "two under until upon us use very want wants was we well went were what when where which "
        "while who whom will without woman won't would yet your"
    ).split()
)
"""Words by which a text names nothing."""


COMMON = frozenset(
    "every each another hand hands side way time day iron wood wooden stone black white red small "
    "large great little letter letters word words brass bronze copper iron steel tin lead silver "
    "gold golden glass wool woollen leather paper cloth canvas oak pine old new".split()
)
"""Words that join nothing: what things are made of, and what is said of many."""


IN_HAND = re.compile(
    r"\bwith (?:that|those|this|all that|it) (?:under|in|on|over) your\b|\bunder your arm\b"
    r"|\bwhile (?:you(?:'re| are) )?(?:carrying|holding)\b|\bboth hands\b|\bhands free\b",
    re.IGNORECASE,
)
"""What says that something cannot be done for what one has in the hands, and not which thing."""
_RECEPTACLE = re.compile(
    r"\b(?:slot|socket|trough|crucible|furnace|pit|cauldron|mould|mold|hopper|niche|recess|basin|kiln"
    r"|vat|cradle|funnel|receptacle|scales?|pedestal|spindle)$"
)


@lru_cache(maxsize=20_000)
def is_receptacle(name: str) -> bool:
    """Tell whether something is made to take something else, by its name."""
    return _RECEPTACLE.search(name) is not None


@lru_cache(maxsize=20_000)
def call(vocabulary: Vocabulary, name: str) -> str:
    """Return what to call a thing in a command: the words of its name that the parser knows.

    Infocom's parsers read "pile of leaves" as it stands; others stop at a word that is no part of
    the thing's name.
    """
    words = _WORD.findall(name.lower())
    if vocabulary.dictionary.of(PartOfSpeech.BUZZWORD) and all(map(vocabulary.knows, words)):
        return " ".join(words)
    known = [
        word
        for word in _WORD.findall(spoken_part(name))
        if word not in FUNCTION_WORDS and vocabulary.is_describing(word)
    ]
    return " ".join(known[-MAX_WORDS:]) or name.lower()


@lru_cache(maxsize=20_000)
def phrases_in(vocabulary: Vocabulary, words: str) -> tuple[str, ...]:
    """Return the noun phrases in some words of a command that the story has words for."""
    return tuple(vocabulary.phrases(words))


def plainer(vocabulary: Vocabulary, name: str, called: str, clumsy: Container[str]) -> str:
    """Return a better name for what the parser did not take by the one it was called.

    `name` is the whole name: the parser that asked which sack takes a sack of charcoal for its
    charcoal. Of several words the last one does.
    """
    if called not in clumsy:
        return called
    first, of, rest = name.lower().partition(" of ")
    parts = [*vocabulary.phrases(rest if called in first else first)] if of else []
    others = (*parts[-1:], called.rsplit(" ", 1)[-1], *(part.rsplit(" ", 1)[-1] for part in parts))
    return next((other for other in others if other not in clumsy), called.rsplit(" ", 1)[-1])


def spoken_part(name: str) -> str:
    """Return the words of a name that are typed: of a bucket of water the bucket, but of a block
    of clay all, since such words only measure.
    """
    first, _, _ = name.lower().partition(" of ")
    return name.lower() if first.rsplit(" ", 1)[-1] in MEASURES else first


@lru_cache(maxsize=4096)
def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text that name or tell something."""
    return frozenset(word for word in _WORD.findall(text.lower()) if word not in _VAGUE)


@lru_cache(maxsize=50_000)
def speaks_of(words: frozenset[str], name: str) -> bool:
    """Tell whether the words of a text name a thing, by one of the words of its name.

    A longer word counts for its beginning, so that what is said of honey is true of honeycomb.
    """
    named = telling_words(name)
    for word in words:
        for part in named:
            short, long_ = sorted((word.removesuffix("s"), part.removesuffix("s")), key=len)
            if short == long_ or (len(short) >= SHORTEST_STEM and long_.startswith(short)):
                return True
    return False


@lru_cache(maxsize=20_000)
def head(name: str) -> str:
    """Return the last word of a name, which most often says what it is."""
    words: list[str] = _WORD.findall(main_part(name))
    return words[-1] if words else name


@lru_cache(maxsize=20_000)
def main_part(name: str) -> str:
    """Return what a name is of in the main: of a bucket of water the bucket, of a lump of clay the
    clay.
    """
    first, of, rest = name.lower().partition(" of ")
    if not of:
        return first
    return rest if first.rsplit(" ", 1)[-1] in MEASURES else first


@lru_cache(maxsize=20_000)
def heads_of(name: str) -> frozenset[str]:
    """Return the words that say what a thing is: of a lump of red clay both `lump` and `clay`."""
    first, of, rest = name.partition(" of ")
    ends = {part.rsplit(" ", 1)[-1] for part in ((first, rest) if of else (first,))}
    return frozenset(ends | {name.rsplit(" ", 1)[-1]})


@lru_cache(maxsize=5_000)
def fullest(names: tuple[str, ...]) -> dict[str, str]:
    """Return for each of some names the longest of them that ends in it: of a bird the tin bird."""
    longest = dict(zip(names, names, strict=True))
    for name in names:
        words = name.split(" ")
        for start in range(1, len(words)):
            short = " ".join(words[start:])
            if short in longest and len(name) > len(longest[short]):
                longest[short] = name
    return longest


@lru_cache(maxsize=5_000)
def by_head(names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return some names by their last words, those of each in the order given."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        found[head(name)] = (*found.get(head(name), ()), name)
    return found


def things_in(state: AdventureState, text: str) -> list[ItemId]:
    """Return the known items that a text names, in the order they were first seen."""
    words = telling_words(text)
    return [id_ for id_, item in state.items.known.items() if speaks_of(words, item.name)]


_ASKS = re.compile(
    r"\b(?:uses?|using|wants?|wanting|needs?|needing|lacks?|without|takes?) "
    r"(?:(?:an?|the|some|its|your|more|only|little|bit of)\s+)*((?:[\w'-]+\s?){1,3})",
    re.IGNORECASE,
)
"""How English asks for a thing."""


@lru_cache(maxsize=20_000)
def asks_for(text: str, name: str) -> bool:
    """Tell whether a text asks for a thing outright: "it wants a spade", "bakers use a peel"."""
    return any(speaks_of(telling_words(said), head(name)) for said in _ASKS.findall(text))
