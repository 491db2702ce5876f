"""A new episode of a story, as the page's form describes it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.interpreter.story_file import StoryFile, StoryRefused, open_story, read_story
from ludens.adventure.stories import UnknownStoryError, bundled_story
from ludens.adventure.story_library import find_story
from ludens.episode.store import Store
from ludens.settings import Problem, SettingsError, in_words
from ludens.web.documents import MOST_FILE_LETTERS


class StorySource(BaseModel):
    """Where a story comes from: exactly one of the three."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bundled: str | None = None
    """The name of a bundled story."""
    episode: Annotated[str, Field(pattern=r"^[a-z0-9]{1,16}$")] | None = None
    """The story of an episode that is in the store."""
    file: str | None = Field(None, max_length=MOST_FILE_LETTERS)
    """A story file in base64."""
    file_name: Annotated[str, Field(max_length=200)] = "story"


def find_subject(store: Store, subject: Mapping[str, Any]) -> StoryFile:
    """Return the story that a form names; raises SettingsError, StoryRefused."""
    try:
        source = StorySource.model_validate(subject)
    except ValidationError as error:
        raise _explained("subject", error) from None
    if source.file is not None:
        try:
            data = base64.b64decode(source.file, validate=True)
        except ValueError:
            raise StoryRefused("the file did not arrive whole; choose it again") from None
        return read_story(data, source.file_name)
    if source.episode is not None:
        row = store.episode(source.episode)
        content = store.subject_content(row)
        if content is None or row.game != "adventure":
            raise StoryRefused(f"episode {row.id} keeps no story; choose a story file")
        return read_story(content, row.subject)
    if source.bundled is not None:
        try:
            return open_story(bundled_story(source.bundled))
        except UnknownStoryError as error:
            raise StoryRefused(str(error)) from None
    return find_story(None)


def read_decision(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a typed command as the session takes it; raises SettingsError."""
    try:
        return HumanPlayer.model_validate(payload).model_dump()
    except ValidationError as error:
        raise _explained("", error) from None


def _explained(prefix: str, error: ValidationError) -> SettingsError:
    problems = []
    for each in error.errors():
        name = ".".join([*filter(None, [prefix]), *map(str, each["loc"])])
        problems.append(Problem(name, in_words(each["msg"])))
    first = problems[0]
    return SettingsError(f"{first.setting}: {first.message}", problems)
