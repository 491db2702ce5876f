"""The outcome judge filled by a model, asked only where patterns and interpreter are unsure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.agents.asking import ask
from ludens.adventure.agents.judge import Verdict
from ludens.adventure.agents.settings import JudgeSettings
from ludens.adventure.state import AdventureState
from ludens.llm.base import BaseLLM

JUDGE = "judge"
_OMINOUS = re.compile(
    r"\b(?:di(?:e|es|ed)|dead|deadly|kill(?:s|ed)?|perish(?:es|ed)?|swallow(?:s|ed)?"
    r"|drown(?:s|ed)?|devour(?:s|ed)?|crush(?:es|ed)?|never (?:seen|heard of|wake)|the end"
    r"|farewell|congratulations|victor(?:y|ious)|triumph|your (?:life|story|adventure|quest)"
    r"|game over|you(?:'ve| have) won)\b",
    re.IGNORECASE,
)


class Ruling(BaseModel):
    """What a model makes of a text."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(description="Why, in one sentence.")
    quote: str = Field(description="The words of the text that decide it, copied exactly.")
    verdict: Verdict = Field(
        description="normal: play goes on; death: the player died; victory: the story is won; "
        "ended: it is over and neither."
    )


@dataclass(frozen=True, slots=True)
class LLMJudge:
    """Asks a model what a text means, where its words sound like an end and no rule knows."""

    model: BaseLLM
    settings: JudgeSettings

    def wants_to_ask(self, state: AdventureState, verdict: Verdict) -> bool:
        """Tell whether the rules are unsure and the model may be asked."""
        allowed = state.consultations.may_ask(JUDGE, state.turn, self.settings.share)
        return allowed and is_unsure(state.text, verdict)

    async def judge(self, state: AdventureState, verdict: Verdict) -> Verdict:
        """Return the verdict of a model that quotes the text for it; the rules' one otherwise.

        Only a story that takes no more commands can have been won or have ended.
        """
        ruling = await ask(
            self.model, Ruling, JUDGE, command=state.command, text=state.text[-2000:], ruled=verdict
        )
        if ruling is None or not _quotes(ruling.quote, state.text):
            return verdict
        over = verdict is Verdict.ENDED
        if ruling.verdict is Verdict.DEATH:
            return Verdict.DEFEAT if over else Verdict.DEATH
        if ruling.verdict is Verdict.DEFEAT:
            return Verdict.DEFEAT if over else Verdict.DEATH
        return ruling.verdict if over and ruling.verdict is Verdict.VICTORY else verdict


def is_unsure(text: str, verdict: Verdict) -> bool:
    """Tell whether a verdict by rule leaves a doubt: an end of no known kind, or ominous words."""
    if verdict is Verdict.ENDED:
        return True
    return verdict is Verdict.NORMAL and _OMINOUS.search(text) is not None


def _quotes(quote: str, text: str) -> bool:
    plain = " ".join(quote.split()).lower()
    return len(plain) >= 3 and plain in " ".join(text.split()).lower()
