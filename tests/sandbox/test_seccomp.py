"""The filter, run in an interpreter of our own for every call number there could be."""

from __future__ import annotations

import errno

import pytest

from sandgate.sandbox.process import seccomp, syscalls

MACHINES = ("x86_64", "aarch64")


def verdict(machine: str, number: int, first: int = 0, second: int = 0, audit: int | None = None) -> int:
    """What the kernel would answer: its packet-filter machine in a few lines."""
    fields = {
        seccomp.NUMBER: number,
        seccomp.ARCHITECTURE: seccomp.ARCHITECTURES[machine].audit if audit is None else audit,
        seccomp.FIRST_ARGUMENT: first & 0xFFFFFFFF,
        seccomp.SECOND_ARGUMENT: second & 0xFFFFFFFF,
    }
    code, at, loaded = seccomp.program(machine), 0, 0
    while True:
        step = code[at]
        at += 1
        match step.code:
            case seccomp.LOAD:
                loaded = fields[step.value]
            case seccomp.JUMP_EQUAL:
                at += step.if_true if loaded == step.value else step.if_false
            case seccomp.JUMP_AT_LEAST:
                at += step.if_true if loaded >= step.value else step.if_false
            case seccomp.JUMP_ANY_BIT:
                at += step.if_true if loaded & step.value else step.if_false
            case seccomp.RETURN:
                return step.value
            case other:
                raise AssertionError(f"unknown instruction {other:#x}")


def refused(number: int) -> int:
    return seccomp.ERRNO | number


@pytest.mark.parametrize("machine", MACHINES)
def test_exactly_the_tables_calls_are_allowed(machine: str) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    listed = {numbers[column] for group in syscalls.ALLOWED for numbers in group.numbers.values()} - {None}
    guarded = {
        rule[column] for rule in (syscalls.CLONE, syscalls.CLONE3, syscalls.SOCKETPAIR, syscalls.IOCTL, syscalls.PRCTL)
    }

    allowed = {number for number in range(1024) if verdict(machine, number) == seccomp.ALLOW}

    unsupported = {numbers[column] for numbers in syscalls.UNSUPPORTED.values()}
    others = set(range(1024)) - listed - guarded - unsupported
    assert allowed - guarded == listed
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

    assert verdict(machine, number, 1) == seccomp.ALLOW
    assert verdict(machine, number, family) == refused(errno.EPERM)


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
