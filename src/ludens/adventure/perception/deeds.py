"""What a command did to a thing, by its words and the story's answer to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.places import ItemId

FAILED = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|won't|isn't|aren't|doesn't|don't|already|locked|refuse\w*"
    r"|(?:is|are|do|does|did|will|would|could|may|must) not|not (?:possible|something|that)"
    r"|there is no\w*|there's no\w*|nothing happens|unable|fail\w*|stuck|what do you want"
    r"|which do you mean|unless)\b",
    re.IGNORECASE,
)
FIXED = re.compile(
    r"\b(?:fixed in place|hardly portable|firmly (?:attached|fixed|fastened|anchored)"
    r"|(?:securely|permanently) \w+|bolted (?:to|down)|nailed (?:to|down)|built into|set into"
    r"|part of|integral|too (?:heavy|large|big|bulky)|won't (?:budge|move|come)"
    r"|can't be (?:taken|moved)"
    r"|(?:can't|cannot|couldn't|could not|not able to|unable to) (?:possibly )?"
    r"(?:take|carry|lift|move|pick (?:that|it|this|them) up|get|remove|budge)"
    r"|that's not something|not (?:portable|movable)|far too|impossible to (?:take|move|lift)"
    r"|what a concept|valiant attempt|you can't be serious|an interesting idea)\b",
    re.IGNORECASE,
)
ANSWERED_NO = re.compile(
    r"\b(?:can't see|don't see|no such|not here|isn't here|don't understand|don't know|already"
    r"|beg your pardon|what do you want|which do you mean|there is no|there's no|nothing to"
    r"|didn't understand|not a verb|wouldn't|belongs? to|must|have to|too dark)\b",
    re.IGNORECASE,
)
FADING = re.compile(
    r"\b(?:dim(?:mer|ming|s)?|flicker\w*|fad(?:e|es|ing)|sputter\w*|gutter\w*"
    r"|(?:burn\w*|run\w*|get\w*|grow\w*) (?:low|down|out|short|faint\w*|weak\w*)"
    r"|(?:nearly|almost) (?:out|spent|gone|exhausted)|(?:won't|not) last (?:much|long)"
    r"|last legs|die down|short(?:er)?)\b",
    re.IGNORECASE,
)
WENT_OUT = re.compile(
    r"\b(?:goes? out|went out|has gone out|burn(?:s|t|ed) (?:itself )?out|is (?:now )?(?:out|off)"
    r"|no longer (?:lit|burning|glowing)|is (?:spent|exhausted)|runs? out|dies|expires?)\b",
    re.IGNORECASE,
)
_SPENT = re.compile(r"\b(?:burn(?:ed|t)[- ]out|(?:is|are) (?:spent|exhausted|dead|flat))\b", re.I)
_ALIKE = (frozenset({"lamp", "lantern"}), frozenset({"torch", "flashlight"}))
DOUSED = re.compile(
    r"\b(?:put(?:s|ting)? out|extinguish\w*|(?:now|switch\w*|turn\w*) \w* ?off|blow(?:s|ing)? out"
    r"|douse\w*|snuff\w*|darkness|pinch\w*|wick down)\b",
    re.IGNORECASE,
)
LIGHT_WORDS = re.compile(
    r"\b(?:light\w*|lit|burn\w*|glow\w*|flame\w*|shin\w*|bright\w*|blaz\w*|illuminat\w*|beam)\b",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"^[^.!]{0,120}\b(?:if you (?:want|wish|mean)|you should say|you (?:want|wish|have) to"
    r"|(?:would|did|do) you)\b",
    re.IGNORECASE,
)
"""What says that something is not so: "if you wish to burn the nest, you should say so"."""
LIGHT_NAMES = re.compile(
    r"\b(?:lamp|lantern|torch|candles?|flashlight|light|match(?:es)?|glowstick|lightstick)\b",
    re.IGNORECASE,
)


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
LIGHTING = re.compile(
    r"^(?:(?:turn|switch) on|light|ignite|activate|burn)\s+(?P<object>.+?)(?:\s+with\s+.+)?$"
    r"|^(?:turn|switch)\s+(?P<other>.+?)\s+on$",
    re.IGNORECASE,
)
DOUSING = re.compile(
    r"^(?:(?:turn|switch) off|extinguish|douse|blow out|put out|snuff(?: out)?)\s+(?P<object>.+)$"
    r"|^(?:turn|switch|blow|put)\s+(?P<other>.+?)\s+(?:off|out)$",
    re.IGNORECASE,
)
TAKING = re.compile(
    r"^(?:take(?! off\b)|get|pick up|grab|carry|lift)\s+(?P<object>.+)$", re.IGNORECASE
)
CONSUMING = re.compile(r"^(?:eat|drink|swallow|consume)\s+", re.IGNORECASE)
HOLDS_NOTHING = re.compile(
    r"(?:doors?|doorways?|gates?|windows?|hatch(?:es)?|gratings?|grates?|grilles?|portcullis|curtains?"
    r"|shutters?|blinds?|panels?|bridge|valves?|taps?|faucet|locks?|bolts?|latch|books?|tomes?"
    r"|letters?|scrolls?|maps?|newspapers?|magazines?|eyes?|mouth|hands?|umbrella|parasol|fan|knife"
    r"|wings?|way|passage|stairs?|staircase|wall|entrance|exit)$",
    re.IGNORECASE,
)
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
    """Return the sentence that warns that a burning light runs out, or None if there is none."""
    words = _called(name) | {"light", "flame"}
    for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
        if FADING.search(sentence) and words & set(re.findall(r"[a-z]+", sentence.lower())):
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
