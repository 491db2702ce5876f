"""The offline referee on an answer: each claim compared with the passages found for it."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.story.corpus.passages import Passage
from ludens.story.referee.answers import Checked, Knowledge, claims_of
from ludens.story.referee.support import Compared, is_unsupported
from ludens.story.referee.verdict import Claim, Decision, Ground, Verdict, doubted

MOST_CLAIMS = 40


def judge_answer(
    answer: str,
    texts: Sequence[str],
    passages: Sequence[Passage] = (),
    *,
    unsupported: bool = True,
    in_play: bool = False,
    compared: Compared | None = None,
) -> Verdict:
    """Return the verdict on an answer, given the texts that it should stand on.

    `passages` are the passages of the texts, in the same order, where the book has them. One claim
    that the texts contradict rejects the answer; all of them said by the texts approve it. With
    `unsupported`, an answer that speaks of other things than the texts is rejected too; `in_play`
    is an answer of somebody who plays a part; `compared` has the texts' words where a model can
    compare word by word.
    """
    knowledge = Knowledge(texts)
    checked = [knowledge.check(claim) for claim in claims_of(answer)[:MOST_CLAIMS]]
    checked = [c for c in checked if c.place >= 0 or len(checked) == 1] or checked
    if not checked:
        return doubted("The answer claims nothing.", Ground.NOTHING_CLAIMED)
    worst = min(checked, key=lambda c: c.score)
    rejected = [c for c in checked if c.decision is Decision.REJECTED]
    if rejected:
        decision, ground, reason = Decision.REJECTED, Ground.CONTRADICTION, rejected[0].reason
    elif all(c.decision is Decision.APPROVED for c in checked):
        decision, ground = Decision.APPROVED, Ground.SUPPORTED
        reason = "The book says so, nearly in these words."
    elif unsupported and is_unsupported(answer, texts, in_play=in_play, compared=compared):
        decision, ground = Decision.REJECTED, Ground.UNKNOWN
        reason = "The book tells nothing of this."
    else:
        doubtful = next(c for c in checked if c.decision is Decision.UNDECIDED)
        decision, ground, reason = Decision.UNDECIDED, Ground.DOUBT, doubtful.reason
    used = [passages[c.place].id for c in checked if passages and c.place >= 0]
    return Verdict(
        decision=decision,
        ground=ground,
        reason=reason,
        confidence=0.3 if decision is Decision.UNDECIDED else 0.9,
        score=_score(decision, worst.score),
        claims=tuple(_claim(c, passages) for c in checked),
        passages=tuple(dict.fromkeys(used)),
    )


def _score(decision: Decision, worst: float) -> float:
    """Return how well an answer is supported: what is rejected, worse than what is not."""
    if decision is Decision.REJECTED:
        return max(0.0, min(0.2, worst))
    return max(0.0, min(1.0, worst))


def _claim(checked: Checked, passages: Sequence[Passage]) -> Claim:
    ids = (passages[checked.place].id,) if passages and checked.place >= 0 else ()
    against = checked.decision is Decision.REJECTED
    return Claim(
        text=checked.claim,
        decision=checked.decision,
        reason=checked.reason,
        support=() if against else ids,
        against=ids if against else (),
    )
