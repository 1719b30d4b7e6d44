"""What every backend promises, whatever its walls are made of. Subclass it and give it a `backend` fixture."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel
import pytest

from sandgate.errors import CallFailed
from sandgate.model import Call, Limits, Outcome, Program, Unread
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, ReadLink, Request

Tool = Callable[[Request], Awaitable[Answer]]


USUAL = Limits(time_seconds=20, disk_mb=8, memory_mb=256, processes=16)


def value(content: object) -> Answer:
    return Answer([{"type": "value", "value": content}])


async def echo(request: Request) -> Answer:
    assert isinstance(request, Call)
    return value({"tool": request.tool, "arguments": request.arguments})


async def run(backend: Backend, code: str, tool: Tool = echo, limits: Limits | None = None) -> Outcome:
    outcome, _ = await watched(backend, code, tool, limits)
    return outcome


async def watched(
    backend: Backend, code: str, tool: Tool = echo, limits: Limits | None = None
) -> tuple[Outcome, list[str]]:
    printed: list[str] = []

    async def on_output(text: str) -> None:
        printed.append(text)

    async def on_request(request: Request, _: Clock) -> Answer:
        return await tool(request)

    with anyio.fail_after(30):
        program = Program(code=code, limits=limits or USUAL)
        worker = await backend.spawn(program.limits)
        return await bridge.run(worker, program, Listeners(on_request, on_output)), printed


@pytest.mark.anyio
class Conformance:
    """One program, one outcome. Every sentence here is a promise of the design."""

    @pytest.mark.parametrize(
        ("code", "expected"),
        [
            ("1 + 1", 2),
            ("return {'a': [1, 2.5, None, True]}", {"a": [1, 2.5, None, True]}),
            ("result = 5\n'last'", 5),
            ("result = 5\nreturn 'returned'", "returned"),
            ("x = await call_mcp_tool('s.t', {'q': 1})\nx['arguments']", {"q": 1}),
            ("try:\n    return 3\nexcept:\n    return 4", 3),
            ("try:\n    return 3\nfinally:\n    x = 1", 3),
            ("for i in range(5):\n    if i == 3:\n        return i", 3),
            ("import asyncio\nasync def main():\n    return 7\nresult = asyncio.run(main())", 7),
            ("def f():\n    return 8\nf()", 8),
            ("from math import *\nsqrt(16)", 4.0),
            ("if __name__ == '__main__':\n    result = 'main'", "main"),
            ("import sys\nresult = 1\nsys.exit(0)", 1),
            ("2**200", 2**200),
            ("\ufeff1 + 1", 2),
            ("x = 1\r\nx + 1\r\n", 2),
            ("import asyncio\nasync with asyncio.TaskGroup() as group:\n    return 6", 6),
        ],
    )
    async def test_the_value_is_what_is_returned_else_result_else_the_last_expression(
        self, backend: Backend, code: str, expected: object
    ) -> None:
        outcome = await run(backend, code)

        assert (outcome.status, outcome.has_value, outcome.value) == ("ok", True, expected)

    async def test_a_program_without_a_value_says_so(self, backend: Backend) -> None:
        outcome = await run(backend, "print('hello')")

        assert (outcome.has_value, outcome.value, outcome.output) == (False, None, "hello\n")

    async def test_prints_of_every_kind_arrive_in_order(self, backend: Backend) -> None:
        code = (
            "import os, sys\nprint('a')\nprint('b', file=sys.stderr)\nos.write(1, b'c\\n')\nprint('caf\\u00e9 \\ud800')"
        )

        outcome = await run(backend, code)

        assert outcome.output == "a\nb\nc\ncafé \\ud800\n"

    async def test_output_arrives_while_the_program_runs(self, backend: Backend) -> None:
        seen_at_call: list[str] = []
        printed: list[str] = []
        arrived = anyio.Event()

        async def tool(_: Request, _clock: Clock) -> Answer:
            await arrived.wait()
            seen_at_call.extend(printed)
            return value(None)

        async def on_output(text: str) -> None:
            printed.append(text)
            arrived.set()

        with anyio.fail_after(20):
            worker = await backend.spawn(Limits())
            program = Program(code="print('before')\nawait call_mcp_tool('s.t')\nprint('after')")
            await bridge.run(worker, program, Listeners(tool, on_output))

        assert seen_at_call == ["before\n"]

    async def test_a_flood_of_output_is_cut_and_counted(self, backend: Backend) -> None:
        outcome = await run(backend, "print('x' * 300_000)\n'done'", limits=Limits(output_kb=10))

        assert outcome.value == "done"
        assert len(outcome.output) < 11_000
        assert "289,761 bytes more were printed" in outcome.output

    async def test_a_failure_names_the_programs_own_lines_only(self, backend: Backend) -> None:
        outcome = await run(backend, "import json\ndef load(text):\n    return json.loads(text)\n\nload('{')\n")

        assert outcome.status == "error"
        assert outcome.fault is not None
        assert outcome.fault.type == "JSONDecodeError"
        assert outcome.fault.traceback.splitlines() == [
            '  File "program.py", line 5, in <module>',
            "    load('{')",
            '  File "program.py", line 3, in load',
            "    return json.loads(text)",
        ]

    async def test_code_that_does_not_parse_says_where(self, backend: Backend) -> None:
        outcome = await run(backend, "x = 1\ny = (2,\n")

        assert outcome.fault is not None
        assert outcome.fault.type == "SyntaxError"
        assert "line 2" in outcome.fault.message

    async def test_leaving_with_an_exit_code_is_a_failure(self, backend: Backend) -> None:
        outcome = await run(backend, "import sys\nsys.exit(4)")

        assert outcome.fault is not None
        assert outcome.fault.message == "the program left with exit code 4"

    @pytest.mark.parametrize("use", ["x['a']", "len(x)", "for y in x: pass", "x.items()", "if x: pass"])
    async def test_using_a_call_that_was_not_awaited_says_to_await_it(self, backend: Backend, use: str) -> None:
        outcome = await run(backend, f"x = call_mcp_tool('s.t')\n{use}")

        assert outcome.fault is not None
        assert "Write `await call_mcp_tool(...)`" in outcome.fault.message
        assert "line 2, in <module>" in outcome.fault.traceback

    @pytest.mark.parametrize("call", ["call_mcp_tool('s.t')", "pii.domain('a@b.c')", "pii.same('a', 'b')"])
    async def test_a_call_that_was_never_awaited_is_noted_with_its_line(self, backend: Backend, call: str) -> None:
        calls: list[Request] = []

        async def tool(request: Request) -> Answer:
            calls.append(request)
            return value(None)

        outcome = await run(backend, f"x = 1\n{call}", tool)

        name = call.partition("(")[0]
        assert calls == []
        assert outcome.notes == (f"line 2: {name}(...) was not awaited, so it did not run. Write `await {name}(...)`.",)

    async def test_calls_run_side_by_side(self, backend: Backend) -> None:
        together, everyone = 0, anyio.Event()

        async def tool(_: Request) -> Answer:
            nonlocal together
            together += 1
            if together == 20:
                everyone.set()
            await everyone.wait()
            return value(together)

        gather = "import asyncio\nlen(await asyncio.gather(*(call_mcp_tool('s.t') for _ in range(20))))"
        outcome = await run(backend, gather, tool)

        assert outcome.value == 20

    async def test_tasks_and_task_groups_accept_calls(self, backend: Backend) -> None:
        code = (
            "import asyncio\n"
            "task = asyncio.create_task(call_mcp_tool('s.a'))\n"
            "async with asyncio.TaskGroup() as group:\n"
            "    other = group.create_task(call_mcp_tool('s.b'))\n"
            "third = await asyncio.wait_for(call_mcp_tool('s.c'), 5)\n"
            "[(await task)['tool'], other.result()['tool'], third['tool']]"
        )

        outcome = await run(backend, code)

        assert outcome.value == ["s.a", "s.b", "s.c"]

    async def test_more_calls_than_may_run_at_once_wait_their_turn(self, backend: Backend) -> None:
        open_now = most = 0

        async def tool(_: Request) -> Answer:
            nonlocal open_now, most
            open_now += 1
            most = max(most, open_now)
            await anyio.lowlevel.checkpoint()
            open_now -= 1
            return value(None)

        gather = "import asyncio\nlen(await asyncio.gather(*(call_mcp_tool('s.t') for _ in range(30))))"
        outcome = await run(backend, gather, tool, Limits(concurrent_calls=4))

        assert outcome.value == 30
        assert most <= 4

    async def test_a_failed_call_can_be_caught(self, backend: Backend) -> None:
        async def tool(_: Request) -> Answer:
            raise CallFailed("no such page")

        code = "try:\n    await call_mcp_tool('s.t')\nexcept ToolError as error:\n    result = [str(error), error.tool]"
        outcome = await run(backend, code, tool)

        assert outcome.value == ["no such page", "s.t"]
        assert [(call.status, call.error) for call in outcome.calls] == [("error", "no such page")]

    async def test_a_failed_call_that_is_not_caught_ends_the_program_at_its_line(self, backend: Backend) -> None:
        async def tool(_: Request) -> Answer:
            raise CallFailed("no such page")

        outcome = await run(backend, "x = 1\nawait call_mcp_tool('s.t')", tool)

        assert outcome.fault is not None
        assert (outcome.fault.type, outcome.fault.message) == ("ToolError", "no such page")
        assert "line 2" in outcome.fault.traceback

    async def test_too_many_calls_are_refused_and_the_program_told(self, backend: Backend) -> None:
        outcome = await run(backend, "for _ in range(4):\n    await call_mcp_tool('s.t')", limits=Limits(calls=3))

        assert outcome.fault is not None
        assert "more than 3 calls" in outcome.fault.message
        assert [call.status for call in outcome.calls] == ["ok", "ok", "ok", "error"]

    async def test_a_tool_result_over_the_limit_is_an_error_not_a_crash(self, backend: Backend) -> None:
        async def tool(_: Request) -> Answer:
            return value("x" * 2_000_000)

        outcome = await run(backend, "len(await call_mcp_tool('s.t'))", tool, Limits(tool_result_mb=1))

        assert outcome.fault is not None
        assert "returned 1.9 MB: a tool's answer may have 1 MB (limits.tool_result_mb)" in outcome.fault.message

    async def test_a_large_tool_result_under_the_limit_arrives_whole(self, backend: Backend) -> None:
        async def tool(_: Request) -> Answer:
            return value(["row " * 10] * 200_000)

        outcome = await run(backend, "rows = await call_mcp_tool('s.t')\n[len(rows), rows[-1]]", tool)

        assert outcome.value == [200_000, "row " * 10]

    @pytest.mark.parametrize("number", ["1", str(2**70)])
    async def test_json_that_was_not_parsed_on_the_way_arrives_as_what_it_says(
        self, backend: Backend, number: str
    ) -> None:
        async def tool(_: Request) -> Answer:
            texts = (f'[{{"n": {number}, "s": "\\u00e9"}}]', "[not\nJSON é", "{}")
            return Answer([{"type": "unread", "text": Unread(text)} for text in texts] + value(2**70).blocks)

        outcome = await run(backend, "await call_mcp_tool('s.t')", tool)

        assert outcome.value == [[{"n": int(number), "s": "é"}], "[not\nJSON é", {}, 2**70]

    async def test_a_value_over_the_limit_is_left_out_with_a_note_where_no_file_is_kept(self, backend: Backend) -> None:
        outcome = await run(backend, "'x' * 3_000_000", limits=Limits(message_mb=2))

        assert (outcome.status, outcome.has_value) == ("ok", False)
        assert "The value is 2.9 MB, more than the 2 MB" in outcome.notes[0]

    async def test_arguments_over_the_limit_are_an_error_the_program_can_catch(self, backend: Backend) -> None:
        code = (
            "try:\n    await call_mcp_tool('s.t', {'x': 'y' * 3_000_000})\nexcept ToolError as e:\n    result = str(e)"
        )
        outcome = await run(backend, code, limits=Limits(message_mb=2))

        assert "more than the 2 MB a call may carry" in str(outcome.value)

    @pytest.mark.parametrize(
        ("code", "expected", "note"),
        [
            ("{1: 'a', None: 'b', True: 'c'}", {"1": "c", "null": "b"}, ""),
            ("{3, 1, 2}", [1, 2, 3], ""),
            ("import datetime\ndatetime.date(2026, 11, 2)", "2026-11-02", ""),
            ("import decimal\ndecimal.Decimal('1.10')", "1.10", ""),
            ("from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nP(1)", {"x": 1}, ""),
            ("import enum\nclass C(enum.IntEnum):\n    RED = 1\nC.RED", 1, ""),
            ("b'bytes'", "b'bytes'", "a bytes"),
            ("float('nan')", "nan", "a number that is not finite"),
            ("10 ** 10_000", "33220 bits", "an integer too long to write out"),
            ("x = []\nx.append(x)\nx", ["…"], "a reference to itself"),
            ("x = 1\nfor _ in range(70):\n    x = [x]\nlen(str(x)) and x", None, "more than 64 levels"),
            (
                "class Odd:\n    def __repr__(self): raise ValueError\nOdd()",
                "<Odd whose repr raised ValueError>",
                "an Odd",
            ),
        ],
    )
    async def test_a_value_json_cannot_express_is_shown_as_well_as_possible(
        self, backend: Backend, code: str, expected: object, note: str
    ) -> None:
        outcome = await run(backend, code)

        assert outcome.status == "ok"
        assert expected is None or outcome.value == expected
        assert [n for n in outcome.notes if note in n.replace("a Odd", "an Odd")] if note else outcome.notes == ()

    async def test_media_and_links_are_small_objects(self, backend: Backend) -> None:
        async def tool(request: Request) -> Answer:
            if isinstance(request, Call):
                link = {"type": "link", "server": "s", "uri": "x://1", "name": "n", "mime_type": ""}
                return Answer([{"type": "image", "data": "aGk=", "mime_type": "image/png"}, link])
            assert isinstance(request, ReadLink)
            return value(f"read {request.uri} of {request.server}")

        code = (
            "image, link = await call_mcp_tool('s.t')\n[image.data.decode(), repr(image), link.uri, await link.read()]"
        )
        outcome = await run(backend, code, tool)

        assert outcome.value == ["hi", "<image image/png, 2 bytes>", "x://1", "read x://1 of s"]

    async def test_a_program_that_runs_too_long_is_ended(self, backend: Backend) -> None:
        outcome = await run(backend, "print('started')\nwhile True: pass", limits=Limits(time_seconds=0.5))

        assert outcome.status == "timeout"
        assert outcome.fault is not None
        assert "the program ran longer than 0.5 s of its own time (limits.time_seconds)" in outcome.fault.message
        assert outcome.output == "started\n"

    async def test_calls_that_were_under_way_at_a_timeout_are_reported_as_unfinished(self, backend: Backend) -> None:
        async def tool(request: Request) -> Answer:
            assert isinstance(request, Call)
            if request.tool == "s.slow":
                await anyio.sleep_forever()
            return value(None)

        code = "await call_mcp_tool('s.quick')\nawait call_mcp_tool('s.slow')"
        outcome = await run(backend, code, tool, Limits(tool_seconds=1))

        assert outcome.status == "timeout"
        assert [(call.tool, call.status) for call in outcome.calls] == [("s.quick", "ok"), ("s.slow", "unfinished")]

    async def test_a_crashed_process_is_told_with_its_signal(self, backend: Backend) -> None:
        outcome = await run(backend, "import os\nos.kill(os.getpid(), 11)")

        assert outcome.status == "killed"
        assert outcome.fault is not None
        assert "SIGSEGV" in outcome.fault.message

    async def test_a_process_that_leaves_without_a_word_is_told_with_its_exit_code(self, backend: Backend) -> None:
        outcome = await run(backend, "import os\nos._exit(3)")

        assert outcome.status == "killed"
        assert outcome.fault is not None
        assert "exit code 3" in outcome.fault.message

    @pytest.mark.parametrize(
        ("frames", "reason"),
        [
            (r"b'\xff\xff\xff\xff'", "4,294,967,295 bytes"),
            (r"b'\x00\x00\x00\x03abc'", "not JSON"),
            (r"b'\x00\x00\x00\x03NaN'", "not JSON"),
            (r"b'\x00\x00\x00\x02[]'", "not an object"),
            (r"b'\x00\x00\x00\x02{}'", "unknown form"),
            (r"(len(x := b'[' * 100_000)).to_bytes(4, 'big') + x", "not JSON"),
            ("2 * frame({'type': 'call', 'id': 1, 'tool': 'a.b', 'arguments': {}})", "request 1 twice"),
            (
                "b''.join(frame({'type': 'call', 'id': i, 'tool': 'a.b', 'arguments': {}}) for i in range(500))",
                "at once",
            ),
        ],
    )
    async def test_a_program_that_breaks_the_channels_rules_is_ended(
        self, backend: Backend, frames: str, reason: str
    ) -> None:
        async def never(_: Request) -> Answer:
            await anyio.sleep_forever()
            raise AssertionError

        code = (
            "import json, os, stat\n"
            "def frame(message):\n"
            "    body = json.dumps(message).encode()\n"
            "    return len(body).to_bytes(4, 'big') + body\n"
            "for number in range(3, 64):\n"
            "    try:\n"
            "        if stat.S_ISSOCK(os.fstat(number).st_mode):\n"
            f"            os.write(number, {frames})\n"
            "    except OSError: pass\n"
            "import time\ntime.sleep(20)"
        )
        outcome = await run(backend, code, never, Limits(time_seconds=10))

        assert outcome.status == "killed"
        assert outcome.fault is not None
        assert reason in outcome.fault.message

    async def test_a_forged_report_cannot_break_the_gateway(self, backend: Backend) -> None:
        forged = "{'type': 'done', 'status': [], 'fault': 7, 'notes': {'a': 1}, 'memory_kb': 'x', 'has_value': 'yes'}"
        code = (
            "import json, os\n"
            f"body = json.dumps({forged}).encode()\n"
            "for number in range(3, 64):\n"
            "    try: os.write(number, len(body).to_bytes(4, 'big') + body)\n"
            "    except OSError: pass\n"
            "import time\ntime.sleep(20)"
        )
        outcome = await run(backend, code)

        assert (outcome.status, outcome.has_value, outcome.notes) == ("error", False, ())

    async def test_cancelling_a_run_ends_its_process(self, backend: Backend) -> None:
        worker = await backend.spawn(Limits())
        running = anyio.Event()

        async def tool(_: Request, _clock: Clock) -> Answer:
            running.set()
            await anyio.sleep_forever()
            raise AssertionError

        async with anyio.create_task_group() as tasks:
            program = Program(code="await call_mcp_tool('s.t')")
            tasks.start_soon(bridge.run, worker, program, Listeners(tool))
            with anyio.fail_after(20):
                await running.wait()
            tasks.cancel_scope.cancel()

        exit = await worker.end()
        assert (exit.code, exit.signal) != (0, None)
