import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.adventure.interpreter.frames import (
    LONGEST_FRAME,
    FrameBroken,
    body_length,
    join_fields,
    read_frame,
    split_fields,
    write_frame,
)


@given(st.lists(st.binary(max_size=50)))
def test_fields_survive_the_pipe(fields: list[bytes]) -> None:
    frame = join_fields(*fields)
    assert body_length(frame[:4]) == len(frame) - 4
    assert split_fields(frame[4:]) == fields


@given(st.binary(max_size=60))
def test_nonsense_is_fields_or_a_broken_frame(body: bytes) -> None:
    try:
        fields = split_fields(body)
    except FrameBroken:
        return
    assert join_fields(*fields)[4:] == body


def test_an_absurd_length_is_a_broken_frame() -> None:
    with pytest.raises(FrameBroken):
        body_length((LONGEST_FRAME + 1).to_bytes(4))


def test_a_pipe_that_ends_within_a_frame_is_at_its_end() -> None:
    reader, writer = os.pipe()
    write_frame(writer, b"whole", b"")
    os.write(writer, join_fields(b"cut off")[:-1])
    os.close(writer)
    assert read_frame(reader) == [b"whole", b""]
    assert read_frame(reader) is None
    os.close(reader)
