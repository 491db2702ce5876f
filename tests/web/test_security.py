"""Who may speak to the server, and what its page may do."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ludens.episode.store import EpisodeRow
from ludens.web.masking import masked, masked_url
from ludens.web.security import Access, access_for, is_loopback
from web.conftest import Served, serving

TOKEN = "correct-horse-battery-staple"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.1.5", False),
        ("example.org", False),
    ],
)
def test_only_loopback_needs_no_token(host: str, own: bool) -> None:
    assert is_loopback(host) is own
    assert (access_for(host, read_only=False).token is None) is own


def test_tokens_differ_from_run_to_run() -> None:
    one, other = (access_for("0.0.0.0", read_only=False).token for _ in range(2))
    assert one != other
    assert one is not None
    assert len(one) >= 32


def test_a_foreign_name_for_this_machine_is_not_answered(served: Served) -> None:
    assert served.ask("/api/episodes", host=f"evil.example:{served.port}").status == 403
    assert served.ask("/api/episodes", host=f"localhost:{served.port}").status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_other_pages_cannot_change_anything(served: Served, origin: str) -> None:
    answer = served.ask("/api/episodes/last/control", {"kind": "stop"}, origin=origin)
    assert answer.status == 403


def test_a_browser_that_says_cross_site_is_not_believed_without_an_origin(served: Served) -> None:
    answer = served.ask("/api/episodes/last/control", {"kind": "stop"}, sec_fetch_site="cross-site")
    assert answer.status == 403


def test_our_own_page_may(served: Served) -> None:
    answer = served.ask("/api/episodes/last/control", {"kind": "stop"}, origin=served.url)
    assert answer.status == 422


def test_other_pages_cannot_listen(served: Served, row: EpisodeRow) -> None:
    url = f"ws://127.0.0.1:{served.port}/api/episodes/{row.id}/live"
    with pytest.raises(InvalidStatus):
        connect(url, origin="https://evil.example")  # type: ignore[arg-type]  # a plain string
    with connect(url, origin=served.url) as socket:  # type: ignore[arg-type]
        assert '"status"' in str(socket.recv(timeout=60))


def test_a_token_is_asked_of_everything(shelf: Path, row: EpisodeRow) -> None:
    with serving(shelf, Access(token=TOKEN)) as served:
        assert served.ask("/").status == 401
        assert served.ask("/api/episodes").status == 401
        assert served.ask("/assets/anything.js").status == 401
        assert served.ask("/api/episodes?token=" + TOKEN).status == 401
        assert served.ask("/", host="any.example").status == 401
        assert served.ask("/api/episodes", authorization=f"Bearer {TOKEN}").status == 200
        assert served.ask("/api/episodes", authorization="Bearer wrong").status == 401
        url = f"ws://127.0.0.1:{served.port}/api/episodes/{row.id}/live"
        with pytest.raises(InvalidStatus):
            connect(url)
        with connect(url, additional_headers={"cookie": f"ludens_token={TOKEN}"}) as socket:
            assert '"status"' in str(socket.recv(timeout=60))


def test_the_link_leaves_its_token_in_a_cookie_and_not_in_the_address(shelf: Path) -> None:
    with serving(shelf, Access(token=TOKEN)) as served:
        answer = served.ask(f"/episodes/x?turn=4&token={TOKEN}")
        assert (answer.status, answer.headers["location"]) == (303, "/episodes/x?turn=4")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert served.ask("/api/episodes", cookie=f"ludens_token={TOKEN}").status == 200
        assert served.ask("//evil.example?token=" + TOKEN).headers["location"] == "/evil.example"


def test_a_server_that_only_shows_changes_nothing(shelf: Path, row: EpisodeRow) -> None:
    hosts = frozenset({"127.0.0.1"})
    with serving(shelf, Access(read_only=True, hosts=hosts)) as served:
        assert served.get("/api/house")["read_only"]
        for path, body in (
            ("/api/episodes", {}),
            ("/api/episodes/last/fork", {"turn": 1}),
            ("/api/episodes/last/control", {"kind": "stop"}),
        ):
            assert served.ask(path, body).status == 403
        assert served.get("/api/episodes")["total"] == 1


def test_a_page_may_load_nothing_from_elsewhere_and_nothing_inline(served: Served) -> None:
    for path in ("/", "/episodes/last", "/api/episodes", "/api/nothing"):
        policy = served.ask(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
    assert served.ask("/").headers["x-content-type-options"] == "nosniff"


def test_a_body_that_is_too_long_is_not_read(served: Served) -> None:
    connection = HTTPConnection(served.url.removeprefix("http://"))
    connection.putrequest("POST", "/api/episodes")
    connection.putheader("Content-Length", "30000000")
    connection.putheader("Content-Type", "application/json")
    connection.endheaders()  # no byte of the body: the answer does not wait for it
    assert connection.getresponse().status == 413
    connection.close()


def test_a_body_without_a_length_is_not_read(served: Served) -> None:
    connection = HTTPConnection(served.url.removeprefix("http://"))
    connection.putrequest("POST", "/api/episodes")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.putheader("Content-Type", "application/json")
    connection.endheaders()  # no byte of the body: the answer does not wait for it
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("connection")) == (411, "close")
    assert b"content-length" in answer.read()
    connection.close()


def test_secrets_are_masked_by_name_and_by_looks() -> None:
    shown = masked(
        {
            "key_env": "OPENAI_API_KEY",
            "api_key": "abc",
            "deep": [{"password": "x", "base_url": "http://u:p@h:9/v1?t=1#f"}],
            "text": "sk-proj-" + "a" * 40,
        }
    )
    assert shown["key_env"] == "OPENAI_API_KEY"
    assert shown["api_key"] == "…"
    assert shown["deep"] == [{"password": "…", "base_url": "http://…@h:9/v1"}]
    assert "aaaa" not in shown["text"]
    assert masked_url("not a url") == "not a url"
