"""Makes the screens of the docs from real episodes: `make screens`.

Plays the episodes, serves them, looks at them with Chromium and writes `docs/screens/*.webp`. The
model that plays one of them is a server on this machine that answers with a known walkthrough, so
that there are calls to be seen; nothing else in the screens is staged.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "stories"))

from mazes.spec import Plan, invent
from mazes.story import compiled
from playwright.sync_api import Page

from llm.servers.openai import OpenAIServer
from llm.servers.replies import Asked, Reply
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES, new_adventure, new_story, new_table
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.tournament.plan import Lineup, Tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.settings import Settings, load_settings
from web.browser import DESKTOP, PHONE, launched
from web.conftest import serving

ROOT = Path(__file__).resolve().parents[1]
SCREENS = ROOT / "docs" / "screens"
QUALITY = 70
WALL = (1600, 900)

REASONS = (
    "I have not been this way, and nothing here holds me.",
    "The story spoke of it a moment ago; it is worth a turn.",
    "It may be needed below, so it comes along.",
)


PROMPTS = (
    "Look at the bell",
    "Ask Josse about the bell",
    "Ask Josse about the ferry",
    "Who repaired the reactor in the space station?",
    "Ask Josse who rang it in the night",
)


CUP = Tournament(
    name="by rules and by lot",
    models=["offline", "random"],
    lineup=Lineup.SIDES,
    blocks=4,
    mafia=MafiaSettings(seats=7),
)
FORKED = {"limits": {"turns": 150}}


def settings(**flags: Any) -> Settings:
    """Settings from nowhere but here."""
    return load_settings(flags, environ={}, folder=ROOT / "docs")


async def play_episodes(store: Store) -> dict[str, str]:
    """Play what is shown; return the episodes by name."""
    found = {}

    async def play(name: str, new: Any) -> None:
        row = store.episode(store.create(new))
        found[name] = (await Runner(store, GAMES[row.game]).play(row)).id

    offline = settings(limits={"turns": 260})
    await play("copper", new_adventure(offline, "four_parts_copper", seed=5))
    await play("maze", new_adventure(offline, compiled(invent(11, Plan(markers=1.5))), seed=1))
    await play("table", new_table(settings(mafia={"seats": 9, "narrator": True}), seed=5))
    book = {"script": PROMPTS, "embeddings": "none", "keep_index": False}
    await play("book", new_story(settings(story=book), seed=1))
    await TournamentRun(store, CUP).play()
    path = ROOT / "stories" / "drowned_clock.walkthrough"
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    asked = 0

    def reply(request: Asked) -> Reply:
        nonlocal asked
        asked += 1
        decision = {
            "reasoning": REASONS[asked % len(REASONS)],
            "command": lines[(asked - 1) % len(lines)],
        }
        return Reply(json.dumps(decision))

    os.environ["SCREENS_KEY"] = "none"
    async with OpenAIServer(reply) as server:
        here = {
            "adapter": "openai",
            "base_url": server.base_url,
            "key_env": "SCREENS_KEY",
        }
        played = settings(
            limits={"turns": 60},
            llm={"providers": {"loopback": here}, "models": {"player": "loopback/gpt-6-astra"}},
        )
        await play("clock", new_adventure(played, "drowned_clock", seed=7))
    return found


def take(page: Page, name: str) -> None:
    """Write what the page shows now."""
    page.wait_for_load_state("networkidle")
    waits = "One moment|Turning to|Adding up|Drawing the|Looking up|Looking it up"
    page.wait_for_function(f"() => !/{waits}/.test(document.body.innerText)")
    page.wait_for_timeout(400)
    png = base64.b64encode(page.screenshot()).decode()
    # The browser itself makes the smaller file.
    data = page.context.new_page()
    data.goto("about:blank")
    text = data.evaluate(
        """async ([png, quality]) => {
          const image = new Image();
          image.src = `data:image/png;base64,${png}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          canvas.getContext('2d').drawImage(image, 0, 0);
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality: quality / 100 });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
        }""",
        [png, QUALITY],
    )
    data.close()
    target = SCREENS / f"{name}.webp"
    target.write_bytes(base64.b64decode(text))
    print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1000} kB")


def press(key: str) -> Callable[[Page], None]:
    """Return what presses a key."""
    return lambda page: page.keyboard.press(key)


def first_call(page: Page) -> None:
    """Open the first call of a list."""
    page.get_by_role("region", name="Calls").get_by_role("button").first.click()


def take_over(page: Page) -> None:
    """Fork the turn that is looked at, and decide first."""
    page.keyboard.press("f")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Hold it, so that I decide first").check()
    dialog.get_by_role("button", name="Fork and play").click()
    page.get_by_label("What to type").wait_for()


def sit_down(page: Page) -> None:
    """Take a seat at a new table, and wait until something is asked."""
    page.get_by_label("Players").select_option("7")
    page.get_by_label("You sit in").select_option("2")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Decide").wait_for()


def main() -> None:
    """Make all screens."""
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ludens.db"
        store = Store.open(str(path))
        ids = asyncio.run(play_episodes(store))
        lines = store.events(ids["table"])
        copper = store.episode(ids["copper"])
        forks = Runner(store, GAMES[copper.game])
        for turn, model in ((40, "random"), (120, "offline")):
            asyncio.run(forks.play(forks.fork(copper, turn, FORKED, model=model)))
        voting = next(line.turn for line in lines if line.type == "ballot_cast") + 4
        store.close()
        command = [sys.executable, "-m", "ludens", "bench", "run", "--store", str(path)]
        subprocess.run([*command, str(ROOT / "examples" / "suite.toml")], check=True)
        compared = urlencode(
            {"one": "two-players:random/plain", "other": "two-players:offline/plain"}
        )
        shots: list[tuple[str, str, tuple[int, int], str, Callable[[Page], None] | None]] = [
            ("library", "/", DESKTOP, "light", None),
            ("episode", f"/episodes/{ids['clock']}?turn=44", DESKTOP, "dark", None),
            ("company", f"/episodes/{ids['copper']}?turn=200", DESKTOP, "light", None),
            ("inspector", f"/episodes/{ids['clock']}?turn=30", DESKTOP, "dark", press("i")),
            ("maze", f"/episodes/{ids['maze']}?turn=90", DESKTOP, "dark", None),
            ("fork", f"/episodes/{ids['copper']}?turn=120", DESKTOP, "light", press("f")),
            ("forks", f"/episodes/{ids['copper']}?turn=120", DESKTOP, "dark", press("b")),
            ("takeover", f"/episodes/{ids['clock']}?turn=25", DESKTOP, "dark", take_over),
            ("finale", f"/episodes/{ids['copper']}", DESKTOP, "dark", None),
            ("figures", f"/episodes/{ids['clock']}/metrics", DESKTOP, "light", None),
            ("calls", f"/episodes/{ids['clock']}/calls", DESKTOP, "dark", first_call),
            ("suite", f"/suites/two-players?{compared}", DESKTOP, "light", None),
            (
                "compare",
                f"/compare?one={ids['clock']}&other={ids['copper']}",
                DESKTOP,
                "light",
                None,
            ),
            ("suites", "/suites", DESKTOP, "light", None),
            ("tournament", f"/suites/{quote(CUP.name)}", DESKTOP, "dark", None),
            ("new", "/new", DESKTOP, "dark", None),
            ("seat", "/new?game=mafia", DESKTOP, "dark", sit_down),
            ("theatre", f"/episodes/{ids['copper']}?turn=60&view=theatre", WALL, "dark", None),
            ("table", f"/episodes/{ids['table']}?turn={voting}", DESKTOP, "dark", None),
            ("book", f"/episodes/{ids['book']}?turn=3", DESKTOP, "light", None),
            ("phone", f"/episodes/{ids['clock']}?turn=44", PHONE, "dark", None),
        ]
        with serving(path) as served, launched() as browser:
            for name, address, (width, height), theme, act in shots:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                )
                page = context.new_page()
                page.goto(served.url + address)
                page.wait_for_load_state("networkidle")
                if act is not None:
                    act(page)
                take(page, name)
                context.close()


if __name__ == "__main__":
    main()
