"""What a child gives up before it meets a story. Each step stands even where another cannot.

Light imports only: the children's start-up runs through here.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

from ludens.adventure.interpreter import landlock, seccomp

MOST_MEMORY = 512 << 20
"""Bytes of address space."""
LONGEST_FILE = 1 << 20
"""Bytes of a file that an engine which may write files can write: a save is some kilobytes."""
_MOST_DESCRIPTORS = 32
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38


def die_with_parent(parent: int) -> None:
    """Have the kernel end this process when its parent ends, however that ends.

    The kernel watches the *thread* that started the child, so children are started from a thread
    that lives as long as the house (see child.py).
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended while this process was starting
        os._exit(1)


def limit_resources(longest_file: int) -> None:
    """Bound memory, files, descriptors and processes; no core dumps."""
    for what, limit in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, longest_file),
        (resource.RLIMIT_NOFILE, _MOST_DESCRIPTORS),
        (resource.RLIMIT_NPROC, 0),
    ):
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)  # noqa: PLW2901
        resource.setrlimit(what, (limit, limit))
    # Writing past the limit then fails like any write, instead of ending the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def enter_nameless_folder(parent: str) -> None:
    """Work in an empty folder that has already been removed: nothing can be made in it.

    Nothing is left behind, whatever happens to this process or to the one that started it. Where
    no folder can be made, on a full disk or a read-only one, it stays where it is: the other
    steps still let it write nothing.
    """
    path = os.path.join(parent, f"ludens-{os.getpid()}-{os.urandom(8).hex()}")  # noqa: PTH118
    try:
        os.mkdir(path, 0o700)  # noqa: PTH102
    except OSError:
        return
    os.chdir(path)
    os.rmdir(path)  # noqa: PTH106


def confine_machine() -> list[str]:
    """Confine a process that only computes: no files, no processes, no network.

    Returns the names of the steps that took hold on this kernel.
    """
    limit_resources(longest_file=0)
    held = ["limits"]
    if _forbid_new_privileges():
        held.append("no_new_privs")
        if landlock.restrict_files():
            held.append("landlock")
        if seccomp.allow_only(seccomp.WHAT_A_MACHINE_NEEDS):
            held.append("seccomp")
    return held


def confine_program(program: str, folder: str) -> list[str]:
    """Confine a process that will become `program`: it may write in `folder` and read what it
    takes to run, nothing else. Returns the names of the steps that took hold on this kernel.
    """
    limit_resources(longest_file=LONGEST_FILE)
    held = ["limits"]
    if _forbid_new_privileges():
        held.append("no_new_privs")
        needed = (program, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
        if landlock.restrict_files(readable=needed, writable=(folder,)):
            held.append("landlock")
        if seccomp.forbid(seccomp.WHAT_NO_INTERPRETER_NEEDS):
            held.append("seccomp")
    return held


def _forbid_new_privileges() -> bool:
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
