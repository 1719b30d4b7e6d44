"""The files of a session: the same ones for programs and for a client, whole, limited, and nobody else's."""

from __future__ import annotations

import base64
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from mcp import Client, MCPError

from .gate import Gate, Mode, Way, refused, unruly
from .programs import done, failing, run, valued

pytestmark = pytest.mark.anyio
EVERY_COMBINATION = pytest.mark.parametrize(
    ("mode", "way"), [("auto", "stdio"), ("legacy", "stdio"), ("auto", "http"), ("legacy", "http")]
)
PIECE = 40_000_000


def store(gate: Gate, session: str) -> Path:
    return gate.state / "sandgate" / "workspaces" / session


@pytest.fixture
def alone(fresh_gate: Gate) -> Gate:
    """A gateway with a state folder of its own."""
    fresh_gate.configure({"unruly": unruly()}, {"policy.readonly_tool": True})
    return fresh_gate


@EVERY_COMBINATION
async def test_programs_and_the_client_have_the_same_files(alone: Gate, mode: Mode, way: Way) -> None:
    async with alone.client(mode, way) as client:
        await done(client, "write_workspace_file", path="in/a.txt", content="one\ntwo\n", session="s")
        seen = await run(client, "open('workspace/in/a.txt').read() + 'three'", session="s")
        await run(
            client, "import os; os.mkdir('workspace/out')\nopen('workspace/out/b', 'wb').write(b'bytes')", session="s"
        )
        listed = await done(client, "list_workspace_files", session="s")
        read = await done(client, "read_workspace_file", path="workspace/out/b", session="s")

    assert valued(seen) == "one" or "one\ntwo\nthree" in seen
    assert [line.split("  ")[0] for line in listed.splitlines()[1:]] == ["in/", "in/a.txt", "out/", "out/b"]
    assert "in/a.txt  8 bytes  20" in listed
    assert read == "bytes"


async def test_without_a_name_a_client_on_pipes_has_files_of_its_own(alone: Gate) -> None:
    async with alone.client() as first:
        await run(first, "open('workspace/a', 'w').write('kept')")
        again = await run(first, "open('workspace/a').read()")
    async with alone.client() as second:
        other = await done(second, "list_workspace_files")

    assert again == "kept"
    assert other.endswith(": no files")


async def test_without_a_name_over_http_the_answer_says_where_the_files_are(alone: Gate) -> None:
    async with alone.client("auto", "http") as client:
        answer = await run(client, "open('workspace/a', 'w').write('kept')")
        session = answer.split("kept in session '")[1].split("'")[0]
        read = await done(client, "read_workspace_file", path="a", session=session)
        unnamed = await refused(client, "list_workspace_files")

    assert read == "kept"
    assert "needs 'session'" in unnamed


async def test_two_sessions_cannot_see_each_others_files(alone: Gate) -> None:
    async with alone.client() as client:
        await run(client, "open('workspace/secret', 'w').write('x')", session="one")
        other = await run(client, "import os; os.listdir('workspace')", session="two")
        none = await run(client, "import os; os.listdir('workspace')")
        through = await failing(client, "open('workspace/../../one/files/secret').read()", session="two")
        read = await refused(client, "read_workspace_file", path="secret", session="two")
        climbed = await refused(client, "read_workspace_file", path="../one/files/secret", session="two")

    assert (valued(other), none) == ("[]", "[]")
    assert "FileNotFoundError" in through
    assert "it is empty" in read
    assert "is no path in the workspace" in climbed


async def test_a_path_that_leads_elsewhere_is_refused(alone: Gate) -> None:
    ways = ("../x", "/etc/passwd", "a/../../x", "a\nb", "a\0b", "", "..", "a//b", "a\\b", "x" * 300, "a/" * 40 + "b")
    answers: list[str] = []
    async with alone.client() as client:
        for path in ways:
            answers.append(await refused(client, "write_workspace_file", path=path, content="x", session="s"))
            answers.append(await refused(client, "read_workspace_file", path=path, session="s"))

    assert all("is no path in the workspace" in answer for answer in answers)
    assert not store(alone, "s").exists()


async def test_a_name_that_leads_elsewhere_names_no_session(alone: Gate) -> None:
    answers: list[str] = []
    async with alone.client() as client:
        for name in ("../x", "a/b", ".", "..", "a\n", " ", "é", "-x", "x" * 65, "x" * 100_000):
            answers += [
                await refused(client, "execute_code", code="print('ran')", session=name),
                await refused(client, "write_workspace_file", path="a", content="x", session=name),
                await refused(client, "read_workspace_file", path="a", session=name),
                await refused(client, "list_workspace_files", session=name),
            ]

    assert all("cannot name a session: letters, digits" in answer for answer in answers)
    assert all("ran" not in answer and len(answer) < 400 for answer in answers)
    assert not (alone.state / "sandgate" / "workspaces").exists()


async def test_links_and_special_files_are_not_kept_and_that_is_said(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"validation.rules.privileges": "off", "validation.rules.secret-files": "off"})
    code = """
import os
os.symlink('/etc/passwd', 'workspace/link')
os.symlink('/', 'workspace/root')
open('workspace/new\\nline', 'w').write('x')
open('workspace/fine', 'w').write('x')
result = []
for make in (lambda: os.mkfifo('workspace/pipe'), lambda: os.mknod('workspace/device', 0o020666, os.makedev(1, 3))):
    try:
        make()
    except PermissionError:
        result.append('refused')
"""
    async with fresh_gate.client() as client:
        answer = await run(client, code, session="s")
        listed = await done(client, "list_workspace_files", session="s")

    assert valued(answer) == '["refused","refused"]'
    assert "link (a link or special file)" in answer
    assert "root (a link or special file)" in answer
    assert "new\\nline (such a name)" in answer
    assert [line.split("  ")[0] for line in listed.splitlines()[1:]] == ["fine"]


async def test_a_part_of_a_file_can_be_read(alone: Gate) -> None:
    document = json.dumps({"rows": [{"id": n, "name": f"n{n}"} for n in range(3)]}, separators=(",", ":"))
    parts: dict[str, dict[str, str]] = {
        "n1": {"json_path": "rows[1].name"},
        "[0,1,2]": {"json_path": "rows[*].id"},
        '[{"id":1,"name":"n1"},{"id":2,"name":"n2"}]': {"json_path": "rows[1:]"},
        '{"rows"': {"bytes": "0-6"},
        document: {"lines": "1"},
    }

    async with alone.client() as client:
        await done(client, "write_workspace_file", path="a.json", content=document)
        read = [await done(client, "read_workspace_file", path="a.json", **part) for part in parts.values()]

    assert read == [*parts]


async def test_a_wrong_part_is_answered_with_a_right_one(alone: Gate) -> None:
    parts: list[tuple[dict[str, str], str]] = [
        ({"lines": "9-"}, "lines begins at 9, and the file has 2"),
        ({"lines": "two"}, "write one such as '1-20'"),
        ({"lines": "9" * 5000}, "write one such as '1-20'"),
        ({"bytes": "5-2"}, "its end comes after its beginning"),
        ({"bytes": "9" * 30}, "write one such as '0-20'"),
        ({"json_path": "a"}, "no JSON document"),
        ({"lines": "1", "bytes": "1"}, "give one of them"),
        ({"path": "b"}, "there is no file 'b' in the workspace; there are: a.txt"),
    ]

    async with alone.client() as client:
        await done(client, "write_workspace_file", path="a.txt", content="one\ntwo\n")
        answers = [await refused(client, "read_workspace_file", **{"path": "a.txt", **part}) for part, _ in parts]

    assert [told for answer, (_, told) in zip(answers, parts, strict=True) if told not in answer] == []
    assert "Traceback" not in alone.log


async def test_a_long_file_comes_in_whole_lines_and_says_how_to_go_on(alone: Gate) -> None:
    text = "".join(f"this is line {number}\n" for number in range(1, 2001))
    read: list[str] = []

    async with alone.client() as client:
        await done(client, "write_workspace_file", path="a.txt", content=text)
        lines = "1-"
        while lines:
            answer = await done(client, "read_workspace_file", path="a.txt", lines=lines, max_tokens=3000)
            *shown, last = answer.splitlines()
            lines = last.split("lines='")[1].split("'")[0] if last.startswith("[lines ") else ""
            read += shown if lines else [*shown, last]

    assert read == text.splitlines()


async def test_bytes_go_in_and_out_as_base64(alone: Gate) -> None:
    content = bytes(range(256)) * 3

    async with alone.client() as client:
        encoded = base64.b64encode(content).decode()
        await done(client, "write_workspace_file", path="a.bin", content=encoded, base64=True)
        seen = await run(client, "open('workspace/a.bin', 'rb').read() == bytes(range(256)) * 3")
        as_text = await refused(client, "read_workspace_file", path="a.bin")
        read = await done(client, "read_workspace_file", path="a.bin", bytes="0-")
        wrong = await refused(client, "write_workspace_file", path="a.bin", content="no base64!", base64=True)

    assert seen == "true"
    assert "not text: ask for bytes" in as_text
    assert base64.b64decode(read.removeprefix("base64: ")) == content
    assert "content is no base64" in wrong


@pytest.mark.parametrize("limit", [{"limits.workspace_mb": 1}, {"limits.workspace_files": 3}])
async def test_what_does_not_fit_is_refused_and_nothing_is_half_written(
    fresh_gate: Gate, limit: dict[str, object]
) -> None:
    fresh_gate.configure({}, limit)
    name = next(iter(limit))
    many = name == "limits.workspace_files"

    async with fresh_gate.client() as client:
        await done(client, "write_workspace_file", path="a", content="old", session="s")
        if many:
            await done(client, "write_workspace_file", path="b/c", content="x", session="s")
        target, large = ("b/d", "x") if many else ("a", "x" * (2**20 + 1))
        by_tool = await refused(client, "write_workspace_file", path=target, content=large, session="s")
        by_append = (
            ""
            if many
            else await refused(client, "write_workspace_file", path="a", content=large, session="s", append=True)
        )
        filling = "for n in range(9): open(f'workspace/{n}', 'wb').write(bytes(2**19))"
        by_program = await failing(client, filling, session="s")
        whole = await done(client, "read_workspace_file", path="a", session="s")
        after = await run(client, "open('workspace/a').read()", session="s")

    assert "was not written: " in by_tool
    assert name in by_tool
    assert name in by_program
    assert not by_append or name in by_append
    assert whole == "old"
    assert valued(after) == "old"
    assert [*(store(fresh_gate, "s") / "new").iterdir()] == []


POISON = """
import importlib._bootstrap_external as inside, os, sys
spread = 'open("workspace/infected", "a").write("x"); print("INFECTED")'
for name in ('json', 'sitecustomize', 'usercustomize', 'encodings', 'site', 'servers', 'helper', 'conftest'):
    open(f'workspace/{name}.py', 'w').write(spread if name != 'helper' else 'answer = 1')
open('workspace/evil.pth', 'w').write(f'import os; {spread}\\n')
os.makedirs('workspace/lib/python3.11/site-packages', exist_ok=True)
open('workspace/lib/python3.11/site-packages/evil.pth', 'w').write(f'import os; {spread}\\n')
os.makedirs('workspace/__pycache__', exist_ok=True)
os.utime('workspace/helper.py', (1, 1))
code = compile(spread + '; answer = 666', 'helper.py', 'exec')
stale = inside._code_to_timestamp_pyc(code, 1, len('answer = 1'))
for path in ('__pycache__/helper.cpython-311.pyc', 'sourceless.pyc', '__pycache__/json.cpython-311.pyc', 'abc.pyc'):
    open(f'workspace/{path}', 'wb').write(stale)
"""
INNOCENT = """
import json, os, site, sys, random, csv, decimal
import workspace.helper
try:
    import workspace.sourceless
    found = 'sourceless'
except ImportError:
    found = workspace.helper.answer
result = [found, os.path.exists('workspace/infected'), 'workspace' in json.__file__]
"""


@pytest.mark.parametrize("session", [None, "live"])
async def test_what_a_program_plants_in_the_workspace_does_not_run_by_itself(alone: Gate, session: str | None) -> None:
    named = {"session": session} if session else {}
    async with alone.client() as client:
        await run(client, POISON, **named)
        answers = [await run(client, INNOCENT, **named), await run(client, "print('nothing else')", **named)]
        if session:  # and in the worker that comes after the one of the session
            await failing(client, "import os; os._exit(1)", **named)
            answers.append(await run(client, INNOCENT, **named))

    assert all("INFECTED" not in answer for answer in answers)
    assert all("[1,false,false]" in answer for answer in (answers[0], answers[-1]) if "nothing else" not in answer)


async def interrupted(gate: Gate, begin: Callable[[Client], Awaitable[object]], session: str) -> None:
    """Kill the gateway in the middle of writing a file of a session."""
    staged = store(gate, session) / "new"
    async with anyio.create_task_group() as tasks:
        with suppress(MCPError, BaseExceptionGroup, OSError):
            async with gate.client() as client:

                async def ask() -> None:
                    with suppress(MCPError):
                        await begin(client)

                tasks.start_soon(ask)
                while not any(one.stat().st_size for one in _listed(staged)):
                    await anyio.lowlevel.checkpoint()
                os.kill(gate.pid(), signal.SIGKILL)
                tasks.cancel_scope.cancel()


def _listed(folder: Path) -> list[Path]:
    try:
        return [one for one in folder.iterdir() if one.exists()]
    except FileNotFoundError:
        return []


@pytest.mark.parametrize("by", ["program", "tool"])
async def test_a_gateway_killed_while_it_writes_files_leaves_each_of_them_whole(alone: Gate, by: str) -> None:
    sizes = f"for name in 'ab': open(f'workspace/{{name}}', 'wb').write(b'%s' * {PIECE})"

    async def begin(client: Client) -> Any:
        if by == "program":
            return await run(client, sizes % "n", session="s")
        return await done(client, "write_workspace_file", path="a", content="n" * PIECE, session="s")

    async with alone.client() as client:
        await run(client, sizes % "o", session="s")
    await interrupted(alone, begin, "s")
    async with alone.client() as client:
        look = "[[len(d := open(f'workspace/{n}', 'rb').read()), len(set(d))] for n in 'ab']"
        found = await run(client, look, session="s")
        await run(client, sizes % "m", session="s")
        again = await run(client, look, session="s")

    assert valued(found) == valued(again) == f"[[{PIECE},1],[{PIECE},1]]"
    assert [*(store(alone, "s") / "new").iterdir()] == []


async def test_programs_that_run_at_once_do_not_harm_each_others_files(alone: Gate) -> None:
    code = """
import asyncio, os
open('workspace/own-%d', 'w').write('%d' * 1000)
open('workspace/both', 'w').write('%d' * 100_000)
await asyncio.sleep(0.05)
"""
    async with alone.client() as client:
        async with anyio.create_task_group() as tasks:
            for number in range(8):
                tasks.start_soon(run, client, code % (number, number, number))
                tasks.start_soon(
                    lambda n: done(client, "write_workspace_file", path="log", content=f"{n}\n", append=True), number
                )
        both = await run(client, "d = open('workspace/both').read(); [len(d), len(set(d))]")
        own = await run(client, "[set(open(f'workspace/own-{n}').read()) == {str(n)} for n in range(8)]")
        log = await done(client, "read_workspace_file", path="log")

    assert both == "[100000,1]"
    assert own == "[" + ",".join(["true"] * 8) + "]"
    assert sorted(log.split()) == [str(number) for number in range(8)]


async def test_a_program_that_may_only_look_changes_no_file(alone: Gate) -> None:
    code = """
import os
seen = open('workspace/a').read()
open('workspace/a', 'w').write('changed')
open('workspace/b', 'w').write('new')
os.remove('workspace/c')
return seen
"""
    async with alone.client() as client:
        for name in "ac":
            await done(client, "write_workspace_file", path=name, content="old")
        answer = await done(client, "execute_code_readonly", code=code)
        after = await run(client, "import os; [sorted(os.listdir('workspace')), open('workspace/a').read()]")

    assert valued(answer) == "old"
    assert "this program may only look: what it wrote to workspace/ was not kept" in answer
    assert after == '[["a","c"],"old"]'


async def test_files_that_nobody_has_written_to_for_long_are_swept_at_the_start(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"sessions.keep_days": 2})
    async with fresh_gate.client() as client:
        for name in ("old", "new"):
            await done(client, "write_workspace_file", path="a", content="x", session=name)
    then = time.time() - 3 * 86_400
    os.utime(store(fresh_gate, "old") / "lock", (then, then))

    async with fresh_gate.client() as client:
        listed = [await done(client, "list_workspace_files", session=name) for name in ("old", "new")]

    assert listed[0] == "session old: no files"
    assert "a  1 bytes" in listed[1]
    assert not store(fresh_gate, "old").exists()


async def test_files_hold_tokens_where_programs_have_tokens(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()}, {"privacy.mode": "tokens"})
    async with fresh_gate.client() as client:
        code = (
            "from servers.unruly import echo\nopen('workspace/a', 'w').write(str(await echo(value='ada@example.com')))"
        )
        await run(client, code, session="s")
        read = await done(client, "read_workspace_file", path="a", session="s")
        used = await run(client, "await pii.domain(open('workspace/a').read())", session="s")

    assert read == "[EMAIL_1]"
    assert valued(used) == "example.com"
    assert (store(fresh_gate, "s") / "files" / "a").read_text() == "[EMAIL_1]"


async def test_personal_data_in_a_file_is_hidden_from_the_model(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()}, {"privacy.mode": "output"})
    rows = json.dumps({"rows": [{"email": f"a{number}@example.com"} for number in range(500)]})
    async with fresh_gate.client() as client:
        await run(client, f"open('workspace/a.json', 'w').write({rows!r})", session="s")
        parts: tuple[dict[str, str], ...] = (
            {},
            {"lines": "1"},
            {"bytes": "0-200"},
            {"json_path": "rows[*].email"},
            {"json_path": "rows[3]"},
        )
        read = [await done(client, "read_workspace_file", path="a.json", session="s", **part) for part in parts]

    assert all("[EMAIL_" in answer for answer in read)
    assert all("@example" not in answer for answer in read)


async def test_ten_thousand_files_are_kept_and_found_again(alone: Gate) -> None:
    async with alone.client() as client:
        with anyio.fail_after(30):
            await run(client, "for n in range(9_999): open(f'workspace/{n}', 'w').write(str(n))", session="s")
            await failing(client, "import os; os._exit(1)", session="s")
            found = await run(
                client, "import os; [len(os.listdir('workspace')), open('workspace/777').read()]", session="s"
            )
        listed = await done(client, "list_workspace_files", session="s")

    assert valued(found) == '[9999,"777"]'
    assert "[9,799 more; ask for a folder]" in listed
