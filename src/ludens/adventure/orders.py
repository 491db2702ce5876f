"""Orders: what a text tells the reader to do, as commands in their order.

Letters, notes, recipes, creatures and some openings say outright what is wanted: "retrieve the coin
from the sack, and then make sure that the gate is locked with the key", or a list of directions
below a list of what they need. English has few ways to say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.english import stems
from ludens.adventure.events import Order
from ludens.adventure.methods import METHODS
from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[.!?;\n]+\s*")
_THEN = re.compile(r",\s*(?=(?:and\s+)?then\b)")
_BEGIN = (
    r"(?:^\W*|,\s*|\bto\s+|\bthen\b,?\s*|\bplease\s+|\band\s+|\bcould\b,?\s*(?:like,\s*)?"
    r"|\byou(?:'d| would| will|'ll)? (?:must|should|can|could|may|need to|have to)\b,?\s*)"
)
_NOUN = (
    r"(?!(?:in|into|on|onto|by|at|off|out|up|down|to|for|from|with|of)\b)"
    r"(?:the|a|an|some|your|that|this)?\s*(?P<{}>[\w' -]{{2,60}}?)"
)
_TAKE = r"(?:take|pick up|pick-up|grab|retrieve|recover|lift|obtain|acquire|fetch|collect|get)"
_PUT = (
    r"(?:put|place|set|rest|lay|position|insert|stick|deposit|leave|hang|push|toss|throw|drop"
    r"|discard|ditch|dump|sit)"
)
_PLACE = r"(?:in|inside|within|at|of)\s+(?:the|a|an)\s+(?P<place>[\w' -]+?)(?= with\b|$)"
_AWAY = rf"(?:\s+(?:from|off|out of|on|under|lying|that)\b.*?)?(?:\s+{_PLACE})?$"
_LOCKING = re.compile(
    rf"\b(?:{_PUT}|use)\s+{_NOUN.format('tool')}\s+(?:into|in|on)\s+{_NOUN.format('thing')}"
    r"(?:'s lock|\s+(?:inside|within|in)\b.*?)?\s+to\s+(?P<verb>unlock|lock|open)\s+it",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\b(?:sure|ensure|assure|check|doublecheck|double-check|see|so|certain)(?:\s+that)?\s+"
    rf"{_NOUN.format('thing')}(?:\s+(?:in|inside|within|on|at)\s+the\s+(?P<place>[\w' -]+?))?"
    r"\s+(?:is|are|be)\s+(?:wide |fully |firmly |tightly |securely )?"
    r"(?P<state>ajar|open|opened|shut|closed|unlocked|locked)\b"
    rf"(?:\s+(?:with|using|by)\s+{_NOUN.format('tool')}\s*$)?",
    re.IGNORECASE,
)
_WHEN = re.compile(r"^\W*(?:if|once|when|after|having)\b[^,]*,\s*", re.IGNORECASE)
"""What comes before an order and is none itself: "once you have done that,"."""
_DENIED = re.compile(
    r"n't\b|\b(?:not|never|cannot|nobody|no (?:one|need|reason|call|use|point|sense)|before you)\b",
    re.IGNORECASE,
)
"""What makes a sentence no order: "nobody could pay me to eat that", "no reason to cut it"."""
_NARRATED = re.compile(
    r"^\W*you (?!(?:must|should|can|could|may|might|need|have|had|ought|will|would|want|are|were"
    r"|now|then|first|also|just|simply|only|better|please)\b)[a-z]+ ",
    re.IGNORECASE,
)
"""How a sentence begins that tells what happens, also then: "you fit the crank and turn it"."""
_DANGLING = re.compile(r"\b(?:by|with|in|on|at|from|of)\W*$", re.IGNORECASE)
"""How a sentence ends that says what something is for: "a wheel to light it by"."""
_FOR_WHAT = re.compile(r"([\w'-]+)\s+to\s", re.IGNORECASE)
"""What stands before an infinitive."""
_WISHES = frozenset(
    (
        "able and asked attempt be effort got had happy has have how is like love me need needs "
        "ordered ought please remember sure task then told try trying us want wanted wants was "
        "wish you"
    ).split()
)
"""After these an infinitive is what somebody wants done; after others it is what something is for:
"a hook at the top to take a rod"."""
_WITH = re.compile(rf"^\W*(?:with|using)\s+{_NOUN.format('tool')}\s*,\s*", re.IGNORECASE)
_TAKING = re.compile(rf"{_BEGIN}{_TAKE}\s+{_NOUN.format('thing')}{_AWAY}", re.IGNORECASE)
_DOWN = re.compile(
    rf"{_BEGIN}{_PUT}\s+{_NOUN.format('tool')}\s+(?:on|onto|to)\s+the\s+(?:floor|ground)\b"
    rf"(?:\s+{_PLACE})?",
    re.IGNORECASE,
)
_PUTTING = re.compile(
    rf"{_BEGIN}{_PUT}\s+{_NOUN.format('tool')}\s+(?P<where>into|in|inside|onto|on|upon)\s+"
    rf"{_NOUN.format('thing')}(?:\s+{_PLACE})?$",
    re.IGNORECASE,
)
_ACTING = re.compile(
    rf"{_BEGIN}(?P<verb>open|close|shut|unlock|lock|eat|consume|devour|enjoy|drink|drop|push|pull"
    r"|turn|light|ring|wind|dig|read|wear|break|cut|burn|climb|move|check|consult|examine|inspect|search"
    r"|look (?:under|behind|in|inside|into)|sit (?:on|in)|get (?:out of|off|into|on|in))"
    rf"\s+{_NOUN.format('thing')}(?:\s+{_PLACE})?(?:\s+(?:for|on|from)\s.*?)?"
    rf"(?:\s+(?:with|using)\s+{_NOUN.format('tool')})?(?:\s+first)?$",
    re.IGNORECASE,
)
_GIVING = re.compile(
    rf"{_BEGIN}(?P<verb>give|show|offer|hand|bring)\s+{_NOUN.format('tool')}\s+to\s+"
    rf"{_NOUN.format('thing')}$",
    re.IGNORECASE,
)
_WALKING = re.compile(
    rf"{_BEGIN}(?:go|head|travel|venture|walk|move|run|proceed|continue|journey|return|climb"
    r"|take a (?:trip|walk|turn)|make your way)\s+(?:back\s+)?(?:to(?:wards)?\s+)?(?:the\s+)?"
    rf"(?P<way>{'|'.join(DIRECTIONS)})\s*$",
    re.IGNORECASE,
)
_IN_STEPS = re.compile(
    r"\b(?:first|then|next|after that|following that|finally|that done|with that)\b", re.IGNORECASE
)
"""Words of a text that tells what to do step by step."""
_WANTING = re.compile(
    r"\b(?:missing|lack(?:s|ing)?|needs?|wants?|wanting|but for|asks? for|craves?) (?:only |just )?"
    rf"(?:a|an|some|the|your|that)\s+(?P<done>[a-z]+ed)\s+{_NOUN.format('thing')}$",
    re.IGNORECASE,
)
"""What is wanted, with what was done to it: "it only needs a toasted bun"."""
_STATES = {
    **dict.fromkeys(("ajar", "open", "opened"), "open"),
    **dict.fromkeys(("shut", "closed"), "close"),
    "unlocked": "unlock",
    "locked": "lock",
}
_PLAIN = {
    **{"shut": "close", "consume": "eat", "devour": "eat", "enjoy": "eat"},
    **{"offer": "give", "bring": "give"},
    **dict.fromkeys(("check", "consult", "inspect"), "examine"),
    **dict.fromkeys(("look inside", "look into"), "look in"),
}
_PRONOUN = re.compile(
    r"\b(put|place|set|lay|hang|give|show|bring|open|unlock|light|fill|push|pull|turn|search"
    r"|look (?:under|behind|in|inside|into)) (?:it|them)"
    r"( (?:in|into|on|onto|upon|to|with)\b|\W|$)",
    re.IGNORECASE,
)
"""What the answer to a command tells to do with the thing that it was about."""
_SUGGESTED = re.compile(
    r"\b(?:try|consider|suggest|recommend|(?:how|what) about|worth) (?P<doing>[a-z]{2,12}ing)\b"
    r"(?P<then> [^,.!?;\"]+)[,.!?;]?[\"”]?",
    re.IGNORECASE,
)
"""How somebody says what one might do: "try looking under it"."""
_ALLOWED = re.compile(
    r"\b(?:i (?:don't|do not|won't) mind if you|(?:feel|you(?:'re| are)) (?:free|welcome) to"
    r"|if you(?:'ll| will| would)(?: just| kindly| please)*)(?P<then> [^,.!?;\"]+),?",
    re.IGNORECASE,
)
"""How somebody says politely what one may do, or should."""
_SEAT = re.compile(r"\btake (?:a|the) (seat|chair)\b", re.IGNORECASE)
"""An idiom: nobody wants the chair carried off."""
_HEADER = re.compile(
    r"^\W*(?:(?P<doing>directions|instructions|method|steps|procedure|preparation)"
    r"|(?P<having>(?:list of )?(?:ingredients|materials|tools|supplies)|you (?:will )?need))"
    r"\W*:\W*$",
    re.IGNORECASE,
)
"""The line above a list of what to do, or of what is needed for it."""
_BULLET = re.compile(r"^\W*(?:(?:step\s+)?\d+\s*[.:)]\s*)?", re.IGNORECASE)
MOST = 24
"""Orders taken of one text."""


@lru_cache(maxsize=256)
def orders_in(vocabulary: Vocabulary, text: str, subject: str = "") -> tuple[Order, ...]:
    """Return what a text asks for, in its order; ways to go only where it does so step by step.

    `subject` is the thing that the command was about, which the answer calls `it`.
    """
    found: list[Order] = []
    prose, lists = _parted(text)
    ways = len(_IN_STEPS.findall(prose)) > 1
    prose = _SUGGESTED.sub(lambda said: _advised(vocabulary, said), prose)
    prose = _SEAT.sub(r"sit on the \1", _ALLOWED.sub(r"you should\g<then>.", prose))
    if subject:
        prose = _PRONOUN.sub(rf"\1 the {subject}\2", prose)
    for sentence in _SENTENCE.split(" ".join(prose.split()).replace(". ", ".\n")):
        if _NARRATED.match(sentence) is None:
            for part in _THEN.split(sentence):
                found += _orders(vocabulary, part, ways=ways)
    for line, doing in lists:
        if doing:
            found += _line(vocabulary, line)
        elif (thing := _name(vocabulary, line)) is not None:
            found.append(Order(command=f"take {thing}"))
    return tuple(order for order in found if _is_understood(vocabulary, order.command))[:MOST]


def _advised(vocabulary: Vocabulary, said: re.Match[str]) -> str:
    """Return a piece of advice as a sentence that says what should be done."""
    return f". You should {_done(vocabulary, said['doing'])}{said['then']}. "


def _done(vocabulary: Vocabulary, doing: str) -> str:
    """Return the verb of which a word in -ing is a form: `look` of looking, `move` of moving."""
    stem = doing.lower().removesuffix("ing")
    forms = (stem, f"{stem}e", *([stem[:-1]] if stem[-1:] == stem[-2:-1] else []))
    return next((form for form in forms if vocabulary.verb(form) is not None), stem)


def _is_understood(vocabulary: Vocabulary, command: str) -> bool:
    verb, _, rest = command.partition(" ")
    if verb in METHODS:
        return vocabulary.understands(rest)
    return vocabulary.understands(command)


def _parted(text: str) -> tuple[str, list[tuple[str, bool]]]:
    """Return a text without its lists, and the lines of those, each with whether it is a deed."""
    prose: list[str] = []
    lists: list[tuple[str, bool]] = []
    doing: bool | None = None
    for line in text.splitlines():
        header = _HEADER.match(line)
        if header is not None:
            doing = header["doing"] is not None
        elif doing is not None and line.strip():
            lists.append((_BULLET.sub("", line.strip(), count=1), doing))
        else:
            doing = None
            prose.append(line)
    return "\n".join(prose), lists


def _line(vocabulary: Vocabulary, line: str) -> Iterator[Order]:
    """Yield the order that a line of a list of directions is."""
    found = list(_orders(vocabulary, line, ways=True))
    yield from found
    verb, _, rest = line.lower().rstrip(" .!").partition(" ")
    if found or (verb not in METHODS and vocabulary.verb(verb) is None):
        return
    thing = _name(vocabulary, rest)
    if thing is not None:
        yield Order(command=f"{verb} {thing}")


def _orders(vocabulary: Vocabulary, sentence: str, *, ways: bool) -> Iterator[Order]:
    tool = ""
    if (begun := _WITH.match(sentence)) is not None:
        tool, sentence = _name(vocabulary, begun["tool"]) or "", sentence[begun.end() :]
    if _NARRATED.match(sentence) is not None:
        return
    sentence = _WHEN.sub("", sentence, count=1)
    if (found := _WALKING.search(sentence)) is not None:
        if ways:
            yield Order(command=found["way"].lower())
        return
    if (found := _WANTING.search(sentence)) is not None:
        deed = next((verb for verb in stems(found["done"].lower()) if verb in METHODS), None)
        thing = _name(vocabulary, found["thing"])
        if deed is not None and thing is not None:
            yield Order(command=f"{deed} {thing}")
            return
    for pattern in (_LOCKING, _STATE, _DOWN, _PUTTING, _GIVING, _ACTING, _TAKING):
        if (found := pattern.search(sentence)) is not None:
            clause = sentence[sentence.rfind(",", 0, found.start()) + 1 : found.end()]
            if _DENIED.search(clause) is not None or _DANGLING.search(sentence) is not None:
                return
            if pattern is _TAKING and _is_purpose(sentence, found.start()):
                return
            command = _command(vocabulary, pattern, found, tool)
            if command is not None:
                place = (found.groupdict().get("place") or "").lower().removesuffix("'s lock")
                yield Order(command=command, place=place)
            return


def _is_purpose(sentence: str, start: int) -> bool:
    """Tell whether what begins with a `to` says what the thing before it is for."""
    before = _FOR_WHAT.match(sentence, sentence.rfind(" ", 0, max(start - 1, 0)) + 1)
    return before is not None and before[1].lower() not in _WISHES


def _command(
    vocabulary: Vocabulary, pattern: re.Pattern[str], found: re.Match[str], tool: str
) -> str | None:
    """Return the command that a sentence of some form stands for; None if it names no thing."""
    parts = found.groupdict()
    thing, other = _name(vocabulary, parts.get("thing")), _name(vocabulary, parts.get("tool"))
    verb = (parts.get("verb") or "").lower()
    verb = _PLAIN.get(verb, verb)
    if pattern is _DOWN:
        return f"drop {other}" if other else None
    if thing is None:
        return None
    if pattern is _PUTTING:
        where = "on" if "on" in found["where"].lower() else "in"
        return f"put {other} {where} {thing}" if other else None
    if pattern is _GIVING:
        return f"{verb} {other} to {thing}" if other else None
    if pattern is _TAKING:
        return f"take {thing}"
    verb = _STATES[found["state"].lower()] if pattern is _STATE else verb
    with_ = other or tool
    return f"{verb} {thing} with {with_}" if with_ and verb != "eat" else f"{verb} {thing}"


def _name(vocabulary: Vocabulary, words: str | None) -> str | None:
    phrases = vocabulary.phrases(words or "")
    return phrases[0] if phrases else None
