"""The frame of a Mafia table: who sits there, what was said and voted, as one viewer may know it.

What a narrow viewer is shown is read from the public record and from one seat's own record, which
are folded from projected events; only those who may see everything are shown the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired

from typing_extensions import TypedDict

from ludens.episode.visibility import View, Viewer
from ludens.llm.settings import OFFLINE, RoleClass, RoleSettings
from ludens.mafia.agenda import simultaneous
from ludens.mafia.events import KillProposed, Phase, Proposal, Speaking
from ludens.mafia.finale import finale_of
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.view import Day, PrivateRecord, PublicRecord

COUNTED_IN = (Phase.DEFENCE, Phase.REBUTTAL, Phase.LAST_WORDS)
"""Phases in which the votes of the last count still lie on the table."""
TIED_IN = (Phase.DEFENCE, Phase.REBUTTAL, Phase.REVOTE)
"""Phases in which somebody is tied."""
SPEAKING_IN = {
    Phase.DAY: Speaking.SPEECH,
    Phase.DEFENCE: Speaking.DEFENCE,
    Phase.REBUTTAL: Speaking.REBUTTAL,
    Phase.LAST_WORDS: Speaking.LAST_WORDS,
}
"""What is said in the phases in which everybody knows whose turn it is."""
SKIP = -1
"""A vote for nobody, or a proposal to kill nobody: a frame has no nulls."""


class SeatFrame(TypedDict):
    """One chair. What the viewer does not know is left out."""

    name: str
    alive: bool
    tagline: NotRequired[str]
    role: NotRequired[str]
    mafia: NotRequired[bool]
    """Whether its player is of the mafia."""
    claims: NotRequired[str]
    """The role that it last claimed in public."""
    claimed: NotRequired[str]
    """The same with its article: "a doctor"."""
    model: NotRequired[str]
    """Who plays it: provider/model, `offline`, `random` or `human`."""


class DeathFrame(TypedDict):
    """How somebody died."""

    day: int
    cause: str
    """`vote` or `night`."""
    role: NotRequired[str]


class VotesFrame(TypedDict):
    """The vote of the hour."""

    voted: list[int]
    """Who has voted, in order."""
    cast: dict[str, int]
    """For whom, as far as the viewer knows: by voter; -1 for nobody."""
    open: bool
    """Whether the votes were counted, so that everybody knows them."""


class ActFrame(TypedDict):
    """A power that was used tonight."""

    verb: str
    target: int
    """-1 for nobody."""


class NightFrame(TypedDict):
    """What happens in the dark, as far as the viewer knows."""

    proposals: dict[str, int]
    acts: dict[str, ActFrame]
    kill: NotRequired[int]
    """Whom the mafia settled on; -1 for nobody."""


class FindingFrame(TypedDict):
    """What an investigation found."""

    seat: int
    mafia: bool


class OwnFrame(TypedDict):
    """What the seat that looks knows of itself."""

    seat: int
    role: str
    goal: str
    partners: list[int]
    findings: list[FindingFrame]
    plans: dict[str, str]
    """What the mafia planned on night zero, by seat."""
    used: list[str]
    """What it did at night, a line each."""


class FinaleFrame(TypedDict):
    """What the game came to, in sentences."""

    fooled: list[str]
    saw: list[str]
    turning: str
    day: NotRequired[int]
    """The day of the turning point, where there was one."""


class MafiaFrame(TypedDict):
    """All that the page shows of a table."""

    phase: str
    day: int
    seats: dict[str, SeatFrame]
    composition: dict[str, int]
    order: list[int]
    """Who speaks or votes in this phase."""
    nominations: dict[str, int]
    """Whom each speaker of the day named."""
    accusations: dict[str, list[int]]
    """Whom each speaker of the day accused."""
    defences: dict[str, list[int]]
    """Whom each speaker of the day spoke for."""
    votes: VotesFrame
    tied: list[int]
    deaths: dict[str, DeathFrame]
    beliefs: dict[str, dict[str, float]]
    """How likely each seat thinks each other is mafia, as far as the viewer knows."""
    night: NotRequired[NightFrame]
    own: NotRequired[OwnFrame]
    winner: NotRequired[str]
    """`town`, `mafia`, `alone` or `nobody`."""
    winners: NotRequired[list[int]]
    waits: list[int]
    """Whom the table waits for, as far as the viewer knows."""
    finale: NotRequired[FinaleFrame]
    """Once it is over, for those who may see everything."""


def mafia_frame(state: MafiaState, viewer: Viewer) -> MafiaFrame:
    """Return the frame of a table after a turn, for one viewer."""
    public = state.public
    everything = viewer.view in (View.VIEWER, View.ANALYSIS)
    own = state.private[viewer.seat] if viewer.seat is not None and state.private else None
    day = _today(public)
    frame = MafiaFrame(
        phase=public.phase.value,
        day=public.day,
        seats=_seats(state, public, own, everything=everything),
        composition={str(role): count for role, count in public.composition.items()},
        order=list(public.order),
        nominations=_nominations(day),
        accusations=_said(day, "accuses"),
        defences=_said(day, "defends"),
        votes=_votes(state, public, own, everything=everything),
        tied=list(public.tied) if public.phase in TIED_IN else [],
        deaths=_deaths(public),
        beliefs=_beliefs(state, own, everything=everything),
        waits=list[int](_waits(state, public, everything=everything)),
    )
    if public.phase is Phase.NIGHT and (everything or own is not None):
        frame["night"] = _night(state, public, own)
    if own is not None and own.role is not None:
        frame["own"] = _own(own, own.role, public)
    if public.phase is Phase.OVER:
        frame["winner"] = public.team.value if public.team is not None else "nobody"
        frame["winners"] = list(public.winners)
        minds = state.private if everything else [own] if own is not None else []
        told = finale_of(public, minds)
        frame["finale"] = FinaleFrame(
            fooled=list(told.fooled), saw=list(told.saw), turning=told.turning
        )
        if told.day is not None:
            frame["finale"]["day"] = told.day
    return frame


def _waits(state: MafiaState, public: PublicRecord, *, everything: bool) -> list[SeatId]:
    """Return who is to decide next; of a night only those learn it who may see everything."""
    if everything:
        return [due_.seat for due_ in simultaneous(state)][:1]
    if public.phase in (Phase.VOTE, Phase.REVOTE):
        return [seat for seat in public.order if seat not in public.voted][:1]
    if public.phase in SPEAKING_IN and public.days:
        kind = SPEAKING_IN[public.phase]
        spoken = {s.seat for s in public.days[-1].speeches if s.kind is kind}
        return [seat for seat in public.order if seat not in spoken][:1]
    return []


def _today(public: PublicRecord) -> Day | None:
    """Return the day whose talk is on the table; nothing at night."""
    quiet = (Phase.SEATING, Phase.NIGHT_ZERO, Phase.NIGHT)
    return public.days[-1] if public.days and public.phase not in quiet else None


def _seats(
    state: MafiaState, public: PublicRecord, own: PrivateRecord | None, *, everything: bool
) -> dict[str, SeatFrame]:
    roles = _known_roles(state, public, own, everything=everything)
    partners = own.partners if own is not None else ()
    found = {finding.seat: finding.is_mafia for finding in own.findings} if own is not None else {}
    claims = {s.seat: s.claims for day in public.days for s in day.speeches if s.claims is not None}
    players = _players(state) if everything else ()
    seats = {}
    for number, name in enumerate(public.names):
        seat = SeatId(number)
        frame = SeatFrame(name=name, alive=seat in public.living)
        if public.taglines:
            frame["tagline"] = public.taglines[number]
        if seat in roles:
            frame["role"] = roles[seat]
            frame["mafia"] = ROLES[roles[seat]].team is Team.MAFIA
        elif seat in partners:
            frame["mafia"] = True
        elif seat in found:
            frame["mafia"] = found[seat]
        if seat in claims:
            frame["claims"] = claims[seat]
            frame["claimed"] = ROLES[claims[seat]].called
        if everything:
            frame["model"] = players[seat]
        seats[str(number)] = frame
    return seats


def _players(state: MafiaState) -> tuple[str, ...]:
    """Return who plays each seat, from the episode's settings."""
    table = MafiaSettings.model_validate(state.settings.get("mafia", {}))
    models = {
        name: RoleSettings.model_validate(
            chosen if isinstance(chosen, Mapping) else {"models": chosen}
        )
        for name, chosen in state.settings.get("llm", {}).get("models", {}).items()
    }

    def player(seat: int) -> str:
        chair = table.chair(seat)
        if chair is not Chair.MODEL:
            return chair.value
        named = (models.get(key) for key in (seat_role(seat), RoleClass.DECIDER, "default"))
        return next((role.models[0] for role in named if role and role.models), OFFLINE)

    return tuple(player(seat) for seat in range(len(state.names)))


def _known_roles(
    state: MafiaState, public: PublicRecord, own: PrivateRecord | None, *, everything: bool
) -> dict[SeatId, RoleName]:
    if everything:
        return state.roles
    if public.roles:
        return {SeatId(seat): role for seat, role in enumerate(public.roles)}
    roles = {death.seat: death.role for death in public.deaths if death.role is not None}
    if own is not None and own.role is not None:
        roles[own.seat] = own.role
    return roles


def _nominations(day: Day | None) -> dict[str, int]:
    speeches = day.speeches if day is not None else []
    return {str(s.seat): s.nomination for s in speeches if s.nomination is not None}


def _said(day: Day | None, what: str) -> dict[str, list[int]]:
    said: dict[str, list[int]] = {}
    for speech in day.speeches if day is not None else []:
        about = getattr(speech, what)
        if about and speech.kind is not Speaking.LAST_WORDS:
            before = said.get(str(speech.seat), [])
            said[str(speech.seat)] = list(dict.fromkeys([*before, *about]))
    return said


def _votes(
    state: MafiaState, public: PublicRecord, own: PrivateRecord | None, *, everything: bool
) -> VotesFrame:
    if public.phase in COUNTED_IN and public.days and public.days[-1].votes:
        ballots = public.days[-1].votes[-1].ballots
        cast = {str(seat): _or_skip(choice) for seat, choice in ballots.items()}
        return VotesFrame(voted=list(ballots), cast=cast, open=True)
    if public.phase not in (Phase.VOTE, Phase.REVOTE):
        return VotesFrame(voted=[], cast={}, open=False)
    known: dict[SeatId, SeatId | None] = {}
    if everything:
        known = state.ballots
    elif own is not None and own.seat in public.voted:
        known = {own.seat: own.ballot}
    cast = {str(seat): _or_skip(choice) for seat, choice in known.items()}
    return VotesFrame(voted=list(public.voted), cast=cast, open=False)


def _or_skip(seat: SeatId | None) -> int:
    return SKIP if seat is None else seat


def _deaths(public: PublicRecord) -> dict[str, DeathFrame]:
    deaths = {}
    for death in public.deaths:
        frame = DeathFrame(day=death.day, cause=death.cause.value)
        if death.role is not None:
            frame["role"] = death.role
        deaths[str(death.seat)] = frame
    return deaths


def _beliefs(
    state: MafiaState, own: PrivateRecord | None, *, everything: bool
) -> dict[str, dict[str, float]]:
    records = state.private if everything else [own] if own is not None else []
    return {
        str(record.seat): {
            str(seat): round(chance, 3)
            for seat, chance in record.beliefs.items()
            if seat != record.seat
        }
        for record in records
        if record.beliefs
    }


def _night(state: MafiaState, public: PublicRecord, own: PrivateRecord | None) -> NightFrame:
    if own is None:
        proposals = {str(p.seat): _or_skip(p.target) for p in state.proposals}
        acts = {
            str(seat): ActFrame(verb=act.verb, target=_or_skip(act.target))
            for seat, act in state.acts.items()
        }
        frame = NightFrame(proposals=proposals, acts=acts)
        if state.kill_settled:
            frame["kill"] = _or_skip(state.kill)
        return frame
    heard = [council for council in own.councils if council.day == public.day]
    told: list[Proposal | KillProposed] = [*(heard[-1].proposals if heard else ())]
    if own.proposal is not None:
        told.append(own.proposal)
    frame = NightFrame(
        proposals={str(p.seat): _or_skip(p.target) for p in told},
        acts={
            str(own.seat): ActFrame(verb=act.verb, target=_or_skip(act.target))
            for act in own.acts
            if act.day == public.day
        },
    )
    orders = [order for order in own.orders if order.day == public.day]
    if orders:
        frame["kill"] = _or_skip(orders[-1].target)
    return frame


def _own(own: PrivateRecord, role: RoleName, public: PublicRecord) -> OwnFrame:
    def name(seat: SeatId | None) -> str:
        return "nobody" if seat is None else public.names[seat]

    return OwnFrame(
        seat=own.seat,
        role=role,
        goal=ROLES[role].goal,
        partners=list(own.partners),
        findings=[FindingFrame(seat=f.seat, mafia=f.is_mafia) for f in own.findings],
        plans={str(plan.seat): plan.text for plan in own.strategies},
        used=[f"Night {act.day}: chose to {act.verb} {name(act.target)}" for act in own.acts],
    )
