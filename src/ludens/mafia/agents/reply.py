"""The shape of a model's reply to each ask, and how it becomes a decision.

Players are named, not numbered, since a name in a schema is harder to mistake than a number. The
schema of an ask is the same throughout a game, so that it can be cached with the prompt; who may be
chosen just now stands in the prompt, and the engine checks it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.seats import SeatId

NOBODY = {Ask.VOTE: "skip", Ask.REVOTE: "skip", Ask.KILL: "nobody", Ask.ACT: "nobody"}
"""The word for choosing nobody, where that may be a choice."""

CHOICE = {
    Ask.SPEECH: "nomination",
    Ask.VOTE: "choice",
    Ask.REVOTE: "choice",
    Ask.KILL: "target",
    Ask.ACT: "target",
}
"""The field that names a player."""

WORDS = {
    Ask.PLAN: ("strategy", "Your plan, read by your partners."),
    Ask.SPEECH: ("speech", "What you say to the table, in character."),
    Ask.DEFENCE: ("speech", "What you say in your defence, in character."),
    Ask.LAST_WORDS: ("speech", "Your last words, in character."),
    Ask.KILL: ("message", "Why, to your partners alone."),
}
"""The field that holds words said to others."""


class Reply(BaseModel):
    """What every reply holds; the rest is added by `reply_schema`."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


@lru_cache(maxsize=256)
def reply_schema(ask: Ask, names: tuple[str, ...]) -> type[Reply]:
    """Return the schema of the replies to an ask at a table of these names.

    Its fields stand in the order in which they are to be thought of: reasoning, beliefs, what is
    done, memory.
    """
    player: Any = Literal[names]
    belief: Any = create_model(
        "Belief",
        __config__=ConfigDict(extra="forbid", defer_build=True),
        player=(player, Field(description="Another player.")),
        mafia=(
            Annotated[float, Field(ge=0.0, le=1.0)],
            Field(description="How likely they are mafia, from 0 to 1."),
        ),
    )
    fields: dict[str, Any] = {
        "reasoning": (str, Field(description="Your thinking; nobody else reads it.")),
        "beliefs": (list[belief], Field(description="About each other player.")),
    }
    if ask in WORDS:
        name, description = WORDS[ask]
        fields[name] = (str, Field(description=description))
    if ask in CHOICE:
        choices = (*names, NOBODY[ask]) if ask in NOBODY else names
        fields[CHOICE[ask]] = (Literal[choices], Field(description="One of those you may choose."))
    fields["memory"] = (str, Field(description="Notes to your later self."))
    title = "".join(word.capitalize() for word in ask.value.split()) + "Reply"
    return create_model(title, __base__=Reply, **fields)


def decision_from(reply: Reply, ask: Ask, names: tuple[str, ...]) -> Decision:
    """Return the decision that a reply of the schema makes."""
    values = reply.model_dump()
    seats = {name: SeatId(seat) for seat, name in enumerate(names)}
    mind: dict[str, Any] = {
        "reasoning": values["reasoning"],
        "beliefs": {seats[b["player"]]: b["mafia"] for b in values["beliefs"]},
        "memory": values["memory"],
    }
    chosen = values.get(CHOICE.get(ask, ""))
    seat = seats.get(chosen) if chosen is not None else None
    match ask:
        case Ask.PLAN:
            return Plan(**mind, strategy=values["strategy"])
        case Ask.SPEECH:
            assert seat is not None, "the schema allows only players' names"
            return Speech(**mind, speech=values["speech"], nomination=seat)
        case Ask.VOTE | Ask.REVOTE:
            return Ballot(**mind, choice=seat)
        case Ask.DEFENCE | Ask.LAST_WORDS:
            return Statement(**mind, speech=values["speech"])
        case Ask.KILL:
            return Proposal(**mind, target=seat, message=values["message"])
        case Ask.ACT:
            return Act(**mind, target=seat)
