"""What only one seat knows, in words: the part of a briefing between what all know and the task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ludens.mafia.events import Proposal
from ludens.mafia.quoting import quoted
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import PrivateRecord, PublicRecord


def private_text(private: PrivateRecord, record: PublicRecord) -> str:
    """Return what a seat knows beside what everybody knows, a line for each thing."""
    return PrivateText(private, record).told()


@dataclass(slots=True)
class PrivateText:
    """Tells what one seat knows, part by part; what it returns follows from the records alone."""

    private: PrivateRecord
    record: PublicRecord
    _parts: list[str] = field(default_factory=lambda: [""] * len(_PARTS))
    _marks: tuple[object, ...] = (None, (0, 0, 0), 0, (), None)
    """Of each part, what changes whenever there is something new to tell in it; of nothing yet."""
    _mark: tuple[int, int, int] = (-1, 0, 0)
    _text: str = ""

    def told(self) -> str:
        """Return what the seat knows, a line for each thing."""
        private, record = self.private, self.record
        # Deaths are told with partners and beliefs, the day with tonight's council.
        deaths = len(record.deaths) if private.partners or private.beliefs else 0
        mark = (private.news, deaths, record.day if private.councils else 0)
        if mark != self._mark:
            self._mark = mark
            self._tell(private, record)
        return self._text

    def _tell(self, private: PrivateRecord, record: PublicRecord) -> None:
        marks, told = _marks(private, record), self._marks
        for number, mark in enumerate(marks):
            if mark != told[number]:
                lines = _PARTS[number](private, record)
                self._parts[number] = "".join([line + "\n" for line in lines])
        self._marks = marks
        self._text = "".join(["## What only you know\n", *self._parts])


def _role(private: PrivateRecord, record: PublicRecord) -> Iterator[str]:
    assert private.role is not None, "every seat is dealt a role before anybody is asked"
    names, partners = record.names, private.partners
    with_ = f", with {_listed(partners, names)}" if partners else ""
    yield f"Your role: {ROLES[private.role].name}{with_}."
    dead = [partner for partner in partners if partner not in record.living]
    if ROLES[private.role].team is Team.MAFIA and len(dead) == len(partners):
        last = "last of the mafia: your partners are dead" if partners else "only mafia"
        yield (
            f"You are the {last}. Whom you would kill dies unless protected; nobody votes with you."
        )
    elif dead:
        yield f"Of your partners {_listed(dead, names)} {'is' if len(dead) == 1 else 'are'} dead."


def _learned(private: PrivateRecord, record: PublicRecord) -> Iterator[str]:
    names = record.names
    for seat, is_mafia in private.findings:
        yield f"You investigated {names[seat]}: {'mafia' if is_mafia else 'not mafia'}."
    for deed in private.acts:
        if deed.verb != "investigate":
            whom = _name(deed.target, names)
            yield f"Night {deed.day}: you chose to {deed.verb} {whom}."
    for save in private.saves:
        was = "attacked" if save.mattered else "not attacked"
        yield f"Night {save.day}: {names[save.target]}, whom you protected, was {was}."


def _plans(private: PrivateRecord, record: PublicRecord) -> Iterator[str]:
    for seat, text in private.strategies:
        whose = "Your plan" if seat == private.seat else f"The plan of {record.names[seat]}"
        yield f"{whose}: {quoted(text)}"


def _council(private: PrivateRecord, record: PublicRecord) -> Iterator[str]:
    names = record.names
    for order in private.orders:
        by = f" (decided by {names[order.decider]})" if order.decider is not None else ""
        yield f"Night {order.day}: the mafia settled on {_name(order.target, names)}{by}."
    for council in private.councils:
        if council.day == record.day:
            said = "; ".join(_would(proposal, names) for proposal in council.proposals)
            yield f"Round {council.round} of tonight's council: {said}."


def _would(proposal: Proposal, names: tuple[str, ...]) -> str:
    why = f" ({quoted(proposal.message)})" if proposal.message else ""
    return f"{names[proposal.seat]} would kill {_name(proposal.target, names)}{why}"


def _mind(private: PrivateRecord, record: PublicRecord) -> Iterator[str]:
    if private.defaults:
        times = "time" if private.defaults == 1 else "times"
        yield (
            f"Your decision was taken for you {private.defaults} {times}, because you gave no "
            "valid one."
        )
    living = set(record.living)
    held = [(seat, chance) for seat, chance in private.beliefs.items() if seat in living]
    if held:
        chances = ", ".join([f"{record.names[seat]} {chance:.2f}" for seat, chance in held])
        yield f"You last believed, as the chance of being mafia: {chances}."
    yield f"Your memory: {quoted(private.memory) if private.memory else 'empty.'}"
    if private.memory_cut:
        yield (f"Your notes were too long: their last {private.memory_cut} characters are lost.")


def _name(seat: SeatId | None, names: tuple[str, ...]) -> str:
    return "nobody" if seat is None else names[seat]


def _listed(seats: Iterable[SeatId], names: tuple[str, ...]) -> str:
    return ", ".join([names[seat] for seat in seats])


def _marks(private: PrivateRecord, record: PublicRecord) -> tuple[object, ...]:
    """Return what each part changes with, in their order."""
    partners, beliefs, deaths = private.partners, private.beliefs, len(record.deaths)
    return (
        partners and deaths,
        (len(private.findings), len(private.acts), len(private.saves)),
        len(private.strategies),
        partners and (len(private.orders), len(private.councils), record.day),
        (private.defaults, private.memory, private.memory_cut, beliefs, beliefs and deaths),
    )


Tell = Callable[[PrivateRecord, PublicRecord], Iterator[str]]
_PARTS: tuple[Tell, ...] = (_role, _learned, _plans, _council, _mind)
"""What a seat is told, in order."""
