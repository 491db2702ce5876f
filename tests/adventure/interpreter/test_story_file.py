import hashlib
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adventure.interpreter.compiled import (
    EVERY_STORY,
    ODDITIES,
    STORIES,
    blorb,
    load,
    story_bytes,
    with_header,
)
from ludens.adventure.interpreter.story_file import (
    LONGEST_STORY,
    StoryFile,
    StoryRefused,
    open_story,
    read_story,
)

STORY = story_bytes("oddities.z5")
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(200)


def refusal(data: bytes, name: str = "thing.bin") -> str:
    with pytest.raises(StoryRefused) as refused:
        read_story(data, name)
    message = str(refused.value)
    assert "\n" not in message
    assert message.startswith(name)
    return message


@pytest.mark.parametrize("name", EVERY_STORY)
def test_a_compiled_story_is_opened_with_its_header_read(name: str) -> None:
    story = load(name)
    data = story_bytes(name)
    assert story.name == Path(name).stem
    assert story.path == STORIES / name
    assert story.version == int(name[-1])
    assert (story.release, story.serial) == (1, "261101")
    assert story.length <= len(data) == len(story.data)
    assert story.sha256 == hashlib.sha256(data).hexdigest()
    assert story.checksum == sum(data[64 : story.length]) % 65536
    assert 64 <= story.dynamic_size <= story.length


def test_a_story_kept_as_bytes_is_the_same_story() -> None:
    kept, opened = read_story(STORY, "oddities"), load("oddities.z5")
    assert (kept.name, kept.path) == ("oddities", None)
    assert (kept.data, kept.sha256, kept.version) == (opened.data, opened.sha256, 5)


@pytest.mark.parametrize("name", ODDITIES)
def test_a_story_is_taken_out_of_its_blorb(name: str, tmp_path: Path) -> None:
    data = story_bytes(name)
    path = tmp_path / "boxed.zblorb"
    path.write_bytes(
        blorb((b"RIdx", bytes(4)), (b"PNG ", b"odd"), (b"ZCOD", data), (b"AUTH", b"me"))
    )
    story = open_story(path)
    assert (story.name, story.data) == ("boxed", data)


def test_padding_behind_a_story_is_no_harm() -> None:
    assert read_story(STORY + bytes(3000), "padded").length == read_story(STORY, "bare").length


def test_an_old_story_may_leave_its_length_and_checksum_out() -> None:
    story = read_story(with_header(STORY, length=0, checksum=0), "old")
    assert (story.length, story.checksum) == (len(STORY), 0)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "is empty"),
        (b"Glul" + bytes(300), "Glulx"),
        (blorb((b"GLUL", b"Glul" + bytes(300))), "a Blorb of a Glulx story"),
        (blorb((b"Pict", PICTURE)), "no story in it"),
        (blorb((b"ZCOD", STORY))[:-1000], "a Blorb that was cut off"),
        (blorb((b"TAD3", bytes(10))), "for another machine"),
        (bytes([1]) + STORY[1:], "version 1"),
        (bytes([2]) + STORY[1:], "version 2"),
        (bytes([6]) + STORY[1:], "version 6"),
        (bytes([7]) + STORY[1:], "version 7"),
        (blorb((b"ZCOD", bytes([6]) + STORY[1:])), "version 6"),
        (b"TADS2 bin\n\r\x1a" + bytes(100), "TADS 2"),
        (b"T3-image\r\n\x1a" + bytes(100), "TADS 3"),
        (PICTURE, "a PNG picture"),
        (b"\xff\xd8\xff\xe0" + bytes(100), "a JPEG picture"),
        (b"GIF89a" + bytes(100), "a GIF picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP picture"),
        (b"FORM\0\0\0\0IFZSIFhd", "a saved game"),
        (b"You are standing in an open field.\n", "a text file"),
        ("Vous êtes dans un café.\n".encode("latin-1"), "a text file"),
        (b"\n<!DOCTYPE html><html>", "a web page"),
        (b'{"a": 1}', "a JSON text"),
        (b"<?xml version='1.0'?><a/>", "an XML document"),
        (b"PK\x03\x04" + bytes(100), "a zip archive"),
        (b"\x1f\x8b\x08" + bytes(100), "a gzip archive"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"\x7fELF\x02\x01\x01\0" + bytes(60), "a program"),
        (bytes(1000), "no story that Ludens knows"),
        (b"\x05" + bytes(20), "cut off after 21 bytes"),
        (STORY[:2000], "cut off after 2000 of"),
        (with_header(STORY, checksum=1), "its checksum does not fit"),
        (STORY[:3000] + bytes([STORY[3000] ^ 1]) + STORY[3001:], "its checksum does not fit"),
        (with_header(STORY, static=10), "dynamic memory does not fit"),
        (with_header(STORY, start=0xFFFF), "starts outside itself"),
        (with_header(STORY, globals=0xFFFF), "table of globals lies outside"),
        (b"\x05" + bytes(300), "no story, or a damaged one"),
    ],
)
def test_what_is_no_playable_story_is_refused_by_name_in_one_line(data: bytes, what: str) -> None:
    assert what in refusal(data)


def test_a_refusal_says_what_would_work() -> None:
    assert ".z3 .z4 .z5 .z8" in refusal(PICTURE)
    assert "fresh copy" in refusal(STORY[:2000])


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, what in (
        (tmp_path / "none.z5", "none.z5 does not exist"),
        (tmp_path, "is a folder"),
        (pipe, "is a device or a pipe"),
        (tmp_path / "none.z5" / "below", "does not exist"),
        (tmp_path / ("long" * 1000), "cannot be read"),
        (tmp_path / "null\0byte", "cannot be read"),
    ):
        with pytest.raises(StoryRefused, match=what):
            open_story(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.z5"
    shutil.copy(STORIES / "oddities.z5", path)
    path.chmod(0)
    with pytest.raises(StoryRefused, match="may not be read"):
        open_story(path)


def test_a_story_in_a_zip_is_told_to_be_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "story.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(STORIES / "oddities.z5", "oddities.z5")
    with pytest.raises(StoryRefused, match="unpack it"):
        open_story(path)


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.z5"
    path.write_bytes(STORY)
    os.truncate(path, 1 << 40)
    with pytest.raises(StoryRefused, match="no Z-machine story is"):
        open_story(path)
    blorb_path = tmp_path / "huge.blorb"
    blorb_path.write_bytes(blorb((b"ZCOD", STORY)))
    os.truncate(blorb_path, 1 << 40)
    with pytest.raises(StoryRefused, match="too long"):
        open_story(blorb_path)
    assert len(STORY) < LONGEST_STORY


@given(st.binary(max_size=400) | st.binary(max_size=400).map(lambda tail: STORY[:64] + tail))
def test_any_bytes_are_a_story_or_refused_in_one_line(data: bytes) -> None:
    try:
        story = read_story(data, "any")
    except StoryRefused as refused:
        assert "\n" not in str(refused)
    else:
        assert isinstance(story, StoryFile)
