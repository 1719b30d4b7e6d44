"""The filter, run in an interpreter of our own for every call number there could be."""

from __future__ import annotations

import errno
import random
import re
import struct
from functools import cache
from pathlib import Path

import pytest

from sandgate.sandbox.process import seccomp, syscalls

MACHINES = ("x86_64", "aarch64")
DATA = struct.Struct("<IIQ6Q")
"""The kernel's `struct seccomp_data`: number, architecture, where the call was made, six arguments."""
WORD = struct.Struct("<I")
INSTRUCTION_POINTER = 0x7FFF_1234_5678_9ABC
REST = (0xFFFF_FFFF_FFFF_FFFF,) * 4
"""Arguments that no rule looks at."""
FOREIGN = (
    *(0x40000003, 0x40000028, 0x00000028),  # i386, arm, arm big-endian
    *(0x00000008, 0x80000008, 0xC0000008),  # mips, mips64, mipsel64
    *(0x80000015, 0xC0000015, 0x80000016),  # ppc64, ppc64le, s390x
    *(0x8000002B, 0xC0000032, 0x800000B7),  # sparc64, ia64, aarch64 big-endian
    *(0x400000F3, 0xC00000F3, 0xC0000102),  # riscv32, riscv64, loongarch64
    *(0, 0xFFFFFFFF),
)
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
"""Where a machine for building C programs has the kernel's own numbers."""
WELL_KNOWN = {
    "x86_64": "read 0 write 1 open 2 close 3 mmap 9 brk 12 ioctl 16 socketpair 53 clone 56 fork 57 exit 60 kill 62 "
    "prctl 157 futex 202 openat 257 clone3 435",
    "aarch64": "getcwd 17 ioctl 29 openat 56 close 57 read 63 write 64 exit 93 futex 98 kill 129 prctl 167 "
    "socketpair 199 brk 214 clone 220 mmap 222 clone3 435",
}
GUARDED = ("clone", "clone3", "socketpair", "fcntl", "prlimit64", "ioctl", "prctl")
ARGUMENTS = [
    *(syscalls.IOCTLS | syscalls.PRCTLS | syscalls.FCNTLS | syscalls.STREAMS).values(),
    *(syscalls.AF_UNIX, syscalls.SELF, syscalls.NEW_NAMESPACES),
]
"""Every value that some rule asks for."""
DANGEROUS = (
    *("execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "unshare", "setns", "mount", "umount2"),
    *(
        "pivot_root",
        "chroot",
        "bpf",
        "perf_event_open",
        "io_uring_setup",
        "keyctl",
        "add_key",
        "request_key",
        "connect",
    ),
    *("socket", "bind", "listen", "accept", "accept4", "init_module", "finit_module", "kexec_load", "userfaultfd"),
    *("open_by_handle_at", "memfd_create", "setuid", "setresuid", "capset", "pidfd_getfd", "move_mount", "open_tree"),
    *("fsopen", "mount_setattr", "personality", "seccomp", "clock_settime", "settimeofday", "reboot", "swapon"),
)


@cache
def program(machine: str, *, keeping_modes: bool = True) -> list[seccomp.Instruction]:
    return seccomp.program(machine, keeping_modes=keeping_modes)


def guarded(machine: str) -> dict[str, int]:
    """Calls that are judged by their arguments."""
    column = seccomp.ARCHITECTURES[machine].column
    return {name: getattr(syscalls, name.upper())[column] for name in GUARDED}


def table(machine: str) -> dict[str, int]:
    """Every call the filter names, with its number."""
    column = seccomp.ARCHITECTURES[machine].column
    rows = [row for group in syscalls.ALLOWED for row in group.numbers.items()]
    rows += syscalls.UNSUPPORTED.items()
    return {name: number for name, numbers in rows if (number := numbers[column]) is not None} | guarded(machine)


def well_known(machine: str) -> dict[str, int]:
    words = WELL_KNOWN[machine].split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}


def kernel_numbers(machine: str) -> dict[str, int]:
    """What the kernel's header says; a few that everybody knows where there is no header."""
    if not (header := HEADERS[machine]).exists():
        return well_known(machine)
    lines = re.findall(r"^#define (__NR\w+)\s+(\w+)", header.read_text(encoding="utf-8"), re.MULTILINE)
    found = dict[str, str](lines)
    numbers = {name.removeprefix("__NR_"): found.get(value, value) for name, value in found.items()}
    return {name: int(number) for name, number in numbers.items() if number.isdigit()}


def verdict(
    machine: str, number: int, first: int = 0, second: int = 0, audit: int | None = None, *, keeping_modes: bool = True
) -> int:
    """What the kernel would answer."""
    return traced(machine, number, first, second, audit, keeping_modes=keeping_modes)[0]


def traced(
    machine: str, number: int, first: int = 0, second: int = 0, audit: int | None = None, *, keeping_modes: bool = True
) -> tuple[int, frozenset[int]]:
    """The kernel's packet-filter machine in a few lines: its answer, and the steps it took to it."""
    architecture = seccomp.ARCHITECTURES[machine].audit if audit is None else audit
    data = DATA.pack(number & 0xFFFFFFFF, architecture, INSTRUCTION_POINTER, first, second, *REST)
    code, at, loaded = program(machine, keeping_modes=keeping_modes), 0, 0
    taken: set[int] = set()
    while True:
        step = code[at]
        taken.add(at)
        at += 1
        match step.code:
            case seccomp.LOAD:
                (loaded,) = WORD.unpack_from(data, step.value)
            case seccomp.JUMP_EQUAL:
                at += step.if_true if loaded == step.value else step.if_false
            case seccomp.JUMP_AT_LEAST:
                at += step.if_true if loaded >= step.value else step.if_false
            case seccomp.JUMP_ANY_BIT:
                at += step.if_true if loaded & step.value else step.if_false
            case seccomp.RETURN:
                return step.value, frozenset(taken)
            case other:
                raise AssertionError(f"unknown instruction {other:#x}")


def refused(number: int) -> int:
    return seccomp.ERRNO | number


@pytest.mark.parametrize("machine", MACHINES)
def test_exactly_the_tables_calls_are_allowed(machine: str) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    listed = {numbers[column] for group in syscalls.ALLOWED for numbers in group.numbers.values()} - {None}
    judged_apart = {*guarded(machine).values()}

    allowed = {number for number in range(1024) if verdict(machine, number) == seccomp.ALLOW}

    unsupported = {numbers[column] for numbers in syscalls.UNSUPPORTED.values()}
    others = set(range(1024)) - listed - judged_apart - unsupported
    assert allowed - judged_apart == listed
    assert all(verdict(machine, number) == refused(errno.EOPNOTSUPP) for number in unsupported)
    assert all(verdict(machine, number) == refused(errno.EPERM) for number in others)


@pytest.mark.parametrize("machine", MACHINES)
def test_no_call_number_stands_twice(machine: str) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    listed = [numbers[column] for group in syscalls.ALLOWED for numbers in group.numbers.values()]
    numbers = [number for number in listed if number is not None]

    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("number", [0, 1, 59, 231, 0x40000000, 0x40000001, 0xFFFFFFFF])
def test_another_architecture_is_killed(machine: str, number: int) -> None:
    foreign = 0x40000003  # 32-bit x86, whose numbers mean other calls

    assert verdict(machine, number, audit=foreign) == seccomp.KILL


def test_the_x32_convention_is_killed() -> None:
    assert {verdict("x86_64", seccomp.X32 + number) for number in (0, 59, 511, 547)} == {seccomp.KILL}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("bit", range(32))
def test_clone_makes_threads_and_processes_but_no_namespace(machine: str, bit: int) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    expected = refused(errno.EPERM) if syscalls.NEW_NAMESPACES >> bit & 1 else seccomp.ALLOW

    assert verdict(machine, syscalls.CLONE[column], 1 << bit) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_clone3_does_not_exist(machine: str) -> None:
    assert verdict(machine, syscalls.CLONE3[0]) == refused(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("family", [2, 10, 16, 17, 38, 40])
def test_only_unix_socket_pairs_can_be_made(machine: str, family: int) -> None:
    number = syscalls.SOCKETPAIR[seccomp.ARCHITECTURES[machine].column]

    assert verdict(machine, number, 1, 1) == seccomp.ALLOW
    assert verdict(machine, number, family, 1) == refused(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("request_number", [0x5412, 0x541C, 0x5422])
def test_nothing_can_be_typed_into_a_terminal(machine: str, request_number: int) -> None:
    number = syscalls.IOCTL[seccomp.ARCHITECTURES[machine].column]

    assert verdict(machine, number, 0, request_number) == refused(errno.ENOTTY)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_jump_stays_in_the_program(machine: str) -> None:
    code = seccomp.program(machine)

    assert len(code) < 4096
    assert all(at + 1 + max(step.if_true, step.if_false) < len(code) for at, step in enumerate(code[:-1]))
    assert code[-1].code == seccomp.RETURN


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("architecture", FOREIGN, ids=hex)
def test_every_number_of_every_other_architecture_is_killed(machine: str, architecture: int) -> None:
    verdicts = {verdict(machine, number, 1, 1, architecture) for number in range(1024)}

    assert verdicts == {seccomp.KILL}


def test_the_two_architectures_kill_each_others_calls() -> None:
    for machine, other in (MACHINES, MACHINES[::-1]):
        audit = seccomp.ARCHITECTURES[other].audit

        assert {verdict(machine, number, audit=audit) for number in range(1024)} == {seccomp.KILL}


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_from_the_x32_range_on_is_killed(machine: str) -> None:
    dice = random.Random(1)
    numbers = [seccomp.X32 + number for number in range(1024)]
    numbers += [2**31 - 1, 2**31, 2**32 - 1, *(dice.randrange(seccomp.X32, 2**32) for _ in range(1000))]

    assert {verdict(machine, number) for number in numbers} == {seccomp.KILL}


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_between_the_table_and_the_x32_range_is_refused(machine: str) -> None:
    dice = random.Random(2)
    numbers = [*range(1024, 4096), seccomp.X32 - 1, *(dice.randrange(4096, seccomp.X32) for _ in range(1000))]

    assert {verdict(machine, number) for number in numbers} == {refused(errno.EPERM)}


def expected(name: str, first: int, second: int) -> int:
    """The verdict on a guarded call with these arguments."""
    match name:
        case "clone":
            allowed, otherwise = not first & syscalls.NEW_NAMESPACES, errno.EPERM
        case "socketpair":
            allowed = first == syscalls.AF_UNIX and second in syscalls.STREAMS.values()
            otherwise = errno.EPERM
        case "fcntl":
            allowed, otherwise = second in syscalls.FCNTLS.values(), errno.EPERM
        case "prlimit64":
            allowed, otherwise = first == syscalls.SELF, errno.EPERM
        case "ioctl":
            allowed, otherwise = second in syscalls.IOCTLS.values(), errno.ENOTTY
        case "prctl":
            allowed, otherwise = first in syscalls.PRCTLS.values(), errno.EPERM
        case _:
            allowed, otherwise = False, errno.ENOSYS
    return seccomp.ALLOW if allowed else refused(otherwise)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", GUARDED)
def test_arguments_are_judged_by_the_half_that_the_kernel_reads(machine: str, name: str) -> None:
    """These are 32-bit in the kernel, so the upper half neither helps nor hurts."""
    dice = random.Random(3)
    number = guarded(machine)[name]
    lows = [*range(64), *(1 << bit for bit in range(32)), *ARGUMENTS, *(value ^ 1 for value in ARGUMENTS), 0xFFFFFFFF]
    highs = [0, 1, 0x80000000, 0xFFFFFFFF, dice.getrandbits(32)]
    pairs = [(low, other) for low in lows for other in (0, 1, low, dice.choice(lows), dice.getrandbits(32))]

    for first, second in [*pairs, *(pair[::-1] for pair in pairs)]:
        given = dice.choice(highs) << 32 | first, dice.choice(highs) << 32 | second
        assert verdict(machine, number, *given) == expected(name, first, second), f"{given[0]:#x} {given[1]:#x}"


@pytest.mark.parametrize("machine", MACHINES)
def test_no_rule_is_idle(machine: str) -> None:
    pairs = [(first, second) for first in ARGUMENTS for second in (first, 0, *syscalls.STREAMS.values())]
    tries = [(number, 0, 0) for number in range(1024)]
    tries += [(number, *pair) for number in guarded(machine).values() for pair in pairs]
    taken = set[int]().union(*(traced(machine, *one)[1] for one in tries))
    taken |= traced(machine, seccomp.X32)[1] | traced(machine, 0, audit=0)[1]

    assert taken == set(range(len(program(machine))))


@pytest.mark.parametrize("machine", MACHINES)
def test_no_call_is_named_twice(machine: str) -> None:
    names = [name for group in syscalls.ALLOWED for name in group.numbers]
    numbers = [*table(machine).values()]

    assert len(names) == len(set(names))
    assert not {*names} & {*guarded(machine)}
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("machine", MACHINES)
def test_every_named_number_is_the_kernels(machine: str) -> None:
    known, ours = kernel_numbers(machine), table(machine)

    assert {name: number for name, number in ours.items() if name in known} == {
        name: known[name] for name in ours if name in known
    }
    assert {*well_known(machine)} <= {*ours}


@pytest.mark.parametrize("machine", MACHINES)
def test_a_call_that_only_one_architecture_has_is_marked_so(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("this machine has no kernel header to compare with")
    column = seccomp.ARCHITECTURES[machine].column
    missing = {name for group in syscalls.ALLOWED for name, row in group.numbers.items() if row[column] is None}

    assert missing & {*kernel_numbers(machine)} == set()
    assert {*table(machine)} - {*kernel_numbers(machine)} == set()


@pytest.mark.parametrize("machine", MACHINES)
def test_no_call_that_opens_a_wall_is_allowed(machine: str) -> None:
    assert {*DANGEROUS} & {*table(machine)} == set()


@pytest.mark.parametrize("machine", MACHINES)
def test_a_program_with_a_persons_id_changes_no_modes_and_is_told_it_did(machine: str) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    rows = {name: numbers[column] for group in syscalls.ALLOWED for name, numbers in group.numbers.items()}
    modes = {number for name in syscalls.MODES if (number := rows[name]) is not None}

    verdicts = {number: verdict(machine, number, keeping_modes=False) for number in rows.values() if number is not None}

    assert {number for number, answer in verdicts.items() if answer == refused(0)} == modes
    assert {answer for number, answer in verdicts.items() if number not in modes} == {seccomp.ALLOW}
