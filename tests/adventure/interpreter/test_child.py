import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from adventure.interpreter.compiled import load
from ludens.adventure.interpreter.child import Child, ChildFailed
from ludens.adventure.interpreter.frames import join_fields
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import FaultKind

FRAMES = "import sys; from ludens.adventure.interpreter.frames import *; "
ROOT = Path(__file__).parents[3]


def child(program: str) -> Child:
    return Child([sys.executable, "-c", program])


def soon() -> float:
    return time.monotonic() + 20


def failure(broken: Child, until: float | None = None) -> ChildFailed:
    with pytest.raises(ChildFailed) as failed:
        broken.receive_frame(until or soon())
    assert not psutil.pid_exists(broken.pid)  # ended and reaped
    assert "\n" not in str(failed.value)
    return failed.value


def test_frames_go_there_and_back() -> None:
    echo = child(FRAMES + "write_frame(1, *read_frame(0)); sys.stdin.read()")
    big = os.urandom(3_000_000)
    echo.send_frame(b"one", b"", big, until=soon())
    assert echo.receive_frame(soon()) == [b"one", b"", big]
    echo.close()
    assert not psutil.pid_exists(echo.pid)
    echo.close()


def test_a_child_that_does_not_answer_in_time_hangs() -> None:
    assert failure(child("for _ in iter(int, 1): pass"), time.monotonic()).kind is FaultKind.HANG


def test_a_child_gets_the_time_for_which_its_parent_was_stopped() -> None:
    late = child(FRAMES + "write_frame(1, b'here')")
    assert late.receive_frame(time.monotonic() - 20) == [b"here"]
    late.close()


def test_a_child_that_does_not_read_hangs() -> None:
    deaf = child("for _ in iter(int, 1): pass")
    with pytest.raises(ChildFailed) as failed:
        deaf.send_frame(bytes(1_000_000), until=time.monotonic())
    assert failed.value.kind is FaultKind.HANG


def test_a_child_that_ends_by_a_signal_has_crashed() -> None:
    failed = failure(child("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"))
    assert (failed.kind, failed.detail) == (FaultKind.CRASH, "it was ended by SIGSEGV")


def test_a_child_that_exits_has_crashed_and_its_last_words_are_told() -> None:
    failed = failure(child("import sys; sys.exit('first\\nno such thing')"))
    assert failed.kind is FaultKind.CRASH
    assert failed.detail == "it ended with exit code 1 (no such thing)"


def test_a_child_that_closes_its_pipe_but_lives_on_is_a_broken_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludens.adventure.interpreter.child._ENDING", 0.1)
    failed = failure(child("import os, sys; os.close(1); sys.stdin.read()"))
    assert failed.kind is FaultKind.PIPE


@pytest.mark.parametrize(
    "garbage", [b"\xff" * 100, join_fields(b"x" * 50)[:4] + b"\0\0\1\0" + b"x" * 50]
)
def test_garbage_on_the_pipe_is_a_broken_pipe(garbage: bytes) -> None:
    failed = failure(child(f"import os, sys; os.write(1, {garbage!r}); sys.stdin.read()"))
    assert (failed.kind, failed.detail[:19]) == (FaultKind.PIPE, "it spoke nonsense: ")


def test_a_program_that_does_not_exist_is_a_failure_not_an_error() -> None:
    with pytest.raises(ChildFailed, match="could not be started"):
        Child(["/no/such/program"])


def test_a_child_gets_no_environment_and_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "secret")
    with Path("/dev/null").open() as ours:
        os.set_inheritable(ours.fileno(), True)
        told = child(
            FRAMES + "import os; write_frame(1, repr(dict(os.environ)).encode(),"
            "' '.join(os.listdir('/proc/self/fd')).encode())"
        )
        environment, descriptors = told.receive_frame(soon())
    assert b"secret" not in environment
    assert set(descriptors.split()) <= {b"0", b"1", b"2", b"3"}  # 3 is the listing itself
    told.close()


def test_a_child_that_waits_for_input_is_told_from_one_that_works() -> None:
    waiting = child(FRAMES + "write_frame(1, b'up'); sys.stdin.readline(); write_frame(1, b'on')")
    waiting.receive_frame(soon())
    while not waiting.waits_for_input():
        pass
    waiting.write(b"\n", soon())
    assert waiting.receive_frame(soon()) == [b"on"]
    waiting.close()
    working = child(FRAMES + "write_frame(1, b'up')\nwhile True: pass")
    working.receive_frame(soon())
    assert not working.waits_for_input()
    working.close()


def test_an_object_that_is_forgotten_takes_its_child_with_it() -> None:
    forgotten = child("import sys; sys.stdin.read()")
    pid = forgotten.pid
    del forgotten
    assert not psutil.pid_exists(pid)


def test_a_child_outlives_the_thread_that_asked_for_it() -> None:
    started: list[JerichoInterpreter] = []

    def start() -> None:
        interpreter = JerichoInterpreter(load("oddities.z3"))
        interpreter.start()
        started.append(interpreter)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert started[0].send("up").text == "You climb up."
    started[0].close()


@pytest.mark.parametrize("command", ["look", "loop"])
def test_a_child_ends_with_a_parent_that_was_killed(command: str) -> None:
    """Idle or in an endless loop: the kernel ends it."""
    program = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from adventure.interpreter.compiled import load\n"
        "from ludens.adventure.interpreter.jericho import JerichoInterpreter\n"
        "i = JerichoInterpreter(load('oddities.z3'), deadline=600); i.start()\n"
        f"print(i._child.pid, flush=True); i.send({command!r}); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdin and parent.stdout
    orphan = psutil.Process(int(parent.stdout.readline()))
    while command == "loop" and orphan.status() != psutil.STATUS_RUNNING:
        time.sleep(0.01)
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    gone, _ = psutil.wait_procs([orphan], timeout=20)
    assert gone
