"""The hooks tell the world outside of the game, and the game neither waits nor leaks."""

from __future__ import annotations

import base64
import json
import shutil
import threading
import urllib.request
import wave
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from episode.pig import Pig
from episode.test_runner import new
from ludens.adventure.events import TextObserved
from ludens.adventure.world.map_events import Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.events import EpisodeId, Event
from ludens.episode.hook_loading import ENTRY_POINTS, HookError, load_hooks
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.settings import HookChoice
from ludens.episode.store import Store
from ludens.hooks.background import Background
from ludens.story.answer import Answer as Reply
from ludens.story.answer import Mode, Part
from ludens.story.events import AnswerGiven

SECRET = "T0SECRET/B0SECRET"
Answer = tuple[int, dict[str, str], bytes]


class Server:
    """A real HTTP server on loopback that keeps what it was sent."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, dict[str, str], Any]] = []
        self.answers: list[Answer] = []
        self.usual: Answer = (200, {}, b"ok")
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                server.seen.append((self.path, dict(self.headers), json.loads(body)))
                self._answer()

            def do_GET(self) -> None:
                server.seen.append((self.path, dict(self.headers), None))
                self._answer()

            def _answer(self) -> None:
                status, headers, body = server.answers.pop(0) if server.answers else server.usual
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def said() -> Iterator[list[Any]]:
    """What the house warned of."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


async def play_with(store: Store, hook: Hook, turns: int = 5) -> str:
    runner = Runner(store, Pig(), Hooks.of([hook]))
    return (await runner.play(runner.create(new(limits={"turns": turns})))).id


def moment(*events: Event, turn: int = 1) -> Moment:
    return Moment(EpisodeId("abcd"), "adventure", "a story", turn, {}, events=events)


def made(use: str, **options: Any) -> Hook:
    return load_hooks([HookChoice(use=use, options=options)])[0]


@pytest.mark.parametrize("name", ["slack", "discord"])
async def test_a_channel_is_told_how_the_game_stands(
    name: str, server: Server, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"LUDENS_{name.upper()}_WEBHOOK", f"{server.url}/services/{SECRET}")
    if name == "discord":
        server.usual = (204, {}, b"")
    episode = await play_with(sqlite_store, made(name, every=2))
    key = {"slack": "text", "discord": "content"}[name]
    texts = [body[key] for _, _, body in server.seen]
    assert [path for path, _, _ in server.seen] == [f"/services/{SECRET}"] * 3
    assert all(episode in text for text in texts)
    assert ["turn 2" in texts[0], "turn 4" in texts[1], "over" in texts[2]] == [True] * 3
    if name == "discord":
        assert server.seen[0][2]["allowed_mentions"] == {"parse": []}


async def test_a_channel_that_asks_to_wait_is_asked_once_more(
    server: Server, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDENS_SLACK_WEBHOOK", server.url)
    server.answers = [(429, {"Retry-After": "0"}, b"")]
    await play_with(sqlite_store, made("slack", every=0))
    assert len(server.seen) == 2
    assert server.seen[0][2] == server.seen[1][2]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [((404, {}, b"no_team"), "status 404"), ((302, {"Location": "/"}, b""), "status 302")],
)
async def test_a_refusal_never_tells_the_webhook(
    answer: Answer,
    complaint: str,
    server: Server,
    sqlite_store: Store,
    monkeypatch: pytest.MonkeyPatch,
    said: list[Any],
) -> None:
    monkeypatch.setenv("LUDENS_SLACK_WEBHOOK", f"{server.url}/{SECRET}")
    server.usual = answer
    await play_with(sqlite_store, made("slack", every=1))
    assert complaint in str(said)
    assert "SECRET" not in str(said)
    assert not [path for path, _, _ in server.seen if path == "/"]


async def test_a_dead_server_harms_nothing(
    server: Server,
    sqlite_store: Store,
    monkeypatch: pytest.MonkeyPatch,
    said: list[Any],
) -> None:
    server.close()
    monkeypatch.setenv("LUDENS_SLACK_WEBHOOK", f"{server.url}/{SECRET}")
    episode = await play_with(sqlite_store, made("slack", every=1))
    assert sqlite_store.episode(episode).turns == 5
    assert "cannot be reached" in str(said)
    assert "SECRET" not in str(said)


def test_a_hook_without_its_secret_says_which_variable_to_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, variable in (("slack", "LUDENS_SLACK_WEBHOOK"), ("pictures", "OPENAI_API_KEY")):
        monkeypatch.delenv(variable, raising=False)
        with pytest.raises(HookError, match=f"set {variable}"):
            made(name)
    monkeypatch.setenv("LUDENS_SLACK_WEBHOOK", f"hooks.slack.com/{SECRET}")
    with pytest.raises(HookError) as refused:
        made("slack")
    assert "SECRET" not in str(refused.value)


def test_what_does_not_fit_the_queue_is_dropped_counted_and_told_once(
    said: list[Any],
) -> None:
    gate, begun, done = threading.Event(), threading.Event(), []
    work = Background("slow", waiting=2)

    def wait() -> None:
        begun.set()
        gate.wait()

    work.add(wait)
    assert begun.wait(60)
    for number in range(5):
        work.add(lambda number=number: done.append(number))  # type: ignore[misc] # a bound default
    assert work.dropped == 3
    gate.set()
    work.finish(60)
    assert done == [0, 1]
    assert [line["event"] for line in said] == ["hook_too_slow", "hook_incomplete"]
    assert said[-1]["dropped"] == 3


async def test_prometheus_is_served_what_was_played(sqlite_store: Store) -> None:
    hook: Any = made("prometheus", port=0)
    episode = await play_with(sqlite_store, hook)
    with urllib.request.urlopen(f"http://127.0.0.1:{hook.port}/metrics", timeout=60) as answer:
        shown = answer.read().decode().splitlines()
    turns = sqlite_store.episode(episode).turns
    score = float(sqlite_store.episode(episode).headline["score"])
    assert f'ludens_turns_total{{game="pig"}} {turns + 1}.0' in shown  # the opening is turn 0
    assert f'ludens_turn{{episode="{episode}",game="pig"}} {turns}.0' in shown
    assert f'ludens_headline{{episode="{episode}",game="pig",name="score"}} {score}' in shown
    assert f'ludens_events_total{{game="pig",type="rolled"}} {turns}.0' in shown
    assert not [line for line in shown if line.startswith(("python_", "process_"))]


def test_a_port_that_is_taken_is_refused_in_one_line(server: Server) -> None:
    port = int(server.url.rpartition(":")[2])
    with pytest.raises(HookError, match=f"port {port}.*give another"):
        made("prometheus", port=port)


def finished(hook: Any) -> None:
    hook._work.finish(60)


def test_the_story_is_read_aloud_by_espeak(tmp_path: Path) -> None:
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    hook = made("speech", folder=str(tmp_path / "said"))
    hook.on_turn_end(moment(TextObserved(text="You are in a hall."), turn=3))
    hook.on_turn_end(moment(turn=4))
    told = Reply(mode=Mode.NARRATION, speaker="Narrator", parts=(Part(text="The bell hangs."),))
    hook.on_turn_end(moment(AnswerGiven(answer=told), turn=5))
    finished(hook)
    names = sorted(path.name for path in (tmp_path / "said").iterdir())
    assert names == ["abcd-00003.wav", "abcd-00005.wav"]
    with wave.open(str(tmp_path / "said" / "abcd-00003.wav")) as sound:
        assert sound.getnframes() > sound.getframerate() / 2  # half a second at least
        assert any(sound.readframes(sound.getnframes()))


def test_the_story_is_read_aloud_by_an_endpoint(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-test-0123456789")
    server.usual = (200, {"content-type": "audio/wav"}, b"RIFF")
    hook = made("speech", folder=str(tmp_path), url=f"{server.url}/v1")
    hook.on_turn_end(moment(TextObserved(text="You are in a hall.")))
    finished(hook)
    path, headers, body = server.seen[0]
    assert path == "/v1/audio/speech"
    assert headers["Authorization"] == "Bearer sk-of-a-test-0123456789"
    assert (body["input"], body["response_format"]) == ("You are in a hall.", "wav")
    assert (tmp_path / "abcd-00001.wav").read_bytes() == b"RIFF"


def _encoded(_: Server) -> bytes:
    return json.dumps({"data": [{"b64_json": base64.b64encode(b"PNG").decode()}]}).encode()


def _linked(server: Server) -> bytes:
    return json.dumps({"data": [{"url": f"{server.url}/picture"}]}).encode()


@pytest.mark.parametrize("form", [_encoded, _linked])
def test_a_room_is_drawn_once_for_all_visits_and_episodes(
    form: Callable[[Server], bytes],
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-test-0123456789")
    hall = RoomId("r1")
    arrival = (
        RoomFound(room=hall, name="Hall", description="Marble."),
        PlayerMoved(room=hall, how=Movement.START),
    )
    server.answers = [(200, {}, form(server)), (200, {}, b"PNG")]
    for _ in range(2):
        hook = made("pictures", folder=str(tmp_path), url=f"{server.url}/v1")
        hook.on_turn_end(moment(*arrival))
        hook.on_turn_end(moment(PlayerMoved(room=hall, how=Movement.WALKED)))
        finished(hook)
    drawn = [body for path, _, body in server.seen if path == "/v1/images/generations"]
    assert len(drawn) == 1
    assert drawn[0]["prompt"].endswith("Hall. Marble.")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"PNG"]


def test_an_answer_without_a_picture_is_told_and_leaves_no_file(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    said: list[Any],
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-test-0123456789")
    server.usual = (200, {}, b'{"data": []}')
    hook = made("pictures", folder=str(tmp_path), url=server.url)
    hall = RoomId("r1")
    hook.on_turn_end(moment(RoomFound(room=hall, name="Hall"), PlayerMoved(room=hall, how="start")))
    finished(hook)
    assert "holds no picture" in str(said)
    assert not list(tmp_path.iterdir())


def test_every_hook_that_comes_with_it_has_a_name() -> None:
    names = {point.name: point.load() for point in entry_points(group=ENTRY_POINTS)}
    assert set(names) >= {"analytics", "discord", "pictures", "prometheus", "slack", "speech"}
    assert all(issubclass(cls, Hook) for cls in names.values())


def test_every_hook_is_in_the_docs() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text(encoding="utf-8")
    for point in entry_points(group=ENTRY_POINTS):
        if point.value.startswith("ludens."):
            assert f"`{point.name}`" in docs
