"""The rules as every player is told them, generated from what the engine applies.

Each number and each sentence that could differ from table to table is read from the same constants,
settings and roles by which the engine plays, so the announcement cannot say something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ludens.mafia.decision import HIGHEST_BID
from ludens.mafia.night import AGREEMENT, KILL_ROUNDS
from ludens.mafia.roles import ROLES, NightAct, Role, RoleName, Team
from ludens.mafia.roles.doctor import DOCTOR, protects
from ludens.mafia.settings import Rules
from ludens.mafia.view import PublicRecord

Composition = tuple[tuple[RoleName, int], ...]
"""How many of each role are dealt."""


def rules_text(record: PublicRecord) -> str:
    """Return the rules of a table, as Markdown with a list for each part."""
    sitting = _part("The table", _table(record))
    return f"{sitting}\n\n{_played(tuple(record.composition.items()), record.rules)}"


@lru_cache(maxsize=32)
def _played(composition: Composition, rules: Rules) -> str:
    """Return the rules of all tables with these roles and settings."""
    parts = (
        ("Roles at this table", _roles(composition, rules)),
        ("Night zero", _night_zero()),
        ("Each day", _day(rules)),
        ("Each night", _night(composition, rules)),
        ("Winning", _winning(composition, rules)),
    )
    return "\n\n".join(_part(title, lines) for title, lines in parts)


def _part(title: str, lines: Iterable[str]) -> str:
    return f"## {title}\n" + "\n".join(f"- {line}" for line in lines)


def _table(record: PublicRecord) -> Iterator[str]:
    for seat, name in enumerate(record.names):
        tagline = f", {record.taglines[seat]}" if record.taglines else ""
        yield f"Seat {seat}: {name}{tagline}"


def _roles(composition: Composition, rules: Rules) -> Iterator[str]:
    for name, count in composition:
        role = ROLES[name]
        side = {Team.TOWN: "town", Team.MAFIA: "mafia", Team.ALONE: "alone"}[role.team]
        twist = f" {role.twist}" if role.twist else ""
        yield f"{name}: {count}, {side}.{twist}"
    yield "Roles were dealt by lot. Nobody is told another's role, but the mafia know each other."
    if rules.reveal_roles:
        yield "When a player dies, their role is shown to everybody."
    elif rules.reveal_sides:
        yield "When a player dies, everybody is shown whether they were mafia, and not the role."
    else:
        yield "When a player dies, their role is not shown; all roles are shown when the game ends."


def _night_zero() -> Iterator[str]:
    yield "The mafia learn who their partners are; each writes one plan, which all mafia then read."
    yield "Nobody is killed, and no power is used."


def _day(rules: Rules) -> Iterator[str]:
    order = (
        "Seat 0 speaks first on day 1; each day the first turn passes to the next seat, or to the "
        "next living one after it."
    )
    if rules.bids:
        yield (
            f"First everybody bids from 0 to {HIGHEST_BID} for when to speak; bids are shown when "
            "all are made, and the highest speaks first. Among equal bids the order of the seats "
            f"decides. {order}"
        )
        yield "Each living player speaks once and nominates one other living player."
    else:
        yield (
            f"{order} Each living player speaks once, in the order of the seats, and nominates one "
            "other living player."
        )
    if rules.replies:
        rounds = "there is a round" if rules.replies == 1 else f"there are {rules.replies} rounds"
        yield (
            f"Then {rounds} in which whoever was accused, spoken for or said to be investigated "
            f"since they last spoke or kept silent may answer (at most {rules.defence_characters} "
            "characters) or keep silent."
        )
    yield f"A speech has at most {rules.speech_characters} characters."
    yield (
        "Then every living player votes for one nominated player other than themselves, or to "
        "skip. Nobody sees a vote before all have voted; then all votes are shown."
    )
    rebuttal = "the tied then speak once more in answer to each other, " if rules.rebuttal else ""
    yield "Whoever has more votes than anybody else, and more than skipping, is voted out."
    yield (
        "If players tie for the most votes, or one player ties with skipping, each tied player "
        f"speaks in defence (at most {rules.defence_characters} characters), {rebuttal}everybody "
        "hears it, and all vote again, for one of the tied or to skip. If that is a tie again, or "
        "skipping wins, nobody is voted out."
    )
    yield "If skipping has the most votes, or ties with two players or more, nobody is voted out."
    yield "Whoever is voted out says last words and is then out of the game."


def _night(composition: Composition, rules: Rules) -> Iterator[str]:
    share = f"{AGREEMENT.numerator}/{AGREEMENT.denominator} of the living mafia"
    yield (
        "The mafia choose whom to kill, or nobody: each proposes, then all mafia hear the "
        f"proposals. If at least {share} agree, it is done. If not, they "
        f"propose again, {KILL_ROUNDS} rounds in all; then the proposal of the mafia in the lowest "
        "seat is carried out. They cannot kill one of their own."
    )
    for role in _acting(composition):
        assert role.act is not None
        yield f"Then {power_text(role.act, rules)}."
    yield (
        "At dawn everybody learns who died, not how or by whom. Whoever dies at night says nothing "
        "more."
    )


def power_text(act: NightAct, rules: Rules) -> str:
    """Return what a power does, by the rules of the table."""
    if act is DOCTOR.act:
        return protects(
            on_self=rules.doctor_self, repeats=rules.doctor_repeats, told=rules.doctor_told
        )
    return act.told


def _acting(composition: Composition) -> list[Role]:
    roles = [ROLES[name] for name, _ in composition]
    able = [(role.act.order, role) for role in roles if role.act is not None]
    return [role for _, role in sorted(able, key=lambda pair: pair[0])]


def _winning(composition: Composition, rules: Rules) -> Iterator[str]:
    yield "The town wins when no mafia is alive."
    yield "The mafia win when they are at least as many as all other living players together."
    for name, _ in composition:
        if ROLES[name].wins_when_voted_out:
            yield f"The {name} wins alone, and the game ends, when voted out."
    yield "Whoever belongs to a side wins with it, alive or dead."
    yield f"If nobody has won when day {rules.max_days} is over, nobody wins."
