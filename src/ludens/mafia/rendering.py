"""A briefing in words: the prompt that a model is given, and what `ludens briefings` prints.

What never changes comes first: the rules, the same for every seat of a game; then the seat's own
character and role; then what changes with every decision. So two decisions of a game share their
beginning byte for byte, and all seats share the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.reply import REMEMBER
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import HIGHEST_BID, Ask
from ludens.mafia.legal import longest_text, power
from ludens.mafia.persona import Persona
from ludens.mafia.private_text import PrivateText
from ludens.mafia.public_text import DayText, PublicText, listed
from ludens.mafia.quoting import quoted
from ludens.mafia.recap import recaps
from ludens.mafia.roles import ROLES, RoleName
from ludens.mafia.rules_text import power_text, rules_text
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Rules
from ludens.mafia.view import PrivateRecord, PublicRecord

TOLD_AGAIN = 6
"""How many of its own latest texts a narrator reads, so that it does not tell them twice."""
TABLES_KEPT = 32
"""Of how many tables what was told is kept: as many as one process plays at once, or so."""

TEMPLATES = {
    Ask.PLAN: "plan.j2",
    Ask.BID: "bid.j2",
    Ask.SPEECH: "speech.j2",
    Ask.REPLY: "reply.j2",
    Ask.VOTE: "vote.j2",
    Ask.DEFENCE: "defence.j2",
    Ask.REBUTTAL: "rebuttal.j2",
    Ask.REVOTE: "revote.j2",
    Ask.LAST_WORDS: "last_words.j2",
    Ask.KILL: "kill.j2",
    Ask.ACT: "act.j2",
}


class Prompt(NamedTuple):
    """A briefing in words."""

    rules: str
    """The same for every seat and decision of a game."""
    character: str
    """The same for every decision of a seat."""
    situation: str
    """What is known now, and what is asked."""


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the prompts' templates; a name that a template misspells is an error."""
    environment = Environment(
        loader=PackageLoader("ludens.mafia", "prompts"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=False,  # noqa: S701 - prompts are plain text
        auto_reload=False,
    )
    environment.filters["quoted"] = quoted
    return environment


def render(briefing: Briefing) -> Prompt:
    """Return the briefing in words, from what it holds and nothing else."""
    view = briefing.view
    texts = _texts_of(view.public)
    own = texts.own(view.private)
    known = texts.public.told(briefing.full_days)
    return Prompt(texts.rules(), own.character, f"{known}\n{own.private.told()}\n{_task(briefing)}")


class _Own(NamedTuple):
    """What was told of one seat's own record."""

    record: PrivateRecord
    character: str
    """Who it is and what its role is; neither changes in a game."""
    private: PrivateText


@dataclass(slots=True)
class _Texts:
    """What was told of one record and of the seats' own, kept until it changes."""

    record: PublicRecord
    public: PublicText
    _rules: tuple[Rules | None, str] = (None, "")
    _own: dict[SeatId, _Own] = field(default_factory=dict)

    def rules(self) -> str:
        """Return the rules, told once while they are the same."""
        if self._rules[0] is not self.record.rules:
            text = rules_text(self.record).join(_around("rules.j2", "rules"))
            self._rules = (self.record.rules, text)
        return self._rules[1]

    def own(self, private: PrivateRecord) -> _Own:
        """Return what is told of a seat's own record."""
        own = self._own.get(private.seat)
        if own is None or own.record is not private:
            own = _Own(private, self._character(private), PrivateText(private, self.record))
            self._own[private.seat] = own
        return own

    def _character(self, private: PrivateRecord) -> str:
        assert private.role is not None, "a role is dealt before anybody is asked"
        names, persona = self.record.names, private.persona
        who = _told_of(persona, _related(persona, names)) if persona else ""
        meaning = persona.roles.get(private.role, "") if persona else ""
        partners = listed(private.partners, names)
        role = partners.join(_role(private.role, meaning, bool(partners)))
        return f"{_character(names[private.seat], private.seat, who)}\n{role}"


def _related(persona: Persona, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return what a character thinks of those who are at the table."""
    return tuple([(name, line) for name, line in persona.relationships.items() if name in names])


@lru_cache(maxsize=256)
def _told_of(persona: Persona, relationships: tuple[tuple[str, str], ...]) -> str:
    """Return a character in words, the same at many tables."""
    return _render("persona.j2", persona=persona, relationships=relationships).rstrip()


@lru_cache(maxsize=1024)
def _character(me: str, seat: SeatId, persona: str) -> str:
    return _render("character.j2", me=me, seat=seat, persona=persona)


@lru_cache(maxsize=1024)
def _role(role: RoleName, meaning: str, has_partners: bool) -> tuple[str, ...]:
    """Return what a role is, as it stands around the names of the partners."""
    partners = GAP if has_partners else ""
    return tuple(
        _render("role.j2", role=ROLES[role], meaning=meaning, partners=partners).split(GAP)
    )


_latest: list[_Texts] = []


def _texts_of(record: PublicRecord) -> _Texts:
    """Return the texts of a record; those of the tables told last are kept."""
    for place, texts in enumerate(_latest):
        if texts.record is record:
            if place:
                _latest.insert(0, _latest.pop(place))
            return texts
    played_on = [texts for texts in _latest if not texts.record.roles]
    _latest[:] = [_Texts(record, PublicText(record)), *played_on[: TABLES_KEPT - 1]]
    return _latest[0]


GAP = "\N{SYMBOL FOR NULL}"
"""Stands for what changes often while the text around it is kept; no template holds it."""
TIED = "\N{SYMBOL FOR RECORD SEPARATOR}"
"""The same, for between whom a vote was tied."""


def _task(briefing: Briefing) -> str:
    """Return what is asked; its text is kept, since only whom one may choose changes often."""
    view, ask = briefing.view, briefing.ask
    details = _DETAILS.get(ask)
    around = _asked(
        ask,
        bool(briefing.options),
        briefing.may_pass,
        longest_text(view, ask),
        briefing.memory_characters,
        details(briefing) if details is not None else None,
    )
    text = listed(briefing.options, view.public.names).join(around)
    if ask is Ask.REVOTE:
        text = text.replace(TIED, " and ".join([briefing.name(s) for s in view.public.tied]))
    if briefing.problems:
        text += _render("problems.j2", problems=briefing.problems)
    return text


class _Details(NamedTuple):
    """What differs between two times that the same is asked."""

    tied: str = ""
    skipping: bool = False
    round: int = 1
    decider: str = ""
    alone: bool = False
    act: str = ""
    told: str = ""


def _of_the_revote(briefing: Briefing) -> _Details:
    return _Details(tied=TIED, skipping=len(briefing.view.public.tied) == 1)


def _of_the_council(briefing: Briefing) -> _Details:
    decider, living = briefing.decider, briefing.view.public.living
    return _Details(
        round=briefing.council_round,
        decider="" if decider is None else briefing.name(decider),
        alone=not any(partner in living for partner in briefing.view.private.partners),
    )


def _of_the_power(briefing: Briefing) -> _Details:
    act = power(briefing.view)
    return _Details(act=act.verb, told=power_text(act, briefing.view.public.rules))


_DETAILS: dict[Ask, Callable[[Briefing], _Details]] = {
    Ask.REVOTE: _of_the_revote,
    Ask.KILL: _of_the_council,
    Ask.ACT: _of_the_power,
}


@lru_cache(maxsize=1024)
def _asked(
    ask: Ask,
    can_choose: bool,
    may_pass: bool,
    longest: int,
    memory_characters: int,
    details: _Details | None,
) -> tuple[str, ...]:
    """Return a task as it stands around the names of whom one may choose."""
    asked = _render(
        TEMPLATES[ask],
        options=GAP if can_choose else "",
        may_pass=may_pass,
        longest=longest,
        **(details or _Details())._asdict(),
        highest_bid=HIGHEST_BID,
    )
    task = _render(
        "task.j2",
        asked=asked.strip(),
        remembers=ask in REMEMBER,
        memory_characters=memory_characters,
    )
    return tuple(task.split(GAP))


def render_scene(scene: Scene) -> tuple[str, str]:
    """Return a narrator's prompt: how to tell, and what to tell of."""
    record = scene.record
    situation = _render(
        "narrator_scene.j2",
        scene=scene,
        told_again=TOLD_AGAIN,
        event=scene.event,
        record=record,
        claimed=ROLES[role].called if (role := getattr(scene.event, "claims", None)) else "",
        names=record.names,
        recaps=recaps(record, 1),
        today=DayText(record.days[-1], record.names).told(revote_due=bool(record.tied))
        if record.days
        else "",
    )
    return _render("narrator.j2", rules=rules_text(record)), situation


@lru_cache(maxsize=8)
def _around(template: str, name: str) -> tuple[str, ...]:
    """Return a template as it stands around one value."""
    return tuple(_render(template, **{name: GAP}).split(GAP))


def _render(template: str, **values: object) -> str:
    return _template(template).render(**values).strip() + "\n"


@lru_cache(maxsize=64)
def _template(name: str) -> Template:
    return templates().get_template(name)
