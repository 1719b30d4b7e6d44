"""The walls around TypeScript programs: nothing that a hostile one tries gets through, with or without Deno's own."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.process import seccomp
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.typescript import walls
from sandgate.sandbox.typescript.backend import TypeScriptBackend, installed

from ..conformance import run
from .conformance import got_through
from .place import ALL_PERMITTED, launcher_with, needs_deno, wrappers
from .probes import CALLS, EVERYWHERE, KERNEL, PERMISSIONS, WITHOUT_WALLS

pytestmark = [pytest.mark.anyio, needs_deno]
LIMITS = Limits(time_seconds=20, memory_mb=256)


@pytest.fixture(scope="module", params=["as shipped", "without Deno's permissions"])
async def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Backend]:
    folder = tmp_path_factory.mktemp("walls")
    with pytest.MonkeyPatch.context() as patch:
        if request.param != "as shipped":
            launcher_with(patch, folder, ALL_PERMITTED)
        backend = TypeScriptBackend(wrappers(folder))
        yield backend
        await backend.close()


@pytest.fixture
def bare(request: pytest.FixtureRequest, backend: Backend) -> Backend:
    if request.node.callspec.params["backend"] == "as shipped":
        pytest.skip("only where Deno itself permits it")
    return backend


@pytest.fixture
def shipped(request: pytest.FixtureRequest, backend: Backend) -> Backend:
    if request.node.callspec.params["backend"] != "as shipped":
        pytest.skip("only where Deno itself forbids it")
    return backend


def test_without_walls_the_same_programs_get_through(tmp_path: Path) -> None:
    deno = installed()
    assert deno is not None
    tried = ",".join(f"{name!r}: async () => {{ {EVERYWHERE[name]} }}" for name in WITHOUT_WALLS)
    look = (
        "for (const [name, tried] of Object.entries(all)) if (await tried().catch(() => '') === '') console.log(name)"
    )
    (tmp_path / "all.ts").write_text(f"const all = {{ {tried} }}\n{look}\nDeno.exit(0)", encoding="utf-8")

    words = [deno, "run", "--allow-all", "--no-check", "--no-config", str(tmp_path / "all.ts")]
    failing = subprocess.run(words, capture_output=True, text=True, timeout=30, env={"DENO_DIR": str(tmp_path)})

    assert (failing.returncode, failing.stdout) == (0, "")


async def test_nothing_of_what_programs_try_gets_through(backend: Backend) -> None:
    assert await got_through(backend, EVERYWHERE) == {}


async def test_what_deno_alone_holds_back_is_held_back(shipped: Backend) -> None:
    assert await got_through(shipped, PERMISSIONS) == {}


async def test_without_denos_permissions_the_environment_holds_nothing_of_the_gateways(bare: Backend) -> None:
    outcome = await run(bare, "Object.keys(Deno.env.toObject()).sort()")

    assert isinstance(outcome.value, list)
    ours = {str(name) for name in outcome.value if not str(name).startswith("DENO_")}
    assert ours == {"HOME", "LANG", "NO_COLOR", "PATH", "TMPDIR"}  # PATH is Deno's own doing


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86-64")
async def test_the_kernel_refuses_what_could_make_processes_or_reach_out(bare: Backend) -> None:
    tried = "\n".join(f"made[{name!r}] = call({', '.join(map(str, numbers))})" for name, numbers in KERNEL.items())

    outcome = await run(bare, f"{CALLS}const made: Record<string, number> = {{}}\n{tried}\nmade", limits=LIMITS)

    assert outcome.value == dict.fromkeys(KERNEL, -1)


async def test_the_root_holds_little_and_no_process_but_its_own_is_seen(bare: Backend) -> None:
    code = (
        "const names = (path: string) => [...Deno.readDirSync(path)].map((one) => one.name).sort()\n"
        "let seen: string[] = []\ntry { seen = names('/proc') } catch {}\nreturn [names('/sandgate'), seen.length]"
    )

    outcome = await run(bare, code)

    assert outcome.value == [["guest", "servers", "workspace"], 0]


async def test_nothing_stays_from_one_program_to_the_next(backend: Backend) -> None:
    leave = (
        "for (const path of ['/tmp/left', 'workspace/left']) Deno.writeTextFileSync(path, 'x')\n"
        "globalThis.left = 1\nObject.prototype.left = 1"
    )
    look = "[globalThis.left ?? 0, [...Deno.readDirSync('/tmp'), ...Deno.readDirSync('workspace')].length]"

    left = await run(backend, leave)
    outcome = await run(backend, look)

    assert left.status == "ok"
    assert outcome.value == [0, 0]


async def test_without_deno_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match=r"pip install '\.\[typescript\]'"):
        await TypeScriptBackend(deno=str(tmp_path / "deno")).spawn(LIMITS)


@pytest.mark.parametrize("machine", [*seccomp.ARCHITECTURES])
def test_the_table_makes_threads_and_never_processes(machine: str) -> None:
    column = seccomp.ARCHITECTURES[machine].column
    refused = seccomp.ERRNO | errno.EPERM

    assert _verdict(machine, walls.syscalls.CLONE[column], 0x003D0F00) == seccomp.ALLOW
    assert _verdict(machine, walls.syscalls.CLONE[column], 17) == refused
    assert _verdict(machine, walls.syscalls.CLONE3[column]) == seccomp.ERRNO | errno.ENOSYS
    assert _verdict(machine, walls.syscalls.SOCKET[column], 2, 1) == refused
    assert _verdict(machine, walls.syscalls.SOCKETPAIR[column], 1, 1) == seccomp.ALLOW
    assert _verdict(machine, walls.syscalls.SOCKETPAIR[column], 1, 2) == refused
    assert _verdict(machine, 999) == refused


def _verdict(machine: str, number: int, first: int = 0, second: int = 0) -> int:
    """What the filter says, by carrying it out."""
    words = {
        seccomp.NUMBER: number,
        seccomp.ARCHITECTURE: seccomp.ARCHITECTURES[machine].audit,
        seccomp.FIRST_ARGUMENT: first,
        seccomp.SECOND_ARGUMENT: second,
    }
    code, at, held = walls.program(machine), 0, 0
    while True:
        kind, if_true, if_false, known = code[at]
        if kind == seccomp.RETURN:
            return known
        if kind == seccomp.LOAD:
            held, at = words[known], at + 1
            continue
        met = {
            seccomp.JUMP_EQUAL: held == known,
            seccomp.JUMP_AT_LEAST: held >= known,
            seccomp.JUMP_ANY_BIT: bool(held & known),
        }[kind]
        at += 1 + (if_true if met else if_false)
