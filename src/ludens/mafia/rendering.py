"""A briefing in words: the prompt that a model is given, and what `ludens briefings` prints.

What never changes comes first: the rules, the same for every seat of a game; then the seat's own
character and role; then what changes with every decision. So two decisions of a game share their
beginning byte for byte, and all seats share the rules.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from ludens.mafia.agents.narrator import Scene
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Ask
from ludens.mafia.legal import longest_text, power
from ludens.mafia.recap import recaps
from ludens.mafia.roles import ROLES
from ludens.mafia.rules_text import rules_text

TEMPLATES = {
    Ask.PLAN: "plan.j2",
    Ask.SPEECH: "speech.j2",
    Ask.VOTE: "vote.j2",
    Ask.DEFENCE: "defence.j2",
    Ask.REVOTE: "revote.j2",
    Ask.LAST_WORDS: "last_words.j2",
    Ask.KILL: "kill.j2",
    Ask.ACT: "act.j2",
}


@dataclass(frozen=True, slots=True)
class Prompt:
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
    )
    environment.filters["quoted"] = quoted
    return environment


def quoted(text: str) -> str:
    """Return a player's words as one quoted line: exact, and never a heading of the briefing."""
    return json.dumps(text, ensure_ascii=False)


def render(briefing: Briefing) -> Prompt:
    """Return the briefing in words, from what it holds and nothing else."""
    view = briefing.view
    record, private = view.public, view.private
    assert private.role is not None, "every seat is dealt a role before anybody is asked"
    full = record.days[max(0, len(record.days) - briefing.full_days) :]
    shared = {
        "briefing": briefing,
        "record": record,
        "private": private,
        "me": record.names[view.seat],
        "names": record.names,
        "role": ROLES[private.role],
    }
    situation = {
        **shared,
        "recaps": recaps(record, briefing.full_days),
        "days": full,
        "longest": longest_text(view, briefing.ask),
        "act": power(view) if briefing.ask is Ask.ACT else None,
        "task": TEMPLATES[briefing.ask],
    }
    return Prompt(
        rules=_render("rules.j2", rules=rules_text(record)),
        character=_render("character.j2", **shared),
        situation=_render("situation.j2", **situation),
    )


def render_scene(scene: Scene) -> tuple[str, str]:
    """Return a narrator's prompt: how to tell, and what to tell of."""
    record = scene.record
    situation = _render(
        "narrator_scene.j2",
        scene=scene,
        event=scene.event,
        record=record,
        names=record.names,
        recaps=recaps(record, 0),
    )
    return _render("narrator.j2", rules=rules_text(record)), situation


def _render(template: str, **values: object) -> str:
    return templates().get_template(template).render(**values).strip() + "\n"
