"""English words by what they do in a sentence: no word of any story."""

from __future__ import annotations

from collections.abc import Iterator

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
EVERYDAY = frozenset(
    "go look get take walk run stand say tell ask answer think see come leave show find wait sit "
    "lie follow hear feel use ride cross enter exit make keep hold let give clear free close "
    "switch halt stop carry remove put like know need want live rest step work pass sound "
    "head".split()
)
"""Verbs that are in too many sentences to hint at anything."""
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
