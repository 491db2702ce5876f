"""What a command did to a thing, by its words and the story's answer to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.places import ItemId

FAILED = phrase("deeds_failed")
FIXED = phrase("deeds_fixed")
ANSWERED_NO = phrase("deeds_answered_no")
FADING = phrase("deeds_fading")
WENT_OUT = phrase("deeds_went_out")
_SPENT = phrase("deeds_spent")
_ALIKE = (frozenset({"lamp", "lantern"}), frozenset({"torch", "flashlight"}))
_SOME_LIGHT = phrase("deeds_some_light")
DOUSED = phrase("deeds_doused")
LIGHT_WORDS = phrase("deeds_light_words")
_WISHED = phrase("deeds_wished")
"""What says that something is not so: "if you wish to burn the nest, you should say so"."""
LIGHT_NAMES = phrase("deeds_light_names")


@dataclass(frozen=True, slots=True)
class Deed:
    """What a verb does to its object when the story does not refuse."""

    verb: re.Pattern[str]
    answer: re.Pattern[str]
    """What the story says when it was done."""
    changes: dict[str, bool]


def _deed(verb: str, answer: str, **changes: bool) -> Deed:
    object_ = r"\s+(?P<object>.+?)(?:\s+(?:with|using|at|to)\s+.+)?$"
    return Deed(re.compile(rf"^(?:{verb}){object_}", re.I), re.compile(answer, re.I), changes)


DEEDS = (
    _deed("unlock", r"\bunlock(?:s|ed|ing)?\b|click|lock (?:turns|opens|gives)", locked=False),
    _deed("lock", r"\block(?:s|ed)?\b|click", locked=True),
    _deed("open|pry open|force open|pull open", r"open|reveal|ajar|swings?|lift", open=True),
    _deed("close|shut", r"close|shut|slam", open=False),
    _deed(
        "wear|put on|don",
        r"you (?:are now wearing|put (?:\w+ ){0,3}on|don|wear|slip|pull)|wearing",
        worn=True,
    ),
    _deed("take off|remove|doff", r"you (?:take|took|remove|pull|slip)|no longer", worn=False),
    _deed(
        "eat|drink|swallow|taste",
        r"you (?:eat|drink|swallow|chew|munch|gulp|devour|finish)|delicious|thank you|hits the spot"
        r"|tast(?:es|y)|not bad",
        consumable=True,
    ),
)
LIGHTING = phrase("deeds_lighting")
DOUSING = phrase("deeds_dousing")
TAKING = phrase("deeds_taking")
CONSUMING = re.compile(r"^(?:eat|drink|swallow|consume)\s+", re.IGNORECASE)
HOLDS_NOTHING = phrase("deeds_holds_nothing")
"""Names of what opens and holds nothing: whatever else opens is a container."""
ARTICLE = re.compile(r"^(?:the|a|an|my|some)\s+", re.IGNORECASE)


def object_of(command: str) -> str:
    """Return the words for the thing that a deed is done to; empty for other commands."""
    for pattern in (*(deed.verb for deed in DEEDS), LIGHTING, DOUSING, TAKING):
        match = pattern.match(command.strip())
        if match is not None:
            groups = match.groupdict()
            words = groups.get("object") or groups.get("other") or ""
            return ARTICLE.sub("", words.strip())
    return ""


def lights_a_lamp(command: str) -> bool:
    """Return whether a command lights what gives light."""
    lights = LIGHTING.match(command.strip()) is not None
    return lights and "lamp" in classes_of(object_of(command))


def change_of(command: str, text: str, item: ItemId, name: str) -> ItemChanged | None:
    """Return what a command did to the item that it names; None if nothing is told.

    A TAKE is to be given only when the item was not taken; it then proves fixed if the story
    says that it cannot be, in whatever words, and not merely that it is not there.
    """
    command = command.strip()
    first = " ".join(text.split())[:300]
    if TAKING.match(command):
        fixed = FIXED.search(first) is not None and ANSWERED_NO.search(first) is None
        return ItemChanged(item=item, portable=False, confidence=0.8) if fixed else None
    if FAILED.search(first):
        return ItemChanged(item=item, open=False, locked=True) if _locked(command, first) else None
    if LIGHTING.match(command):
        lit = LIGHT_WORDS.search(first) or (
            LIGHT_NAMES.search(name) and re.search(r"\bon\b", first)
        )
        burns = lit and WENT_OUT.search(first) is None and _WISHED.search(first) is None
        return ItemChanged(item=item, lit=True) if burns else None
    if DOUSING.match(command):
        out = WENT_OUT.search(first) or DOUSED.search(first)
        return ItemChanged(item=item, lit=False) if out else None
    for deed in DEEDS:
        if deed.verb.match(command) and deed.answer.search(first):
            holds = True if deed.changes.get("open") and not HOLDS_NOTHING.search(name) else None
            return ItemChanged(item=item, container=holds, **deed.changes)
    return None


def _locked(command: str, text: str) -> bool:
    return command.lower().startswith("open ") and re.search(r"\block(?:ed)?\b", text) is not None


def fading(text: str, name: str) -> str | None:
    """Return the sentence that warns that a burning light runs out, or None if there is none.

    "A dim light" that there is somewhere is none that is in the hands.
    """
    words = _called(name) | {"light", "flame"}
    for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
        said = re.findall(r"[a-z]+", _SOME_LIGHT.sub("", sentence.lower()))
        if FADING.search(sentence) and words & set(said):
            return sentence
    return None


def went_out(text: str, name: str) -> bool:
    """Return whether a text says that a burning light went out by itself."""
    return _says(WENT_OUT, text, name)


def is_spent(text: str, name: str) -> bool:
    """Return whether a text says of a light that does not burn that it is burnt out."""
    return _says(_SPENT, text, name)


def _says(pattern: re.Pattern[str], text: str, name: str) -> bool:
    """Return whether a sentence about a light holds what is looked for."""
    return any(
        pattern.search(sentence) and any(noun in sentence.lower() for noun in _called(name))
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
    )


def _called(name: str) -> set[str]:
    """Return what a light of this name is called: what is listed as a lantern burns as a lamp."""
    noun = name.lower().split()[-1:] or [""]
    return next(({*alike} for alike in _ALIKE if noun[0] in alike), {noun[0]})
