"""What a child gives up before it meets a story. Each step stands even where another cannot.

Landlock and seccomp are spoken to by ctypes, since Python has no call for them. Light imports only:
the children's start-up runs through here.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

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
        if restrict_files():
            held.append("landlock")
        if allow_only(WHAT_A_MACHINE_NEEDS):
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
        if restrict_files(readable=needed, writable=(folder,)):
            held.append("landlock")
        if forbid(WHAT_NO_INTERPRETER_NEEDS):
            held.append("seccomp")
    return held


def _forbid_new_privileges() -> bool:
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


# Landlock: a Linux process gives up the file system, but for the paths that it names. The numbers
# are those of linux/landlock.h and are the same on every architecture.

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS_OF_VERSION = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_TCP_SINCE, _TCP = 4, 0b11
_SCOPES_SINCE, _SCOPES = 6, 0b11  # no abstract sockets, no signals to outside


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("rights", ctypes.c_uint64), ("parent", ctypes.c_int32))


def restrict_files(readable: tuple[str, ...] = (), writable: tuple[str, ...] = ()) -> bool:
    """Give up every file and folder for good, but for what lies in the named paths.

    `readable` paths may be read and executed, `writable` ones also changed; names that do not
    exist are passed over. TCP, abstract sockets and signals to other processes go as well where
    the kernel can do that. Wants no_new_privs to be set.

    Returns whether it took hold: False where the kernel has no Landlock.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version < 1:
        return False
    rights = max(bits for since, bits in _RIGHTS_OF_VERSION.items() if since <= version)
    wanted = _Ruleset(
        rights, _TCP if version >= _TCP_SINCE else 0, _SCOPES if version >= _SCOPES_SINCE else 0
    )
    size = 24 if version >= _SCOPES_SINCE else 16 if version >= _TCP_SINCE else 8
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return False
    try:
        for path in readable:
            _allow(libc, ruleset, path, _READING & rights)
        for path in writable:
            _allow(libc, ruleset, path, rights & ~_EXECUTE)
        return bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):  # noqa: PTH112  (pathlib is slow to import)
            rights &= _ON_FILES
        rule = _PathBeneath(rights, descriptor)
        libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)


# Seccomp: a Linux process gives up the system calls that it does not need. A filter in classic BPF
# (linux/seccomp.h, linux/filter.h). A call that is given up fails with EPERM, so that C code which
# tries it sees an ordinary error.

# name: (number on x86_64, number on aarch64); None where the architecture lacks the call
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "fstat": (5, 80),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "readv": (19, 65),
    "writev": (20, 66),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "getpid": (39, 172),
    "exit": (60, 93),
    "gettid": (186, 178),
    "time": (201, None),
    "gettimeofday": (96, 169),
    "futex": (202, 98),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "exit_group": (231, 94),
    "tgkill": (234, 131),
    "getrandom": (318, 278),
    "socket": (41, 198),
    "connect": (42, 203),
    "clone": (56, 220),
    "fork": (57, None),
    "vfork": (58, None),
    "kill": (62, 129),
    "ptrace": (101, 117),
    "clone3": (435, 435),
}
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

WHAT_A_MACHINE_NEEDS = (
    "read write readv writev close fstat lseek mmap mprotect munmap brk mremap madvise "
    "rt_sigaction rt_sigprocmask rt_sigreturn getpid gettid tgkill time gettimeofday "
    "clock_gettime futex restart_syscall getrandom exit exit_group"
)
"""Calls of a process that only computes and speaks through pipes it already has."""
WHAT_NO_INTERPRETER_NEEDS = "socket connect clone clone3 fork vfork kill ptrace"
"""Calls that would let a program reach other processes or the network."""

_LET, _FAIL = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
_LOAD_WORD, _JUMP_EQUAL, _JUMP_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_OFFSET_OF_NUMBER, _OFFSET_OF_ARCHITECTURE = 0, 4
_FIRST_X32_CALL = 0x40000000
_PR_SET_SECCOMP, _FILTER_MODE = 22, 2


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def allow_only(calls: str) -> bool:
    """Give up every system call but these for good. Returns whether it took hold."""
    return _install(calls, when_listed=_LET, otherwise=_FAIL)


def forbid(calls: str) -> bool:
    """Give up these system calls for good. Returns whether it took hold."""
    return _install(calls, when_listed=_FAIL, otherwise=_LET)


def _install(calls: str, *, when_listed: int, otherwise: int) -> bool:
    machine = os.uname().machine
    if sys.platform != "linux" or machine not in _ARCHITECTURES:
        return False
    column, architecture = _ARCHITECTURES[machine]
    numbers = [number for call in calls.split() if (number := _NUMBERS[call][column]) is not None]
    program = [
        (_LOAD_WORD, 0, 0, _OFFSET_OF_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _FAIL),
        (_LOAD_WORD, 0, 0, _OFFSET_OF_NUMBER),
        (_JUMP_AT_LEAST, 0, 1, _FIRST_X32_CALL),  # a second set of numbers for the same calls
        (_RETURN, 0, 0, _FAIL),
    ]
    for left, number in zip(range(len(numbers), 0, -1), numbers, strict=True):
        program.append((_JUMP_EQUAL, left, 0, number))
    program += [(_RETURN, 0, 0, otherwise), (_RETURN, 0, 0, when_listed)]
    instructions = (_Instruction * len(program))(*(_Instruction(*line) for line in program))
    libc = ctypes.CDLL(None, use_errno=True)
    filter_ = _Program(len(program), instructions)
    return bool(libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(filter_), 0, 0) == 0)
