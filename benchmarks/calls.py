"""Programs that call tools, and programs that come through MCP, against the same calls made directly."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence

import anyio
from mcp import Client, StdioServerParameters

from sandgate.gateway import Gateway
from sandgate.model import Json

from .boxes import ENVIRONMENT
from .report import Comparison, Row
from .stage import Stage, serving, text, value_of
from .timing import Act, Work, in_turn

PAUSE_SECONDS = 0.1
"""Between two programs, and between two direct calls alike: long enough for a worker to be ready again."""
AWAKE_SECONDS = 0.02
"""How long the processor is kept busy behind that where most of the time is work for it, with ours and with theirs: one
that wakes up in a virtual machine may take twice as long for the same, and then medians compare such moments."""
MCP = Row(
    name="`1 + 1` through MCP",
    against="one direct tool call",
    meaning="A client calls `execute_code` of `sandgate serve` over stdio, and a tool of a small server the same way.",
    goal=2.0,
)
MCP_CALL = Row(
    name="one call in a program, through MCP",
    against="one direct tool call",
    meaning="The program imports a wrapper and calls the tool once.",
)
SEQUENCE = Row(
    name="200 calls one after another",
    against="200 direct calls",
    meaning="One program makes them, against a client that makes them itself.",
    goal=1.15,
)
PARALLEL = Row(
    name="50 calls of 100 ms at once",
    against="50 direct calls at once",
    meaning="One program gathers them, against a client that makes them side by side.",
    goal=1.1,
)
ROWS = Row(
    name="10,000 rows fetched and filtered",
    against="one direct call",
    meaning="1.2 MB of JSON comes into the program, which parses it and counts; the bare call only fetches the text.",
    goal=1.3,
)
ROWS_WORK = Row(
    name="10,000 rows, the same work",
    against="one direct call, parsed and filtered",
    meaning="As above, but the client parses and filters too.",
)
ROWS_PRIVATE = Row(
    name="10,000 rows, personal data hidden",
    against="the same program, privacy off",
    meaning="The rows of above, which hold nothing personal: what it costs to know that.",
    goal=1.5,
)
PEOPLE_PRIVATE = Row(
    name="10,000 people, personal data hidden",
    against="the same program, privacy off",
    meaning="Rows with a name and an address each: 10,064 different values become tokens. No goal: the densest case.",
)
STARTING = Row(
    name="start to our list of tools",
    against="an empty MCP server",
    meaning="From nothing to the answer of `tools/list`, with 20 servers configured.",
)


async def calls(stage: Stage) -> list[Comparison]:
    return [
        *await through_mcp(stage),
        await sequence(stage),
        await parallel(stage),
        *await rows(stage),
        *await hidden(stage),
        await starting(stage),
    ]


async def through_mcp(stage: Stage) -> list[Comparison]:
    async def asked(code: str, answer: str) -> None:
        assert text(await stage.through.call_tool("execute_code", {"code": code})) == answer

    async def direct() -> None:
        assert text(await stage.direct.call_tool("add", {"a": 1, "b": 1})) == "2"

    one_call = "from servers.bench import add\nawait add(a=1, b=1)"
    works = {
        "sum": Work(lambda: asked("1 + 1", "2"), settle=pause),
        "call": Work(lambda: asked(one_call, "2"), settle=pause),
        "direct": Work(direct, settle=pause),
    }
    times = await in_turn(works, rounds=80)
    return [
        Comparison(MCP, times["sum"], times["direct"]),
        Comparison(MCP_CALL, times["call"], times["direct"]),
    ]


async def pause() -> None:
    await anyio.sleep(PAUSE_SECONDS)


async def awake() -> None:
    await pause()
    until = time.perf_counter() + AWAKE_SECONDS
    while time.perf_counter() < until:
        pass


async def sequence(stage: Stage) -> Comparison:
    code = "from servers.bench import add\nfor n in range(200):\n    last = await add(a=n, b=1)\nlast"

    async def ours() -> None:
        assert await value_of(stage.gateway, code) == "200"

    async def theirs() -> None:
        answers = [text(await stage.direct.call_tool("add", {"a": n, "b": 1})) for n in range(200)]
        assert answers[-1] == "200"

    return await against(SEQUENCE, ours, theirs, rounds=30)


async def parallel(stage: Stage) -> Comparison:
    code = (
        "import asyncio\nfrom servers.bench import wait\n"
        "len(await asyncio.gather(*(wait(milliseconds=100) for _ in range(50))))"
    )

    async def ours() -> None:
        assert await value_of(stage.gateway, code) == 50

    async def theirs() -> None:
        answers: list[str] = []

        async def call() -> None:
            answers.append(text(await stage.direct.call_tool("wait", {"milliseconds": 100})))

        async with anyio.create_task_group() as tasks:
            for _ in range(50):
                tasks.start_soon(call)
        assert len(answers) == 50

    return await against(PARALLEL, ours, theirs, rounds=12)


async def rows(stage: Stage) -> Sequence[Comparison]:
    code = "from servers.bench import rows\nlen([r for r in await rows(count=10_000) if r['status'] == 'pending'])"

    async def ours() -> None:
        assert await value_of(stage.gateway, code) == 1250

    async def fetched() -> str:
        found = text(await stage.direct.call_tool("rows", {"count": 10_000}))
        assert len(found) > 1_000_000
        return found

    async def bare() -> None:
        await fetched()

    async def filtered() -> None:
        assert len([row for row in json.loads(await fetched()) if row["status"] == "pending"]) == 1250

    works = {"ours": Work(ours, awake), "bare": Work(bare, awake), "filtered": Work(filtered, awake)}
    times = await in_turn(works, rounds=120)
    return [Comparison(ROWS, times["ours"], times["bare"]), Comparison(ROWS_WORK, times["ours"], times["filtered"])]


async def hidden(stage: Stage) -> Sequence[Comparison]:
    rows = "from servers.bench import rows\nlen([r for r in await rows(count=10_000) if r['status'] == 'pending'])"
    people = (
        "from servers.bench import people\nfound = await people(count=10_000)\n"
        "[len({one['email'] for one in found}), found[0]['email'] == 'ada.0@example.com']"
    )

    async def counted(gateway: Gateway, code: str, answer: Json) -> None:
        outcome = await gateway.run_code(code, session="bench" if gateway is stage.private else None)
        assert outcome.value == answer, outcome.text

    def work(gateway: Gateway, code: str, answer: Json) -> Work:
        return Work(lambda: counted(gateway, code, answer), awake)

    works = {
        "rows": work(stage.private, rows, 1250),
        "plain rows": work(stage.gateway, rows, 1250),
        "people": work(stage.private, people, [10_000, False]),
        "plain people": work(stage.gateway, people, [10_000, True]),
    }
    times = await in_turn(works, rounds=30)
    return [
        Comparison(ROWS_PRIVATE, times["rows"], times["plain rows"]),
        Comparison(PEOPLE_PRIVATE, times["people"], times["plain people"]),
    ]


async def starting(stage: Stage) -> Comparison:
    crowded = stage.config.with_name("crowded.toml")
    others = "".join(f'[servers.s{n}]\ncommand = "sleep"\nargs = ["60"]\n' for n in range(19))
    await anyio.Path(crowded).write_text(await anyio.Path(stage.config).read_text("utf-8") + others, "utf-8")
    empty = StdioServerParameters(command=sys.executable, args=["-m", "benchmarks.empty"], env=ENVIRONMENT)
    return await against(STARTING, lambda: listed(serving(crowded), 3), lambda: listed(empty, 0), rounds=5)


async def listed(server: StdioServerParameters, at_least: int) -> float:
    started = time.perf_counter()
    async with Client(server, mode="legacy") as client:
        assert len((await client.list_tools()).tools) >= at_least
        return time.perf_counter() - started


async def against(row: Row, ours: Act, theirs: Act, rounds: int) -> Comparison:
    times = await in_turn({"ours": Work(ours, pause), "theirs": Work(theirs, pause)}, rounds)
    return Comparison(row, times["ours"], times["theirs"])
