"""The offline critic: a view of the memory, the map, the story's grammar and the planner's value.

It has no rules of its own about what is worth doing. What the parser will not take, what failed
under the facts that still hold, and ways that are known not to be there are not worth a turn; of
everything else it tells what the value says.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.agents.critic import Opinion
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import Effect
from ludens.adventure.forbidden import forbidden
from ludens.adventure.interpreter.commands import CommandRefused, check_command
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.memory.record import Attempt
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.value import chance
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.sentences import Fit, parse
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.ways import way_of

CONTRADICTED = 0.05
"""What is known to fail: measured, one in twenty of such commands is worth its turn."""
KNOWN, OPEN = 0.95, 0.35
"""A way that was walked; whatever nothing speaks against and no rule proposes: as measured by
`bench/critic_calibration.py`."""
WRONG = {
    Fit.UNKNOWN_WORD: "This story does not know the word {fault!r}.",
    Fit.NO_VERB: "{fault!r} is neither a verb nor a way.",
    Fit.NO_PATTERN: "The story's grammar has no such sentence with {verb!r}.",
}


@dataclass(slots=True)
class OfflineCritic:
    """Fills the critic's role without a model."""

    planner: OfflinePlanner

    async def score(self, briefing: Briefing, decision: Decision) -> Opinion:
        """Return what is known of a command."""
        return self.opinion(briefing.state, decision.command)

    def opinion(self, state: AdventureState, command: str) -> Opinion:
        """Return what is known of a command in a state."""
        try:
            plain = check_command(command).strip().lower()
        except CommandRefused as refusal:
            return Opinion(score=0.0, reason=f"It cannot be typed: {refusal}.")
        if state.wants is not Wants.LINE or question_in(state.text) is not None:
            return Opinion(score=KNOWN, reason="The story asks something.")
        found = forbidden(self.planner.vocabulary, plain)
        if found is not None:
            return Opinion(score=0.0, reason=str(found).strip("()"))
        parsed = parse(self.planner.vocabulary, plain)
        if parsed.fit in WRONG:
            reason = WRONG[parsed.fit].format(fault=parsed.fault, verb=parsed.verb)
            return Opinion(score=CONTRADICTED, reason=reason)
        return self._of_the_way(state, plain) or self._of_the_memory(state, plain)

    def _of_the_way(self, state: AdventureState, command: str) -> Opinion | None:
        """Return what the map tells of a way that was tried."""
        here = state.map.here
        way = state.map.exit(here, way_of(command)) if here is not None else None
        if way is not None and way.to_blame:
            return Opinion(score=CONTRADICTED, reason="This killed before.")
        if way is None or way.status is ExitStatus.UNEXPLORED:
            return None
        if way.open:
            return Opinion(score=KNOWN, reason="That way was walked before.")
        tried = state.memory.attempt(here, command)
        if tried is not None and tried.reopened(state.items, state.score):
            return None
        return Opinion(score=CONTRADICTED, reason=f"That way is barred: {way.reason or 'tried'}")

    def _of_the_memory(self, state: AdventureState, command: str) -> Opinion:
        """Return what is remembered of a command, or what its value is."""
        here = state.map.here
        tried = state.memory.attempt(here, command)
        if tried is not None and _is_contradicted(state, tried, command):
            return Opinion(score=CONTRADICTED, reason=_failure(tried))
        found = self.planner.valued_as(state, here, command) if here is not None else None
        # Why it is worth that is what the planner says of its own proposal.
        score = OPEN if found is None else max(OPEN, chance(found[0]))
        return Opinion(score=score, reason="Nothing speaks against it.")


def _is_contradicted(state: AdventureState, tried: Attempt, command: str) -> bool:
    """Tell whether a command failed under facts that hold, and its answer leaves no doubt of it.

    What names no thing (waiting, a look round, a bark) depends on more than is known; and an answer
    of the author's own may have done what no sense saw.
    """
    if not tried.failed or tried.affirmed or tried.reopened(state.items, state.score):
        return False
    return tried.effect is not Effect.NOTHING or " " in command


def _failure(tried: Attempt) -> str:
    if tried.effect is Effect.DIED:
        return "This killed before."
    return f"It did nothing at turn {tried.turn}, and nothing that it was about has changed."
