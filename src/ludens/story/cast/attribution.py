"""Who said what: each quotation's speaker, by the words beside it, or nobody where it is unclear.

Rules, the surest first: a verb of saying beside a name (`said Ada`, `Ada asked`); a pronoun beside
one, where only one person can be meant; an action of somebody in the same paragraph before or after
the words; two people answering each other in turn. What follows from none of them is left open:
a persona had better lack a line than be given another's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ludens.story.cast.names import Person
from ludens.story.cast.quotations import Quotation, quotations

SAYING = (
    "said says say asked asks cried cries answered answers replied replies exclaimed shouted "
    "whispered murmured muttered called roared screamed added began continued remarked told "
    "announced repeated inquired enquired returned observed declared laughed sighed growled "
    "grumbled protested explained begged demanded insisted agreed admitted went spoke sobbed "
    "shrieked bellowed snapped suggested wondered yelled gasped stammered interrupted finished "
    "responded retorted commanded ordered boomed croaked hissed sang pleaded urged warned"
).split()

_VERB = rf"(?:had\s+)?(?:\w+ly\s+)?(?:{'|'.join(SAYING)})"
_PRONOUN = r"(?P<pronoun>he|she)"


class Rule(StrEnum):
    """Why a quotation is somebody's."""

    SAYING = "saying"
    PRONOUN = "pronoun"
    PARAGRAPH = "paragraph"
    ACTION = "action"
    TURN = "turn"
    CONTINUED = "continued"


class Attributed(NamedTuple):
    """A quotation and its speaker."""

    quotation: Quotation
    speaker: str | None
    """The person's name; None where it is unclear."""
    rule: Rule | None


class Attribution:
    """Attributes the speech of chapters to the people of a book."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = {person.name: person for person in people}
        self._owner: dict[str, str] = {}
        for person in people:
            for alias in person.aliases:
                self._owner.setdefault(alias, person.name)
        aliases = sorted(self._owner, key=lambda a: (-len(a), a))
        names = "|".join(re.escape(a).replace(r"\ ", r"\s+") for a in aliases) or r"(?!)"
        self._name = re.compile(rf"\b(?P<name>{names})\b(?!['’]s)", re.IGNORECASE)
        who = rf"(?:the\s+)?(?P<name>{names})\b(?!['’]s)"
        subject = rf"(?:{who}|{_PRONOUN}\b)"
        self._after = (
            re.compile(rf"[\s,—-]*{_VERB}\s+{subject}", re.IGNORECASE),
            re.compile(rf"[\s,—-]*{subject}(?:\s*,[^,]{{1,60}},)?\s+{_VERB}\b", re.IGNORECASE),
        )
        self._before = re.compile(
            rf"(?:^|[.!?;:”\"]\s*|,?\s+(?:and|but|then|and\s+then)\s+){subject}"
            rf"(?:\s*,[^,]{{1,60}},)?\s+{_VERB}\b[^.!?]{{0,80}}[,:]\s*[“\"«‘]?$",
            re.IGNORECASE,
        )
        self._acting = re.compile(rf"(?:^|[.!?…”\"]\s+){who}(?=[\s,])", re.IGNORECASE)
        self._plain_start = re.compile(rf"^{who}(?=[\s,])", re.IGNORECASE)

    def chapter(self, paragraphs: tuple[str, ...]) -> list[Attributed]:
        """Return the quotations of a chapter in order, each with its speaker or none."""
        found = quotations(paragraphs)
        by_paragraph: dict[int, list[Quotation]] = {}
        for quotation in found:
            by_paragraph.setdefault(quotation.paragraph, []).append(quotation)
        speakers: dict[int, tuple[str | None, Rule | None]] = {}
        self._pass(paragraphs, by_paragraph, speakers)
        return [Attributed(q, *speakers[q.paragraph]) for q in found]

    def _pass(
        self,
        paragraphs: tuple[str, ...],
        spoken: dict[int, list[Quotation]],
        speakers: dict[int, tuple[str | None, Rule | None]],
    ) -> None:
        """Go through the chapter once, keeping who spoke in the last paragraphs."""
        recent: list[str | None] = []
        """Speakers of the conversation in hand, None where it is unclear."""
        mentioned: list[str] = []
        was_open = False
        for number, paragraph in enumerate(paragraphs):
            own = spoken.get(number)
            if own is None:
                if len(paragraph) > 200:
                    recent = []
                mentioned = self._mentions(paragraph) or mentioned
                was_open = False
                continue
            speaker, rule = (
                (recent[-1], Rule.CONTINUED)
                if was_open and recent
                else self._speaker(paragraph, own, recent, mentioned)
            )
            speakers[number] = (speaker, rule if speaker else None)
            recent.append(speaker)
            was_open = own[-1].is_open
            outside = _outside(paragraph, own)
            mentioned = self._mentions(outside) or mentioned

    def _speaker(
        self,
        paragraph: str,
        own: list[Quotation],
        recent: list[str | None],
        mentioned: list[str],
    ) -> tuple[str | None, Rule]:
        pronoun = ""
        for quotation in own:
            after = paragraph[quotation.end + 1 : quotation.end + 120]
            match = self._after[0].match(after) or self._after[1].match(after)
            if match is None:
                before = paragraph[max(0, quotation.start - 160) : quotation.start]
                match = self._before.search(before)
            if match and match["name"]:
                return self._named(match["name"]), Rule.SAYING
            if match and not pronoun:
                pronoun = match["pronoun"].lower()
        if pronoun:
            meant = self._meant(pronoun, paragraph, own, recent, mentioned)
            return meant, Rule.PRONOUN
        outside = _outside(paragraph, own)
        if not outside.strip(" .,—"):
            return self._turn(recent, own), Rule.TURN
        return self._actor(paragraph, own), Rule.ACTION

    def _meant(
        self,
        pronoun: str,
        paragraph: str,
        own: list[Quotation],
        recent: list[str | None],
        mentioned: list[str],
    ) -> str | None:
        """Return whom `he` or `she` beside a verb of saying means."""
        before = paragraph[: own[0].start]
        gender = "f" if pronoun == "she" else "m"
        here = [n for n in self._mentions(before) if self._fits(n, gender)]
        if here:
            return here[0] if len(set(here)) == 1 else None
        # Nobody is named here: it is who acted or spoke just before, if only one of them fits.
        last = [n for n in mentioned if self._fits(n, gender)]
        certain = [n for n in set(last) if self.people[n].gender == gender]
        if len(set(last)) == 1:
            return last[0]
        return certain[0] if len(certain) == 1 and len(set(last)) <= 2 else None

    def _actor(self, paragraph: str, own: list[Quotation]) -> str | None:
        """Return who does something in the sentences around the words, if it is one person."""
        before = paragraph[: own[0].start].rstrip(' “"«‘')
        subjects = [self._named(m["name"]) for m in self._acting.finditer(before)]
        if subjects:
            return subjects[-1] if len(set(subjects)) == 1 else None
        if before.strip():
            return None
        after = paragraph[own[0].end + 1 :].strip()
        match = self._plain_start.match(after)
        return self._named(match["name"]) if match else None

    def _turn(self, recent: list[str | None], own: list[Quotation]) -> str | None:
        """Return who answers, where two people have been speaking in turn."""
        if len(recent) < 2:
            return None
        one, other = recent[-2], recent[-1]
        if one is None or other is None or one == other:
            return None
        return one

    def _mentions(self, text: str) -> list[str]:
        return [self._named(match["name"]) for match in self._name.finditer(text)]

    def _named(self, alias: str) -> str:
        return self._owner[re.sub(r"\s+", " ", alias).lower()]

    def _fits(self, name: str, gender: str) -> bool:
        return self.people[name].gender in ("", gender)


def _outside(paragraph: str, own: list[Quotation]) -> str:
    """Return what a paragraph says outside its quotations."""
    parts: list[str] = []
    start = 0
    for quotation in own:
        parts.append(paragraph[start : max(start, quotation.start - 1)])
        start = quotation.end + 1
    parts.append(paragraph[start:])
    return " ".join(parts)
