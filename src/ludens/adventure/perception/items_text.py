"""The items that a text lists: in a room, in and on other things, in the player's hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.commands import parts_of
from ludens.adventure.perception.facts import Holder, ItemFact
from ludens.adventure.perception.layout import Line, lines_of, sentences_of
from ludens.adventure.perception.listings import Placed, is_name, items_of_list, name_of, traits_in

SEE = r"you (?:can )?(?:also |now )?(?:see|make out|spot|notice|find)(?: here)?"
IN_ROOM = (
    re.compile(
        rf"^(?:in addition, )?{SEE} (?P<list>(?:an?|the|some|two|three|\d+) .+?) here$", re.I
    ),
    re.compile(
        r"^there (?:is|are)(?: also)? (?P<list>.+?)(?: lying| sitting| standing)? here$",
        re.I,
    ),
    re.compile(r"^there's (?:also )?(?P<list>.+?) here$", re.I),
    re.compile(
        r"^(?P<list>(?:(?:an?|some|the|your) [\w' -]+?|(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)))"
        r" (?:is|are|lies?|sits?|stands?)"
        r"(?: \w+ing)? here(?:, \w+ing\b.*)?$",
        re.I,
    ),
    re.compile(
        r"^(?:lying|sitting|standing|resting|scattered)? ?on the (?:ground|floor)(?: here)?"
        r" (?:is|are|lies?|you (?:can )?see|you notice) (?P<list>.+)$",
        re.I,
    ),
    re.compile(rf"^{SEE} (?P<list>(?:an?|some) [^,]+(?:, .+)?)$", re.I),
    re.compile(
        r"^.{0,100}\b(?:dropped|left|lost|abandoned|forgotten|discarded|mislaid|thrown|laid|lying)\b"
        r"[^.]{0,40}?\b(?P<list>(?:an?|some) [\w'-]+(?: [\w'-]+){0,3}) here$",
        re.I,
    ),
)
FLOOR = ("floor", "ground")
ON_THE_FLOOR = re.compile(
    r"(?: (?:lying|sitting|standing|resting|scattered))?"
    rf" on the (?:{'|'.join(FLOOR)})(?: here)?(?=$|, )",
    re.I,
)
"""Nowhere else than here."""
NOT_A_LIST = phrase("items_text_not_a_list")
"""What makes a clause a view or a way rather than a list of things."""
ON_OR_IN = (
    re.compile(
        r"^(?:sitting |lying |resting |standing )?(?P<where>on|in|inside|upon|atop)"
        r"(?: top of)? (?P<holder>(?:the|a|an|your) (?:(?! (?:an?|the|some) )[\w' -])+?)"
        rf"(?:,)? (?:is|are|lies?|sits?|{SEE}|there is|there are) (?P<list>.+)$",
        re.I,
    ),
    re.compile(
        rf"^{SEE} (?P<list>.+?) (?P<where>on|in|inside) (?P<holder>the [\w' -]+?)(?: here)?$",
        re.I,
    ),
    re.compile(
        r"^(?P<list>(?:an?|some) [\w' -]+?) (?:is|are|lies|sits)(?: lying| sitting| resting)?"
        r" (?P<where>on|in|inside|atop) (?P<holder>the [\w' -]+)$",
        re.I,
    ),
    re.compile(
        r"^(?P<holder>the [\w' -]+?) (?P<where>contains|holds) (?P<list>.+)$",
        re.I,
    ),
    re.compile(
        r"^(?:opening|you open) (?P<holder>the [\w' -]+?),? (?P<where>reveals|revealing)"
        r" (?P<list>.+)$",
        re.I,
    ),
)
HEADER = phrase("items_text_header")
CARRYING = phrase("items_text_carrying")
ASKING = re.compile(r"^(?:i|inv|inventory|invent|take inventory)$", re.IGNORECASE)
EMPTY_HANDED = phrase("items_text_empty_handed")
WEARING = re.compile(r"^you(?:'re| are)(?: currently)? wearing(?P<list>(?: |:).*)$", re.IGNORECASE)
TAKEN = phrase("items_text_taken")
LIFTED = phrase("items_text_lifted")
"""How a story may confirm a taking that was asked for, in words of its own."""
COMES_OFF = phrase("items_text_comes_off")
"""The same of what is part of something, or hard to grasp: "you pull at the strip until you pry it
off", "this is large enough for you to get hold of"."""
BUT_NOT = phrase("items_text_but_not")
PLAIN_HAVE = re.compile(r"^you have\b", re.IGNORECASE)
"""As often said of what one has anyway: it tells of a taking only where one was asked for."""
DROPPED = phrase("items_text_dropped")
MEANT = re.compile(r"^\((?P<object>(?:the|a|an|your) [\w' -]+)\)$", re.IGNORECASE)
"""What the story says that it takes an incomplete command to be about."""
TOO_MUCH = phrase("items_text_too_much")
TAKING = phrase("items_text_taking")
DROPPING = re.compile(r"^(?:drop|discard|throw|put down|leave)\s+(?P<object>.+)$", re.IGNORECASE)
FROM = re.compile(r"\s+(?:from|off|out of|with)\s.*$", re.IGNORECASE)
EVERYTHING = frozenset({"all", "everything"})
SURE = 0.9
LIKELY = 0.7


@dataclass(frozen=True, slots=True)
class Handled:
    """What a command put into the player's hands and out of them."""

    taken: tuple[str, ...]
    dropped: tuple[str, ...]


def is_listing(sentence: str) -> bool:
    """Say whether a sentence lists things of the place rather than describes it."""
    clause = _clause(sentence).rstrip(":")
    if HEADER.match(sentence.strip()) or any(p.match(clause) for p in ON_OR_IN):
        return True
    return any((match := p.match(clause)) and _is_list(match.group("list")) for p in IN_ROOM)


def _clause(sentence: str) -> str:
    """Return a sentence without its closing mark, with one word for what lies on the floor."""
    return ON_THE_FLOOR.sub(" here", sentence.strip().rstrip(".!"))


def _is_list(words: str) -> bool:
    """Say whether words list things; what stands in brackets may say what it likes."""
    return NOT_A_LIST.search(re.sub(r"\(.*?\)", "", words)) is None


@lru_cache(maxsize=256)
def items_in(text: str) -> tuple[ItemFact, ...]:
    """Return the items that a text lists, inventories left out."""
    found: list[ItemFact] = []
    lines = lines_of(text)
    for index, line in enumerate(lines):
        header = HEADER.match(line.text)
        if header and not line.closes:
            on = line.text.lower().startswith(("on ", "sitting on", "lying on", "resting on"))
            holder = Holder.SUPPORTER if on else Holder.CONTAINER
            placed = Placed(holder, name_of(header.group("holder")), line.text, SURE)
            found += _block(lines[index + 1 :], placed, line)
            continue
        sentences = sentences_of(line.text)
        for sentence in sentences:
            found += _in_sentence(sentence)
    return _each_once(found)


def inventory_in(text: str, command: str = "inventory") -> tuple[ItemFact, ...] | None:
    """Return what the player carries and wears; None when the text is no inventory.

    Who did not ask for it is told that they have a cold, or wear a hat now.
    """
    lines = lines_of(text)
    asked = ASKING.match(command.strip()) is not None
    found: list[ItemFact] = []
    told = False
    for index, line in enumerate(lines):
        if EMPTY_HANDED.match(line.text):
            told = True
            continue
        worn = WEARING.match(line.text)
        carried = CARRYING.match(line.text)
        match = carried or worn
        if match is None or (told and not worn):
            continue
        listed = (match.group("list") or "").strip()
        if not asked and listed.strip(":") and (worn or PLAIN_HAVE.match(line.text)) and not told:
            continue
        placed = Placed(Holder.INVENTORY, None, line.text, SURE)
        if listed in {"", ":"}:
            if line.closes and not (index + 1 < len(lines) and lines[index + 1].indent > 0):
                continue
            told = True
            found += _block(lines[index + 1 :], placed, line)
        elif carried is None or re.match(
            r"^:?\s*(?:an?|the|some|your|two|three|\d)\b", listed, re.I
        ):
            told = True
            found += items_of_list(listed.lstrip(": ").rstrip("."), placed)
    return _each_once(found) if told else None


def handled_in(text: str, command: str) -> Handled:
    """Return what a command took and dropped, by the story's own confirmation.

    Of a line of several commands it is not known which one an answer is to.
    """
    command = command if len(parts_of(command)) < 2 else ""
    taken: list[str] = []
    dropped: list[str] = []
    meant = ""
    for line in lines_of(text):
        said = MEANT.match(line.text)
        if said:
            meant = said.group("object")
            continue
        for pattern, asked, names in ((TAKEN, TAKING, taken), (DROPPED, DROPPING, dropped)):
            match = pattern.match(line.text)
            if match is None or (PLAIN_HAVE.match(line.text) and not TAKING.match(command.strip())):
                continue
            words = match.group("name") or match.group("object") or meant or None
            if words is None:
                wanted = asked.match(command.strip())
                words = wanted.group("object") if wanted else None
            name = name_of(words) if words else ""
            if is_name(name) and name.lower() not in EVERYTHING:
                names.append(name)
    lifted = _lifted(text, command) if not taken else ""
    return Handled((lifted,) if lifted else tuple(taken), tuple(dropped))


def _lifted(text: str, command: str) -> str:
    """Return what was taken, as the command calls it, where the story says so in its own words."""
    wanted = TAKING.match(command.strip())
    lines = lines_of(text)
    if wanted is None or not lines:
        return ""
    first = sentences_of(lines[0].text)[0]
    lifts = LIFTED.match(first) or COMES_OFF.match(first)
    if not lifts or BUT_NOT.search(first):
        return ""
    name = name_of(FROM.sub("", wanted.group("object")))
    return name if is_name(name) and name.lower() not in EVERYTHING else ""


def is_too_much(text: str) -> bool:
    """Say whether a text says that the player cannot carry more."""
    return TOO_MUCH.search(text) is not None


def _in_sentence(sentence: str) -> list[ItemFact]:
    clause = _clause(sentence)
    for pattern in ON_OR_IN:
        match = pattern.match(clause)
        if match and name_of(match.group("holder")).lower() not in FLOOR:
            on = match.group("where").lower() in {"on", "upon", "atop"}
            holder = Holder.SUPPORTER if on else Holder.CONTAINER
            inside = name_of(match.group("holder"))
            return items_of_list(match.group("list"), Placed(holder, inside, sentence, LIKELY))
    for pattern in IN_ROOM:
        match = pattern.match(clause)
        if match and _is_list(match.group("list")):
            return items_of_list(match.group("list"), Placed(Holder.ROOM, None, sentence, SURE))
    return []


def _block(lines: Sequence[Line], placed: Placed, header: Line) -> list[ItemFact]:
    """Read an indented list below its header; deeper lines are inside the line above them."""
    found: list[ItemFact] = []
    above: list[tuple[int, str]] = []
    for line in lines:
        indented = line.indent > header.indent
        if not indented and (line.paragraph != header.paragraph or line.text.endswith((".", ":"))):
            break
        notes = " ".join(re.findall(r"\((.*)\)", line.text))
        words = re.sub(r"\(.*\)", "", line.text)
        name = name_of(words)
        nested = HEADER.match(line.text)
        if nested:
            name = name_of(nested.group("holder"))
        while (
            above
            and above[-1][0] >= line.indent
            and not (
                nested is None and above[-1][0] == line.indent and above[-1][1].startswith(":")
            )
        ):
            above.pop()
        if above and above[-1][1].startswith(":") and line.indent > above[-1][0]:
            # What it contains stands deeper, so what follows at its own depth is not in it.
            above[-1] = (above[-1][0], above[-1][1].lstrip(":"))
        parent = above[-1][1].lstrip(":") if above else None
        if nested:
            above.append((line.indent, f":{name}"))
            continue
        if not is_name(name):
            continue
        inside = parent if parent is not None else placed.inside
        holder = Holder.CONTAINER if parent is not None else placed.holder
        found.append(ItemFact(name, holder, inside, traits_in(notes), line.text, placed.confidence))
        found += [
            fact
            for fact in items_of_list(line.text.rstrip("."), placed)
            if fact.inside is not None and fact.inside != placed.inside
        ]
        above.append((line.indent, name))
    return found


def _each_once(facts: Sequence[ItemFact]) -> tuple[ItemFact, ...]:
    unique: dict[tuple[str, str | None], ItemFact] = {}
    for fact in facts:
        unique.setdefault((fact.name, fact.inside), fact)
    return tuple(unique.values())
