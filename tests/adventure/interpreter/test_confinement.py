"""What a child gives up, each step by itself and all of them together."""

import subprocess
import sys
from pathlib import Path

import pytest

from adventure.interpreter.compiled import ODDITIES, load
from adventure.interpreter.family import children
from ludens.adventure.interpreter.jericho import JerichoInterpreter

ATTEMPTS = """
import os, socket, sys
def attempt(name, what):
    try: what(); print(name)
    except OSError: pass
here, there = sys.argv[1:3]
attempt('read', lambda: open(there + '/theirs').read())
attempt('write', lambda: open(there + '/new', 'w').write('x'))
attempt('append', lambda: os.write(os.open(there + '/theirs', os.O_WRONLY), b'x'))
attempt('remove', lambda: os.remove(there + '/theirs'))
attempt('folder', lambda: os.mkdir(there + '/folder'))
attempt('read here', lambda: open(here + '/ours').read())
attempt('write here', lambda: open(here + '/new', 'w').write('x'))
attempt('socket', lambda: socket.socket())
attempt('fork', lambda: os.fork() or os._exit(0))
attempt('signal', lambda: os.kill(os.getppid(), 0))
"""


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (here / "ours").write_text("ours")
    (there / "theirs").write_text("theirs")
    return here, there


def what_still_works(step: str, places: tuple[Path, Path]) -> set[str]:
    program = (
        "import ctypes, socket, sys; from ludens.adventure.interpreter import "
        "confinement; ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)\n"
        f"held = {step}\nif not held: print('unavailable'); sys.exit()\n" + ATTEMPTS
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *map(str, places)],
        capture_output=True,
        text=True,
        check=True,
    )
    works = set(run.stdout.splitlines())
    if "unavailable" in works:
        pytest.skip("this kernel cannot do that")
    return works


def test_landlock_alone_leaves_only_the_named_folder(places: tuple[Path, Path]) -> None:
    step = "confinement.restrict_files(writable=(sys.argv[1],))"
    works = what_still_works(step, places)
    assert works <= {"read here", "write here", "socket", "fork", "signal"}
    assert {"read here", "write here"} <= works
    assert (places[1] / "theirs").read_text() == "theirs"


def test_seccomp_alone_leaves_no_files_processes_or_network(places: tuple[Path, Path]) -> None:
    assert (
        what_still_works("confinement.allow_only(confinement.WHAT_A_MACHINE_NEEDS)", places)
        == set()
    )


def test_a_program_may_not_reach_the_network_or_other_processes(
    places: tuple[Path, Path],
) -> None:
    works = what_still_works("confinement.forbid(confinement.WHAT_NO_INTERPRETER_NEEDS)", places)
    assert not works & {"socket", "fork", "signal"}
    assert "write here" in works


def test_limits_alone_let_no_file_grow(places: tuple[Path, Path]) -> None:
    what_still_works("[confinement.limit_resources(longest_file=0), 1]", places)
    for path in (*places[0].iterdir(), *places[1].iterdir()):
        assert path.is_dir() or path.read_text() in ("", "ours", "theirs")


def test_a_machine_is_left_with_nothing(places: tuple[Path, Path]) -> None:
    assert what_still_works("confinement.confine_machine()", places) == set()


@pytest.mark.parametrize("name", ODDITIES)
def test_a_story_writes_no_file_whatever_name_is_typed(name: str, tmp_path: Path) -> None:
    """SCRIPT, RECORDING, SAVE of a part and playing commands back, under an absolute path."""
    (tmp_path / "there").write_text("before")
    with JerichoInterpreter(load(name)) as interpreter:
        interpreter.start()
        for target in (tmp_path / "evil", tmp_path / "there", tmp_path / ("long" * 15)):
            observation = interpreter.send(str(target)[:198])
            assert "Done with files." in observation.text
        assert interpreter.send("look").text.startswith("You are in a cellar")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"there": "before"}


@pytest.mark.parametrize("command", ["script", "transcript on", "recording", "save", "replay"])
def test_an_ordinary_story_asked_to_write_goes_on(command: str, tmp_path: Path) -> None:
    with JerichoInterpreter(load("cottage.z5")) as interpreter:
        interpreter.start()
        assert interpreter.send(command).text
        assert "Nettles" in interpreter.send("look").text


def test_a_machine_works_in_a_folder_that_has_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with JerichoInterpreter(load("oddities.z5")) as interpreter:
        interpreter.start()
        (machine,) = children()
        assert Path(f"/proc/{machine.pid}/cwd").readlink().name.endswith("(deleted)")
        assert list(tmp_path.iterdir()) == []


def test_a_machine_that_cannot_have_a_folder_plays_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with JerichoInterpreter(load("oddities.z5")) as interpreter:
        assert interpreter.start().text.startswith("ODDITIES")
        assert "Done with files." in interpreter.send(str(tmp_path / "evil")).text
    assert list(tmp_path.iterdir()) == []


def test_the_steps_that_hold_are_known() -> None:
    with JerichoInterpreter(load("oddities.z5")) as interpreter:
        assert interpreter.confinement == ()
        interpreter.start()
        assert "limits" in interpreter.confinement
        if sys.platform == "linux":
            assert "no_new_privs" in interpreter.confinement
