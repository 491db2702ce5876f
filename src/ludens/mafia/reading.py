"""What a speech says, read from its words by fixed rules: accusations, claims, findings.

The engine reads every speech alike, whoever gave it, so that offline players understand people and
models, older days can be told in a line, and the page can draw who accuses whom. What is read is
only ever an addition: players are given the speeches themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ludens.mafia.events import Finding
from ludens.mafia.roles import ROLES, RoleName
from ludens.mafia.seats import SeatId

_CLAUSES = re.compile(r"[.!?;:,\n\u2013\u2014]+|\b(?:but|while|because|whereas)\b", re.IGNORECASE)
_HOSTILE = re.compile(
    r"\b(?P<not>(?:not|never|hardly|isn't|aren't|don't|doesn't|wasn't|cannot|can't)\s+"
    r"(?:\w+\s+){0,2})?"
    r"(?:mafia|guilty|lying|liar|lies|suspect\w*|suspicious|accuse\w*|scum|fake|hiding|killer"
    r"|vote (?:for|out|against)|voting (?:for|out)|nominat\w+|hang|too quiet|blame)\b",
    re.IGNORECASE,
)
_FRIENDLY = re.compile(
    r"\b(?P<not>(?:not|never|hardly|no|don't|doesn't|cannot|can't|isn't|won't)\s+(?:\w+\s+){0,2})?"
    r"(?:trust\w*|innocent|believe\w*|cleared?|clean|vouch\w*|town|townsperson|honest|agree with"
    r"|one of us|protect\w*|spare)\b",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    r"\b(?:i am|i['\u2019]m|i was|i have been|i play|my role is|as)\s+"
    r"(?:only\s+|just\s+|really\s+)?(?:the|your|a|an|this town's|this table's)?\s*"
    r"(?P<role>" + "|".join(ROLES) + r")\b",
    re.IGNORECASE,
)
_LOOKED = re.compile(
    r"\bi(?:'ve| have)?\s+(?:\w+\s+)?(?:investigat\w+|check\w*|looked (?:at|into)|found|learned)\b"
    r"|\bmy (?:result|finding|investigation)s?\b",
    re.IGNORECASE,
)
_GUILTY = re.compile(r"\b(?:mafia|guilty|one of them|scum)\b", re.IGNORECASE)
_INNOCENT = re.compile(
    r"\b(?:not|isn't|n't|never|no)\s+(?:\w+\s+){0,2}(?:mafia|guilty|one of them|scum)\b"
    r"|\b(?:innocent|clean|cleared?|town)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?\n])\s*")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a speech; seats in the order they are named."""

    accuses: tuple[SeatId, ...] = ()
    defends: tuple[SeatId, ...] = ()
    claims: RoleName | None = None
    findings: tuple[Finding, ...] = ()


@lru_cache(maxsize=64)
def _names_pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, SeatId]]:
    # The longest first: at a table with "Player 1" and "Player 10" each name is read whole.
    ordered = sorted(names, key=len, reverse=True)
    pattern = r"(?<!\w)(?:" + "|".join(re.escape(name) for name in ordered) + r")(?!\w)"
    seats = {name.casefold(): SeatId(seat) for seat, name in enumerate(names)}
    return re.compile(pattern, re.IGNORECASE), seats


def mentions(text: str, names: tuple[str, ...]) -> list[tuple[int, int, SeatId]]:
    """Return where each seat is named in a text: start, end, seat."""
    pattern, seats = _names_pattern(names)
    return [(m.start(), m.end(), seats[m[0].casefold()]) for m in pattern.finditer(text)]


def read_speech(text: str, names: tuple[str, ...], speaker: SeatId) -> Reading:
    """Return what the speech says about others and about its speaker."""
    claim = _CLAIM.search(text)
    accuses: dict[SeatId, None] = {}
    defends: dict[SeatId, None] = {}
    for clause in _CLAUSES.split(text):
        named = [seat for _, _, seat in mentions(clause, names) if seat != speaker]
        if not named:
            continue
        stance = _stance(clause)
        if stance is not None:
            (accuses if stance else defends).update(dict.fromkeys(named))
    return Reading(
        accuses=tuple(seat for seat in accuses if seat not in defends),
        defends=tuple(seat for seat in defends if seat not in accuses),
        claims=RoleName(claim["role"].lower()) if claim else None,
        findings=_findings(text, names, speaker),
    )


def _stance(clause: str) -> bool | None:
    """Return True for hostile words, False for friendly ones, None for neither or both."""
    hostile, friendly = _HOSTILE.search(clause), _FRIENDLY.search(clause)
    against = (hostile is not None and hostile["not"] is None) or (
        friendly is not None and friendly["not"] is not None
    )
    in_favour = (friendly is not None and friendly["not"] is None) or (
        hostile is not None and hostile["not"] is not None
    )
    return None if against == in_favour else against


def _findings(text: str, names: tuple[str, ...], speaker: SeatId) -> tuple[Finding, ...]:
    if _LOOKED.search(text) is None:
        return ()
    found: dict[SeatId, bool] = {}
    for sentence in _SENTENCES.split(text):
        if _LOOKED.search(sentence) is None:
            continue
        places = [place for place in mentions(sentence, names) if place[2] != speaker]
        starts = [start for start, _, _ in places]
        for (_, end, seat), stop in zip(places, [*starts[1:], len(sentence)], strict=False):
            verdict = sentence[end:stop]
            if _INNOCENT.search(verdict):
                found[seat] = False
            elif _GUILTY.search(verdict):
                found[seat] = True
    return tuple(Finding(seat, is_mafia) for seat, is_mafia in found.items())
