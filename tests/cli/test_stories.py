"""`ludens stories`: what can be played, and how a free story is had."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.conftest import Run
from ludens.adventure import story_library
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.stories import bundled_story
from ludens.adventure.story_library import (
    FreeStory,
    Making,
    StoryNotHad,
    download,
    free_stories,
    free_story,
    make_story,
    stories_in,
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def offered(tmp_path: Path) -> Iterator[FreeStory]:
    """A real story on a real server, with its checksum."""
    content = bundled_story("drowned_clock").read_bytes()
    served = tmp_path / "served"
    served.mkdir()
    (served / "file.z5").write_bytes(content)
    handler = functools.partial(Quiet, directory=str(served))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield FreeStory(
        name="clock",
        url=f"http://127.0.0.1:{server.server_port}/file.z5",
        sha256=hashlib.sha256(content).hexdigest(),
        licence="MIT",
        terms="-",
    )
    server.shutdown()
    server.server_close()


def test_a_story_is_downloaded_and_can_be_played(offered: FreeStory, tmp_path: Path) -> None:
    path = download(offered, tmp_path / "got")
    assert path.name == "clock.z5"
    assert open_story(path).version == 5
    assert list(stories_in(tmp_path / "got")) == [path]


def test_a_story_that_is_there_is_not_asked_for_again(offered: FreeStory, tmp_path: Path) -> None:
    path = download(offered, tmp_path / "got")
    nowhere = offered.model_copy(update={"url": "http://127.0.0.1:9/file.z5"})
    assert download(nowhere, tmp_path / "got") == path


def test_another_file_than_the_one_that_was_checked_is_refused(
    offered: FreeStory, tmp_path: Path
) -> None:
    other = offered.model_copy(update={"sha256": "0" * 64})
    with pytest.raises(StoryNotHad, match="nothing was kept"):
        download(other, tmp_path / "got")
    assert not (tmp_path / "got").exists()


def test_a_server_that_has_it_not_or_is_not_there_is_told_in_one_line(
    offered: FreeStory, tmp_path: Path
) -> None:
    for url, complaint in (
        (offered.url + ".gone", "status 404"),
        ("http://127.0.0.1:9/file.z5", "cannot be reached"),
    ):
        with pytest.raises(StoryNotHad, match=complaint) as refused:
            download(offered.model_copy(update={"url": url}), tmp_path)
        assert "\n" not in str(refused.value)


def test_every_free_story_names_its_licence_and_a_secure_address() -> None:
    for story in free_stories():
        assert story.url.startswith("https://")
        assert story.licence
        assert story.terms.startswith("https://")


def test_an_unknown_story_is_refused_with_the_nearest_name() -> None:
    known = free_stories()[0].name
    with pytest.raises(StoryNotHad, match=f"did you mean '{known}'"):
        free_story(known[:-1])


def test_the_list_has_ours_those_found_and_those_to_get(ludens: Run, tmp_path: Path) -> None:
    (tmp_path / ".stories").mkdir()
    (tmp_path / ".stories" / "mine.z5").write_bytes(b"")
    listed = json.loads(ludens("stories", "--json").stdout)
    kinds = {row["story"]: row["kind"] for row in listed}
    assert kinds["drowned_clock"] == "ours"
    assert kinds["mine"] == "found"
    assert kinds[free_stories()[0].name] == "to get"
    assert "drowned_clock" in ludens("stories").stdout


def test_a_story_is_made_the_same_for_the_same_seed_and_played_by_its_name(
    ludens: Run, tmp_path: Path
) -> None:
    if importlib.util.find_spec("textworld") is None:
        pytest.skip("TextWorld is not installed: pip install --no-deps textworld")
    asked = ("stories", "make", "--rooms", "3", "--quest", "2", "--seed", "1", "--json")
    made = ludens(*asked)
    assert made.returncode == 0, made.stderr
    path = tmp_path / json.loads(made.stdout)["path"]
    content = path.read_bytes()
    path.unlink()
    assert ludens(*asked).returncode == 0
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["textworld-3-2-1.z8"]
    listed = json.loads(ludens("stories", "--json").stdout)
    assert {
        "story": "textworld-3-2-1",
        "kind": "made",
        "about": str(Path(".stories", path.name)),
    } in listed
    for perception in ("state", "text"):
        done = ludens("play", "textworld-3-2-1", "--perception", perception, "--json")
        played = json.loads(done.stdout)
        assert (played["outcome"], played["score"], played["max_score"]) == ("victory", 1, 1)


def test_without_textworld_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story_library, "NEEDED", ("a_package_that_nobody_wrote",))
    with pytest.raises(StoryNotHad, match=r"--no-deps jericho textworld"):
        make_story(Making(rooms=3, quest=2, seed=1), tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_textworld_cannot_make_is_one_line(tmp_path: Path) -> None:
    if importlib.util.find_spec("textworld") is None:
        pytest.skip("TextWorld is not installed: pip install --no-deps textworld")
    with pytest.raises(StoryNotHad, match="could not make") as refused:
        make_story(Making(rooms=0, quest=2, seed=1), tmp_path)
    assert "\n" not in str(refused.value)
