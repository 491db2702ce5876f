"""Names: which words name people, and which names are the same person's.

Runs of words with capitals are counted with what stands around them: a title, a verb of saying, a
comma of address, `in` or `at`. Fitted weights (data/names.json, bench/cast_fit.py) tell people from
places and things. Then forms are put together: `Mr. Darcy`, `Mrs. Bennet` and `Miss Bingley` by
title, sex and surname, `Emma` with `Emma Woodhouse`; a form that could be two people's goes to
nobody else's.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph, Token, paragraphs_of
from ludens.story.language.background import background
from ludens.story.language.words import stem

Form = tuple[str, ...]
"""The words of a name in the order of the book, titles and `the` included, in lower case."""

FEATURES = (
    "titled", "say", "act", "address", "place", "places", "the", "owns", "words", "often", "small",
    "common", "quoted", "ends_place",
)  # fmt: skip
FEWEST_SPEAKING = 2
"""Times that `the old man` speaks before he counts as somebody."""

_SHORT = frozenset({"mr", "mrs", "miss", "mister", "dr", "sir"})
_I = frozenset({"i'", "i’"})
OFTEN_NAMELESS = 0.08
"""For each time that people with names are said to speak: how often somebody without one must."""

_LINKS = frozenset({"of", "de", "du", "la", "le", "von", "van", "der", "d"})
_PLACE = frozenset("in at near through into from across around reach reached visit".split())
_HE, _SHE = frozenset({"he", "his", "him", "himself"}), frozenset({"she", "her", "hers", "herself"})
SAME = 0.3
"""How often a married woman's first name stands alone, for each time that she is `Mrs.`"""
BOTH = 0.2
"""Share of a man's mentions by one name that the other may have, if both are his."""
OFTEN = 20
"""Times from which the story's own use of a name says something."""
TOGETHER = 0.04
"""Share of the sentences with one name that may have another name of the same person."""
MOST_NAMES = 2000
"""Names that are told apart, the commonest: no novel has half as many."""
BY_TITLE = 0.9
"""Share of the mentions that must have a title and a surname for these to be somebody's name."""
_REACH = 14
"""Tokens after a name within which a pronoun tells the sex of who bears it."""


class Person(NamedTuple):
    """Somebody with a name."""

    name: str
    """The fullest form of it."""
    aliases: frozenset[str]
    """Every form that the book uses, in lower case and without dots; `the captain` too."""
    mentions: int
    gender: str
    """`f`, `m`, or empty where the book does not show it."""
    titles: frozenset[str] = frozenset()
    """Titles that the book gives: `mrs`, `captain`."""
    tells: bool = False
    """Whether they tell the story, as `I`."""
    told: tuple[tuple[int, int, int], ...] = ()
    """What they tell where others tell too: chapters, from 0, each with the paragraphs from the
    first to the one behind the last. Empty where they tell all that nobody else writes."""
    since: int = 0
    """The chapter, from 0, from which an office alone (`the captain`) is they."""
    until: int | None = None
    """The chapter from which it is somebody else; None for nobody who has but an office."""

    def is_called(self, alias: str, chapter: int) -> bool:
        """Tell whether one of their names is theirs in a chapter."""
        before = self.until is None or chapter < self.until
        return not office_of(alias) or (self.since <= chapter and before)


def office_of(alias: str) -> str:
    """Return the office that a name is without another name; empty if it is more or none."""
    office = alias.removeprefix("the ")
    return office if office in titles().offices else ""


def in_a_sentence(name: str) -> str:
    """Return a name as it stands inside a sentence: `the Scarecrow`."""
    return f"the {name[4:]}" if name.startswith("The ") else name


class _Count:
    """What stands around one form."""

    __slots__ = ("act", "address", "all", "female", "inside", "male", "owns", "place", "quoted",
                 "say", "shown", "the", "where")  # fmt: skip

    def __init__(self) -> None:
        self.all = self.inside = self.say = self.act = self.address = self.place = 0
        self.the = self.owns = self.quoted = self.male = self.female = 0
        self.shown: Counter[str] = Counter()
        self.where: set[int] = set()
        """The sentences of the story itself, by number, that have it."""


def taken_apart(chapters: Iterable[Sequence[str]]) -> list[list[Paragraph]]:
    """Return the chapters' paragraphs as tokens."""
    return [paragraphs_of(chapter) for chapter in chapters]


def people_of(paragraphs: Iterable[str]) -> list[Person]:
    """Return who is named in a text, the most often named first."""
    return people_in([paragraphs_of(tuple(paragraphs))])


def people_in(chapters: Sequence[Sequence[Paragraph]]) -> list[Person]:
    """Return who is named in chapters that were taken apart, the most often named first."""
    counts, small = count_forms(chapters)
    kept = {form: count for form, count in counts.items() if is_person(form, counts, small)}
    table = titles()
    lasts = {form[-1] for form in kept if len(form) == 2 and _before_last(form[0])}
    firsts = {form[0] for form in kept if len(form) == 1}
    for form, count in counts.items():
        # `Lucy Honeychurch` may stand once, and still says whose name `Miss Honeychurch` is.
        titled = len(form) == 3 and form[0] in {"mr", "mrs", "miss"}
        first, last = form[-2:] if len(form) == 2 or titled else ("", "")
        if form in kept or last not in lasts or first in table.gender:
            continue
        if first in firsts or not (small[first] or count.the or count.place):
            kept[form] = count
    people = _gathered(kept)
    known = {alias for person in people for alias in person.aliases}
    said = sum(count.say for form, count in kept.items())
    # Where most speakers have names, `the old man` is one of them; in a tale he is somebody.
    fewest = max(FEWEST_SPEAKING, OFTEN_NAMELESS * said)
    people += [
        p for p in _speaking_nouns(chapters) if p.mentions >= fewest and not p.aliases & known
    ]
    return sorted(people, key=lambda person: (-person.mentions, person.name))


# --- counting forms ------------------------------------------------------------------------------


def count_forms(
    chapters: Sequence[Sequence[Paragraph]],
) -> tuple[dict[Form, _Count], Counter[str]]:
    """Return what stands around each form, and how often words are written small."""
    small: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for chapter in chapters:
        for paragraph in chapter:
            for token in paragraph.tokens:
                if token.is_word and not token.is_capital:
                    small[token.lower] += 1
                elif token.is_word and not token.begins:
                    inside[token.lower] += 1
    counts: dict[Form, _Count] = {}
    sentence = 0
    for chapter in chapters:
        for paragraph in chapter:
            ends = [n for n, t in enumerate(paragraph.tokens) if t.begins]
            for first, last in _runs(paragraph.tokens, small, inside):
                number = sentence + bisect_right(ends, first)
                _note(paragraph.tokens, first, last, counts, number)
            sentence += len(ends) + 1
    return counts, small


def _runs(
    tokens: list[Token], small: Counter[str], inside: Counter[str]
) -> Iterator[tuple[int, int]]:
    """Yield the runs of words that look like a name: their first token and the one after."""
    table = titles()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        after_the = _begins_after_the(tokens, at)
        if not (after_the or _may_name(token)):
            at += 1
            continue
        if token.begins and token.lower not in table.gender and (
            inside[token.lower] == 0 or small[token.lower] > 2 * inside[token.lower]
        ):  # fmt: skip
            at += 1
            continue
        end, named = at, False
        while end < len(tokens):
            here = tokens[end]
            if named and here.lower in _SHORT:
                break  # `Mrs. Moore Miss Quested` are two
            if (end == at and after_the) or (_may_name(here) and (end == at or not here.begins)):
                end += 1
                named = named or (here.is_word and here.lower not in table.gender)
                if here.owns:
                    break
                continue
            if here.lower in _LINKS and end > at and _links(tokens, at, end):
                step = 2 if end + 1 < len(tokens) and tokens[end + 1].lower == "the" else 1
                if end + step < len(tokens) and tokens[end + step].is_capital:
                    end += step
                    named = True
                    continue
            break
        if end > at:
            yield at, end
        at = max(end, at + 1)


def _may_name(token: Token) -> bool:
    parts = token.lower.split("-")
    if len(set(parts)) < len(parts):
        return False  # `Yo-ho-ho, and a bottle of rum!`
    return token.is_capital and token.lower not in titles().never and token.lower[:2] not in _I


def _begins_after_the(tokens: list[Token], at: int) -> bool:
    """Tell whether the name of a time begins a name: `the March Hare`."""
    return (
        tokens[at].is_capital
        and tokens[at].lower in titles().times
        and 0 < at < len(tokens) - 1
        and tokens[at - 1].lower == "the"
        and _may_name(tokens[at + 1])
    )


def _links(tokens: list[Token], first: int, at: int) -> bool:
    """Tell whether `of` may go on with a name: `the Queen of Hearts`, not `Emma of Hartfield`."""
    if not tokens[at - 1].is_word:
        return False
    if tokens[at].lower != "of":
        return True
    headed = all(token.lower in titles().gender for token in tokens[first:at])
    return headed or (at == first + 1 and first > 0 and tokens[first - 1].lower == "the")


def form_of(tokens: Sequence[Token]) -> Form:
    """Return the words of a run in lower case."""
    return tuple(token.lower for token in tokens if token.is_word)


def _note(
    tokens: list[Token], first: int, last: int, counts: dict[Form, _Count], sentence: int
) -> None:
    table = titles()
    run = tokens[first:last]
    form = form_of(run)
    if len(form) > 6:
        return
    count = counts.setdefault(form, _Count())
    count.all += 1
    count.shown[" ".join(t.text + "." * t.dotted for t in run)] += 1
    count.inside += not run[0].begins
    before = tokens[first - 1] if first else None
    after = tokens[last] if last < len(tokens) else None
    count.owns += run[-1].owns
    count.quoted += run[0].quoted
    if before is not None:
        count.the += before.lower == "the"
        count.place += before.lower in _PLACE
        # `cried the Queen of Hearts`: the article stands between.
        verb = tokens[first - 2] if before.lower == "the" and first > 1 else before
        count.say += verb.lower in table.saying and not run[0].quoted
    if after is not None and after.is_word and not run[-1].owns:
        count.say += after.lower in table.saying and not run[0].quoted
        count.act += not after.is_capital and _is_deed(after.lower)
    if run[0].quoted:
        opened = before is None or not before.is_word
        closed = after is not None and after.text in ",!?.—–--"
        count.address += opened and closed
    if not run[0].quoted:
        count.where.add(sentence)
    acts = after is not None and after.is_word and _is_deed(after.lower)
    if acts and not run[0].quoted and not run[-1].owns:
        _note_pronoun(tokens, last, count)


def _note_pronoun(tokens: list[Token], last: int, count: _Count) -> None:
    for token in tokens[last : last + _REACH]:
        if token.is_word and token.is_capital and not token.begins and token.lower != "i":
            return
        if token.quoted:
            continue
        if token.lower in _HE:
            count.male += 1
            return
        if token.lower in _SHE:
            count.female += 1
            return


@lru_cache(maxsize=20_000)
def _is_deed(word: str) -> bool:
    if word in {"had", "was", "is", "has", "would", "could", "did", "will", "who", "does"}:
        return True
    return (word.endswith("ed") or word in titles().saying) or background().is_verb(stem(word))


# --- which forms are people ----------------------------------------------------------------------


@lru_cache(maxsize=1)
def _weights() -> tuple[dict[str, float], float]:
    data = files("ludens.story.cast").joinpath("data", "names.json").read_text("utf-8")
    read = json.loads(data)
    return read["weights"], read["intercept"]


def form_features(form: Form, counts: dict[Form, _Count], small: Counter[str]) -> dict[str, float]:
    """Return what tells whether a form names a person."""
    table = titles()
    count = counts[form]
    every = count.all + 1.0
    own = [word for word in form if word not in table.gender and word not in _LINKS]
    return {
        "titled": float(bool(own) and form[0] in table.gender),
        "say": min(math.log1p(count.say), 3.0),
        "act": count.act / every,
        "address": min(math.log1p(count.address), 3.0),
        "place": count.place / every,
        "places": min(math.log1p(count.place), 4.0),
        "the": count.the / every,
        "owns": count.owns / every,
        "words": float(min(len(own), 3)),
        "often": min(math.log(count.all), 5.0),
        "small": min(math.log1p(max((small[word] for word in own), default=0)), 5.0)
        - min(math.log1p(count.inside), 5.0),
        "common": float(any(word in background().counts for word in map(stem, own))),
        "quoted": count.quoted / every,
        "ends_place": float(form[-1] in table.places),
    }


def is_person(form: Form, counts: dict[Form, _Count], small: Counter[str]) -> bool:
    """Tell whether a form names a person."""
    table = titles()
    own = [word for word in form if word not in table.gender and word not in _LINKS]
    count = counts[form]
    if not own:
        # `the Duchess`, `the Captain`: an office by itself names somebody where they speak or act.
        return form[0] in table.offices and len(form) == 1 and count.the >= 1 and count.say >= 2
    if len(own) > 3 and not any(len(word) == 1 for word in own):
        return False
    alone = form[0] in table.gender and len(own) == 1
    if count.all < max(2, len(own)) and not alone:
        return False
    weights, intercept = _weights()
    features = form_features(form, counts, small)
    return intercept + sum(weights[name] * features[name] for name in FEATURES) > 0


@lru_cache(maxsize=1)
def first_names() -> dict[str, str]:
    """Return the sex of those first names that are nearly always of one."""
    data = files("ludens.story.cast").joinpath("data", "first_names.json").read_text("utf-8")
    read = json.loads(data)
    return {name: sex for sex in ("m", "f") for name in read[sex].split()}


# --- whose forms they are ------------------------------------------------------------------------


class _Entity:
    """Somebody whose forms are being gathered."""

    def __init__(self, first: str, last: str) -> None:
        self.first, self.last = first, last
        self.forms: dict[Form, _Count] = {}

    @property
    def mentions(self) -> int:
        return sum(count.all for count in self.forms.values())

    @property
    def titles(self) -> frozenset[str]:
        table = titles()
        return frozenset(form[0] for form in self.forms if form[0] in table.gender)

    @property
    def gender(self) -> str:
        """The sex that titles and pronouns beside the forms tell.

        `Auntie Tibby` is said once: it is weighed against every `he` that follows `Tibby`.
        """
        table = titles()
        times = {"m": 0, "f": 0, "": 0}
        for form, count in self.forms.items():
            times[table.gender.get(form[0], "")] += count.all
            times["m"] += count.male
            times["f"] += count.female
        told = {table.gender[title] for title in self.titles} - {""}
        least, most = sorted(("m", "f"), key=lambda sex: times[sex])
        if (len(told) == 1 or times[most] >= 3) and times[most] >= 1.5 * times[least]:
            return most
        return ""

    @property
    def where(self) -> set[int]:
        """The sentences that have any of the forms."""
        return set().union(*(count.where for count in self.forms.values()))

    def add(self, form: Form, count: _Count) -> None:
        self.forms[form] = count


def _parts(form: Form) -> tuple[list[str], list[str]]:
    """Return a form's titles and its names."""
    table = titles()
    at = 0
    while at < len(form) - 1 and form[at] in table.gender:
        at += 1
    return list(form[:at]), list(form[at:])


def _gathered(kept: dict[Form, _Count]) -> list[Person]:
    table = titles()
    entities: list[_Entity] = []
    order = sorted(kept, key=lambda f: (-kept[f].all, f))[:MOST_NAMES]
    lasts: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    for form in order:
        before, names = _parts(form)
        if len(names) >= 2 and not _is_definite(form, kept[form]):
            firsts[names[0]] += kept[form].all
            lasts[names[-1]] += kept[form].all
        elif before and before[-1] != "miss" and _before_last(before[-1]):
            lasts[names[-1]] += kept[form].all
        elif before and before[-1] in table.before_first:
            firsts[names[-1]] += kept[form].all
    # 1. First and last name, with whatever titles.
    full: dict[tuple[str, str], _Entity] = {}
    for form in order:
        before, names = _parts(form)
        if len(names) < 2:
            continue
        definite = _is_definite(form, kept[form])
        # `Mr. Frank Churchill` and `Frank Churchill` are one; `the March Hare` has no first name.
        key = (" ".join(names), "") if definite else (names[0], names[-1])
        husband = full.get((names[0], names[-1]))
        if before[-1:] == ["mrs"] and (
            _leaning(kept.get((names[0],), _NONE)) == "m"
            or ("mr", *names) in kept
            or (husband is not None and husband.gender == "m")
        ):
            key = (f"{before[-1]} {names[0]}", names[-1])  # `Mrs. John Knightley`
        entity = full.get(key)
        if entity is None:
            entity = full[key] = _Entity(*key)
            entities.append(entity)
        entity.add(form, kept[form])
    # 2. A title and one name.
    for form in order:
        before, names = _parts(form)
        if not before or len(names) != 1:
            continue
        (name,) = names
        known_last = any(e.last == name for e in full.values())
        is_first = not known_last and (
            any(e.first == name for e in full.values())
            or firsts[name] > lasts[name]
            or (before[-1] in table.before_first and not lasts[name])
            or (
                (name,) in kept
                and not lasts[name]
                and _leaning(kept[(name,)]) == table.gender[before[-1]] != ""
            )
        )
        found = _bearer(entities, name, before[-1], as_first=is_first, kept=kept)
        if found is None:
            found = _Entity(name, "") if is_first else _Entity("", name)
            entities.append(found)
        found.add(form, kept[form])
    # 3. One name alone.
    for form in order:
        before, names = _parts(form)
        if before or len(names) != 1:
            continue
        (name,) = names
        count = kept[form]
        as_first = [e for e in entities if e.first == name]
        as_last = [e for e in entities if e.last == name]
        leans = _leaning(count)
        found = _called(name, [e for e in as_first if _agree(e.gender, leans)])
        if name in table.offices:
            # `the Major` is the one major whom the book has, or speaks of by far the most.
            bearers = [e for e in entities if name in e.titles]
            most = _most(bearers)
            others = sum(e.mentions for e in bearers) - (most.mentions if most else 0)
            found = most if most is not None and most.mentions > 2 * others else found
        if found is None and len(as_first) == 1 and as_first[0].titles:
            found = as_first[0]  # a title tells the sex better than pronouns that stand near
        if found is None and not as_first:
            # A surname alone is rather a man's.
            men = [e for e in as_last if e.gender != "f"]
            found = _most(men) if leans != "f" else None
            found = found or (_most(as_last) if len(as_last) == 1 and not leans else None)
        if found is None:
            found = _Entity(name, "")
            entities.append(found)
        found.add(form, count)
    return [_person(entity, entities) for entity in entities]


def _before_last(title: str) -> bool:
    """Tell whether a title stands before surnames."""
    table = titles()
    return title in table.gender and title not in table.before_first


def _is_definite(form: Form, count: _Count) -> bool:
    """Tell whether a form has an article, as `the White Rabbit` has."""
    return 2 * count.the > count.all


def _leaning(count: _Count) -> str:
    if max(count.male, count.female) >= 3:
        if count.male >= 2 * count.female:
            return "m"
        if count.female >= 2 * count.male:
            return "f"
    return ""


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


def _most(entities: Iterable[_Entity]) -> _Entity | None:
    return max(entities, key=lambda e: e.mentions, default=None)


def _called(name: str, entities: list[_Entity]) -> _Entity | None:
    """Return who is called by a first name most: `John Andrew` is oftener than `John Beaver`."""

    def times(entity: _Entity) -> tuple[int, int]:
        own = sum(count.all for form, count in entity.forms.items() if name in form)
        return own, entity.mentions

    return max(entities, key=times, default=None)


def _bearer(
    entities: list[_Entity], name: str, title: str, *, as_first: bool, kept: dict[Form, _Count]
) -> _Entity | None:
    """Return whom a title and a name mean among those who are known; None for somebody else."""
    table = titles()
    gender = table.gender[title]
    if as_first:
        # `Sir Thomas`, `Aunt Juley`: another title of the other sex is another person.
        return _most(e for e in entities if e.first == name and _agree(_sex(e, kept), gender))
    own = [e for e in entities if e.last == name and _agree(_sex(e, kept), gender)]
    same = [e for e in own if any(f[-2:] == (title, name) for f in e.forms)]
    if same:
        return _most(same)
    count = kept.get((title, name), _NONE)
    own = [e for e in own if not _stand_together(_sentences(e, kept), count.where)]
    # A full name that stands once, of a brother who is dead, claims nobody else's title; nor does
    # Rosamond that of Mr. Oliver.
    own = [e for e in own if e.mentions > 1] or own
    other = {"m": "f", "f": "m"}.get(gender, "?")
    own = [e for e in own if _sex(e, kept) or first_names().get(e.first, "") != other]
    if title in table.unmarried:
        own = [e for e in own if not e.titles & table.married]
        own = [e for e in own if _sex(e, kept) == "f"] or _by_first_name(own, "f") or own
    elif title in table.married:
        # Who is `Mrs. Weston` to the story is seldom called by her first name in it.
        own = [e for e in own if not e.titles & table.unmarried]
        alone = _by_first_name(own, "f") if len(_bearers(entities, name)) == 1 else []
        own = [e for e in own if _sex(e, kept) == "f"]
        own = [e for e in own if _told((e.first,), kept) <= SAME * (count.all - count.quoted)]
        # Where nobody else has the surname, `Mrs. Poole` is Grace Poole.
        own = own or (alone if ("mr", name) not in kept else [])
    elif title in table.offices or (not gender and title not in table.before_first):
        # `Dr. Craven` is not `Mr. Archibald Craven`.
        own = [e for e in own if _sex(e, kept) != "f" and not e.titles & {"mr", "miss", "mrs"}]
        own = [e for e in own if title in e.titles] or own
    else:
        men = [e for e in own if _sex(e, kept) == "m"]
        men = men or [e for e in own if not _sex(e, kept) and _may_be_a_man(e)]
        men = men or [e for e in _by_first_name(own, "m") if not _sex(e, kept)]
        own = men or ([] if ("mrs", name) in kept else own)
        # A story calls one man by one name: who is `George` to it is not `Mr. Emerson` too.
        told = count.all - count.quoted
        own = [e for e in own if not _both_often(_told((e.first,), kept), told)]
        own = [e for e in own if not _told_apart(e, count, kept)]
        own = [e for e in own if title in e.titles] or own
    return own[0] if len(own) == 1 else None


def _bearers(entities: list[_Entity], surname: str) -> list[_Entity]:
    """Return all who have a surname."""
    return [entity for entity in entities if entity.last == surname]


def _by_first_name(entities: list[_Entity], sex: str) -> list[_Entity]:
    return [entity for entity in entities if first_names().get(entity.first) == sex]


def _may_be_a_man(entity: _Entity) -> bool:
    """Tell whether a full name that stands often is beside no word that tells of a woman."""
    male = sum(count.male for count in entity.forms.values())
    female = sum(count.female for count in entity.forms.values())
    return male > female or (not female and entity.mentions >= OFTEN)


def _told_apart(entity: _Entity, count: _Count, kept: dict[Form, _Count]) -> bool:
    """Tell whether the story sets `Mr. John Knightley` beside `Mr. Knightley`: where there is a
    `Mrs. John Knightley`, there is another Mrs. Knightley, and her husband."""
    whole = kept.get(("mr", entity.first, entity.last), _NONE)
    beside = len(whole.where) >= OFTEN // 2 and bool(whole.where & count.where)
    return beside or ("mrs", entity.first, entity.last) in kept


def _both_often(one: int, other: int) -> bool:
    return min(one, other) >= OFTEN and min(one, other) > BOTH * max(one, other)


def _told(form: Form, kept: dict[Form, _Count]) -> int:
    """Return how often the story itself uses a form, outside of what is said aloud."""
    count = kept.get(form, _NONE)
    return count.all - count.quoted


def _sentences(entity: _Entity, kept: dict[Form, _Count]) -> set[int]:
    return entity.where | kept.get((entity.first,), _NONE).where


def _sex(entity: _Entity, kept: dict[Form, _Count]) -> str:
    return entity.gender or _leaning(kept.get((entity.first,), _NONE))


def _stand_together(one: set[int], other: set[int]) -> bool:
    """Tell whether two names stand in one sentence oftener than one person's names do."""
    return len(one & other) > TOGETHER * min(len(one), len(other)) + 1


_NONE = _Count()


def _person(entity: _Entity, entities: list[_Entity]) -> Person:
    table = titles()
    aliases = {" ".join(form) for form in entity.forms}
    for form, count in entity.forms.items():
        if _is_definite(form, count):
            aliases.add("the " + " ".join(form))
    offices = entity.titles & table.offices
    for office in offices:
        if sum(office in other.titles for other in entities) == 1:
            aliases.add(f"the {office}")
    if "lord" in entity.titles and sum("lord" in e.titles for e in entities) == 1:
        aliases.add("his lordship")
    return Person(
        name=_full_name(entity),
        aliases=frozenset(aliases),
        mentions=entity.mentions,
        gender=entity.gender or first_names().get(entity.first, ""),
        titles=entity.titles,
    )


def _full_name(entity: _Entity) -> str:
    """Return the form with most names, without a title where a first name is known."""

    def rank(form: Form) -> tuple[int, int, int]:
        _, names = _parts(form)
        return min(len(names), 2), entity.forms[form].all, len(form)

    table = titles()
    best = max(entity.forms, key=rank)
    titled: dict[Form, int] = {
        f: c.all for f, c in entity.forms.items() if f[0] in table.gender and len(f) == 2
    }
    offices = sum(c.all for f, c in entity.forms.items() if len(f) == 1 and f[0] in table.offices)
    if titled and sum(titled.values()) + offices >= BY_TITLE * entity.mentions:
        # Whom the story calls `Mr. Rochester` alone is nobody's `Rowland`; `the Count` is a title.
        best = max(titled, key=lambda form: titled[form])
        return entity.forms[best].shown.most_common(1)[0][0]
    shown = entity.forms[best].shown.most_common(1)[0][0]
    before, names = _parts(best)
    if len(names) > 1 and " " not in entity.first:  # `Mrs. Charles Wilcox` is not Charles
        shown = " ".join(shown.split()[len(before) :])
    elif len(names) == 1 and (entity.mentions > 3 * entity.forms[best].all or not before):
        # `Emma` alone is what she is called; a title that stands now and then is no part of it.
        plain = max(entity.forms, key=lambda f: entity.forms[f].all)
        best, shown = plain, entity.forms[plain].shown.most_common(1)[0][0]
    return f"The {shown}" if _is_definite(best, entity.forms[best]) else shown


# --- who has no name -----------------------------------------------------------------------------


def _speaking_nouns(chapters: Sequence[Sequence[Paragraph]]) -> list[Person]:
    """Return those without a name who speak more than once: `the old man`, `the squire`."""
    table = titles()
    nouns = {**{office: table.gender.get(office, "") for office in table.offices}, **table.nouns}
    found: Counter[str] = Counter()
    gender: dict[str, str] = {}
    for chapter in chapters:
        for paragraph in chapter:
            if not paragraph.quotations:
                continue
            tokens = paragraph.tokens
            for at, token in enumerate(tokens):
                if token.quoted or token.lower != "the" or at + 1 >= len(tokens):
                    continue
                end = at + 1
                while end < len(tokens) and end < at + 3 and tokens[end].lower not in nouns:
                    end += 1
                if end >= min(len(tokens), at + 3) or tokens[end].owns:
                    continue
                before = tokens[at - 1].lower if at else ""
                after = tokens[end + 1].lower if end + 1 < len(tokens) else ""
                if before in table.saying or after in table.saying:
                    name = " ".join(t.lower for t in tokens[at : end + 1])
                    if all(t.is_word for t in tokens[at : end + 1]):
                        found[name] += 1
                        gender[name] = nouns[tokens[end].lower]
    return [
        Person(name[0].upper() + name[1:], frozenset({name}), count, gender[name])
        for name, count in found.items()
        if count >= FEWEST_SPEAKING
    ]
