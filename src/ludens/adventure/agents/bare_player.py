"""The bare player: a model and the plain transcript, the baseline that the company must beat.

The transcript is cached as the company's conversation is, or the comparison would be unfair.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.agents.llm_player import FALLBACK, one_line, trials_left
from ludens.adventure.agents.player import Decision
from ludens.adventure.agents.reply import TRYING, chained, parted
from ludens.adventure.briefing import Briefing
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.plan import CHAIN, TRIALS, Intent, Plan, Step
from ludens.adventure.prompting import render
from ludens.adventure.vocabulary import Vocabulary
from ludens.llm.base import BaseLLM
from ludens.llm.conversation import Conversation, Exchange
from ludens.llm.errors import CallFailedError

LONGEST = 100_000
"""Tokens of the transcript that are sent, by estimate, the newest: what most windows hold."""
SILENCE = "(The story says nothing.)"


@dataclass(frozen=True, slots=True)
class BarePlayer:
    """Asks a model for the next command of a transcript that grows with every turn.

    A turn is one command, as it is the company's: of several on a line the first is typed or tried.
    """

    model: BaseLLM
    vocabulary: Vocabulary
    tries: int = 0
    """Commands that it may try on a copy at once, where the company may too."""

    async def decide(self, briefing: Briefing) -> Decision | Plan:
        """Return the model's command, or what it would try; a harmless one when it gives none."""
        now = render(
            "bare_tail",
            turn=briefing.turn,
            turns=briefing.state.settings.get("limits", {}).get("turns"),
            trials=trials_left(briefing.state, self.tries),
        )
        request = transcript(briefing, self.tries).request(now)
        try:
            decision, _ = await self.model.complete_json(request, Decision)
        except CallFailedError as error:
            return Decision(reasoning=f"The model gave no decision: {error}", command=FALLBACK)
        command = one_line(decision.command)
        trying = TRYING.match(command)
        if self.tries and trying is not None:
            wanted = (chained(one, self.vocabulary) for one in trying[1].split("|"))
            if target := " | ".join(filter(None, wanted)):
                step = Step(intent=Intent.TRY, target=target)
                return Plan(reasoning=decision.reasoning, steps=(step,))
            command = FALLBACK
        if briefing.state.wants is Wants.LINE:
            command = self._first(command) or FALLBACK
        return decision.model_copy(update={"command": command})

    def _first(self, line: str) -> str:
        return next(iter(parted(line, self.vocabulary)), "")


def transcript(briefing: Briefing, tries: int = 0) -> Conversation:
    """Return all that was said: the story as the user, the commands as the model's own."""
    state = briefing.state
    return Conversation(
        rules=render("bare_rules", tries=tries, chain=CHAIN, trials=TRIALS),
        opening=state.opening.strip() or SILENCE,
        exchanges=[
            Exchange(reply=command or FALLBACK, told=answer.strip() or SILENCE)
            for command, answer in state.transcript
        ],
        budget=LONGEST,
    )
