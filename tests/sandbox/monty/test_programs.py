"""Programs in the documented style, run by Monty: imports, calls, errors, files, and what is refused."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from sandgate.errors import CallFailed, Denied
from sandgate.model import Call, Limits, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.monty.backend import MontyBackend
from sandgate.sandbox.protocol import Answer, Listeners, ReadLink, Request
from sandgate.workspace import Exchange, Workspaces
from sandgate.workspace.store import Room

from ..conformance import run, value
from .place import in_one_session, needs_monty, wrappers

pytestmark = [pytest.mark.anyio, needs_monty]
ROOM = Room(size_mb=8, files=50)
TITLE = {"tool": "bug-tracker.create-issue", "arguments": {"title": "late"}}


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> MontyBackend:
    folder = tmp_path_factory.mktemp("monty")
    return MontyBackend(wrappers(folder), folder / "place")


async def test_tools_are_imported_in_every_documented_way(backend: MontyBackend) -> None:
    programs = [
        "from servers.bug_tracker import create_issue\nawait create_issue(title='late')",
        "from servers.bug_tracker import create_issue as make\nawait make('late')",
        "from servers.bug_tracker import (\n    create_issue,\n)\nawait create_issue({'title': 'late'})",
        "from servers.bug_tracker.create_issue import create_issue\nawait create_issue(title='late')",
        "import servers.bug_tracker\nawait servers.bug_tracker.create_issue(title='late')",
        "import servers.bug_tracker as tracker\nawait tracker.create_issue(title='late')",
        "from servers import bug_tracker\nawait bug_tracker.create_issue(title='late')",
        "import servers\nasync def f():\n    return await servers.bug_tracker.create_issue(title='late')\nawait f()",
        "await call_mcp_tool('bug-tracker.create-issue', {'title': 'late'})",
    ]

    outcomes = await in_one_session(backend, programs)

    assert [outcome.value for outcome in outcomes] == [TITLE] * len(programs)


async def test_arguments_have_the_names_that_the_tool_gave_them(backend: MontyBackend) -> None:
    head = "from servers.bug_tracker import create_issue\n"
    renamed, too_many = await in_one_session(
        backend, [f"{head}await create_issue('late', 'text', class_='c')", f"{head}await create_issue(1, 2, 3, 4)"]
    )

    assert renamed.value == TITLE | {"arguments": {"title": "late", "body": "text", "class": "c"}}
    assert too_many.fault is not None
    assert too_many.fault.message == "create-issue() takes 3 arguments but 4 were given"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "from servers.bug_tracker import create_isue",
            "no tool 'create_isue' in servers.bug_tracker; nearest: create",
        ),
        ("import servers\nservers.bug_tracker.create_isue", "no tool 'create_isue' in servers.bug_tracker; nearest"),
        ("import servers.bugtracker", "no server 'bugtracker' in servers; nearest: bug_tracker"),
        ("from servers import bugtracker", "no server 'bugtracker' in servers; nearest: bug_tracker"),
    ],
)
async def test_a_tool_that_does_not_exist_is_answered_with_the_nearest(
    backend: MontyBackend, code: str, message: str
) -> None:
    outcome = await run(backend, code)

    assert outcome.fault is not None
    assert outcome.fault.message.startswith(message)


async def test_what_monty_does_not_know_is_refused_with_what_is_missing_and_who_has_it(backend: MontyBackend) -> None:
    missing = {
        "x = 1\nclass A(dict): pass": "line 2: Monty runs a subset of Python, without class inheritance",
        "def f():\n    yield 1": "line 2: Monty runs a subset of Python, without yield expressions",
        "import statistics": "without the module 'statistics' of the standard library",
        "import pandas": "without the module 'pandas' of a package",
        "from skills import weekly": "without a skill as a module",
        "import asyncio\nawait asyncio.wait_for(asyncio.sleep(0), 1)": "without `asyncio.wait_for`",
        "from typing import TypedDict": "without `typing.TypedDict`",
        "globals()": "without `globals`",
        "approvals.batch('x')": "without `approvals.batch`",
        "from math import *": "without Wildcard imports",
    }

    outcomes = await in_one_session(backend, missing)

    faults = [outcome.fault for outcome in outcomes if outcome.fault]
    assert [fault.type for fault in faults] == ["NotInMonty"] * len(missing)
    assert all(text in fault.message for text, fault in zip(missing.values(), faults, strict=True))
    assert all('Another backend has all of Python: sandbox.backend = "process"' in fault.message for fault in faults)


async def test_what_python_has_not_got_either_is_an_ordinary_error(backend: MontyBackend) -> None:
    codes = ["nothing_here", "raise NotImplementedError('later')", "import json\njson.nothing", "{}['a']"]
    outcomes = await in_one_session(backend, codes)

    faults = [outcome.fault.type for outcome in outcomes if outcome.fault]
    assert faults == ["NameError", "NotImplementedError", "AttributeError", "KeyError"]


async def test_a_refused_call_is_caught_by_name_and_says_what_it_was(backend: MontyBackend) -> None:
    async def tool(request: Request) -> Answer:
        assert isinstance(request, Call)
        raise Denied("not on a Sunday") if request.tool == "s.denied" else CallFailed("no such page")

    program = (
        "async def attempt(tool):\n"
        "    try:\n"
        "        await call_mcp_tool(tool)\n"
        "    except Denied as e:\n"
        "        return f'denied {e} {e.tool} {e.kind} {type(e).__name__}'\n"
        "    except (KeyError, ToolError) as e:\n"
        "        return f'failed {e} {e.tool} {type(e).__name__} {isinstance(e, Denied)}'\n"
        "[await attempt('s.denied'), await attempt('s.t')]"
    )
    both = "try:\n    await call_mcp_tool('s.denied')\nexcept ToolError as error:\n    result = error.kind"
    every = (
        "import asyncio\nfound = await asyncio.gather(call_mcp_tool('s.t'), call_mcp_tool('s.u'), "
        "return_exceptions=True)\n[isinstance(one, ToolError) for one in found]"
    )
    caught, alike, gathered, uncaught, own = await in_one_session(
        backend, [program, both, every, "await call_mcp_tool('s.denied')", "raise ToolError('mine')"], tool
    )

    assert caught.value == [
        "denied not on a Sunday s.denied Denied Denied",
        "failed no such page s.t ToolError False",
    ]
    assert alike.value == "Denied"
    assert gathered.value == [True, True]
    assert uncaught.fault is not None
    assert (uncaught.fault.type, uncaught.fault.message) == ("Denied", "not on a Sunday")
    assert own.fault is not None
    assert (own.fault.type, own.fault.message) == ("ToolError", "mine")


async def test_tasks_of_calls_run_side_by_side(backend: MontyBackend) -> None:
    together, everyone = 0, anyio.Event()

    async def tool(_: Request) -> Answer:
        nonlocal together
        together += 1
        if together == 5:
            everyone.set()
        await everyone.wait()
        return value(together)

    code = (
        "import asyncio\n"
        "async def work(i):\n    return await call_mcp_tool('s.t', {'i': i})\n"
        "tasks = [asyncio.create_task(work(i)) for i in range(5)]\n"
        "len(await asyncio.gather(*tasks))"
    )
    outcome = await run(backend, code, tool)

    assert outcome.value == 5


async def test_a_call_that_nobody_waits_for_is_not_made_while_others_are(backend: MontyBackend) -> None:
    code = (
        "call_mcp_tool('s.bare')\n"
        "unread = call_mcp_tool('s.unread')\n"
        "later = call_mcp_tool('s.later')\n"
        "await call_mcp_tool('s.now')\n"
        "(await later)['tool']"
    )
    outcome = await run(backend, code)

    assert outcome.value == "s.later"
    assert {call.tool for call in outcome.calls} == {"s.later", "s.now"}
    assert [note.partition(":")[0] for note in outcome.notes] == ["line 1", "line 2"]


async def test_media_and_links_can_be_looked_into(backend: MontyBackend) -> None:
    async def tool(request: Request) -> Answer:
        if isinstance(request, ReadLink):
            return value(f"read {request.uri} of {request.server}")
        link = {"type": "link", "server": "s", "uri": "x://1", "name": "n", "mime_type": ""}
        return Answer([{"type": "image", "data": "aGk=", "mime_type": "image/png"}, link])

    code = (
        "image, link = await call_mcp_tool('s.t')\n[image.data.decode(), image.mime_type, link.uri, await link.read()]"
    )
    outcome = await run(backend, code, tool)

    assert outcome.value == ["hi", "image/png", "x://1", "read x://1 of s"]


async def test_names_that_need_no_import_work(backend: MontyBackend) -> None:
    programs = [
        "inputs['n'] + 1",
        "(await search_tools('mail', limit=2))['arguments']",
        "(await recommend('send mail'))['arguments']['recommend']",
        "(await get_tool_definition('a.b'))['arguments']['tool']",
        "(await get_execution_stats())['tool']",
        "(await pii.domain(['a@b.c']))['arguments']",
        "with fresh():\n    found = await call_mcp_tool('a.b')\nfound['tool']",
        "ask = call_mcp_tool\n(await ask('a.b'))['tool']",
        "show(b'\\x89PNG\\r\\n\\x1a\\nxx')\nprogress(1, 2)",
    ]
    outcomes = await in_one_session(backend, programs, inputs={"n": 1})

    assert [outcome.fault for outcome in outcomes] == [None] * len(programs)
    assert [outcome.value for outcome in outcomes] == [
        2,
        {"query": "mail", "limit": 2},
        True,
        "a.b",
        "sandgate.get_execution_stats",
        {"what": "domain", "values": ["a@b.c"]},
        "a.b",
        "a.b",
        None,
    ]
    assert [media.mime_type for media in outcomes[-1].media] == ["image/png"]


async def test_calls_inside_fresh_ask_the_server(backend: MontyBackend) -> None:
    async def tool(request: Request) -> Answer:
        assert isinstance(request, Call)
        return value(request.fresh)

    code = "with fresh():\n    a = await call_mcp_tool('a.b')\n[a, await call_mcp_tool('a.b')]"
    outcome = await run(backend, code, tool)

    assert outcome.value == [True, False]


async def test_a_session_keeps_variables_and_functions(backend: MontyBackend) -> None:
    _, second, third = await in_one_session(
        backend,
        [
            "rows = [1, 2]\nresult = 9\ndef total():\n    return sum(rows)",
            "rows.append(3)\ntotal()",
            "def fail():\n    return rows[9]\nfail()",
        ],
    )

    assert second.value == 6
    assert third.fault is not None
    assert third.fault.traceback.splitlines()[:2] == ['  File "program-3.py", line 3, in <module>', "    fail()"]


async def test_sleeping_side_by_side_takes_as_long_as_the_longest(backend: MontyBackend) -> None:
    code = (
        "import asyncio, time\nbefore = time.monotonic()\n"
        "await asyncio.gather(*[asyncio.sleep(0.2) for _ in range(50)])\ntime.monotonic() - before < 9"
    )
    outcome = await run(backend, code)

    assert outcome.value is True


async def test_the_workspace_is_read_and_written_and_kept(backend: MontyBackend, tmp_path: Path) -> None:
    workspace = Workspaces(tmp_path, ROOM).of("one")

    async def nothing(_: Request, _clock: Clock) -> Answer:
        raise AssertionError

    async def run_in(code: str) -> object:
        program = Program(code=code, limits=Limits(time_seconds=20))
        worker = await backend.spawn(program.limits)
        with anyio.fail_after(30):
            outcome = await bridge.run(worker, program, Listeners(nothing), Exchange(workspace))
        assert outcome.fault is None
        return outcome.value

    written = await run_in(
        "import json, os\nfrom pathlib import Path\nos.makedirs('workspace/deep/er')\n"
        "Path('workspace/deep/er/a.txt').write_text('caf\u00e9')\n"
        "with open('workspace/b.json', 'w') as file:\n    json.dump({'n': 1}, file)\n"
        "sorted(os.listdir('workspace'))"
    )
    seen = await run_in(
        "import json\nwith open('workspace/deep/er/a.txt') as file:\n    text = file.read()\n"
        "[text, json.load(open('workspace/b.json'))]"
    )

    assert written == ["b.json", "deep"]
    assert seen == ["caf\u00e9", {"n": 1}]


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "workspace/../../../etc/passwd", "workspace/../servers/__init__.py", "../x", "/proc/self/environ"],
)
async def test_nothing_but_the_workspace_can_be_opened(backend: MontyBackend, path: str) -> None:
    programs = [f"open({path!r}).read()", f"open({path!r}, 'w')", f"show({path!r})"]

    outcomes = await in_one_session(backend, programs)

    assert [outcome.status for outcome in outcomes] == ["error"] * 3
    assert {outcome.fault.type for outcome in outcomes if outcome.fault} <= {"PermissionError", "OSError"}


async def test_a_large_value_becomes_a_file_where_files_are_kept(backend: MontyBackend, tmp_path: Path) -> None:
    workspace = Workspaces(tmp_path, ROOM).of("one")

    async def nothing(_: Request, _clock: Clock) -> Answer:
        raise AssertionError

    program = Program(code="'x' * 3_000_000", limits=Limits(message_mb=1))
    worker = await backend.spawn(program.limits)
    with anyio.fail_after(30):
        outcome = await bridge.run(worker, program, Listeners(nothing), Exchange(workspace))

    assert "The whole value, 2.9 MB, is in workspace/results/" in outcome.notes[0]
    assert [one.size for one in workspace.list() if one.path.endswith(".txt")] == [3_000_000]
