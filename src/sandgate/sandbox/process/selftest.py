"""The start-up self-test: a program that tries the walls from inside, and what it must not be able to do.

What is claimed of a level is tried on this machine before a program of anyone else runs in it.
"""

from __future__ import annotations

from ...errors import SandboxError
from ...model import Level, Limits, Outcome, Program
from .. import bridge
from ..clock import Clock
from ..protocol import Answer, Backend, Listeners, Request

LIMITS = Limits(time_seconds=10, memory_mb=256, disk_mb=8, workspace_mb=8, processes=16)
NAMESPACES: dict[str, str] = {
    "a file of the host cannot even be seen": "not os.path.exists('/etc/passwd')",
    "processes of the host cannot be seen": "refused(os.listdir, '/proc') or not os.path.exists('/proc/4')",
    "disk that is full refuses": "refused(fill, tempfile.gettempdir())",
}
"""What only walls with namespaces hold."""
EVERYWHERE: dict[str, str] = {
    "a program can calculate": "1 + 1 == 2",
    "a program can write to its workspace": "bool(open('workspace/x', 'w').write('x'))",
    "a program can write temporary files": "bool(tempfile.TemporaryFile().write(b'x'))",
    "a file of the host cannot be read": "refused(open, '/etc/passwd')",
    "folders of the host cannot be listed": "refused(os.listdir, '/etc') and refused(os.listdir, '/var')",
    "other processes' memory cannot be read": "refused(open, '/proc/1/mem') and refused(open, '/proc/1/environ')",
    "Python's library cannot be written": "refused(open, os.__file__, 'a')",
    "the root cannot be written": "refused(open, '/x', 'w')",
    "devices cannot be opened": "all(refused(open, '/dev/' + name) for name in ('mem', 'kmsg', 'kvm', 'fuse'))",
    "the environment holds nothing of the gateway": "{*os.environ} <= {'HOME', 'LANG', 'LC_CTYPE', 'PWD', 'TMPDIR'}",
    "no internet socket": "refused(socket.socket, socket.AF_INET) and refused(socket.socket, socket.AF_INET6)",
    "no socket of the host": "refused(socket.socket, socket.AF_UNIX)",
    "no kernel socket": "all(refused(socket.socket, family, socket.SOCK_RAW) for family in (16, 17, 38, 40))",
    "no new namespace": "fails(libc.unshare, 0x10000000) and fails(libc.unshare, 0x20000)",
    "no other namespace": "fails(libc.setns, 0, 0)",
    "no mount": "fails(libc.mount, b'none', b'/tmp', b'tmpfs', 0, None) and fails(libc.syscall, 428, -100, b'/', 0)",
    "no other root": "refused(os.chroot, '/')",
    "no tracing": "fails(libc.ptrace, 0, 0, 0, 0) and fails(libc.process_vm_readv, os.getppid(), 0, 0, 0, 0, 0)",
    "no io_uring": "fails(libc.syscall, 425, 1, None)",
    "no file by handle": "fails(libc.open_by_handle_at, -100, None, 0)",
    "no descriptor of another process": "fails(libc.syscall, 438, 0, 0, 0)",
    "no other user": "refused(os.setuid, 0) and refused(os.setgid, 0)",
    "no other program": "refused(os.execv, '/bin/sh', ['sh']) and refused(os.execv, sys.executable or '/x', ['x'])",
    "no program from memory": "fails(libc.fexecve, 1, None, None)",
    "no signal to those outside": "refused(os.kill, os.getppid(), 0) and refused(os.kill, 1, 0)",
    "no raised limit": "refused(resource.setrlimit, resource.RLIMIT_NOFILE, (10**6, 10**6))",
    "no core file": "resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)",
    "no foreign descriptor": "all(refused(os.fstat, number) for number in range(16, 64))",
}
PROGRAM = """
import ctypes, os, resource, socket, sys, tempfile

libc = ctypes.CDLL(None, use_errno=True)

def refused(function, *arguments):
    try:
        function(*arguments)
    except (OSError, ValueError):
        return True
    return False

def fails(function, *arguments):
    return function(*arguments) < 0

def fill(folder):
    with open(os.path.join(folder, 'full'), 'wb') as file:
        for _ in range(16):
            file.write(bytes(2**20))

TRIED = %r
{name: bool(eval(expression)) for name, expression in TRIED.items()}
"""
COUNTED = "processes are counted"
BOMB = """
import os, time
for _ in range(64):
    if os.fork() == 0:
        time.sleep(60)
time.sleep(1)
'not counted'
"""
"""What it leaves must end with the run, or its output never ends: that is tried as well."""


def tried_at(level: Level) -> dict[str, str]:
    return EVERYWHERE if level == "lite" else NAMESPACES | EVERYWHERE


async def failing(backend: Backend, level: Level) -> list[str]:
    """What does not hold of what the level promises. Raises SandboxError where the program did not run at all."""
    tried = tried_at(level)
    outcome = await _ran(backend, PROGRAM % tried)
    found = [name for name in tried if not _held(outcome, name)]
    return found if (await _ran(backend, BOMB)).value is None else [*found, COUNTED]


async def _ran(backend: Backend, code: str) -> Outcome:
    worker = await backend.spawn(LIMITS)
    return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(_no_tools))


def _held(outcome: Outcome, name: str) -> bool:
    if not isinstance(outcome.value, dict):
        said = outcome.fault.message if outcome.fault else "it returned nothing"
        raise SandboxError(f"the sandbox's self-test did not run: {said}")
    return outcome.value.get(name) is True


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandboxError(f"there are no tools here: {request}")
