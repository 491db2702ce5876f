"""Names: which words name people, and which names are the same person's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

TITLES = frozenset(
    "mr mrs ms miss mister master mistress madam madame lord lady sir dame captain doctor dr "
    "professor father brother sister mother aunt uncle king queen prince princess duke duchess "
    "earl count countess baron baroness colonel major general sergeant lieutenant admiral "
    "reverend saint st squire judge inspector president emperor empress old young little nan "
    "granny grandmother grandfather".split()
)
"""Words that stand before a name and are no name by themselves."""

OFFICES = frozenset(
    "captain doctor professor lord lady king queen prince princess duke duchess earl count "
    "countess baron baroness colonel major general sergeant lieutenant admiral squire judge "
    "inspector president emperor empress".split()
)
"""Titles by which their bearer is spoken of alone: `the captain`."""

FEMALE = frozenset(
    "mrs ms miss mistress madam madame lady dame sister mother aunt queen princess duchess "
    "countess baroness empress granny nan grandmother".split()
)
MALE = frozenset(
    "mr mister master lord sir father brother uncle king prince duke earl count baron reverend "
    "squire emperor grandfather".split()
)

_NOT_PEOPLE = frozenset(
    "house street road lane square river lake sea mountain hill bank bridge farm street abbey "
    "castle church island islands valley forest wood town city county north south east west "
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday christmas easter god heaven bible "
    "english french latin greek german spanish portuguese christian christians institute "
    "i the a an and but or if he she it we they you his her its my our your their this that these "
    "those there here then now when where what who why how no yes not oh ah well in on at for from "
    "to of with as so do did is was are were be have had all some one two three mister sirs "
    "everybody nobody somebody someone chapter part book mercy good dear hush".split()
)
_CONTRACTED = re.compile(r"['’](?:ll|ve|re|d|m|t|s)$")
_POSSESSIVE = re.compile(r"['’]s?$")
_AFTER_START = re.compile(r"(?:^|[.!?…:]\s*|[\"“«‘(\[—]\s*)$")


class Person(NamedTuple):
    """Somebody with a name."""

    name: str
    """The fullest form of it, titles first."""
    aliases: frozenset[str]
    """Every form that the book uses, in lower case; also `the captain` where it is plain."""
    mentions: int
    gender: str
    """`f`, `m`, or empty where the book does not show it."""


def people_of(paragraphs: Iterable[str]) -> list[Person]:
    """Return who is named in a text, the most often named first."""
    text = list(paragraphs)
    forms, starts, lower = _count_forms(text)
    kept: Counter[tuple[str, ...]] = Counter()
    for form, count in forms.items():
        if _is_name(form, forms, lower):
            shorter = form[1:]
            # `Meanwhile Ada` at the beginning of a sentence is Ada.
            is_ada = form[0].lower() not in TITLES and forms[shorter] > 2 * count
            plain = lower[form[0].lower()] or (shorter and shorter[0].lower() in TITLES)
            kept[shorter if is_ada and plain else form] += count + starts[form]
    return [_with_gender(person, text) for person in _gathered(kept)]


def _with_gender(person: Person, paragraphs: list[str]) -> Person:
    """Learn from the pronouns that follow a name what a title did not tell."""
    if person.gender:
        return person
    names = "|".join(re.escape(alias) for alias in sorted(person.aliases, key=len, reverse=True))
    follows = re.compile(rf"\b(?:{names})\b(?!['’]s)[^.!?“”\"]{{0,60}}?\b(he|she|his|her)\b", re.I)
    counts: Counter[str] = Counter()
    for paragraph in paragraphs:
        for match in follows.finditer(paragraph):
            counts["f" if match[1].lower() in {"she", "her"} else "m"] += 1
    female, male = counts["f"], counts["m"]
    if max(female, male) >= 2 and max(female, male) >= 3 * min(female, male):
        return person._replace(gender="f" if female > male else "m")
    return person


def _count_forms(
    paragraphs: Iterable[str],
) -> tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]], Counter[str]]:
    """Count runs of capitalised words inside sentences, at their beginnings, and small words."""
    forms: Counter[tuple[str, ...]] = Counter()
    starts: Counter[tuple[str, ...]] = Counter()
    lower: Counter[str] = Counter()
    word = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*\.?")
    for paragraph in paragraphs:
        run: list[str] = []
        run_at_start = False
        end = 0
        for match in word.finditer(paragraph):
            text = _POSSESSIVE.sub("", match[0].rstrip("."))
            owned = text != match[0].rstrip(".")
            gap = paragraph[end : match.start()]
            is_title_dot = match[0].endswith(".") and text.lower() in TITLES
            capital = text[:1].isupper() and (len(text) == 1 or not text.isupper())
            at_start = bool(_AFTER_START.search(paragraph[: match.start()].rstrip(" ")[-2:] or ""))
            at_start = at_start or match.start() == 0
            if run and (not capital or gap.strip() or at_start):
                _close(run, run_at_start, forms, starts)
                run = []
            if capital:
                if not run:
                    run_at_start = at_start
                run.append(text)
                if owned:
                    _close(run, run_at_start, forms, starts)
                    run = []
            else:
                lower[text.lower()] += 1
            end = match.end() if is_title_dot or not match[0].endswith(".") else match.end() - 1
        if run:
            _close(run, run_at_start, forms, starts)
    return forms, starts, lower


def _close(
    run: list[str],
    at_start: bool,
    forms: Counter[tuple[str, ...]],
    starts: Counter[tuple[str, ...]],
) -> None:
    words = tuple(run)
    while at_start and len(words) > 1 and words[0].lower() in _NOT_PEOPLE:
        words, at_start = words[1:], False
    if at_start and len(words) == 1:
        starts[words] += 1
    else:
        forms[words] += 1


def _is_name(form: tuple[str, ...], forms: Counter[tuple[str, ...]], lower: Counter[str]) -> bool:
    words = [word.lower() for word in form]
    if any(word in _NOT_PEOPLE or _CONTRACTED.search(word) for word in words) or len(form) > 4:
        return False
    own = [word for word in words if word not in TITLES]
    if not own or words[0] in {"saint", "st"}:
        return False
    titled = len(own) < len(words)
    common = sum(lower[word] for word in own) > 2 * forms[form]
    return not common and (titled or len(form) > 1 or forms[form] >= 2)


def _gathered(kept: Counter[tuple[str, ...]]) -> list[Person]:
    """Put the forms of each person together by the names they share."""
    by_name: dict[str, set[tuple[str, ...]]] = {}
    for form in kept:
        for word in _own(form):
            by_name.setdefault(word, set()).add(form)
    groups: list[set[tuple[str, ...]]] = []
    for form in sorted(kept, key=lambda f: (-len(_own(f)), -kept[f], f)):
        matches = [g for g in groups if any(_same(form, other) for other in g)]
        if len(matches) == 1:
            matches[0].add(form)
        elif not matches:
            groups.append({form})
        # A form that could be two people's is nobody's.
    people = []
    offices: Counter[str] = Counter()
    for group in groups:
        for office in {w.lower() for form in group for w in form} & OFFICES:
            offices[office] += 1
    for group in groups:
        words = Counter({form: kept[form] for form in group})
        titles = {w.lower() for form in group for w in form if w.lower() in TITLES}
        alone = {f"the {office}" for office in titles & OFFICES if offices[office] == 1}
        if "lord" in titles and offices["lord"] == 1:
            alone.add("his lordship")
        gender = "f" if titles & FEMALE else "m" if titles & MALE else ""
        people.append(
            Person(
                name=_full_name(words),
                aliases=frozenset(" ".join(f).lower() for f in group) | alone,
                mentions=sum(words.values()),
                gender=gender,
            )
        )
    return sorted(people, key=lambda person: (-person.mentions, person.name))


def _own(form: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.lower() for word in form if word.lower() not in TITLES)


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two forms can be one person's: what one has, the other has too."""
    mine, theirs = _own(one), _own(other)
    if not (mine <= theirs or theirs <= mine):
        return False
    titles = {w.lower() for w in one} & TITLES, {w.lower() for w in other} & TITLES
    kinds = [{"f"} if t & FEMALE else {"m"} if t & MALE else set() for t in titles]
    return not (kinds[0] and kinds[1] and kinds[0] != kinds[1])


def _full_name(forms: Counter[tuple[str, ...]]) -> str:
    """Return the form with most names, without a title where a first name is known."""
    best = max(forms, key=lambda f: (len(_own(f)), forms[f], len(f)))
    own = [word for word in best if word.lower() not in TITLES]
    return " ".join(own if len(own) > 1 else best)
