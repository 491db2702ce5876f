"""English words by what they do in a sentence: no word of any story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ludens.adventure.directions import DIRECTIONS, SHORT

STOP = (
    frozenset(
        (
            "a an the and or but of to in on at by for from with into onto is are was were be "
            "been it its this that these those here there you your yourself me my i he she "
            "his her him they them their all everything one two some any no not as if so then "
            "than there's it's can will would could may might must do does did have has had "
            "made making being both every each contain contains containing "
            "above below behind beside besides between beyond through across against inside "
            "outside beneath underneath along among near toward towards within without during "
            "until since while because although though after before "
            "what who which where when how why very just only also up down out off over under "
            "about around back way more most other another each else something anything nothing "
            "everything someone somebody anyone anybody nobody everybody "
            "three four five six seven eight nine ten eleven twelve"
        ).split()
    )
    | frozenset(DIRECTIONS)
    | frozenset(SHORT)
)
"""Function words and directions: they name no thing even where a dictionary has them as nouns."""

INDEFINITE = frozenset(
    "a an some another two three four five six seven eight nine ten eleven twelve several".split()
)
ARTICLES = INDEFINITE | frozenset("the this that these those your his her its their my".split())
DOING = frozenset(
    (
        "can can't cannot could couldn't would wouldn't will won't must mustn't should shouldn't "
        "may might shall don't doesn't didn't you you'll you'd they we i to never let's"
    ).split()
)
"""After these a word of two meanings says what is done."""
WHOM = frozenset("you me him us them".split())
"""Before these it does, too."""
SAID_OF_THINGS = frozenset(
    (
        "alone bad bare beautiful big black blue bright broad brown clean clear cold cool cracked "
        "dead deep dirty dry dull eastern empty faded faint flat fresh full good gray great green "
        "grey half hard heavy high hollow hot large last left little locked long low lower "
        "massive narrow new nice northern old open ordinary pale pink plain polished pretty "
        "proper pure purple quick rare red rich rough round rusty same sealed sharp short shut "
        "silent simple slow small smooth soft solid southern steep stiff straight strange strong "
        "sturdy sweet tall thick tiny top upper usual warm weak western wet white whole wide wild "
        "worn yellow young "
        "three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
        "thousand dozen every"
    ).split()
)
"""Words that are said of things and stand for none, though dictionaries do not tell them apart."""
MEASURES = frozenset(
    "piece pieces pair bit bits set length scrap scraps lump heap pile bunch armful handful coil "
    "couple row number lot kind quantity amount collection group cluster sort sheet stick slice "
    "strip ball block sliver".split()
)
"""Words that only measure what follows after `of`."""
IRREGULAR = {
    **{"wound": "wind", "lit": "light", "hung": "hang", "dug": "dig", "tied": "tie"},
    **{"rang": "ring", "rung": "ring", "fed": "feed", "blew": "blow", "blown": "blow"},
    **{"threw": "throw", "thrown": "throw", "broke": "break", "broken": "break", "swung": "swing"},
    **{"drew": "draw", "drawn": "draw", "ate": "eat", "eaten": "eat", "drank": "drink"},
    **{"bought": "buy", "worn": "wear", "wore": "wear", "struck": "strike", "sang": "sing"},
}


def stems(word: str) -> Iterator[str]:
    """Yield what the word may be a form of: `digging` of `dig`, `unhooked` of `hook`."""
    forms = [word, IRREGULAR.get(word, word)]
    for ending in ("s", "es", "ed", "d", "ing"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            forms += [stem, f"{stem}e"] if ending == "ing" else [stem]
            if len(stem) > 3 and stem[-1] == stem[-2]:
                forms.append(stem[:-1])
    if word.endswith("ied"):
        forms.append(f"{word[:-3]}y")
    yield from forms
    yield from (form[2:] for form in forms if form.startswith("un") and len(form) > 4)


_WORD = r"(?:(?:one|a|an|the) )?[a-z]+"
_LIST = rf"{_WORD}(?:, {_WORD})*,? (?:and|or) {_WORD}"
_AFTER = re.compile(
    rf"\b(?P<noun>[a-z]{{2,}}s)(?:,|:| -+| \([a-z]*) ?(?:labell?ed |marked |colou?red |painted )?"
    rf"(?P<list>{_LIST})\b",
    re.IGNORECASE,
)
"""How a text tells them after what they are: "buttons: red, green and white"."""
_BEFORE = re.compile(rf"\b(?P<list>{_LIST}) (?P<noun>[a-z]{{3,}})\b", re.IGNORECASE)
"""How it tells them before: "a red and a green lever", "red, green and white buttons"."""
_TELLING = SAID_OF_THINGS | frozenset(
    "orange violet turquoise crimson scarlet golden silver gold iron steel brass bronze copper tin"
    " lead wooden oak stone marble glass ivory ebony right middle first second third inner outer"
    " fourth top bottom upper lower lefthand righthand".split()
)
"""Words that tell things of one kind apart."""
_PARTS = re.compile(r",? (?:and|or) |, ")
_LITTLE = re.compile(r"^(?:one|a|an|the) ", re.IGNORECASE)
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""), ("", ""))


def enumerated(
    text: str, is_describing: Callable[[str], bool], is_noun: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the names of things that are told apart so, as far as the story has words for them."""
    text = " ".join(text.split())
    for pattern, telling in ((_AFTER, None), (_BEFORE, _TELLING)):
        for found in pattern.finditer(text):
            words = [_LITTLE.sub("", word).lower() for word in _PARTS.split(found["list"])]
            noun = _one_of(found["noun"].lower(), is_noun)
            sure = telling is None or telling.issuperset(words)
            if sure and noun and len(set(words)) > 1 and all(map(is_describing, words)):
                yield from (f"{word} {noun}" for word in words if word != noun)


def _one_of(noun: str, is_noun: Callable[[str], bool]) -> str:
    """Return the singular of a noun, if the story knows it; empty if it knows neither."""
    forms = (noun.removesuffix(end) + put for end, put in _PLURALS if noun.endswith(end))
    return next((form for form in forms if is_noun(form)), "")


SHIFTING = re.compile(r"^(?:put|drop|insert|throw|place|give|wear|remove|take off)\b")
"""Commands that only move what one carries: no progress in themselves."""
TAKING = re.compile(r"^(?:take|get|pick up)\b")
LOOKING = re.compile(r"^(?:x|examine|look|l|read|search|listen|smell|ask|tell|talk|say|show)\b")
"""Commands that succeed by what they tell."""
TELLING = re.compile(r"^(?:read|ask|tell|talk|say|show)\b")
"""Commands that are answered by words about things, wherever those are."""
EXAMINING = re.compile(r"^(?:x|examine|inspect|look at)\s")
STUDYING = re.compile(r"^(?:x|examine|inspect|look at|read)\s")
"""Commands that tell what a thing is, or says: a mind has the answer before its eyes."""
