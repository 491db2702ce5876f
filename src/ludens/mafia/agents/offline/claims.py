"""What an offline player says it is: the truth, or a lie that agrees with its earlier ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ludens.mafia.agents.offline.evidence import Deed, Trait
from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.decision import Ask
from ludens.mafia.events import Finding
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.roles.detective import DETECTIVE
from ludens.mafia.roles.doctor import DOCTOR
from ludens.mafia.roles.villager import VILLAGER
from ludens.mafia.seats import SeatId

CORNERED = (Ask.DEFENCE, Ask.REBUTTAL, Ask.LAST_WORDS)
LAST_CHANCE = 4
"""With so many left, whoever is voted out wrongly is the last: a night later the mafia are as many
as the others, and what was kept back is of no use to anybody."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A role, and what an investigation is said to have found."""

    role: RoleName
    findings: tuple[Finding, ...] = ()
    """All of them, oldest first."""
    told: frozenset[Finding] = frozenset()
    """Those that the table has heard before."""
    is_new: bool = True
    """Whether the table has not heard of the role before."""

    def worth_telling(self, living: Collection[SeatId]) -> list[Finding]:
        """Return the findings to tell now: what is new, and the guilty who are still there."""
        return [
            finding
            for finding in self.findings
            if finding not in self.told or (finding.is_mafia and finding.seat in living)
        ]


def own_claim(thought: Thought) -> Claim | None:
    """Return what this seat has told the table about itself so far."""
    role: RoleName | None = None
    findings: dict[SeatId, bool] = {}
    for day in thought.record.days:
        for speech in day.speeches:
            if speech.seat == thought.seat:
                role = speech.claims or role
                findings.update(dict(speech.findings))
    if role is None:
        return None
    told = tuple(Finding(seat, is_mafia) for seat, is_mafia in findings.items())
    return Claim(role, told, frozenset(told), is_new=False)


def claim(thought: Thought) -> Claim | None:
    """Return what to claim in this speech, or None to claim nothing."""
    team = ROLES[thought.role].team
    if team is Team.MAFIA:
        return _lie(thought)
    if team is Team.TOWN:
        return _truth(thought)
    return Claim(VILLAGER.name) if thought.briefing.ask in CORNERED else None


def _truth(thought: Thought) -> Claim | None:
    cornered = thought.briefing.ask in CORNERED
    if thought.role != DETECTIVE.name:
        return Claim(thought.role) if cornered else None
    found = thought.private.findings
    told = own_claim(thought)
    living = thought.record.living
    caught = any(finding.is_mafia and finding.seat in living for finding in found)
    rival = any(thought.claimed_detective(seat) for seat in living if seat != thought.seat)
    if not (cornered or caught or rival or told or _is_needed(thought)):
        return None
    return Claim(
        DETECTIVE.name,
        tuple(dict.fromkeys(found)),
        told.told if told else frozenset(),
        is_new=told is None,
    )


def _is_needed(thought: Thought) -> bool:
    """Tell whether to come forward with findings none of which is a living mafia.

    When today may be the last day, and when the most named are this seat or one it has cleared.
    """
    found = thought.private.findings
    if found and len(thought.record.living) <= LAST_CHANCE:
        return True
    spared = {thought.seat, *(finding.seat for finding in found if not finding.is_mafia)}
    counts = thought.nominations_today()
    most = max(counts.values(), default=0)
    return bool(found) and most > 1 and any(counts[seat] == most for seat in spared)


def _lie(thought: Thought) -> Claim | None:
    told = own_claim(thought)
    if told is not None and told.role == DETECTIVE.name:
        return _go_on_lying(thought, told)
    if told is not None:
        return told if thought.briefing.ask in CORNERED else None
    accusers = [
        seat
        for seat in thought.record.living
        if thought.evidence.deeds[Deed.CALLED_GUILTY, seat, thought.seat]
    ]
    nights = thought.record.day - 1
    if accusers and nights > 0:
        return _counter(thought, accusers[0])
    if thought.briefing.ask not in CORNERED:
        return None
    free = not thought.evidence.traits[Trait.CLAIMED_DETECTIVE].any()
    if nights > 0 and free and thought.dice.random() < 0.5:
        return _go_on_lying(thought, Claim(DETECTIVE.name))
    role = DOCTOR.name if thought.dice.random() < 0.4 else VILLAGER.name
    return Claim(role)


def _counter(thought: Thought, accuser: SeatId) -> Claim:
    """Return the counterclaim of somebody whom a detective has found: it was the accuser."""
    claim_ = Claim(DETECTIVE.name, (Finding(accuser, True),))
    return _go_on_lying(thought, claim_)


def _go_on_lying(thought: Thought, told: Claim) -> Claim:
    """Return an earlier claim with a finding for each night there has been.

    Nothing told before is taken back, nobody is found twice, and nobody known to be innocent is
    found guilty.
    """
    findings = dict(told.findings)
    nights = thought.record.day - 1
    open_ = [seat for seat in thought.others() if seat not in findings]
    while len(findings) < nights and open_:
        partners = [seat for seat in open_ if seat in thought.private.partners]
        innocent = [seat for seat in open_ if seat not in partners]
        if innocent and not any(findings.values()):
            scores = {seat: float(thought.table[seat]) for seat in innocent}
            target, is_mafia = thought.best(innocent, scores), True
        elif partners and thought.dice.random() < 0.4:
            target, is_mafia = partners[0], False
        else:
            target, is_mafia = thought.dice.choice(innocent or partners), False
        findings[target] = is_mafia
        open_.remove(target)
    result = tuple(Finding(seat, is_mafia) for seat, is_mafia in findings.items())
    return Claim(told.role, result, told.told, told.is_new)
