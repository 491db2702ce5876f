"""Finding the story to play: a file, or the name of a bundled, made or downloaded one."""

from __future__ import annotations

from pathlib import Path

from ludens.adventure.free_stories import stories_in
from ludens.adventure.interpreter.story_file import StoryFile, StoryRefused, open_story
from ludens.adventure.stories import bundled, bundled_story


def find_story(name: str | None) -> StoryFile:
    """Return the story of that name or path, the first bundled one if None.

    A name is that of a bundled story, or of one that lies in `.stories/`.

    Raises StoryRefused, in one line, when there is no such story or the file is none.
    """
    names = [entry.name for entry in bundled()]
    if name is None:
        name = names[0]
    if name in names:
        return open_story(bundled_story(name))
    kept = next((path for path in stories_in() if name in (path.stem, path.name)), None)
    if kept is not None:
        return open_story(kept)
    path = Path(name).expanduser()
    if not path.exists() and path.suffix == "":
        raise StoryRefused(
            f"there is no story file {name!r}; give a path, or a bundled story: {', '.join(names)}"
        )
    return open_story(path)


def catalogued_score(story: StoryFile) -> int | None:
    """Return what a perfect game of a bundled story scores; None for any other story."""
    for entry in bundled():
        if bundled_story(entry.name).read_bytes() == story.data:
            return entry.max_score
    return None
