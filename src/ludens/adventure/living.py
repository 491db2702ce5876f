"""Living things: which names a text uses for somebody, by the grammar of English alone.

A story says `she` and `he` of whoever lives in it, and tells what they say; names with capital
letters stand where other nouns have an article. No list of creatures knows a story's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"(?<=[.!?])[\"”']*\s+|\n\s*\n")
_SPEECH = (
    "says|said|asks|asked|answers|replies|mutters|murmurs|whispers|shouts|calls|cries|growls|barks"
    "|snarls|nods|shrugs|laughs|smiles|grins|sighs|frowns"
)
_NAME = r"(?P<name>[A-Z][a-z]+)"
_SAYS = (
    re.compile(rf"[,?!.][\"”]\s+(?:{_SPEECH})\s+(?:{_NAME}|the\s+(?P<noun>[\w' -]{{3,30}}))"),
    re.compile(rf"[\"”]\s+{_NAME}\s+(?:{_SPEECH})\b"),
    re.compile(rf"[\"”]\s+the\s+(?P<noun>[\w' -]{{3,30}}?)\s+(?:{_SPEECH})\b"),
    re.compile(rf"(?:^|[.!?\"”]\s+){_NAME}\s+(?:{_SPEECH})\b"),
    re.compile(rf"(?:^|[.!?\"”]\s+){_NAME}\s+the\s+[a-z]+\s+[a-z]+s\b"),
    re.compile(
        r"(?:^|[.!?\"”]\s+)(?:[A-Z][a-z]+\s+)+"
        rf"{_NAME}\s+(?:sits|stands|stirs|watches|waits|looks|sleeps|kneels|leans|crouches)\b"
    ),
)
_NAMED = re.compile(
    rf"(?:^|[.!?]\s+)(?:[A-Z][a-z]+\s+)?{_NAME}(?:,[^,.]{{1,60}},)?\s+(?:(?:is|are)\s+(?:sitting|standing"
    r"|leaning|kneeling|waiting|sleeping|asleep|looking|watching|staring|pacing|busy|working)"
    r"|(?:looks|glances|stares|glares|peers)\s+(?:up|down|at|around|over|away)|eyes\s+you|watches\s+you"
    r"|smiles|nods|frowns|grins|waves)\b"
)
"""Somebody called by name does what only somebody does: "Lane is sitting around"."""
_SUBJECT = re.compile(
    r"(?P<before>\b\w+,?\s+)?\b(?i:an?|the|one|two|your)\s+"
    r"(?P<noun>(?:(?!an?\b|the\b)[a-z][a-z'-]*\s+){0,3}[a-z][a-z'-]*)(?:,[^,]{1,60},)?\s+"
    r"(?:(?P<posture>(?:is|are|was)\s+(?:sitting|standing|lying|leaning|kneeling|waiting|sleeping"
    r"|asleep|perched|crouching)|sits?|stands?|lies?|kneels?|waits?|sleeps?|crouch(?:es)?)"
    r"|is|are|was|has|watch(?:es)?|looks?|leans?|comes?|hangs?|blocks?|guards?)\b",
)
"""Who does something in a sentence: the phrase just before the verb."""
_PLACED = frozenset(
    "under over in on at by near behind beside below above from through into to of with for"
    " across against along before beneath between round around".split()
)
"""What stands before a phrase that is no subject."""
_NO_NOUN = frozenset("that which who he she it you they there this what where of".split())
_IN_PERSON = re.compile(r"^\W*(?:she|he)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|himself|herself)\b", re.IGNORECASE)
_OF_PERSON = re.compile(r"^\W*(?:\w+\s+){1,3}(?:his|her)\b", re.IGNORECASE)
_LIFELESS = re.compile(
    r"\bonly (?:do|try) that (?:to|with) (?:something|someone|things?) (?:animate|alive|living)\b"
    r"|\btalk to (?:something|an? [\w ]+) (?:inanimate|lifeless)\b|\bto something animate\b",
    re.IGNORECASE,
)
"""How libraries tell that a thing does not live."""
_LIVING = re.compile(
    r"\bI don't (?:suppose|think) [^.]{2,40} would (?:care for|like|appreciate) that\b"
    r"|\bwould be less than courteous\b|\byou(?:'re not| aren't| are not) holding (?:him|her)\b"
    r"|\b(?:won't|will not|doesn't|does not) (?:let|want) you (?:to )?(?:take|touch|do) [^.]{2,40}"
    r"(?:him|her)\b|\bkeep your hands to yourself\b",
    re.IGNORECASE,
)
"""How libraries tell that a thing does: what one may not do to somebody."""


_CREATURES = re.compile(
    r"\b(?:\w*(?:man|men|dog|keeper|smith|wife|girl|boy|master|hound)|woman|boy|girl|child|children|person|people|guard|soldier|sentry|king"
    r"|queen|prince|princess|lord|lady|priest|monk|nun|witch|wizard|thief|troll|ogre|giant|dwarf"
    r"|elf|ghost|demon|dragon|monster|beast|dog|cat|bird|horse|pony|donkey|cow|goat|sheep|pig|fox"
    r"|wolf|bear|lion|tiger|snake|serpent|rat|mouse|bat|spider|fish|frog|toad|monkey|parrot|crow"
    r"|raven|owl|eagle|robot|android|captain|sailor|doctor|nurse|clerk|merchant|pedlar|peddler"
    r"|trader|shopkeeper|barman|bartender|waiter|cook|butler|maid|servant|gardener|farmer|miller"
    r"|baker|smith|blacksmith|beggar|old one|stranger|keeper|warden|knight|ferryman|fisherman"
    r"|manager|librarian|officer|professor|teacher|inspector|constable|detective|secretary|student"
    r"|scientist|salesman|driver|pilot|judge|mayor|vicar|bishop|abbot|cleric|sorcerer|mage|sage"
    r"|oracle|pirate|bandit|goblin|orc|gnome|fairy|nymph|mermaid|zombie|vampire|alien|slave|janitor"
    r"|host|hostess|landlady|landlord|tourist|traveller|tramp|crone|hag|youth|lad|lass|widow"
    r"|hermit|mother|father|brother|sister|uncle|aunt|grandmother|grandfather|baby|puppy|kitten)$"
)


_MADE = frozenset(
    "tin brass copper bronze iron steel lead gold golden silver wooden stone marble clay china"
    " glass porcelain ivory jade crystal paper cloth rag straw clockwork mechanical toy stuffed"
    " carved painted plaster plastic wax ice snow rubber dead".split()
)
"""What makes of the name of somebody that of a figure: a tin bird, a stone lion."""


@lru_cache(maxsize=10_000)
def is_creature(name: str) -> bool:
    """Tell whether a name is that of a living thing, as English has it."""
    return _CREATURES.search(name) is not None and _MADE.isdisjoint(name.lower().split()[:-1])


def told_of(people: Mapping[str, bool], name: str) -> bool | None:
    """Tell whether a name is somebody's, by names of which it is known; None if none is like it."""
    if name in people:
        return people[name]
    called = [who for who, lives in people.items() if lives]
    alike = any(name.endswith(f" {who}") or who.endswith(f" {name}") for who in called)
    return True if alike else None


@lru_cache(maxsize=256)
def living_in(vocabulary: Vocabulary, text: str) -> tuple[str, ...]:
    """Return the names in a text that are somebody's, as the parser may know them."""
    found: dict[str, None] = {}
    sentences = [" ".join(part.split()) for part in _SENTENCE.split(text) if part.strip()]
    for place, sentence in enumerate(sentences):
        following = sentences[place + 1] if place + 1 < len(sentences) else ""
        for who in _SUBJECT.finditer(sentence):
            before = (who["before"] or "").strip(" ,").lower()
            done_to = before.endswith("ing")  # "carrying a large bag"
            if before in _PLACED or done_to or not _NO_NOUN.isdisjoint(who["noun"].split()):
                continue
            rest = sentence[who.end() :]
            own = who["posture"] and (_OF_PERSON.match(rest) or _PERSON.search(rest))
            if own or _IN_PERSON.match(following):
                found.update(dict.fromkeys(_last_name(vocabulary, who["noun"])))
    spoken = " ".join(text.replace("\n\n", " . ").split())
    for pattern in _SAYS:
        for said in pattern.finditer(spoken):
            words = said.groupdict()
            name = words.get("name") or words.get("noun") or ""
            found.update(dict.fromkeys(_last_name(vocabulary, name.lower())))
    for said in _NAMED.finditer(spoken):
        name = said["name"].lower()
        if re.search(rf"\b(?:the|an?|some|this|that) {name}\b", spoken, re.IGNORECASE) is None:
            found.update(dict.fromkeys(_last_name(vocabulary, name)))
    return tuple(found)


def is_living(text: str) -> bool:
    """Tell whether an answer says that what was handled lives."""
    return _LIVING.search(text[:200]) is not None


def is_lifeless(text: str) -> bool:
    """Tell whether an answer says that what was spoken to does not live."""
    return _LIFELESS.search(text[:200]) is not None


def _last_name(vocabulary: Vocabulary, words: str) -> list[str]:
    return vocabulary.phrases(words)[-1:]
