"""The files of a session: the same ones for programs and for a client, whole, limited, and nobody else's."""

from __future__ import annotations

import base64
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from mcp import Client, MCPError

from .gate import Entry, Gate, refused, unruly
from .programs import done, failing, run, valued
from .standing import Standing, unused_name

pytestmark = pytest.mark.anyio
PIECE = 40_000_000


def stores(gate: Gate) -> Path:
    return gate.state / "sandgate" / "workspaces"


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    return {}


@pytest.fixture(scope="module")
def settings() -> dict[str, object]:
    return {
        "policy.readonly_tool": True,
        "validation.rules.privileges": "off",
        "validation.rules.secret-files": "off",
    }


async def test_programs_and_the_client_have_the_same_files(any_client: Client, name: str) -> None:
    await done(any_client, "write_workspace_file", path="in/a.txt", content="one\ntwo\n", session=name)
    seen = await run(any_client, "open('workspace/in/a.txt').read() + 'three'", session=name)
    await run(
        any_client, "import os; os.mkdir('workspace/out')\nopen('workspace/out/b', 'wb').write(b'bytes')", session=name
    )
    listed = await done(any_client, "list_workspace_files", session=name)
    read = await done(any_client, "read_workspace_file", path="workspace/out/b", session=name)
    small = await done(any_client, "write_workspace_file", path="small", content="1", session=name)

    assert valued(seen) == "one" or "one\ntwo\nthree" in seen
    assert [line.split("  ")[0] for line in listed.splitlines()[1:]] == ["in/", "in/a.txt", "out/", "out/b"]
    assert "in/a.txt  8 bytes  20" in listed
    assert read == "bytes"
    assert small == "small: 1 byte"


async def test_without_a_name_a_client_on_pipes_has_files_of_its_own(piped: Client, piped_legacy: Client) -> None:
    await run(piped, "open('workspace/a', 'w').write('kept')")
    again = await run(piped, "open('workspace/a').read()")
    other = await done(piped_legacy, "list_workspace_files")

    assert again == "kept"
    assert other.endswith(": no files")


async def test_without_a_name_over_http_the_answer_says_where_the_files_are(client: Client) -> None:
    answer = await run(client, "open('workspace/a', 'w').write('kept')")
    session = answer.split("kept in session '")[1].split("'")[0]
    read = await done(client, "read_workspace_file", path="a", session=session)
    unnamed = await refused(client, "list_workspace_files")

    assert read == "kept"
    assert "needs 'session'" in unnamed


async def test_two_sessions_cannot_see_each_others_files(client: Client, name: str) -> None:
    two = unused_name()
    await run(client, "open('workspace/secret', 'w').write('x')", session=name)
    other = await run(client, "import os; os.listdir('workspace')", session=two)
    none = await run(client, "import os; os.listdir('workspace')")
    through = await failing(client, f"open('workspace/../../{name}/files/secret').read()", session=two)
    read = await refused(client, "read_workspace_file", path="secret", session=two)
    climbed = await refused(client, "read_workspace_file", path=f"../{name}/files/secret", session=two)

    assert (valued(other), none) == ("[]", "[]")
    assert "FileNotFoundError" in through
    assert "it is empty" in read
    assert "is no path in the workspace" in climbed


async def test_a_path_that_leads_elsewhere_is_refused(standing: Standing, client: Client, name: str) -> None:
    ways = ("../x", "/etc/passwd", "a/../../x", "a\nb", "a\0b", "", "..", "a//b", "a\\b", "x" * 300, "a/" * 40 + "b")
    answers: list[str] = []
    for path in ways:
        answers.append(await refused(client, "write_workspace_file", path=path, content="x", session=name))
        answers.append(await refused(client, "read_workspace_file", path=path, session=name))

    assert all("is no path in the workspace" in answer for answer in answers)
    assert not (stores(standing.gate) / name).exists()


async def test_a_name_that_leads_elsewhere_names_no_session(standing: Standing, client: Client) -> None:
    before = {*standing.gate.state.rglob("workspaces/*")}
    answers: list[str] = []
    for name in ("../x", "a/b", ".", "..", "a\n", " ", "é", "-x", "x" * 65, "x" * 100_000):
        answers += [
            await refused(client, "execute_code", code="print('ran')", session=name),
            await refused(client, "write_workspace_file", path="a", content="x", session=name),
            await refused(client, "read_workspace_file", path="a", session=name),
            await refused(client, "list_workspace_files", session=name),
        ]

    assert all("cannot name a session: letters, digits" in answer for answer in answers)
    assert all("ran" not in answer and len(answer) < 400 for answer in answers)
    assert {*standing.gate.state.rglob("workspaces/*")} == before


async def test_links_and_special_files_are_not_kept_and_that_is_said(client: Client, name: str) -> None:
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
    answer = await run(client, code, session=name)
    listed = await done(client, "list_workspace_files", session=name)

    assert valued(answer) == '["refused","refused"]'
    assert "link (a link or special file)" in answer
    assert "root (a link or special file)" in answer
    assert "new\\nline (such a name)" in answer
    assert [line.split("  ")[0] for line in listed.splitlines()[1:]] == ["fine"]


async def test_a_part_of_a_file_can_be_read(client: Client, name: str) -> None:
    document = json.dumps({"rows": [{"id": n, "name": f"n{n}"} for n in range(3)]}, separators=(",", ":"))
    parts: dict[str, dict[str, str]] = {
        "n1": {"json_path": "rows[1].name"},
        "[0,1,2]": {"json_path": "rows[*].id"},
        '[{"id":1,"name":"n1"},{"id":2,"name":"n2"}]': {"json_path": "rows[1:]"},
        '{"rows"': {"bytes": "0-6"},
        document: {"lines": "1"},
    }

    await done(client, "write_workspace_file", path="a.json", content=document, session=name)
    read = [await done(client, "read_workspace_file", path="a.json", session=name, **part) for part in parts.values()]

    assert read == [*parts]


async def test_a_wrong_part_is_answered_with_a_right_one(standing: Standing, client: Client, name: str) -> None:
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

    await done(client, "write_workspace_file", path="a.txt", content="one\ntwo\n", session=name)
    asked = [{"path": "a.txt", "session": name, **part} for part, _ in parts]
    answers = [await refused(client, "read_workspace_file", **one) for one in asked]

    assert [told for answer, (_, told) in zip(answers, parts, strict=True) if told not in answer] == []
    assert "Traceback" not in standing.gate.log


async def test_a_long_file_comes_in_whole_lines_and_says_how_to_go_on(client: Client, name: str) -> None:
    text = "".join(f"this is line {number}\n" for number in range(1, 2001))
    read: list[str] = []

    await done(client, "write_workspace_file", path="a.txt", content=text, session=name)
    lines = "1-"
    while lines:
        asked = {"path": "a.txt", "lines": lines, "session": name}
        *shown, last = (await done(client, "read_workspace_file", max_tokens=3000, **asked)).splitlines()
        lines = last.split("lines='")[1].split("'")[0] if last.startswith("[lines ") else ""
        read += shown if lines else [*shown, last]

    assert read == text.splitlines()


async def test_bytes_go_in_and_out_as_base64(client: Client, name: str) -> None:
    content = bytes(range(256)) * 3
    encoded = base64.b64encode(content).decode()
    file = {"path": "a.bin", "session": name}

    await done(client, "write_workspace_file", content=encoded, base64=True, **file)
    seen = await run(client, "open('workspace/a.bin', 'rb').read() == bytes(range(256)) * 3", session=name)
    as_text = await refused(client, "read_workspace_file", **file)
    read = await done(client, "read_workspace_file", bytes="0-", **file)
    wrong = await refused(client, "write_workspace_file", content="no base64!", base64=True, **file)

    assert valued(seen) == "true"
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
    assert [*(stores(fresh_gate) / "s" / "new").iterdir()] == []


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


@pytest.mark.parametrize("live", [False, True], ids=["files", "live"])
async def test_what_a_program_plants_in_the_workspace_does_not_run_by_itself(
    piped: Client, name: str, live: bool
) -> None:
    named = {"session": name} if live else {}
    await run(piped, POISON, **named)
    answers = [await run(piped, INNOCENT, **named), await run(piped, "print('nothing else')", **named)]
    if live:  # and in the worker that comes after the one of the session
        await failing(piped, "import os; os._exit(1)", **named)
        answers.append(await run(piped, INNOCENT, **named))

    assert all("INFECTED" not in answer for answer in answers)
    assert all("[1,false,false]" in answer for answer in (answers[0], answers[-1]) if "nothing else" not in answer)


def _listed(folder: Path) -> list[Path]:
    try:
        return [one for one in folder.iterdir() if one.exists()]
    except FileNotFoundError:
        return []


async def killed_while(gate: Gate, begin: Callable[[], Awaitable[object]]) -> None:
    """Kill the gateway in the middle of writing a file of session s."""
    async with anyio.create_task_group() as tasks:

        async def ask() -> None:
            with suppress(MCPError):
                await begin()

        tasks.start_soon(ask)
        while not any(one.stat().st_size for one in _listed(stores(gate) / "s" / "new")):
            await anyio.lowlevel.checkpoint()
        os.kill(gate.pid(), signal.SIGKILL)
        tasks.cancel_scope.cancel()


async def test_a_gateway_killed_while_it_writes_files_leaves_each_of_them_whole(fresh_gate: Gate) -> None:
    fresh_gate.configure({})
    sizes = f"for name in 'ab': open(f'workspace/{{name}}', 'wb').write(b'%s' * {PIECE})"
    look = "[[len(d := open(f'workspace/{n}', 'rb').read()), len(set(d))] for n in 'ab']"
    found: list[str] = []

    for by in ("program", "tool", ""):
        with suppress(MCPError, BaseExceptionGroup, OSError):
            async with fresh_gate.client() as client:
                found += [await run(client, look, session="s")] if found else []  # what the killed one left
                await run(client, sizes % "o", session="s")
                found += [await run(client, look, session="s")]
                by_tool = partial(done, client, "write_workspace_file", path="a", content="n" * PIECE, session="s")
                by_program = partial(run, client, sizes % "n", session="s")
                if by:
                    await killed_while(fresh_gate, by_tool if by == "tool" else by_program)

    assert [valued(answer) for answer in found] == [f"[[{PIECE},1],[{PIECE},1]]"] * 5
    assert [*(stores(fresh_gate) / "s" / "new").iterdir()] == []


async def test_programs_that_run_at_once_do_not_harm_each_others_files(piped: Client) -> None:
    code = """
import asyncio, os
open('workspace/own-%d', 'w').write('%d' * 1000)
open('workspace/both', 'w').write('%d' * 100_000)
await asyncio.sleep(0.05)
"""

    async with anyio.create_task_group() as tasks:
        for number in range(8):
            tasks.start_soon(run, piped, code % (number, number, number))
            tasks.start_soon(
                lambda n: done(piped, "write_workspace_file", path="log", content=f"{n}\n", append=True), number
            )
    both = await run(piped, "d = open('workspace/both').read(); [len(d), len(set(d))]")
    own = await run(piped, "[set(open(f'workspace/own-{n}').read()) == {str(n)} for n in range(8)]")
    log = await done(piped, "read_workspace_file", path="log")

    assert both == "[100000,1]"
    assert own == "[" + ",".join(["true"] * 8) + "]"
    assert sorted(log.split()) == [str(number) for number in range(8)]


async def test_a_program_that_may_only_look_changes_no_file(piped: Client) -> None:
    code = """
import os
seen = open('workspace/seen').read()
open('workspace/seen', 'w').write('changed')
open('workspace/unseen', 'w').write('new')
os.remove('workspace/removed')
return seen
"""

    for path in ("seen", "removed"):
        await done(piped, "write_workspace_file", path=path, content="old")
    answer = await done(piped, "execute_code_readonly", code=code)
    after = await run(piped, "[open(f'workspace/{name}').read() for name in ('seen', 'removed')]")
    listed = await done(piped, "list_workspace_files")

    assert valued(answer) == "old"
    assert "this program may only look: what it wrote to workspace/ was not kept" in answer
    assert after == '["old","old"]'
    assert "unseen" not in listed


async def test_files_that_nobody_has_written_to_for_long_are_swept_at_the_start(
    standing: Standing, client: Client, tmp_path: Path
) -> None:
    old, new = unused_name(), unused_name()
    for name in (old, new):
        await done(client, "write_workspace_file", path="a", content="x", session=name)
    then = time.time() - 3 * 86_400
    os.utime(stores(standing.gate) / old / "lock", (then, then))
    later = Gate(tmp_path, standing.gate.state)
    later.configure({}, {"sessions.keep_days": 2})

    async with later.client() as other:
        listed = [await done(other, "list_workspace_files", session=name) for name in (old, new)]

    assert listed[0] == f"session {old}: no files"
    assert "a  1 byte  " in listed[1]
    assert not (stores(later) / old).exists()


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
    assert (stores(fresh_gate) / "s" / "files" / "a").read_text() == "[EMAIL_1]"


async def test_personal_data_in_a_file_is_hidden_from_the_model(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"privacy.mode": "output"})
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


async def test_ten_thousand_files_are_kept_and_found_again(client: Client, name: str) -> None:
    look = "import os; [len(os.listdir('workspace')), open('workspace/777').read()]"

    await run(client, "for n in range(9_999): open(f'workspace/{n}', 'w').write(str(n))", session=name)
    await failing(client, "import os; os._exit(1)", session=name)
    found = await run(client, look, session=name)
    listed = await done(client, "list_workspace_files", session=name)

    assert valued(found) == '[9999,"777"]'
    assert "[9,799 more; ask for a folder]" in listed
