"""What the people at a recorded table decided, to be decided again."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any

from ludens.episode.events import Event
from ludens.mafia.agents.player import InvalidReplyError, PlayerFailedError
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Ballot, Bid, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.events import (
    BallotCast,
    BidPlaced,
    DefaultTaken,
    KillProposed,
    MindKept,
    NightActed,
    ReplyRefused,
    SilenceKept,
    Speaking,
    SpeechGiven,
    StrategyNoted,
)
from ludens.mafia.loop import NO_VALID_REPLY
from ludens.mafia.seats import SeatId

Answer = Decision | Exception


class RecordedPeople:
    """Decides for every human seat what was decided then, also what was refused or came late."""

    def __init__(self, events: Iterable[tuple[int, Event]]) -> None:
        self._answers: defaultdict[SeatId, deque[Answer]] = defaultdict(deque)
        minds: dict[SeatId, MindKept] = {}
        defaults: set[tuple[int, SeatId]] = set()
        for turn, event in events:
            match event:
                case MindKept():
                    minds[event.seat] = event
                case ReplyRefused():
                    self._answers[event.seat].append(InvalidReplyError(event.problem))
                case DefaultTaken():
                    defaults.add((turn, event.seat))
                    if event.reason != NO_VALID_REPLY:
                        self._answers[event.seat].append(PlayerFailedError(event.reason))
                case (
                    StrategyNoted()
                    | BidPlaced()
                    | SpeechGiven()
                    | SilenceKept()
                    | BallotCast()
                    | KillProposed()
                    | NightActed()
                ):
                    mind = minds.pop(event.seat, None)
                    if (turn, event.seat) not in defaults:
                        self._answers[event.seat].append(_decision(event, mind))

    async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
        """Return the next decision of the seat; raises what the player raised then."""
        answers = self._answers[briefing.seat]
        if not answers:
            raise PlayerFailedError("the record has no more decisions of this seat")
        answer = answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


def _said(deed: SpeechGiven) -> dict[str, Any]:
    return {name: getattr(deed, name) for name in ("claims", "findings", "accuses", "defends")}


Deed = (
    StrategyNoted | BidPlaced | SpeechGiven | SilenceKept | BallotCast | KillProposed | NightActed
)


def _decision(
    deed: Deed,
    mind: MindKept | None,
) -> Decision:
    """Return the decision that brought about a deed (`outcome.happenings`, the other way)."""
    decision: Decision
    match deed:
        case StrategyNoted():
            decision = Plan(strategy=deed.strategy)
        case BidPlaced():
            decision = Bid(bid=deed.bid)
        case SilenceKept():
            decision = Statement(speech="")
        case SpeechGiven(kind=Speaking.SPEECH):
            assert deed.nomination is not None, "a speech by day nominates"
            decision = Speech(speech=deed.text, nomination=deed.nomination, **_said(deed))
        case SpeechGiven():
            decision = Statement(speech=deed.text, **_said(deed))
        case BallotCast():
            decision = Ballot(choice=deed.choice)
        case KillProposed():
            decision = Proposal(target=deed.target, message=deed.message)
        case NightActed():
            decision = Act(target=deed.target)
    if mind is None:
        return decision
    kept = {"reasoning": mind.reasoning, "beliefs": mind.beliefs, "memory": mind.memory}
    return decision.model_copy(update=kept)
