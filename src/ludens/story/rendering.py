"""Briefings in words: the prompts that models are given.

What never changes comes first. Every text of the book stands on one line as a JSON string between
marks, so that no text can end its fence or look like an instruction.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from ludens.llm.request import Block, LLMRequest, Message
from ludens.story.briefing import Briefing
from ludens.story.corpus.passages import Passage
from ludens.story.world import World


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the prompts' templates; a name that a template misspells is an error."""
    environment = Environment(
        loader=PackageLoader("ludens.story", "prompts"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - prompts are plain text
    )
    environment.filters["quoted"] = quoted
    return environment


def quoted(text: str) -> str:
    """Return a text as one quoted line: exact, and never a heading or a mark of the prompt.

    Whatever Unicode takes for the end of a line is escaped as a newline is.
    """
    line = json.dumps(text, ensure_ascii=False)
    return line.translate({ord(mark): f"\\u{ord(mark):04x}" for mark in "\x7f\x85\u2028\u2029"})


def request_for(role: str, briefing: Briefing) -> LLMRequest:
    """Return the question that a briefing puts to the model of a role."""
    rules = _render(f"{role}_rules.j2", title=briefing.title)
    situation = _render(f"{role}.j2", b=briefing)
    return _request(rules, situation)


def extraction_request(
    name: str, world: World, lines: Sequence[str], passages: Sequence[Passage]
) -> LLMRequest:
    """Return the question that drawing a persona puts to a model."""
    rules = _render("persona_rules.j2", title=world.book.title)
    situation = _render(
        "persona.j2",
        name=name,
        lines=lines,
        passages=passages,
        chapters=world.chapter_names,
        teller=world.teller,
    )
    return _request(rules, situation)


def _request(rules: str, situation: str) -> LLMRequest:
    return LLMRequest(
        system=(Block(text=rules, cache_point=True),),
        messages=(Message(blocks=situation),),
    )


def _render(template: str, **values: object) -> str:
    return templates().get_template(template).render(**values).strip() + "\n"
