"""The shape of a model's reply to each ask, and how it becomes a decision.

Players are named, not numbered, since a name in a schema is harder to mistake than a number. The
schema of an ask is the same throughout a game, so that it can be cached with the prompt; who may be
chosen just now stands in the prompt, and the engine checks it.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

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
    Ask.PLAN: ("plan", "Your plan, read by your partners."),
    Ask.SPEECH: ("speech", "What you say to the table, in character."),
    Ask.REPLY: ("speech", "What you answer, in character; empty to keep silent."),
    Ask.DEFENCE: ("speech", "What you say in your defence, in character."),
    Ask.REBUTTAL: ("speech", "What you answer to the other defences, in character."),
    Ask.LAST_WORDS: ("speech", "Your last words, in character."),
    Ask.KILL: ("message", "Why, to your partners alone."),
}
"""The field that holds words said to others."""

TALK = (Ask.SPEECH, Ask.REPLY, Ask.DEFENCE, Ask.REBUTTAL, Ask.LAST_WORDS)
"""What is asked for words to the table, which come with what they claim."""

REMEMBER = (Ask.PLAN, Ask.SPEECH, Ask.DEFENCE)
"""When notes are written: when what was decided last has come out. What comes of a vote, a kill or
a power is known only after the reply, and is in the briefing of the next speech."""

THINKING = {
    "observations": "What has happened since you last thought, votes and deaths above all.",
    "suspicions": "Who looks guilty or innocent, and by what.",
    "alliances": "Who stands with whom; who would help you.",
    "threats": "What can go wrong for you and your side, and who would do it.",
    "strategy": "What you will do now, and why.",
}
"""What a player thinks of before it decides, in this order (seed 003); nobody else reads it."""

NO_ROLE = "none"
"""The word for claiming no role."""


class Reply(BaseModel):
    """What every reply holds; the rest is added by `reply_schema`."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


@lru_cache(maxsize=256)
def reply_schema(ask: Ask, names: tuple[str, ...], roles: tuple[str, ...]) -> type[Reply]:
    """Return the schema of the replies to an ask at a table of these names and roles.

    Its fields stand in the order in which they are to be thought of: the thinking, beliefs, what
    is done, memory. The names stand in it once: a description beside them would repeat them.
    """
    members = {f"seat_{seat}": name for seat, name in enumerate(names)}
    player: Any = Enum("Player", members)  # type: ignore[misc]
    fields: dict[str, Any] = {
        name: (str, Field(description=description)) for name, description in THINKING.items()
    }
    believed = {"player": player, "mafia": Annotated[float, Field(ge=0.0, le=1.0)]}
    fields["beliefs"] = (
        list[_part("Belief", believed)],  # type: ignore[misc]
        Field(description="About each other player: how likely mafia, from 0 to 1."),
    )
    if ask in WORDS:
        name, description = WORDS[ask]
        fields[name] = (str, Field(description=description))
    if ask in TALK:
        found = {"player": player, "result": Literal["mafia", "not mafia"]}
        fields |= {
            "claims": (
                Literal[(*roles, NO_ROLE)],
                Field(description="The role that your words say is yours."),
            ),
            "findings": (
                list[_part("Finding", found)],  # type: ignore[misc]
                Field(description="Whom your words say you investigated, and the result."),
            ),
            "accuses": (list[player], Field(description="Whom your words accuse.")),
            "defends": (list[player], Field(description="Whom your words speak for.")),
        }
    if ask is Ask.BID:
        bid = Annotated[int, Field(ge=0, le=HIGHEST_BID)]
        fields["bid"] = (bid, Field(description="How much you want to speak early."))
    if ask in CHOICE:
        fields[CHOICE[ask]] = (player | Literal[NOBODY[ask]] if ask in NOBODY else player, ...)
    if ask in REMEMBER:
        fields["memory"] = (str, Field(description="Notes to your later self."))
    title = "".join(word.capitalize() for word in ask.value.split()) + "Reply"
    return create_model(title, __base__=Reply, **fields)


def _part(name: str, fields: dict[str, Any]) -> Any:
    required: dict[str, Any] = {field: (kind, ...) for field, kind in fields.items()}
    return create_model(name, __base__=Reply, **required)


def decision_from(reply: Reply, ask: Ask, seat: SeatId, names: tuple[str, ...]) -> Decision:
    """Return the decision that a reply of the schema makes for a seat."""
    values = reply.model_dump(mode="json")
    seats = {name: SeatId(number) for number, name in enumerate(names)}
    thoughts = ((name, values[name].strip()) for name in THINKING)
    mind: dict[str, Any] = {
        "reasoning": "\n".join(f"{name.capitalize()}: {text}" for name, text in thoughts if text),
        "beliefs": {seats[b["player"]]: b["mafia"] for b in values["beliefs"]},
        "memory": values.get("memory"),
    }
    chosen = values.get(CHOICE.get(ask, ""))
    choice = seats.get(chosen) if chosen is not None else None
    decision: Decision
    match ask:
        case Ask.PLAN:
            decision = Plan(**mind, strategy=values["plan"])
        case Ask.BID:
            decision = Bid(**mind, bid=values["bid"])
        case Ask.SPEECH:
            assert choice is not None, "the schema allows only players' names"
            said = _said(values, seats, seat)
            decision = Speech(**mind, **said, speech=values["speech"], nomination=choice)
        case Ask.REPLY | Ask.DEFENCE | Ask.REBUTTAL | Ask.LAST_WORDS:
            decision = Statement(**mind, **_said(values, seats, seat), speech=values["speech"])
        case Ask.VOTE | Ask.REVOTE:
            decision = Ballot(**mind, choice=choice)
        case Ask.KILL:
            decision = Proposal(**mind, target=choice, message=values["message"])
        case Ask.ACT:
            decision = Act(**mind, target=choice)
    return decision


def _said(values: dict[str, Any], seats: dict[str, SeatId], own: SeatId) -> dict[str, Any]:
    """Return the claims of a reply; what is said of oneself or both ways says nothing."""
    named = {
        what: [seat for name in values[what] if (seat := seats[name]) != own]
        for what in ("accuses", "defends")
    }
    both = set(named["accuses"]) & set(named["defends"])
    found = {seats[f["player"]]: f["result"] == "mafia" for f in values["findings"]}
    return {
        "claims": None if values["claims"] == NO_ROLE else values["claims"],
        "findings": tuple(Finding(seat, guilty) for seat, guilty in found.items() if seat != own),
        **{
            what: tuple(dict.fromkeys(s for s in seen if s not in both))
            for what, seen in named.items()
        },
    }
