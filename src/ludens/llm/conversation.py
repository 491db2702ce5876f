"""A conversation that grows at its end, so that a provider's cache serves nearly all of it.

Three parts, the steadiest first: the rules, which never change; the middle, to which exchanges are
appended and in which nothing is ever edited; the tail, which is new each time. Every exchange ends
in a cache point, and each adapter marks, stores or leaves alone as its provider wants it.

A conversation is a value: whoever keeps the exchanges (a fold of a log, say) makes it anew for each
request, and the same exchanges give the same request, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.llm.request import Block, LLMRequest, Message, Role
from ludens.llm.tokens import estimate_tokens

BUDGET = 24_000
"""Tokens of exchanges that are kept word for word, unless somebody says otherwise."""
KEPT = 0.5
"""The share of the budget that is left when the oldest exchanges are folded."""

Digest = Callable[[int], str]
"""Says what the first so many exchanges came to. It must say the same each time it is asked about
the same number: it speaks of the state as it was after them, not of today's."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the model answered, and what it was told then."""

    reply: str
    told: str

    @property
    def tokens(self) -> int:
        """An estimate that depends on the texts only."""
        return estimate_tokens(self.reply) + estimate_tokens(self.told)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What has been said so far. No text may be empty."""

    rules: str
    opening: str
    """What the model is told first; it is never folded."""
    exchanges: Sequence[Exchange] = ()
    budget: int = BUDGET
    """Tokens of exchanges, by estimate, beyond which the oldest are folded."""
    kept: float = KEPT
    """The share of the budget that a fold leaves; the less, the rarer are folds."""
    digest: str = ""
    """What came before the exchanges, where whoever keeps them has folded others already."""

    def folded(self) -> int:
        """Return how many of the oldest exchanges are told by the digest.

        It moves by steps, once for each time that the exchanges outgrow the budget, and then by as
        many as leave `kept` of it: between two steps nothing before the tail changes. The newest
        exchange always stays.
        """
        start, size = 0, 0
        sizes = [exchange.tokens for exchange in self.exchanges]
        for newest, tokens in enumerate(sizes):
            size += tokens
            if size > self.budget:
                while start < newest and size > self.budget * self.kept:
                    size -= sizes[start]
                    start += 1
        return start

    def request(self, tail: str = "", *, digest: Digest | None = None) -> LLMRequest:
        """Return what the model is asked now; `tail` is said last and never seen again.

        `digest` is asked what the folded exchanges came to; without it they are left out.
        """
        folded = self.folded()
        first = [Block(text=self.opening, cache_point=True)]
        if self.digest:
            first.append(Block(text=self.digest, cache_point=True))
        if folded and digest is not None:
            first.append(Block(text=digest(folded), cache_point=True))
        messages = [Message(blocks=first)]
        for exchange in self.exchanges[folded:]:
            told = Block(text=exchange.told, cache_point=True)
            messages.append(Message(role=Role.ASSISTANT, blocks=exchange.reply))
            messages.append(Message(blocks=told))
        if tail:
            last = messages[-1]
            messages[-1] = last.model_copy(update={"blocks": (*last.blocks, Block(text=tail))})
        return LLMRequest(
            system=(Block(text=self.rules, cache_point=True),), messages=tuple(messages)
        )
