"""Books that tests play in, and models that play roles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludens.episode.store import NewEpisode
from ludens.llm.request import LLMRequest
from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.book import Book
from ludens.story.corpus.index import Index
from ludens.story.library import find_book
from ludens.story.settings import Embeddings, StorySettings
from ludens.story.world import World, make_world

ROLES = ("referee", "planner", "narrator", "character", "persona")


@lru_cache(maxsize=1)
def tale() -> Book:
    return find_book()


@lru_cache(maxsize=1)
def tale_world() -> World:
    return make_world(tale(), Index(None, 80))


@lru_cache(maxsize=1)
def tale_portraits() -> Portraits:
    return Portraits(tale_world())


def story_settings(**given: Any) -> dict[str, Any]:
    story = StorySettings(embeddings=Embeddings.NONE, keep_index=False).model_copy(update=given)
    return {"story": story.model_dump(mode="json"), "llm": {"retries": {"attempts": 1}}}


def new(*prompts: str, **given: Any) -> NewEpisode:
    book = tale()
    return NewEpisode(
        game="story",
        subject=book.title,
        subject_hash=book.sha256,
        subject_content=book.to_bytes(),
        seed=4,
        model="scripted",
        settings=story_settings(script=prompts, **given),
    )


def passage_in(request: LLMRequest) -> str:
    """Return the first passage id that a prompt gives."""
    text = request.messages[-1].blocks[-1].text
    return text.split("- id ", 1)[1][:12]


def verdict(decision: str, request: LLMRequest, **changes: Any) -> str:
    ground = {"approved": "supported", "rejected": "contradiction"}.get(decision, "doubt")
    claim = {
        "text": "a claim",
        "decision": decision,
        "reason": "because",
        "support": [passage_in(request), "ffffffffffff"],
        "against": [],
        "aside": False,
    }
    values = {
        "claims": [claim],
        "ground": ground,
        "decision": decision,
        "confidence": 0.8,
        "reason": f"It is {decision}.",
        "suggestions": ["Ask about the bell"],
    }
    return json.dumps({**values, **changes})


def plan(action: str, target: str | None = None, look_for: Sequence[str] = ()) -> str:
    return json.dumps(
        {
            "reasoning": "so it is",
            "kind": "question",
            "next_action": action,
            "target": target,
            "look_for": list(look_for),
            "scene": None,
            "retrieval_quality": 0.7,
            "suggestions": [],
        }
    )


def persona(request: LLMRequest) -> str:
    return json.dumps(
        {
            "speaking_style": "Short.",
            "background": [{"text": "A ferry hand.", "passage": passage_in(request)}],
            "traits": [
                {"text": "counts", "passage": passage_in(request)},
                {"text": "invented", "passage": "ffffffffffff"},
            ],
            "relations": [],
        }
    )
