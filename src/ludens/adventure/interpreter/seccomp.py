"""Seccomp: a Linux process gives up the system calls that it does not need.

A filter in classic BPF, by ctypes (linux/seccomp.h, linux/filter.h). A call that is given up
fails with EPERM, so that C code which tries it sees an ordinary error. Light imports only: the
children's start-up runs through here.
"""

from __future__ import annotations

import ctypes
import os
import sys

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

_ALLOW, _FAIL = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
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
    return _install(calls, when_listed=_ALLOW, otherwise=_FAIL)


def forbid(calls: str) -> bool:
    """Give up these system calls for good. Returns whether it took hold."""
    return _install(calls, when_listed=_FAIL, otherwise=_ALLOW)


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
