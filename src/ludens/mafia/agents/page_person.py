"""A person at a page: asked and answered through the database (`episode.asking`)."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from ludens.episode.asking import given, pose, withdraw
from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeId
from ludens.episode.store import Store
from ludens.mafia.agents.reply import WORDS
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import (
    HIGHEST_BID,
    Act,
    Ask,
    Ballot,
    Bid,
    Decision,
    Plan,
    Proposal,
    Speech,
    Statement,
)
from ludens.mafia.events import Finding
from ludens.mafia.legal import longest_text, power, problem_with
from ludens.mafia.roles import RoleName
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import SeatId

POLL_SECONDS = 0.1
"""How often it is looked whether the person has answered."""


class PersonAwayError(LudensError):
    """The game was told to pause while it waited for a person; it can be resumed."""


@dataclass(slots=True)
class PagePerson:
    """Asks whoever holds a seat on the page."""

    store: Store
    episode: EpisodeId
    control: Control = field(default_factory=Control)

    async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
        """Return the person's decision; raises PersonAwayError when the game is to pause."""
        agent, place = seat_role(briefing.seat), place_of(briefing)
        until = time.time() + seconds if seconds is not None else None
        question = pose(
            self.store, self.episode, agent, place, details=details_of(briefing), until=until
        )
        try:
            while True:
                answer = given(self.store, self.episode, agent, place)
                decision = decision_from_page(briefing, answer) if answer is not None else None
                if decision is not None and problem_of(briefing, decision) is None:
                    return decision
                if self.control.pause or self.control.stop:
                    raise PersonAwayError(f"the game waits for the person in seat {briefing.seat}")
                await asyncio.sleep(POLL_SECONDS)
        finally:
            withdraw(self.store, question)


def place_of(briefing: Briefing) -> str:
    """Return which of a seat's decisions it is, from what the seat knows."""
    public = briefing.view.public
    rounds = 0
    if briefing.ask is Ask.KILL:
        rounds = sum(council.day == public.day for council in briefing.view.private.councils)
    elif briefing.ask is Ask.REPLY:
        rounds = len(public.days[-1].speeches)
    return f"{public.day} {briefing.ask} {rounds}"


def details_of(briefing: Briefing) -> dict[str, Any]:
    """Return what a form for the decision has to know."""
    view, ask = briefing.view, briefing.ask
    details: dict[str, Any] = {
        "ask": ask.value,
        "options": list(briefing.options),
        "may_pass": briefing.may_pass,
    }
    if ask in WORDS:
        details["longest"] = longest_text(view, ask)
    if ask is Ask.ACT:
        details["verb"] = power(view).verb
    if briefing.decider is not None:
        details["decider"] = briefing.decider
    return details


def decision_from_page(briefing: Briefing, answer: dict[str, Any]) -> Decision | None:
    """Return what a person's words and choice decide; None where a choice is missing."""
    words = str(answer.get("words", ""))
    number = answer.get("choice")
    choice = SeatId(number) if isinstance(number, int) else None
    decision: Decision | None = None
    match briefing.ask:
        case Ask.PLAN:
            decision = Plan(strategy=words)
        case Ask.BID:
            decision = Bid(bid=min(max(int(number or 0), 0), HIGHEST_BID))
        case Ask.SPEECH if choice is not None:
            decision = Speech(speech=words, nomination=choice, **said_on_page(answer))
        case Ask.REPLY | Ask.DEFENCE | Ask.REBUTTAL | Ask.LAST_WORDS:
            decision = Statement(speech=words, **said_on_page(answer))
        case Ask.VOTE | Ask.REVOTE:
            decision = Ballot(choice=choice)
        case Ask.KILL:
            decision = Proposal(target=choice, message=words)
        case Ask.ACT:
            decision = Act(target=choice)
    return decision


def said_on_page(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a person says their words claim."""
    claims = answer.get("claims")
    return {
        "claims": RoleName(claims) if claims else None,
        "findings": tuple(
            Finding(SeatId(found["seat"]), found["mafia"]) for found in answer.get("findings", ())
        ),
        "accuses": tuple(SeatId(seat) for seat in answer.get("accuses", ())),
        "defends": tuple(SeatId(seat) for seat in answer.get("defends", ())),
    }


def problem_of(briefing: Briefing, decision: Decision) -> str | None:
    """Return why a decision cannot be taken, in words for the person; None if it can."""
    return problem_with(briefing.view, briefing.ask, decision)
