"""What a question takes for granted: who did what to whom; and whether the book tells it.

`Why did Fanny marry Henry?` takes for granted that she did. All its words stand together in the
book, in talk of whether she might; so a place is looked for that *tells* the deed: the verb in a
past form, not denied and not supposed, with those who do and suffer it in their places.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence, Set
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.story.cast.names import Person
from ludens.story.cast.scene import DETERMINERS, Names
from ludens.story.cast.tokens import Token, paragraphs_of
from ludens.story.corpus.passages import JOIN
from ludens.story.language.background import background
from ludens.story.language.irregular import BASES, past_of
from ludens.story.language.kin import kin_of
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import stem
from ludens.story.referee.places import Places

NEAR = 2
"""Sentences around the deed in which those who are named in the question are looked for."""
AKIN = 0.5
"""Likeness from which a verb may stand for another."""

_HELPERS = frozenset({"did", "does", "do", "was", "were", "is", "are", "has", "had", "have"})
_ASKING = frozenset({"why", "how", "when", "where"})
"""Words that ask for the circumstances of what is taken for granted whole."""
_ASKING_FOR_PART = frozenset({"what", "whom", "which"})
"""Words that ask for something of a deed that is taken for granted between two people."""
_UNREAL = frozenset(
    "not never no nor would could should might may will shall can must if unless to cannot than "
    "without nearly almost ever hardly wish wished hope hoped want wanted supposed".split()
)
_MUTUAL = frozenset(
    stem(w) for w in "marry wed meet quarrel dance engage kiss separate part".split()
)
"""Deeds that both do, whoever is named first."""
_ONCE = frozenset(stem(w) for w in "marry wed kill murder".split())
"""Deeds that somebody else can not have done as well."""
_SUFFERS = frozenset({"was", "were", "been", "being", "be"})
_SOMEBODY = frozenset("i he she it we you they me him us them".split())
"""Words for those whom a sentence alone does not tell."""
_GENDERS = {"he": "m", "she": "f"}
_REACH = 5


class Finding(StrEnum):
    """What the book has on a premise."""

    TOLD = "told"
    DENIED = "denied"
    """It tells the deed of somebody else, or the other way round."""
    NOT_TOLD = "not_told"


class Premise(NamedTuple):
    """What is taken for granted."""

    doers: tuple[int, ...]
    """Numbers of people; empty where the question asks who it was."""
    verb: str
    objects: tuple[int, ...]
    rest: tuple[str, ...]
    """Stems of what else is said of the deed."""
    told: str
    """The premise in words: `Fanny did marry Henry`."""
    passive: bool = False
    owned: bool = False
    """Whether it is something that the doer has."""


class Checked(NamedTuple):
    """What was found for a premise, and the row of `Places` that shows it, or where it is not told
    the one that comes nearest to telling it (-1: none)."""

    premise: Premise
    finding: Finding
    row: int
    who: str = ""
    """Whom the book names instead."""


class Premises:
    """Checks what questions about one book's people take for granted."""

    def __init__(self, people: Sequence[Person], places: Places) -> None:
        self.people = people
        self.places = places
        # Who is `the fox` in a tale is called by what it is, and any sentence may have it.
        named = [
            p._replace(aliases=frozenset(a for a in p.aliases if a[:4] != "the ")) for p in people
        ]
        self.names = Names(named)
        self.asked_names = Names(named, with_narrator=False)
        """`I` in a prompt is the player, whoever tells the book."""
        self._rows: dict[int, NDArray[np.int32]] = {}
        self._read: dict[int, list[list[Token]]] = {}

    def check(self, prompt: str) -> Checked | None:
        """Return what the book has on a prompt's premise; None where it has none to check."""
        premise = self.premise_of(prompt)
        if premise is None:
            return None
        everybody = [*premise.doers, *premise.objects]
        near = self._where(premise.verb, everybody, 0 if premise.owned else NEAR)
        if premise.rest and not (premise.doers and premise.objects):
            near = self._with_any(near, premise.rest)
        both = bool(premise.doers and premise.objects)
        before = near
        if not both and not premise.owned and not premise.rest:
            near = near[[self._tells(premise, int(row)) == "" for row in near]]
        if not both:
            if not len(near):
                return Checked(premise, Finding.NOT_TOLD, self._nearest(premise, before))
            return Checked(premise, Finding.TOLD, int(near[0]))
        against: tuple[int, str] | None = None
        for row in near:
            who = self._tells(premise, int(row))
            if who == "":
                return Checked(premise, Finding.TOLD, int(row))
            if who is not None and against is None:
                against = (int(row), who)
        if against is None and premise.verb in _ONCE:
            against = self._somebody_else(premise)
        if against is not None:
            return Checked(premise, Finding.DENIED, *against)
        return Checked(premise, Finding.NOT_TOLD, self._nearest(premise, near))

    # --- reading the question ----------------------------------------------------------------

    def premise_of(self, prompt: str) -> Premise | None:
        """Return what a prompt takes for granted of the book's people."""
        tokens = [
            t for p in paragraphs_of((prompt.strip(),)) for t in p.tokens if t.text not in '“”"'
        ]
        tokens = [t for t in tokens if t.is_word]
        lower = [t.lower for t in tokens]
        if not tokens:
            return None
        asked: tuple[int, ...] = ()
        at = 0
        if lower[0] in {"ask", "tell", "question"}:
            named = self.asked_names.at(tokens, 1) if len(tokens) > 1 else None
            if named is None:
                return None
            asked, at = (named[0],), named[1]
            if lower[at : at + 1] == ["about"]:
                return self._owning(tokens, at + 1, asked)
        if at < len(lower) and lower[at] == "who":
            return self._who(tokens, at + 1)
        if at >= len(lower) or lower[at] not in _ASKING | _ASKING_FOR_PART:
            return None
        in_part = lower[at] in _ASKING_FOR_PART
        at += 1
        helper = ""
        while at < len(lower) and at < 6:
            if lower[at] in _HELPERS:
                helper = lower[at]
                at += 1
                break
            if asked:
                break
            at += 1
        if at >= len(tokens) or (not helper and not asked):
            return None
        if asked and lower[at] in {"he", "she", "they"}:
            doers, at = asked, at + 1
        else:
            named = self.asked_names.at(tokens, at)
            if named is None or tokens[named[1] - 1].owns:
                return None
            doers, at = (named[0],), named[1]
        deed = self._deed(tokens, at, doers, passive=helper in {"was", "were", "is", "are"})
        return None if in_part and (deed is None or not deed.objects) else deed

    def _who(self, tokens: list[Token], at: int) -> Premise | None:
        if at < len(tokens) and tokens[at].lower in _HELPERS:
            return None
        return self._deed(tokens, at, (), passive=False)

    def _deed(
        self, tokens: list[Token], at: int, doers: tuple[int, ...], *, passive: bool
    ) -> Premise | None:
        while at < len(tokens) and (
            tokens[at].lower.endswith("ly")
            or tokens[at].lower in {"not", "never", "ever", "always"}
        ):
            if tokens[at].lower in {"not", "never"}:
                return None
            at += 1
        if at >= len(tokens) or tokens[at].is_capital:
            return None
        verb = stem(tokens[at].lower)
        if verb in STOPWORDS or background().weight(verb) < LIGHT:
            return None
        if tokens[at + 1 : at + 2] and tokens[at + 1].lower in {"to", "that", "up", "like"}:
            return None  # what somebody wanted or thought is told in many ways
        begin = at
        objects: list[int] = []
        rest: list[str] = []
        things = 0  # `Howards End` is one
        at += 1
        while at < len(tokens):
            named = self.asked_names.at(tokens, at)
            if named is not None:
                if not objects and not tokens[named[1] - 1].owns and things < 2:
                    objects.append(named[0])
                at = named[1]
                continue
            word = stem(tokens[at].lower)
            if word not in STOPWORDS:
                rest.append(word)
                things += not (tokens[at].is_capital and tokens[at - 1].is_capital)
            at += 1
        objects = [o for o in objects if o not in doers]
        names = " and ".join(self.people[n].name for n in doers) or "anybody"
        first, others = tokens[begin].text, self._as_named(tokens[begin + 1 :])
        if doers and passive:
            first = f"was {first}"
        elif doers and not _is_past(first.lower()):
            first = past_of(first.lower())
        if not doers and not objects and not rest:
            return None
        said = " ".join([names, first, *others])
        return Premise(doers, verb, tuple(objects), tuple(rest), said, passive)

    def _as_named(self, tokens: Sequence[Token]) -> list[str]:
        """Return words as they are said, whom they name by the name that the book has."""
        said: list[str] = []
        at = 0
        while at < len(tokens):
            named = self.asked_names.at(tokens, at)
            owns = named is not None and tokens[named[1] - 1].owns
            said.append(tokens[at].text if named is None or owns else self.people[named[0]].name)
            at = named[1] if named is not None and not owns else at + 1
        return said

    def _owning(self, tokens: list[Token], at: int, asked: tuple[int, ...]) -> Premise | None:
        """Return the premise of `Ask Ada about her husband`."""
        if at + 1 >= len(tokens) or tokens[at].lower not in {"his", "her", "their"}:
            return None
        owned = list(takewhile(lambda t: stem(t.lower) not in STOPWORDS, tokens[at + 1 :]))
        if not owned:
            return None
        noun = stem(owned[-1].lower)
        rest = " ".join(t.text for t in tokens[at + 1 :])
        article = "an" if rest[:1].lower() in "aeiou" else "a"
        said = f"{self.people[asked[0]].name} has {article} {rest}"
        return Premise(asked, noun, (), (), said, owned=True)

    # --- reading the book --------------------------------------------------------------------

    def rows_of(self, person: int) -> NDArray[np.int32]:
        """Return the sentences that name somebody."""
        if person not in self._rows:
            found: list[NDArray[np.int32]] = []
            for alias in self.people[person].aliases:
                rows: NDArray[np.int32] | None = None
                for word in alias.split():
                    own = self.places.rows(stem(word))
                    own = own if own is not None else np.zeros(0, np.int32)
                    rows = own if rows is None else np.intersect1d(rows, own)
                if rows is not None:
                    found.append(rows)
            whole = np.unique(np.concatenate(found)) if found else np.zeros(0, np.int32)
            self._rows[person] = whole.astype(np.int32)
        return self._rows[person]

    def _where(self, verb: str, people: Sequence[int], reach: int = NEAR) -> NDArray[np.int32]:
        """Return the sentences with a deed near all who are named."""
        verbs = [verb, *(other for other, near in kin_of(verb).items() if near >= AKIN)]
        rows = [r for v in verbs if (r := self.places.rows(v)) is not None]
        if not rows:
            return np.zeros(0, np.int32)
        found = np.unique(np.concatenate(rows))
        for person in people:
            own = self.rows_of(person)
            if not len(own):
                return np.zeros(0, np.int32)
            at = np.searchsorted(own, found - reach)
            near = (at < len(own)) & (own[np.minimum(at, len(own) - 1)] <= found + reach)
            found = found[near]
        whole: NDArray[np.int32] = found.astype(np.int32)
        return whole

    def _nearest(self, premise: Premise, rows: NDArray[np.int32]) -> int:
        """Return of sentences with a deed, or one akin to it where there are no others, the one
        that has the people nearest to it; of several the last; -1 if there are none."""
        own = self.places.rows(premise.verb)
        same = rows if own is None else rows[np.isin(rows, own)]
        rows = same if len(same) else rows
        far = np.zeros(len(rows), np.int32)
        for person in (*premise.doers, *premise.objects):
            # A name that no sentence has whole, over a break of lines, is near to nothing.
            if len(own := self.rows_of(person)):
                far += np.abs(own[:, None] - rows[None, :]).min(axis=0)
        return int(rows[np.flatnonzero(far == far.min())[-1]]) if len(rows) else -1

    def _with_any(self, rows: NDArray[np.int32], stems: Sequence[str]) -> NDArray[np.int32]:
        """Return those sentences near which one of some words stands, or one akin to it."""
        found = [
            own
            for word in stems
            for other in (word, *(o for o, near in kin_of(word).items() if near >= AKIN))
            if (own := self.places.rows(other)) is not None
        ]
        if not found:
            return rows[:0]
        own = np.unique(np.concatenate(found))
        at = np.searchsorted(own, rows - NEAR)
        kept: NDArray[np.int32] = rows[
            (at < len(own)) & (own[np.minimum(at, len(own) - 1)] <= rows + NEAR)
        ]
        return kept

    def _tells(self, premise: Premise, row: int) -> str | None:
        """Return an empty text where a sentence tells the deed of these people, the name of
        whoever it tells it of instead, None where it does not tell it."""
        tokens = self._tokens(row)
        akin = {premise.verb} | {o for o, near in kin_of(premise.verb).items() if near >= AKIN}
        doer, done_to = set(premise.doers), set(premise.objects)
        people = self._people(tokens)
        for at, token in enumerate(tokens):
            before = [t.lower for t in tokens[max(0, at - 4) : at]]
            is_so = not done_to and any(word in _SUFFERS for word in before)
            if stem(token.lower) not in akin or not (_is_past(token.lower) or is_so):
                continue
            if any(word in _UNREAL or word.endswith(("n't", "n’t")) for word in before):
                continue
            if before[-1:] and before[-1] in DETERMINERS:
                continue  # `the dead man`
            left = [p for place, p in people if place < at and at - place <= 3 * _REACH]
            right = [p for place, p in people if place > at and place - at <= 2 * _REACH]
            turned = any(word in _SUFFERS for word in before)
            subject = left[-1:] if not turned else right[:1]
            target = right[:1] if not turned else left[-1:]
            if stem(token.lower) in _MUTUAL:
                # `Ada and Ben married`, `Ada married Ben`; who is farther off did other things.
                couple = {*left[-2:], *right[:1]} if left else set(right[:1])
                if (doer & couple or not doer) and (done_to & couple or not done_to):
                    return ""
                continue
            if not done_to:
                # `Ada was dead`; who is taken for granted to have died is not who killed.
                if set(left[-1:]) & doer or self._is_pointed_at(doer, tokens[:at], row):
                    return ""
                continue
            # Of a word that is only akin it must be told to whom: who died may have killed nobody.
            open_ = not target and stem(token.lower) == premise.verb
            if set(subject) & doer and (set(target) & done_to or open_):
                return ""
            if not doer and set(target) & done_to:
                return ""
            if set(target) & done_to and subject == [-1] and {"he", "she"} & set(before):
                return ""
            swapped = set(subject) & done_to and set(target) & doer
            if swapped and stem(token.lower) == premise.verb:
                return self.people[subject[0]].name
        return None

    def _tokens(self, row: int) -> list[Token]:
        """Return the words of a sentence, each known to be said aloud or not: its passage tells."""
        passage, number = self.places.stands(row)
        if passage not in self._read:
            self._read[passage] = _by_sentence(self.places.passage(passage))
        return self._read[passage][number]

    def _people(self, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """Return who stands where in a sentence; -1 for whoever pronouns mean, and for what
        somebody named only owns (`Ada's sister`)."""
        found: list[tuple[int, int]] = []
        for at, token in enumerate(tokens):
            named = self.names.at(tokens, at)
            if named is not None:
                found.append((at, -1 if tokens[named[1] - 1].owns else named[0]))
            elif token.lower in _SOMEBODY:
                found.append((at, -1))
        return found

    def _is_pointed_at(self, people: Set[int], before: Sequence[Token], row: int) -> bool:
        """Tell whether the story says `he` or `she` before a deed and named one of these last."""
        pronoun = next((t for t in reversed(before[-3:]) if t.lower in _GENDERS), None)
        if pronoun is None or pronoun.quoted:
            return False
        gender = _GENDERS[pronoun.lower]
        for tokens in (before, *(self._tokens(r) for r in self._earlier(row))):
            named = [self.names.at(tokens, at) for at in range(len(tokens))]
            last = [n[0] for n in named if n and self.people[n[0]].gender in {gender, ""}]
            if last:
                return last[-1] in people
        return False

    def _earlier(self, row: int) -> list[int]:
        """Return the sentences right before one, the nearest first, in its chapter."""
        before = range(row - 1, max(-1, row - 1 - NEAR), -1)
        return list(takewhile(lambda r: self.places.passage_of[r] >= 0, before))

    def _somebody_else(self, premise: Premise) -> tuple[int, str] | None:
        """Return where the book tells such a deed of somebody else and one of these."""
        for one in (*premise.objects, *premise.doers):
            for row in self._where(premise.verb, [one]):
                tokens = self._tokens(int(row))
                for at, token in enumerate(tokens):
                    if stem(token.lower) != premise.verb or not _is_past(token.lower):
                        continue
                    before = [t.lower for t in tokens[max(0, at - 3) : at]]
                    if at == 0 or any(w in _UNREAL or w.endswith(("n't", "n’t")) for w in before):
                        continue
                    people = {
                        n: person
                        for n, person in self._people(tokens)
                        if tokens[n].is_capital and tokens[n].lower != "i"
                    }
                    nearest = max((n for n in people if at - 4 < n < at), default=-1)
                    pair = {people.get(nearest, -1), people.get(at + 1, -1)}
                    if -1 not in pair and one in pair and len(pair) == 2:
                        (other,) = pair - {one}
                        if other not in {*premise.doers, *premise.objects}:
                            return int(row), self.people[other].name
        return None


LIGHT = 2.2
"""Nats: a verb that weighs less says too little to be looked for."""


def _by_sentence(text: str) -> list[list[Token]]:
    """Return the words of each sentence of a passage. A passage may begin amid what is said."""
    found: list[list[Token]] = [[] for _ in sentences(text)]
    starts = [sentence.start for sentence in sentences(text)]
    offset = 0
    for number, paragraph in enumerate(text.split(JOIN)):
        within = _begins_within_speech(paragraph) if number == 0 else ""
        whole = within + paragraph
        closed = '"' if whole.count('"') % 2 else ""
        (read,) = paragraphs_of((whole + closed,))
        for token in read.tokens:
            if token.is_word:
                at = bisect_right(starts, offset + token.start - len(within)) - 1
                found[max(0, at)].append(token)
        offset += len(paragraph) + len(JOIN)
    return found


def _begins_within_speech(paragraph: str) -> str:
    """Return the mark that opened what a text begins within; empty where it begins outside."""
    for opens, closes in ("“”", "«»"):
        if closes in paragraph and opens not in paragraph[: paragraph.index(closes)]:
            return opens
    straight = paragraph.count('"') % 2 and not paragraph.startswith('"')
    return '"' if straight else ""


def _is_past(word: str) -> bool:
    return word.endswith("ed") or (word in BASES and BASES[word] != word)


def told(checked: Checked, where: str = "") -> str:
    """Say in a sentence what the book has on a premise; `where` is what comes nearest to it."""
    said = re.sub(r"\s+", " ", checked.premise.told).strip(" ?.!")
    if checked.finding is Finding.DENIED:
        return f"The book tells it of {checked.who}, not that {said}."
    nearest = f"; {where} comes nearest" if where else ""
    return f"The book does not tell that {said} in so many words{nearest}."
