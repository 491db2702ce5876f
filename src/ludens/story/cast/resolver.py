"""Whom a name means: the one resolver for the planner, `who`, the page and the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludens.story.cast.names import Person, first_names
from ludens.story.cast.titles import titles

_SMALL = frozenset({"the", "of", "a", "an", "my", "your", "de", "von"})


class Resolver:
    """Finds people by whatever name they are called. The most often named come first."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self._by_alias: dict[str, Person] = {}
        # `The captain`, where one is called only so, is not Captain Smollett.
        for person in people:
            if person.until is not None:
                self._by_alias[plain(person.name)] = person
        for person in people:
            for alias in (plain(person.name), *person.aliases):
                self._by_alias.setdefault(alias, person)

    def find(self, name: str) -> Person | None:
        """Return whom a name means; None if nobody, or if it could be anybody's."""
        wanted = plain(name)
        bare = re.sub(r"^(?:the|my|dear|poor) ", "", wanted)
        for form in (wanted, bare, f"the {bare}"):
            if form in self._by_alias:
                return self._by_alias[form]
        table = titles()
        parts = [word for word in wanted.split() if word not in _SMALL]
        called = [word for word in parts if word in table.gender]
        names_in_order = [word for word in parts if word not in table.gender]
        names = set(names_in_order)
        if not names:
            return None
        best: tuple[tuple[int, int, int, int, int], Person] | None = None
        for person in self.people:
            own = own_names(person)
            shared = names & own
            if not shared or not _may_be(called, person):
                continue
            if len(names) > 1 and _is_another(names_in_order[0], person):
                continue
            # A name too many on either side makes it less likely to be the same person's.
            titled = sum(title in person.titles for title in called)
            man = int(not called and len(names) == 1 and person.gender == "m")
            first = plain(person.name).split()[0]
            apart = len(own - names) if names - own else int(first not in names)
            begins = int(names_in_order[0] in own)
            rank = (len(shared), titled + man, begins, -apart, person.mentions)
            if best is None or rank > best[0]:
                best = (rank, person)
        return best[1] if best is not None else None


def plain(name: str) -> str:
    """Return a name in lower case, without dots and commas."""
    return " ".join(re.sub(r"[.,“”\"]", " ", name.lower().replace("’", "'")).split())


def own_names(person: Person) -> frozenset[str]:
    """Return the words of somebody's names that are no titles."""
    words = {word for alias in (plain(person.name), *person.aliases) for word in alias.split()}
    return frozenset(word for word in words if word not in titles().gender and word not in _SMALL)


def _is_another(first: str, person: Person) -> bool:
    """Tell whether a first name is somebody else's: one of the other sex."""
    if first in own_names(person):
        return False
    sex = first_names().get(first)
    return sex is not None and bool(person.gender) and sex != person.gender


def _may_be(called: Sequence[str], person: Person) -> bool:
    """Tell whether somebody may have the titles that a name has."""
    table = titles()
    for title in called:
        gender = table.gender[title]
        if gender and person.gender and gender != person.gender:
            return False
        if title in table.unmarried and person.titles & table.married:
            return False
        if title in table.married and person.titles & table.unmarried:
            return False
    return True
