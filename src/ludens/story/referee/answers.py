"""Does a text say what an answer says? Near-quotes are compared with it word by word.

An answer that repeats a sentence of the text but for one thing can be judged by that: a negation
more or less, another number, another name, verb or noun, doer and done-to exchanged. Where more
differs, it may be told in other words, and is left undecided. What has next to nothing to do with
the text is told by fitted weights (`support.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from ludens.story.language.background import background
from ludens.story.language.kin import kin_of
from ludens.story.language.numbers import number_of, with_figures
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import Word, stem, words
from ludens.story.referee.verdict import Decision

NEAR = 0.7
"""Share of a claim's weight that a sentence must have, in order, for the claim to be its quote."""
NEAR_WITH_EDIT = 0.55
"""The same when the rest is one replaced word: short claims lose much weight by one edit."""
ONE_EDIT = 2
"""Words that may differ where one thing was changed: two that have changed places."""
AKIN = 0.45
"""Likeness from which a word may stand for another."""
CONTEXT = 3
"""Sentences around a quoted one in which a name that stands for a pronoun is looked for."""

_NEGATIONS = frozenset({"not", "never", "no", "none", "nobody", "nothing", "neither", "nor"})
_PRONOUNS = frozenset(
    "he she it they him her them his its their theirs hers i me my we us our you your who whom "
    "this that these those one".split()
)
_DEEDS = frozenset(stem(w) for w in "do go come say make get tell feel think happen".split())
"""Verbs too common to be searched for, whose replacement still changes what is said."""
_MALE, _FEMALE = frozenset({"he", "him", "his", "himself"}), frozenset({"she", "hers", "herself"})


_INTERJECTIONS = re.compile(
    r"^\W*(?:(?:yes|yeah|yep|no|well|oh|wow|sure|indeed|actually|so|ah|okay|ok|hm+)\b[\s,!.]*)+",
    re.IGNORECASE,
)
_OPENING = frozenset(
    "in at on to from with for by after before when while as then into upon under over through "
    "and but so of during until".split()
)
"""Words that begin a phrase which may stand first or last in its sentence."""


class Change(StrEnum):
    """How a claim departs from the sentence that it quotes."""

    NEGATION = "negation"
    NUMBER = "number"
    WORD = "word"
    EXCHANGED = "exchanged"
    PERSON = "person"
    ADDED = "added"
    """Something is said that the sentence does not say; it may still be so."""


class Checked(NamedTuple):
    """What comparing a claim with a text gave."""

    claim: str
    decision: Decision
    score: float
    reason: str
    source: str
    """The sentence it was compared with."""
    place: int
    """The number of the text among those given; -1 if none is near."""


class _Source(NamedTuple):
    text: str
    place: int
    words: list[Word]
    keys: list[str]
    around: frozenset[str]


class Knowledge:
    """Texts made ready to be compared with."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._sources: list[_Source] = []
        for place, text in enumerate(texts):
            parts = [sentence.text for sentence in sentences(text)]
            stems = [{word.stem for word in words(part)} for part in parts]
            for number in range(len(parts)):
                around: set[str] = set()
                around.update(*stems[max(0, number - CONTEXT) : number + CONTEXT + 1])
                for length in (1, 2):
                    joined = " ".join(parts[number : number + length])
                    if length == 1 or number + 1 < len(parts):
                        found = words(with_figures(joined))
                        keys = [_key(word) for word in found]
                        self._sources.append(_Source(joined, place, found, keys, frozenset(around)))

    def check(self, claim: str) -> Checked:
        """Return what the texts say of one claim."""
        own = words(with_figures(_INTERJECTIONS.sub("", claim)))
        keys = [_key(word) for word in own]
        weights = [_weight(key) for key in keys]
        total = sum(weights)
        if not total:
            return Checked(claim, Decision.UNDECIDED, 0.5, "It claims nothing to compare.", "", -1)
        best: tuple[float, float, _Source] | None = None
        for source in self._nearest(set(keys)):
            matched = SequenceMatcher(None, source.keys, keys, autojunk=False)
            covered = sum(sum(weights[b : b + n]) for _, b, n in matched.get_matching_blocks())
            # Among equals the shorter source: its words stand closer together.
            rank = covered / total - 0.001 * len(source.keys) / (len(keys) + 1)
            if best is None or rank > best[0]:
                best = (rank, covered / total, source)
        if best is None:
            return Checked(claim, Decision.UNDECIDED, 0.0, "Nothing near it is said.", "", -1)
        _, covered, source = best
        changes = _changes(source, own, keys)
        if any(kind is Change.EXCHANGED for kind, _ in changes):
            # What has changed places is in the sentence too, though not in order.
            in_it = set(source.keys)
            covered = sum(w for k, w in zip(keys, weights, strict=True) if k in in_it) / total
        return _judged(
            claim,
            source,
            covered,
            changes,
            differ=_differ(source.keys, keys),
            changed_places=_only_exchanged(source.keys, keys),
        )

    def _nearest(self, keys: set[str]) -> list[_Source]:
        content = {key for key in keys if _weight(key) > 1}
        ranked = sorted(
            ((sum(_weight(k) for k in content.intersection(s.keys)), n)
             for n, s in enumerate(self._sources)),
            key=lambda pair: (-pair[0], pair[1]),
        )  # fmt: skip
        return [self._sources[n] for shared, n in ranked[:12] if shared > 0]


def claims_of(answer: str) -> list[str]:
    """Return the claims of an answer: its sentences."""
    return [sentence.text for sentence in sentences(answer)]


def _judged(
    claim: str,
    source: _Source,
    covered: float,
    changes: list[tuple[Change, str]],
    *,
    differ: int,
    changed_places: bool,
) -> Checked:
    firm = [change for change in changes if change[0] is not Change.ADDED]
    if differ > ONE_EDIT:
        firm = [change for change in firm if change[0] is Change.EXCHANGED and changed_places]
    place, text = source.place, source.text
    if firm and covered >= NEAR_WITH_EDIT:
        score = 0.25 * (1 - min(len(firm), 4) / 5)
        return Checked(claim, Decision.REJECTED, score, _told(firm[0]), text, place)
    if covered >= NEAR and not changes:
        return Checked(
            claim, Decision.APPROVED, 0.6 + 0.4 * covered, "The text says so.", text, place
        )
    if covered >= NEAR and not firm:
        told = _told(changes[0])
        return Checked(claim, Decision.UNDECIDED, 0.3 + 0.3 * covered, told, text, place)
    why = "It is worded too freely to be compared with the text."
    return Checked(claim, Decision.UNDECIDED, 0.2 + 0.3 * covered, why, text, place)


def _only_exchanged(source: list[str], keys: list[str]) -> bool:
    """Tell whether all words of a claim are the source's own, and only their order is not."""
    return not Counter(keys) - Counter(source)


def _differ(source: list[str], keys: list[str]) -> int:
    """Return how many words differ between the first and the last that both have."""
    matcher = SequenceMatcher(None, source, keys, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return max(len(source), len(keys))
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    total = 0
    for what, a, b, c, d in matcher.get_opcodes():
        if what != "equal":
            inside = max(0, min(b, last) - max(a, first))
            total += max(inside, d - c)
    return total


def _changes(source: _Source, own: list[Word], keys: list[str]) -> list[tuple[Change, str]]:
    """Return how a claim departs from its source, between its first and last shared words."""
    matcher = SequenceMatcher(None, source.keys, keys, autojunk=False)
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    edges = [(a, a + n) for a, _, n in matcher.get_matching_blocks() if n]
    if not edges:
        return [(Change.ADDED, "")]
    first, last = edges[0][0], edges[-1][1]
    lost = [k for _, a, b, _, _ in steps for k in source.keys[max(a, first) : min(b, last)]]
    extra = [k for _, _, _, c, d in steps for k in keys[c:d]]
    lost_anywhere = [k for _, a, b, _, _ in steps for k in source.keys[a:b]]
    found: list[tuple[Change, str]] = []
    gained = sum(k in _NEGATIONS for k in extra) - sum(k in _NEGATIONS for k in lost)
    if gained:
        what = "says it is not so" if gained > 0 else "leaves out that it is not so"
        found.append((Change.NEGATION, what))
    for _, a, b, c, d in steps:
        found.extend(_replaced(source.keys[a:b], own[c:d], keys[c:d], source, lost_anywhere))
    found.extend(_exchanged(steps, own, keys, lost_anywhere))
    return found


def _replaced(
    gone: list[str], new: list[Word], new_keys: list[str], source: _Source, lost: list[str]
) -> list[tuple[Change, str]]:
    """Return what replacing `gone` by `new` changes."""
    found: list[tuple[Change, str]] = []
    says_something = any(_is_content(key) or key in _DEEDS for key in gone)
    for key, word in zip(new_keys, new, strict=True):
        if key in gone or key in _NEGATIONS or key in lost:
            continue
        if key.startswith("#"):
            if any(k.startswith("#") for k in gone):
                found.append((Change.NUMBER, word.text))
            elif key not in source.keys:
                found.append((Change.ADDED, word.text))
        elif key in _MALE | _FEMALE and set(gone) & (_FEMALE if key in _MALE else _MALE):
            found.append((Change.PERSON, word.text))
        elif _is_content(key):
            if _stands_for(word, gone, source):
                found.append((Change.ADDED, word.text))
            elif says_something:
                found.append((Change.WORD, word.text))
            elif key not in source.around:
                found.append((Change.ADDED, word.text))
    return found


def _stands_for(word: Word, gone: list[str], source: _Source) -> bool:
    """Tell whether a word is near in meaning to what it replaces, or made of its initials."""
    akin = kin_of(word.stem)
    if any(akin.get(key, 0.0) >= AKIN or kin_of(key).get(word.stem, 0.0) >= AKIN for key in gone):
        return True
    letters = word.text.replace(".", "")
    if len(letters) < 2 or not letters.isupper():
        return False
    initials = "".join(w.text[0] for w in source.words if w.is_capitalised)
    return letters in initials


def _exchanged(
    steps: Sequence[tuple[str, int, int, int, int]],
    own: list[Word],
    keys: list[str],
    lost: list[str],
) -> list[tuple[Change, str]]:
    """Return words that have changed places; a phrase that was moved as a whole has not."""
    moved: list[str] = []
    for _, _, _, c, d in steps:
        content = [n for n in range(c, d) if keys[n] in lost and _is_telling(keys[n])]
        if content and not (own[c].text.lower() in _OPENING and content[0] > c):
            moved.extend(own[n].text for n in content)
    if not moved:
        return []
    return [(Change.EXCHANGED, " and ".join(f"“{word}”" for word in dict.fromkeys(moved[:2])))]


def _told(change: tuple[Change, str]) -> str:
    kind, what = change
    match kind:
        case Change.NEGATION:
            return f"The text says otherwise: the answer {what}."
        case Change.NUMBER:
            return f"The text has another number than {what}."
        case Change.WORD:
            return f"The text has another word where the answer has “{what}”."
        case Change.EXCHANGED:
            return f"The text has {what} in another place."
        case Change.PERSON:
            return f"The text does not mean “{what}”."
        case Change.ADDED:
            return f"The text does not say “{what}”." if what else "The text does not say so."


def _key(word: Word) -> str:
    """Return what a word is compared by: a number by its value, a pronoun as it is."""
    number = number_of(word.text)
    if number is not None:
        return f"#{number}"
    lower = word.text.lower()
    return lower if lower in _PRONOUNS else word.stem


def _is_telling(key: str) -> bool:
    return key.startswith("#") or _is_content(key)


def _is_content(key: str) -> bool:
    return not key.startswith("#") and key not in STOPWORDS and key not in _PRONOUNS


def _weight(key: str) -> float:
    if key.startswith("#") or key in _NEGATIONS:
        return 4.0
    if key in _PRONOUNS or key in STOPWORDS:
        return 0.3
    return background().weight(key)
