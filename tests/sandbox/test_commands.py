"""Commands run behind the walls of the program that asks for them, are held to its limits, and end with it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

import sandgate
from sandgate.config import CommandOptions, Config, NetworkOptions, PolicyOptions, RuleOptions, SandboxOptions
from sandgate.config.options import ValidationOptions
from sandgate.errors import ConfigError, SandboxError
from sandgate.gateway import Gateway
from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox.box import Answer, Clock, Command, Request, Sandbox
from sandgate.sandbox.process import landlock, programs, seccomp, syscalls
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import SCOPES_SINCE
from sandgate.sandbox.protocol import Listeners
from sandgate.workspace import Exchange, Workspaces
from sandgate.workspace.store import Room

from .stress.leftovers import has_been_killed

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
PERL = shutil.which("perl") is not None
"""A stand-in for programs that do more than the others: fork, hold memory, refuse to end."""
ALLOW = (
    *("cat ...", "sort ...", "grep -n * *", "grep -c *", "ls ...", "env", "sleep *", "head ...", "tail ..."),
    *("wc -* ...", "xargs ...", *(["perl -e *"] if PERL else [])),
)
LOADER = next(map(str, Path("/lib64").glob("ld-*")), "")
needs_loader = pytest.mark.skipif(not LOADER, reason="the loader lies elsewhere")
needs_perl = pytest.mark.skipif(not PERL, reason="there is no perl here")
SEEN = "[name for name in os.listdir('/proc') if name.isdigit()]"
"""What a program sees of its processes."""
OURS = {"1", "2", "3", "4"}
"""The first process, the program, the executor, and the keeper of the first command, which may still be leaving."""
REFUSED = """
try:
    result = ["ran", await commands.run({words})]
except Exception as error:
    result = [type(error).__name__, str(error)]
"""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def opened(
    state: Path,
    *,
    path: str | None = None,
    allow: Iterable[str] = ALLOW,
    seconds: float = 20.0,
    rules: tuple[RuleOptions, ...] = (),
    network: NetworkOptions | None = None,
    **limits: Any,
) -> AsyncGenerator[Gateway]:
    with pytest.MonkeyPatch.context() as patch:
        if path:
            patch.setenv("PATH", path)
        config = Config(
            state_dir=state,
            sandbox=SandboxOptions(spares=0),
            commands=CommandOptions(allow=tuple(allow), time_seconds=seconds, output_kb=64),
            policy=PolicyOptions(rules=rules),
            network=network or NetworkOptions(),
            limits=Limits(**limits),
            validation=ValidationOptions(enabled=False),  # what it would block is what is tried here
        )
        async with sandgate.open(config) as gateway:
            yield gateway


@pytest.fixture(scope="module")
async def gate(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway]:
    async with opened(tmp_path_factory.mktemp("state")) as gateway:
        yield gateway


async def ran(gate: Gateway, code: str) -> Outcome:
    with anyio.fail_after(60):
        return await gate.run_code(code)


async def value(gate: Gateway, code: str) -> Any:
    outcome = await ran(gate, code)
    assert outcome.ok, outcome.text
    return cast("Any", outcome.value)


async def test_a_command_gets_its_arguments_and_its_input(gate: Gateway) -> None:
    found = await value(gate, "await commands.run('grep', '-c', 'b', input='a\\nb\\nbb\\n')")

    assert found == {"code": 0, "output": "2\n", "errors": "", "truncated": False}


async def test_a_command_reads_and_writes_files_of_the_workspace(gate: Gateway) -> None:
    code = (
        "from pathlib import Path\n"
        "path = Path('workspace/numbers')\n"
        "path.write_text('3\\n1\\n2\\n')\n"
        "ran = await commands.run('sort', path, '-o', 'workspace/sorted')\n"
        "[ran.code, Path('workspace/sorted').read_text()]"
    )

    assert await value(gate, code) == [0, "1\n2\n3\n"]


async def test_how_a_command_failed_is_told_and_no_error(gate: Gateway) -> None:
    found = await value(gate, "await commands.run('cat', 'workspace/missing')")

    assert found == {
        "code": 1,
        "output": "",
        "errors": "cat: workspace/missing: No such file or directory\n",
        "truncated": False,
    }


async def test_no_shell_looks_at_the_words(gate: Gateway) -> None:
    words = "; echo $HOME `id` $(id) > workspace/x && a|b * ~"

    found = await value(gate, f"await commands.run('cat', {words!r})")

    assert found["errors"].startswith(f"cat: '{words}'")


async def test_words_of_other_alphabets_and_half_characters_arrive(gate: Gateway) -> None:
    code = "ran = await commands.run('cat', '-', 'grüße', input='🎈 \\ud800')\n[ran.output, ran.errors]"

    assert await value(gate, code) == ["🎈 �", "cat: grüße: No such file or directory\n"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("'rm', '-rf', 'workspace'", "the program rm is not in commands.allow"),
        ("'sh', '-c', 'id'", "the program sh is not in commands.allow"),
        ("'/bin/cat', 'x'", "the program /bin/cat is not in commands.allow"),
        ("'../commands/cat'", "the program ../commands/cat is not in commands.allow"),
        ("'wc', 'workspace/x'", "wc with these arguments is not in commands.allow. Allowed: `wc -* ...`"),
        ("'grep', '-n', 'x', '--include=*'", "grep with these arguments"),
    ],
)
async def test_what_is_not_listed_is_denied_and_what_is_listed_is_told(gate: Gateway, words: str, told: str) -> None:
    kind, message = await value(gate, REFUSED.format(words=words))

    assert kind == "Denied"
    assert told in message


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        ("'cat', 'a\\0b'", "ToolError", "null byte"),
        ("'cat', 'x' * 1_000_000", "ToolError", "pass long text as input"),
        ("'cat', *['x'] * 100_000", "ToolError", "pass long text as input"),
        ("'cat', input='x' * 40_000_000", "ToolError", "more than the"),
        ("'cat', 5", "TypeError", "must be text, not int"),
        ("'cat', b'x'", "TypeError", "must be text, not bytes"),
        ("'cat', input=b'x'", "TypeError", "must be text, not bytes"),
    ],
)
async def test_what_no_program_could_be_given_is_refused(gate: Gateway, words: str, kind: str, told: str) -> None:
    found = await value(gate, REFUSED.format(words=words))

    assert found[0] == kind
    assert told in found[1]


@needs_loader
async def test_a_program_itself_can_still_execute_nothing(gate: Gateway) -> None:
    code = (
        "import ctypes, os, subprocess\n"
        "def refused(function, *arguments):\n"
        "    try:\n        function(*arguments)\n    except OSError as error:\n        return type(error).__name__\n"
        "libc = ctypes.CDLL(None)\n"
        f"loader = {LOADER!r}\n"
        "[refused(os.execv, '/commands/cat', ['cat']), refused(os.execv, loader, [loader, '/commands/cat']),\n"
        " refused(subprocess.run, ['/commands/cat']), refused(open, '/commands/cat', 'rb'),\n"
        " libc.execveat(-100, b'/commands/cat', None, None, 0), os.system('cat')]"
    )

    found = await value(gate, code)

    assert found[:4] == ["PermissionError"] * 4
    assert found[4] == -1
    assert found[5] != 0


async def test_a_command_knows_nothing_of_the_gateway(gate: Gateway) -> None:
    found = await value(gate, "await commands.run('env')")

    assert sorted(found["output"].splitlines()) == ["HOME=/tmp", "LANG=C.UTF-8", "PATH=/commands", "TMPDIR=/tmp"]


async def test_where_there_is_a_network_a_command_is_told_of_the_proxy_like_the_program(tmp_path: Path) -> None:
    async with opened(tmp_path, network=NetworkOptions(allow=("api.example.com",))) as gate:
        found = await value(gate, "(await commands.run('env')).output")

    assert "https_proxy=http://127.0.0.1:3128\n" in found


async def test_a_command_has_its_three_streams_open_and_nothing_else(gate: Gateway) -> None:
    found = await value(gate, "(await commands.run('ls', '-l', '/proc/self/fd')).output")

    targets = [line.rpartition(" -> ")[2].partition(":")[0] for line in found.splitlines()[1:]]
    assert targets[:3] == ["pipe"] * 3
    assert len(targets) == 4, found  # the last is the folder it looks at
    assert targets[3].endswith("/fd")


async def test_a_command_ignores_no_signal_from_the_start(gate: Gateway) -> None:
    found = await value(gate, "(await commands.run('grep', '-n', 'Sig[BI]', '/proc/self/status')).output")

    the_c_librarys_own = 0b11 << 31  # signals 32 and 33: whoever started us may have them ignored, and nobody can ask
    assert [int(line.split("\t")[1], 16) & ~the_c_librarys_own for line in found.splitlines()] == [0, 0]


HELD = {
    "files of the host": "open(F, '<', '/etc/passwd')",
    "folders of the host": "opendir(D, '/var')",
    "the network": "socket(S, 2, 1, 0)",
    "sockets of the host": "socket(S, 1, 1, 0)",
    "the memory of others": "open(F, '<', '/proc/1/mem')",
    "what others were told": "open(F, '<', '/proc/2/environ')",
    "the mounts": "open(F, '<', '/proc/self/mountinfo')",
    "the descriptors of others": "opendir(D, '/proc/3/fd')",
    "a signal to the first process": "kill(0, 1)",
    "a signal to the program": "kill(0, 2)",
    "a signal to the executor": "kill(0, 3)",
    "a signal to its keeper": "kill(0, getppid())",
    "other commands": "open(F, '<', '/commands/cat')",
    "other commands, executed": "exec {'/commands/cat'} 'cat'",
    "files it wrote, executed": "open(F, '>', '/tmp/x') && chmod(0755, '/tmp/x') && exec {'/tmp/x'} 'x'",
    "its own file": "open(F, '>>', '/commands/perl')",
    "the root": "open(F, '>', '/x')",
    "another user": "do { $> = 0; $> == 0 }",
    "another root": "chroot('/')",
}


@needs_perl
@pytest.mark.parametrize("name", HELD)
async def test_a_command_is_held_by_the_walls_of_the_program(gate: Gateway, name: str) -> None:
    if "signal" in name and landlock.version() < SCOPES_SINCE:
        pytest.skip("this kernel lets processes of one user end each other")
    code = f"no warnings; print(({HELD[name]}) ? 'open' : 'held')"

    assert (await value(gate, f"await commands.run('perl', '-e', {code!r})"))["output"] == "held"


async def test_a_command_that_starts_others_finds_itself_alone(gate: Gateway) -> None:
    code = (
        "one = await commands.run('xargs', '-n', '1', '/commands/cat', input='x')\n"
        "two = await commands.run('xargs', '-n', '1', '/commands/xargs', '-r', input='x')\n"
        "[one.code, one.errors, two.code]"
    )

    assert await value(gate, code) == [126, "xargs: /commands/cat: Permission denied\n", 0]


@needs_loader
async def test_the_loader_starts_no_other_command_either(gate: Gateway) -> None:
    found = await value(gate, f"await commands.run('xargs', {LOADER!r}, '/commands/cat', input='/dev/null')")

    assert found["code"] != 0
    assert "cannot open shared object file" in found["errors"]


async def test_a_program_cannot_still_what_runs_commands(gate: Gateway) -> None:
    code = (
        "import os, signal\n"
        "before = (await commands.run('cat', input='x')).output\n"
        "for pid in range(3, 40):\n"
        "    for number in (signal.SIGSTOP, signal.SIGKILL):\n"
        "        try:\n            os.kill(pid, number)\n        except OSError:\n            pass\n"
        "try:\n    after = (await commands.run('cat', input='y')).output\n"
        "except ToolError as error:\n    after = str(error)\n"
        "[before, after]"
    )

    before, after = await value(gate, code)

    assert before == "x"
    assert after == "y" or "can no longer be run" in after  # kernels before 6.12 let a program end its own commands


async def test_a_program_opens_nothing_of_the_executor_and_its_commands(gate: Gateway) -> None:
    tries = """
import itertools
result = []
names = ('environ', 'mem', 'maps', 'fd/0', 'fd/1', 'fd/3', 'cmdline', 'root', 'cwd', 'exe')
for pid, name, function in itertools.product((3, 4, 5), names, (open, os.readlink, os.listdir)):
    try:
        function(f'/proc/{pid}/{name}')
        result.append((pid, name, function.__name__))
    except OSError:
        pass
"""

    assert await value(gate, RUNNING.format(mark="600") + tries) == []


async def test_a_program_that_has_used_up_its_files_still_has_its_commands(tmp_path: Path) -> None:
    code = (
        "import os, time\nkept = []\n"
        "try:\n    while True: kept.append(open('/dev/null'))\nexcept OSError: pass\n"
        "(await commands.run('cat', input='x')).output"
    )

    async with opened(tmp_path, open_files=16) as gate:
        found = await value(gate, code)

    assert found == "x"


async def test_a_program_has_no_child_it_did_not_make(gate: Gateway) -> None:
    code = "import os\ntry:\n    result = os.wait()\nexcept ChildProcessError:\n    result = 'none'"

    assert await value(gate, code) == "none"


async def test_a_command_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    async with opened(tmp_path, seconds=0.5) as gate:
        kind, message = await value(gate, REFUSED.format(words="'sleep', '600'"))

    assert kind == "ToolError"
    assert message == "commands.sleep ran longer than 0.5 s (commands.time_seconds) and was ended"


@needs_perl
async def test_what_a_command_started_is_ended_with_it_when_it_takes_too_long(tmp_path: Path) -> None:
    stubborn = (
        "$SIG{$_} = 'IGNORE' for qw(TERM INT HUP); require POSIX; for (1..3) { fork or POSIX::setsid() } sleep 600"
    )
    code = REFUSED.format(words=f"'perl', '-e', {stubborn!r}") + f"import os\nresult = [*result, {SEEN}]"

    async with opened(tmp_path, seconds=1.0) as gate:
        found = await value(gate, code)

    assert found[0] == "ToolError"
    assert {*found[2]} <= OURS


@needs_perl
async def test_what_a_command_leaves_behind_ends_with_it(gate: Gateway) -> None:
    daemon = "require POSIX; if (!fork) { POSIX::setsid(); fork; sleep 600 } print 'gone'"
    code = f"import os\nran = await commands.run('perl', '-e', {daemon!r})\n[ran.output, {SEEN}]"

    written, seen = await value(gate, code)

    assert written == "gone"
    assert {*seen} <= OURS


async def test_a_command_that_writes_too_much_is_ended_and_what_came_first_is_kept(gate: Gateway) -> None:
    code = "ran = await commands.run('cat', '/dev/zero')\n[ran.truncated, len(ran.output), ran.code]"

    assert await value(gate, code) == [True, 64 * 1024, -signal.SIGPIPE]


async def test_its_errors_are_limited_like_its_output(gate: Gateway) -> None:
    code = "ran = await commands.run('cat', *map(str, range(3_000)))\n[ran.truncated, len(ran.errors)]"

    assert await value(gate, code) == [True, 64 * 1024]


async def test_what_just_fits_is_not_called_truncated(gate: Gateway) -> None:
    found = await value(gate, "await commands.run('head', '-c', '65536', '/dev/zero')")

    assert (found["code"], found["truncated"], len(found["output"])) == (0, False, 65536)


async def test_a_command_that_does_not_read_its_input_ends_all_the_same(gate: Gateway) -> None:
    code = "text = 'x' * 5_000_000\n(await commands.run('sleep', '0', input=text)).code"

    assert await value(gate, code) == 0


async def test_commands_run_side_by_side_and_each_has_its_own_answer(gate: Gateway) -> None:
    code = (
        "import asyncio\n"
        "runs = await asyncio.gather(*(commands.run('cat', input=str(n)) for n in range(40)))\n"
        "[run.output for run in runs] == [str(n) for n in range(40)]"
    )

    assert await value(gate, code) is True


async def test_many_commands_leave_nothing_open_in_the_gateway(gate: Gateway) -> None:
    before = open_files()

    codes = await value(gate, "sum([(await commands.run('cat', input='x')).code for _ in range(200)])")

    assert codes == 0
    with anyio.fail_after(5):
        while open_files() > before:  # noqa: ASYNC110 - what the last program had is let go behind its answer
            await anyio.sleep(0.01)


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


RUNNING = """
import asyncio, os
async def sleeping():
    await commands.run('sleep', '{mark}')
task = asyncio.create_task(sleeping())
while '5' not in os.listdir('/proc'):
    await asyncio.sleep(0.01)
print('running')
"""


async def test_commands_end_with_the_program(gate: Gateway) -> None:
    mark = f"600.{os.getpid()}1"

    outcome = await ran(gate, RUNNING.format(mark=mark))

    assert outcome.ok
    assert living(mark) == []


async def test_commands_end_when_their_run_is_cancelled(gate: Gateway) -> None:
    mark, running = f"600.{os.getpid()}2", anyio.Event()

    async def printed(_: str) -> None:
        running.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(gate.run_code, RUNNING.format(mark=mark) + "await task", printed)
        with anyio.fail_after(20):
            await running.wait()
        tasks.cancel_scope.cancel()

    assert living(mark) == []


def living(mark: str) -> list[str]:
    """Processes of this machine that were given this word, and are not about to end."""
    found: list[str] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = folder.joinpath("cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", mark.encode()] and not has_been_killed(int(folder.name)):
            found.append(folder.name)
    return found


@needs_perl
async def test_a_command_that_forks_without_end_is_held(tmp_path: Path) -> None:
    bomb = "$made = 0; while (defined($pid = fork)) { sleep 600 if !$pid; $made++ } print $made"

    async with opened(tmp_path, processes=16) as gate:
        outcome = await ran(gate, f"int((await commands.run('perl', '-e', {bomb!r})).output)")
        after = await value(gate, "(await commands.run('cat', input='x')).output")

    assert (outcome.ok and cast("int", outcome.value) <= 16) or "limits.processes" in outcome.text
    assert after == "x"


async def test_a_command_that_wants_more_memory_than_there_is_gets_none(tmp_path: Path) -> None:
    async with opened(tmp_path, memory_mb=64) as gate:
        outcome = await ran(gate, "(await commands.run('tail', '-n', '1', '/dev/zero')).errors")

    assert outcome.status == "memory" or "memory exhausted" in str(outcome.value)  # who notices first


@needs_perl
async def test_what_commands_hold_in_memory_counts_together(tmp_path: Path) -> None:
    hoard = "for (1..7) { last if !fork } $x = 'x' x 20_000_000; sleep 20"

    async with opened(tmp_path, memory_mb=64) as gate:
        outcome = await ran(gate, f"await commands.run('perl', '-e', {hoard!r})")

    assert outcome.status == "memory"


async def test_the_time_of_the_processor_counts_for_the_run(tmp_path: Path) -> None:
    code = "import asyncio\nawait asyncio.gather(*(commands.run('wc', '-l', '/dev/zero') for _ in range(4)))"

    async with opened(tmp_path, cpu_seconds=1) as gate:
        outcome = await ran(gate, code)

    assert outcome.status == "timeout"
    assert "cpu_seconds" in outcome.text


async def test_commands_that_each_are_short_count_together(tmp_path: Path) -> None:
    code = "for _ in range(1_000): await commands.run('head', '-c', '60000000', '/dev/urandom')"

    async with opened(tmp_path, cpu_seconds=1) as gate:
        outcome = await ran(gate, code)

    assert outcome.status == "timeout"


async def test_a_rule_wins_over_the_list(tmp_path: Path) -> None:
    rules = (
        RuleOptions(tools=("commands.cat",), action="deny", when={"args": "*secret*"}, reason="Not that one."),
        RuleOptions(tools=("commands.sleep",), action="limit", per_run=1),
    )

    async with opened(tmp_path, rules=rules) as gate:
        denied = await value(gate, REFUSED.format(words="'cat', 'workspace/secret'"))
        allowed = await value(gate, "(await commands.run('cat', input='x')).output")
        limited = await value(gate, "await commands.run('sleep', '0')" + REFUSED.format(words="'sleep', '0'"))

    assert denied[0] == "Denied"
    assert "Not that one." in denied[1]
    assert allowed == "x"
    assert limited[0] == "Denied"


async def test_a_command_is_a_call_on_record(gate: Gateway) -> None:
    outcome = await ran(gate, "await commands.run('cat', input='x')\nawait commands.run('rm')")

    assert [(call.tool, call.status) for call in outcome.calls] == [("commands.cat", "ok"), ("commands.rm", "error")]


async def test_commands_see_a_workspace_that_outlives_its_run(tmp_path: Path) -> None:
    async def carry_out(request: Request, _: Clock) -> Answer:
        assert isinstance(request, Command)
        return await request.execute()

    allowed = programs.found(["sort"], os.environ["PATH"], time_seconds=20, output_kb=64)
    backend = ProcessBackend(commands=allowed)

    async def stand() -> ProcessBackend:
        return backend

    written = Program(code="open('workspace/x', 'w').write('2\\n1\\n')")
    sorts = Program(code="await commands.run('sort', 'workspace/x', '-o', 'workspace/x')\nopen('workspace/x').read()")
    workspace = Workspaces(tmp_path, Room()).of("mine")
    async with Sandbox(stand, Limits()) as sandbox:
        await sandbox.run(written, Listeners(carry_out), Exchange(workspace))
        outcome = await sandbox.run(sorts, Listeners(carry_out), Exchange(workspace))

    assert outcome.value == "1\n2\n"


@pytest.mark.parametrize("machine", seccomp.ARCHITECTURES)
def test_the_kernel_lets_a_command_do_one_thing_more_than_a_program_execute(machine: str) -> None:
    number = syscalls.EXECVE[seccomp.ARCHITECTURES[machine].column]
    plain, executing = (seccomp.program(machine, executing=executing) for executing in (False, True))

    at = next(at for at, pair in enumerate(zip(plain, executing, strict=False)) if pair[0] != pair[1])

    assert [*executing[:at], *executing[at + 2 :]] == plain
    assert executing[at].value == number


async def test_without_a_list_there_is_no_executor_and_no_command(tmp_path: Path) -> None:
    seen = f"import os\nresult = [*result, {SEEN}, os.path.exists('/commands')]"
    code = REFUSED.format(words="'cat'") + seen

    async with opened(tmp_path, allow=()) as gate:
        kind, message, *rest = await value(gate, code)

    assert kind == "Denied"
    assert "no commands can be run here" in message
    assert rest == [["1", "2"], False]


async def test_weaker_walls_run_no_commands() -> None:
    walls = ProcessBackend(
        level="lite", commands=programs.found(["cat"], os.environ["PATH"], time_seconds=1, output_kb=1)
    )

    with pytest.raises(SandboxError, match="programs run commands only at level full"):
        await walls.spawn(Limits())
    await walls.close()


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("missing", None, "there is no program missing in PATH"),
        ("script", b"#!/usr/bin/env perl\n", r"is a script for /usr/bin/env perl; only programs that need no"),
        ("text", b"hello" * 100, "is no program for"),
        ("short", b"\x7fELF", "cannot be read"),
        ("other", b"\x7fELF\x01\x01" + bytes(100), "is no program for"),
    ],
)
def test_a_program_that_cannot_be_a_command_is_refused_at_the_start(
    tmp_path: Path, name: str, content: bytes | None, told: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o755)

    with pytest.raises(ConfigError, match=told):
        programs.found([name], str(tmp_path), time_seconds=1, output_kb=1)


def test_a_program_in_the_current_folder_is_not_taken_for_one_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy("/bin/cat", tmp_path / "cat")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ConfigError, match="there is no program cat in PATH"):
        programs.found(["cat"], f".{os.pathsep}{os.pathsep}bin", time_seconds=1, output_kb=1)


async def test_a_shell_behind_another_name_keeps_the_gateway_from_starting(tmp_path: Path) -> None:
    (tmp_path / "tool").symlink_to("/bin/sh")

    with pytest.raises(ConfigError, match=r"tool is .*, and a shell would run whatever it is told"):
        async with opened(tmp_path / "state", path=str(tmp_path), allow=["tool ..."]):
            pass
