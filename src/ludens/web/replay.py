"""One file that replays an episode offline: map, scrubber and all, with nothing to fetch."""

from __future__ import annotations

import base64
import gzip
import hashlib
from html import escape
from typing import Any

from pydantic_core import to_json
from sqlalchemy import select

from ludens.episode.errors import LudensError
from ludens.episode.game import Game
from ludens.episode.schema import episode as episode_table
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.web.cards import Cards
from ludens.web.documents import EpisodeDocument
from ludens.web.logs import seen_lines
from ludens.web.mapping import draw_episode
from ludens.web.page import NOT_BUILT, STATIC
from ludens.web.stretch import read_stretch
from ludens.web.views.registry import view_of

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="page"></div>
<script type="application/octet-stream" id="episode">{data}</script>
<script>{script}</script>
</body>
</html>
"""


class PageMissingError(LudensError):
    """The page was not built, so it cannot be written into a file."""


def replay_page(
    store: Store, game: Game[Any], row: EpisodeRow, viewer: Viewer | None = None
) -> str:
    """Return a page of HTML that holds the episode as a viewer sees it.

    Without a viewer, as its game has it.

    Prompts, replies and settings are left out: who is shown a game need not see them. Raises
    PageMissingError.
    """
    script, style = _built("replay.js"), _built("replay.css")
    # The end of a script's text must not look like the end of the script.
    script = script.replace("</script", "<\\/script")
    recorded = to_json(_recorded(store, game, row, viewer))
    data = base64.b64encode(gzip.compress(recorded, mtime=0)).decode()
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    title = f"{view_of(game).title(row.subject)} · Ludens"
    return PAGE.format(
        policy=escape(policy), title=escape(title), style=style, data=data, script=script
    )


def _recorded(
    store: Store, game: Game[Any], row: EpisodeRow, viewer: Viewer | None
) -> dict[str, Any]:
    view = view_of(game)
    viewer = viewer if viewer is not None else view.viewers(row)[0].viewer
    found = store.found(select(episode_table).where(episode_table.c.id == row.id))
    (card,) = Cards(store).of(found)
    return {
        "episode": EpisodeDocument(
            card=card,
            settings={},
            family=[],
            trouble=None,
            left=False,
            starting=False,
            viewers=[],
            imported=None,
        ),
        "atlas": draw_episode(store, game, row) if row.game == "adventure" else None,
        "marks": view.marks(seen_lines(store, game, row, view.marking, viewer)),
        "stretch": read_stretch(store, game, row, 0, row.turns, viewer=viewer),
    }


def _built(name: str) -> str:
    path = STATIC / "replay" / name
    if not path.is_file():
        raise PageMissingError(NOT_BUILT.strip())
    return path.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
