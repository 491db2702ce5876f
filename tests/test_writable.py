"""Every text that comes from outside can be kept by every store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from ludens.episode.errors import EpisodeRefusedError
from ludens.episode.store import NewEpisode, Store
from ludens.llm.keys import Scrubber
from ludens.llm.structured import read_json
from ludens.writable import is_writable, is_writable_json, writable, writable_json

ANY = st.text(st.characters(exclude_categories=()))


@given(ANY)
def test_what_is_kept_can_be_written_and_says_as_much(text: str) -> None:
    kept = writable(text)
    assert "\x00" not in kept.encode().decode()
    assert is_writable(kept) and len(kept) <= len(text)
    if is_writable(text):
        assert kept is text


@given(st.recursive(ANY, lambda inner: st.lists(inner) | st.dictionaries(ANY, inner)))
def test_a_value_is_kept_with_all_that_is_in_it(value: Any) -> None:
    assert is_writable_json(writable_json(value))
    json.dumps(writable_json(value), ensure_ascii=False).encode()


def test_a_character_that_a_stream_cut_in_two_is_whole_again() -> None:
    assert (
        Scrubber().scrub("\ud83d" + "\ude00" + " and \ud83d alone") == "\U0001f600 and \ufffd alone"
    )


def test_a_reply_s_json_may_spell_what_no_store_keeps() -> None:
    class Reply(BaseModel):
        command: str

    for broken in ("", ","):
        value, _ = read_json(f'{{"command": "look \\ud800\\u0000"{broken}}}', Reply)
        assert value.command == "look \ufffd\ufffd"


@pytest.mark.parametrize(
    "what",
    [{"seed": 2**63}, {"subject": "\udcff"}, {"settings": {"story": {"script": ["\udcff"]}}}],
)
def test_an_episode_of_what_no_store_keeps_is_refused(tmp_path: Path, what: dict[str, Any]) -> None:
    made = {"game": "adventure", "subject": "x", "seed": 1, "model": "offline", "settings": {}}
    store = Store.open(str(tmp_path / "store.db"))
    with pytest.raises(EpisodeRefusedError):
        store.create(NewEpisode(**{**made, **what}))
    assert store.episodes() == []
    store.close()
