"""What a prompt is: said, done or asked; and whether it takes anything of the book for granted.

Greetings, looking about, moving, waiting, small talk and help fit any book. What is done is the
player's own affair: a book need not have it. Only a question about what the book tells (or such a
question put to somebody: `Ask Ada why ...`) can be one that the book does not carry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ludens.story.cast.titles import titles
from ludens.story.language.background import background
from ludens.story.language.irregular import BASES
from ludens.story.language.modern import table
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import Word, stem, words
from ludens.story.plan import PromptKind

_QUESTION = re.compile(
    r"^\W*(?:(?:and|but|so|then|now|well|please|excuse me|sorry)\W+)*"
    r"(?:what(?!\s+an?\b)|who|whom|whose|why|how|when|where|which|is|are|was|were|do|does|did|"
    r"can|could|will|would|has|have|had|should|may|might|shall|am)\b",
    re.IGNORECASE,
)
_PUT = re.compile(
    r"^\W*(?:(?:please|now|then|i|i'd like to|i would like to|i want to|let me|let us|let's)\s+)*"
    r"(?:ask|tell|question|beg|answer)\s+(?P<whom>.*?)\s*\b"
    r"(?P<rest>(?:about|of|why|how|when|where|what|who|whom|whose|which|if|whether|that|for)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_SAID = re.compile(r"^\W*(?:say|shout|whisper|i say)\b[^:“\"]*[:“\"]", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?i:my name is|my name's|i am called|call me|i am|i'm|this is)\s+[A-Z][\w’'-]*"
)
_PAST = frozenset({"did", "was", "were", "had"})
_PLAYER = frozenset(
    "i we you me us my our your everybody everyone anybody anyone somebody it this that there "
    "here".split()
)
_HERE = frozenset("i we you me us my our your here".split())
"""Words of who plays, who is spoken to, and where they are."""
FEWEST_TO_SAY = 3
"""Words of a sentence that says something: `Hm.` does not, nor does `Dear Jim.`"""
_YOU = frozenset({"you", "your", "yours", "yourself"})
_HELPERS = _PAST | frozenset({"do", "does", "is", "are", "can", "could", "will", "would", "has",
                              "have", "should", "may", "might", "shall", "am"})  # fmt: skip


class Asked(NamedTuple):
    """What a prompt is."""

    kind: PromptKind
    is_ordinary: bool
    """Whether it fits any book: it says nothing that one could lack."""
    can_fail: bool
    """Whether it asks for something of the book that the book may not have."""


@lru_cache(maxsize=1)
def _scene() -> frozenset[str]:
    return frozenset(stem(word) for word in table()["scene"].split())


@lru_cache(maxsize=1)
def _speech() -> frozenset[str]:
    return frozenset(table()["speech"].split())


@lru_cache(maxsize=1)
def _inward() -> frozenset[str]:
    return frozenset(table()["inward"].split())


@lru_cache(maxsize=1)
def _greeting() -> re.Pattern[str]:
    return _begins_with("greetings", "farewells", "interjections")


@lru_cache(maxsize=1)
def _hail() -> re.Pattern[str]:
    return _begins_with("greetings", "farewells")


@lru_cache(maxsize=1)
def _leave() -> re.Pattern[str]:
    return _begins_with("farewells")


def _begins_with(*keys: str) -> re.Pattern[str]:
    words_ = "|".join(re.escape(each) for key in keys for each in table()[key].split("|"))
    return re.compile(rf"^\W*(?:(?i:{words_})\b[\s,.!]*)+")


_CALLED = r"(?:[A-Z][\w’'-]*\.?)(?:\s+[A-Z][\w’'-]*\.?){0,3}"
_CALLED_ALONE = re.compile(rf"^\W*{_CALLED}\W*$")
_CALLED_FIRST = re.compile(rf"^\W*{_CALLED}\s*[,!]\s*")
_CALLED_LAST = re.compile(rf",\s*{_CALLED}(?=\W*$)")


def without_greeting(prompt: str) -> str:
    """Return a prompt without a greeting at its beginning; what is nothing else stays."""
    rest = _greeting().sub("", prompt, count=1).strip()
    return rest if words(rest) else prompt


def without_listener(prompt: str, is_known: Callable[[str], bool]) -> str:
    """Return a prompt without whom it is said to, if that is somebody known: `Watson, where is
    Holmes?` and `Ask Watson where Holmes is` are about Holmes; `Ask Ada about her aunt` is about
    Ada too."""
    put = _PUT.match(prompt)
    found = [(put["whom"], put["rest"])] if put is not None else []
    for pattern in (_CALLED_FIRST, _CALLED_LAST):
        called = pattern.search(prompt)
        if called is not None:
            rest = prompt[: called.start()] + prompt[called.end() :]
            found.append((called[0].strip(" ,!"), rest))
    for name, rest in found:
        said = words(rest)
        if said and is_known(name) and not {word.text.lower() for word in said} & _BACK:
            return rest
    return prompt


def asks_of_listener(about: str) -> bool:
    """Tell whether what somebody is asked may be about themselves: `Why do you want to go?`"""
    return bool({word.text.lower() for word in words(about)} & _YOU)


def is_greeting(prompt: str) -> bool:
    """Tell whether a prompt greets or takes leave, whoever is called by name, and says no more."""
    prompt = _from_hail(prompt)
    said = _hail().sub("", prompt, count=1)
    if said == prompt:
        return False
    called = _greeting().sub("", said)  # `Farewell, dear Emma`
    return not words(called) or bool(_CALLED_ALONE.match(called))


def _from_hail(prompt: str) -> str:
    """Return a prompt from its greeting on: `Mr. Moor, good evening` calls somebody first."""
    if _hail().match(prompt):
        return prompt
    rest = _CALLED_FIRST.sub("", prompt)
    return rest if _hail().match(rest) else prompt


def asks_for_the_end(prompt: str) -> bool:
    """Tell whether a prompt asks how the book ends, or what comes of somebody: `What becomes of
    Ada?`"""
    said = f" {' '.join(word.text.lower() for word in words(prompt))} "
    return any(f" {phrase} " in said for phrase in table()["ending"].split("|"))


def takes_leave(prompt: str) -> bool:
    """Tell whether a greeting is one at parting."""
    return _leave().match(_from_hail(prompt)) is not None


def without_call(prompt: str) -> str:
    """Return what is said to somebody without the greeting, and without their name."""
    said = _greeting().sub("", prompt, count=1)
    if said != prompt and _CALLED_ALONE.match(said):
        return ""
    return _CALLED_LAST.sub("", _CALLED_FIRST.sub("", said)).strip()


def asked(prompt: str) -> Asked:
    """Return what a prompt is."""
    kind = kind_of(prompt)
    prompt = without_call(prompt)
    text = _NAMED.sub(" ", prompt)
    found = words(text)
    put = _PUT.match(prompt)
    question = text if _is_question(prompt) else put["rest"] if put else ""
    if not found:
        return Asked(kind, True, False)
    names = any(w.is_capitalised and w.text != "I" and w.stem not in STOPWORDS for w in found[1:])
    if not question:
        # Whom a prompt names is looked for by itself: nothing else is claimed of them here.
        done = [*found[:1], *(word for word in found[1:] if not word.is_capitalised)]
        return Asked(kind, not _content(done), False)
    asks = words(question)
    is_ordinary = not names and not _of_others(asks) and len(_content(asks)) <= _spare(asks)
    return Asked(kind, is_ordinary, not is_ordinary)


_BACK = frozenset("he she it they him her them his hers its their this that then".split())
"""Words that point back to what was spoken of before."""


_THERE = frozenset("there that then it this".split())
"""Those that point back beside somebody's name: `What did Ada say to that?`"""


def points_back(prompt: str) -> bool:
    """Tell whether a prompt is about what was spoken of before: `And what did he do then?`, `Why?`
    Whom it is put to is not whom it is about: `Do you still trust him, Jim?` What it says itself
    before comes first: `I hear laughter. What is it?`"""
    prompt = without_call(prompt) or prompt
    for sentence in sentences(prompt):
        own = words(sentence.text)
        if {word.text.lower() for word in own} & _BACK:
            break
        if len(own) >= FEWEST_TO_SAY and _content(own):
            return False
    found = words(prompt)
    if has_no_name(prompt):
        return len(_content(found)) <= 2
    if _is_bare(prompt):
        return True
    said = [word for word in found if not word.is_capitalised]
    # `That she is happy` and `that house` are no `that`.
    back = {w.text.lower() for n, w in enumerate(found) if w.text != "that" or n == len(found) - 1}
    return bool(back & _THERE) and len(_content(said)) <= 1


def has_no_name(prompt: str) -> bool:
    """Tell whether a prompt says whom it is about by `he`, `her`, `it` alone."""
    found = words(without_call(prompt) or prompt)
    named = any(w.is_capitalised and w.text != "I" and w.stem not in STOPWORDS for w in found[1:])
    return not named and bool({w.text.lower() for w in found} & _BACK)


def _is_bare(prompt: str) -> bool:
    """Tell whether a question says nothing of its own: `Why?`, `How so?`, `What happened?`"""
    found = words(prompt)
    names_nothing = all(w.stem in STOPWORDS or w.text.lower().endswith("ly") for w in found)
    of_those_here = {word.text.lower() for word in found} & _HERE
    return _is_question(prompt) and names_nothing and not of_those_here


def _is_question(prompt: str) -> bool:
    return bool(_QUESTION.match(prompt)) or prompt.rstrip(" ”\"'").endswith("?")


def _content(found: list[Word]) -> list[Word]:
    """Return the words that say something beyond what is in every scene."""
    scene = _scene()
    return [
        word
        for word in found
        if word.stem not in STOPWORDS
        and word.stem not in scene
        and word.text.lower() not in _PLAYER
        and len(word.stem) > 1
        and not word.text.endswith("ly")
    ]


def _spare(asks: list[Word]) -> int:
    """Return how many words of its own a question may have: one put to somebody here, one."""
    return int(bool({"i", "you", "we", "me", "us", "your", "my"} & {w.text.lower() for w in asks}))


def _of_others(asks: list[Word]) -> bool:
    """Tell whether a question is of what others did: `What did the man see in the house?`"""
    lower = [word.text.lower() for word in asks]
    if "happened" in lower and len(lower) <= 4:
        return False
    nouns = titles().nouns
    if any(one == "the" and other in nouns for one, other in pairwise(lower)):
        return True  # `What is the name of the cat?`
    for place, word in enumerate(asks):
        if word.text.lower() in _PAST:
            # `What did he do then?` is about what was spoken of before.
            back = points_back(" ".join(lower)) and not _content(asks)
            return not back and not set(lower[place + 1 : place + 2]) <= _PLAYER
        if word.text.lower() in _HELPERS:
            return False
    # `Who saw the man?` asks of the past without a helper.
    return len(asks) > 1 and any(_is_past(word.text.lower()) for word in asks[1:4])


def _is_past(word: str) -> bool:
    return word.endswith("ed") or (word in BASES and BASES[word] != word and word[-1] != "s")


def kind_of(prompt: str) -> PromptKind:
    """Return whether a prompt is said to somebody, asked, or done."""
    if re.match(r"^\s*[“\"‘]", prompt) or _SAID.match(prompt) or _exclaims(prompt):
        return PromptKind.SPEECH
    lower = [word.text.lower() for word in words(prompt)]
    if _is_question(prompt):
        return PromptKind.SPEECH if {"you", "your"} & set(lower) else PromptKind.QUESTION
    lower = _from_verb(lower)
    if not lower:
        return PromptKind.ACTION
    if lower[0] in _speech() or {"you", "your"} & set(lower):
        return PromptKind.SPEECH
    if prompt.lstrip()[:2].lower() in {"i ", "i'", "i’"}:
        # `I hide behind the door` is done; `I am lost` is said.
        return PromptKind.SPEECH if lower[0] in _inward() else PromptKind.ACTION
    verb = background().is_verb(stem(lower[0])) or lower[0] in {"look", "walk", "wait", "listen"}
    return PromptKind.ACTION if verb else PromptKind.SPEECH


def _exclaims(prompt: str) -> bool:
    """Tell whether a prompt cries `What a day`."""
    return not _is_question(prompt) and bool(re.match(r"^\W*what\s+an?\b", prompt, re.IGNORECASE))


def goes_somewhere(action: str) -> bool:
    """Tell whether what is done is that one goes somewhere: `I follow him to the stables`."""
    verb = _from_verb([word.text.lower() for word in words(action)])[:1]
    return bool({stem(BASES.get(word, word)) for word in verb} & _moving())


def only_perceives(action: str) -> bool:
    """Tell whether what is done is that one looks or listens: `I look out of the window`."""
    verb = _from_verb([word.text.lower() for word in words(action)])[:1]
    return bool({stem(BASES.get(word, word)) for word in verb} & _perceiving())


def _from_verb(lower: list[str]) -> list[str]:
    """Return the words of what is done from its verb on."""
    before = {"please", "now", "then", "and", "let", "let's", "us", "me", "i", "we"}
    first = next((n for n, word in enumerate(lower) if word not in before), len(lower))
    return lower[first:]


@lru_cache(maxsize=1)
def _moving() -> frozenset[str]:
    return frozenset(stem(word) for word in table()["moving"].split())


@lru_cache(maxsize=1)
def _perceiving() -> frozenset[str]:
    return frozenset(stem(word) for word in table()["perceiving"].split())
