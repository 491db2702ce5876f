import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.adventure.interpreter.machine_state import (
    Core,
    MachineState,
    SnapshotUnfit,
    pack_state,
    unpack_state,
)

STORY = bytes(range(256)) * 8
FINGERPRINT = b"fingerprint"

cores = st.builds(
    Core,
    memory=st.binary(min_size=64, max_size=200),
    stack=st.binary(max_size=20),
    counter=st.integers(0, 1 << 19),
    frame=st.integers(0, 1024),
    frame_count=st.integers(0, 0xFFFF),
)
states = st.builds(
    MachineState,
    core=cores,
    opcode=st.sampled_from([0, 228, 246]),
    seed=st.integers(0, 2**31 - 1),
    random=st.tuples(st.integers(-(2**63), 2**63 - 1), st.integers(0, 999), st.integers(0, 999)),
    windows=st.binary(max_size=108),
    window_number=st.sampled_from([0, 1]),
    to_screen=st.sampled_from([0, 1]),
    upper=st.tuples(
        st.integers(0, 255), st.integers(0, 255), st.integers(0, 99), st.text("ab\né漢")
    ),
    undo=st.lists(cores, max_size=3),
    saved=st.none() | cores,
)


def parts(state: MachineState) -> list[object]:
    kept = [state.core, *state.undo, state.saved]
    return [
        *(getattr(state, name) for name in ("opcode", "seed", "random", "windows", "upper")),
        *(state.window_number, state.to_screen, len(state.undo)),
        *(core and [getattr(core, name) for name in Core.__slots__] for core in kept),
    ]


def same_size(state: MachineState) -> MachineState:
    """Dynamic memory has one size in a story."""
    for core in [*state.undo, state.saved]:
        if core:
            core.memory = core.memory[: len(state.core.memory)].ljust(len(state.core.memory))
    return state


@given(states.map(same_size))
def test_a_state_survives_its_packing(state: MachineState) -> None:
    unpacked = unpack_state(pack_state(state, STORY, FINGERPRINT), STORY, FINGERPRINT)
    assert parts(unpacked) == parts(state)


@given(states.map(same_size), st.data())
def test_a_damaged_snapshot_is_refused_in_one_line_or_says_the_same(
    state: MachineState, data: st.DataObject
) -> None:
    """The bits that fill up the last byte of a deflated stream carry nothing."""
    packed = bytearray(pack_state(state, STORY, FINGERPRINT))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        unpacked = unpack_state(bytes(packed), STORY, FINGERPRINT)
    except SnapshotUnfit as refused:
        assert "\n" not in str(refused)
    else:
        assert parts(unpacked) == parts(state)


@given(st.binary(max_size=100))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    for snapshot in (data, b"LJ\x01" + FINGERPRINT[:8] + data):
        with pytest.raises(SnapshotUnfit):
            unpack_state(snapshot, STORY, FINGERPRINT)
