"""What things are, by their names: `things.toml` and `nouns.tsv`, read once."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from pydantic import Field

from ludens.adventure.models import Frozen

_PLURALS = (
    *(("ies", "y"), ("ves", "f"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss")),
    *(("oes", "o"), ("s", "")),
)
"""How English makes one thing of several, the longest ending first."""

PERSON = "person"
"""The class of those who have titles."""


class Things(Frozen):
    """The table: classes with what they mean, which is a kind of which, and the nouns."""

    classes: dict[str, str]
    parents: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    nouns: dict[str, str]

    def classes_of(self, noun: str) -> frozenset[str]:
        """Return the classes of a noun, those of which they are kinds included."""
        found: set[str] = set()
        waiting = (self.nouns.get(noun) or nouns_alike().get(noun, "")).split()
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.parents.get(one, ())
        return frozenset(found)


@cache
def things() -> Things:
    """Return the table."""
    source = files("ludens.adventure.knowledge") / "things.toml"
    return Things.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))


@cache
def nouns_alike() -> dict[str, str]:
    """Return nouns that the table lacks with the classes of the table's nouns of their kind.

    They are WordNet's, and `bench/nouns.py` writes them.
    """
    source = files("ludens.adventure.knowledge") / "nouns.tsv"
    rows = (line.split("\t") for line in source.read_text(encoding="utf-8").splitlines())
    return {noun: classes for classes, nouns in rows for noun in nouns.split()}


@lru_cache(maxsize=8192)
def classes_of(name: str) -> frozenset[str]:
    """Return what a thing is by its name; empty where the table does not say.

    The last word says it, and of "a bunch of keys" the word behind "of" where the table has it;
    of a name that it does not have, the title: "captain trew" is a person.
    """
    words = name.lower().replace("-", " ").split()
    if "of" in words[1:-1]:
        at = words.index("of")
        words = words[at + 1 :] if noun_in(words[-1:]) else words[:at]
    noun = noun_in(words[-1:])
    if noun is None and len(words) > 1:
        title = things().classes_of(words[0])
        return title if PERSON in title else frozenset()
    return things().classes_of(noun) if noun is not None else frozenset()


def noun_in(words: list[str]) -> str | None:
    """Return the last word that is a known noun, in the singular; None if none is."""
    for word in reversed(words):
        for known in (things().nouns, nouns_alike()):
            if word in known:
                return word
            for ending, instead in _PLURALS:
                if word.endswith(ending) and (one := word.removesuffix(ending) + instead) in known:
                    return one
        if (kind := _kind_of(word)) is not None:
            return kind
    return None


PART = 3
"""Letters of a part of a compound, at least."""
SURE = 4
"""Letters of its last part from which on any first part will do."""


@lru_cache(maxsize=8192)
def _kind_of(word: str) -> str | None:
    """Return the last part of a compound that the table does not have: a sheepdog is a dog."""
    known = things().nouns
    for at in range(PART, len(word) - PART + 1):
        last = word[at:]
        if last in known and (len(last) >= SURE or word[:at] in known):
            return last
    return None
