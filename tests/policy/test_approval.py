"""A person is asked about what a rule says; the program waits with its clock standing, and nothing hangs."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import anyio
import mcp.types as wire
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext

import sandgate
from sandgate.cli.main import main
from sandgate.config import CatalogueOptions, Config, PolicyOptions, RuleOptions, SandboxOptions
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, Limits, Outcome, Program, ServerSpec
from sandgate.policy.approval import Answer, Decision, Question
from sandgate.policy.risk import Risk, Weighed
from sandgate.policy.run import Run
from sandgate.server.endpoint import Endpoint

pytestmark = pytest.mark.anyio
LEDGER = str(Path(__file__).with_name("ledger.py"))
ASK = RuleOptions(tools=("ledger.update_*", "ledger.delete_*"), action="ask")
UPDATE = "from servers.ledger import update_lead\nawait update_lead(id=1, status='won')"
READ = "from servers.ledger import read_lead\nawait read_lead(id=1)"
Era = Literal["auto", "legacy"]


@asynccontextmanager
async def gate(
    folder: Path, *rules: RuleOptions, seconds: float = 30, limits: Limits | None = None
) -> AsyncGenerator[Gateway]:
    config = Config(
        state_dir=folder / "state",
        servers=(ServerSpec(name="ledger", command=sys.executable, args=(LEDGER, str(folder / "calls"))),),
        limits=limits or Limits(),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        policy=PolicyOptions(rules=rules or (ASK,), approval_seconds=seconds),
    )
    async with sandgate.open(config) as gateway:
        with anyio.fail_after(60):
            await gateway.discovery.settle(30)
        yield gateway


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the gateway that most tests share."""
    return tmp_path_factory.mktemp("asking")


@pytest.fixture(scope="module")
async def asking(folder: Path) -> AsyncGenerator[Gateway]:
    async with gate(folder) as gateway:
        yield gateway


@pytest.fixture
async def gateway(asking: Gateway, folder: Path) -> AsyncGenerator[Gateway]:
    """Whose server has not been called yet."""
    (folder / "calls").unlink(missing_ok=True)
    with anyio.fail_after(60):
        yield asking


def reached(folder: Path) -> list[Any]:
    calls = folder / "calls"
    return [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []


async def run(
    gateway: Gateway,
    code: str | Program,
    *decisions: Decision,
    reason: str = "",
    wait: float = 0,
    session: str | None = None,
) -> tuple[Outcome, list[Question]]:
    """Run a program and answer its questions in turn."""
    asked: list[Question] = []

    async with anyio.create_task_group() as tasks:

        async def decide(question: Question) -> None:
            await anyio.sleep(wait)
            decision = decisions[min(len(asked), len(decisions)) - 1]
            assert gateway.answer(question.id, Answer(decision=decision, by="Ada", through="test", reason=reason))

        def ask(question: Question) -> None:
            asked.append(question)
            tasks.start_soon(decide, question)

        return await gateway.run_code(code, on_question=ask, session=session), asked
    raise AssertionError("a group swallows nothing")


async def test_a_yes_lets_exactly_that_call_through_and_is_on_record(gateway: Gateway, folder: Path) -> None:
    outcome, asked = await run(gateway, UPDATE, "once")

    assert outcome.value == "update_lead done"
    assert [question.calls for question in asked] == [({"id": 1, "status": "won"},)]
    lines = asked[0].text.splitlines()
    assert lines[:2] == ["Allow ledger.update_lead?", "- medium risk"]
    assert '1. id=1, status="won"' in lines
    assert lines[-1].startswith("(asked by rule 1 ")
    assert reached(folder) == [["update_lead", {"id": 1, "status": "won"}]]
    with sqlite3.connect(folder / "state" / "journal.db") as journal:
        rows = journal.execute(
            "select tool, decision, person, through from approvals where execution = ?", (outcome.id,)
        ).fetchall()
    assert rows == [("ledger.update_lead", "once", "Ada", "test")]


async def test_a_no_reaches_the_program_as_denied_and_the_server_never_hears_of_it(
    gateway: Gateway, folder: Path
) -> None:
    outcome, _ = await run(gateway, UPDATE, "deny", reason="not on a Friday")

    assert outcome.fault is not None
    assert (outcome.fault.type, outcome.fault.message) == (
        "Denied",
        "ledger.update_lead was denied by Ada: not on a Friday",
    )
    assert reached(folder) == []


async def test_calls_that_come_together_are_one_question_with_all_their_arguments(
    gateway: Gateway, folder: Path
) -> None:
    code = (
        "import asyncio\nfrom servers.ledger import update_lead\n"
        "async with approvals.batch('close 50 leads'):\n"
        "    done = await asyncio.gather(*(update_lead(id=n, status='won') for n in range(50)))\nlen(done)"
    )
    outcome, asked = await run(gateway, code, "once")

    assert outcome.value == 50
    assert asked[0].text.startswith("Allow ledger.update_lead")
    assert "close 50 leads" in asked[0].text
    assert sum(len(question.calls) for question in asked) <= 50
    assert len(asked) == 1 or asked[0].batch
    assert len(reached(folder)) == 50


async def test_a_batch_that_calls_one_after_another_is_asked_once(gateway: Gateway, folder: Path) -> None:
    code = (
        "from servers.ledger import update_lead\n"
        "async with approvals.batch('close leads'):\n    for n in range(5):\n        await update_lead(id=n)\n"
        "await update_lead(id=99)"
    )
    _, asked = await run(gateway, code, "once")

    assert [(question.batch, len(question.calls)) for question in asked] == [("close leads", 1), ("", 1)]
    assert len(reached(folder)) == 6


async def test_a_yes_for_the_run_ends_with_it_and_always_does_not(tmp_path: Path) -> None:
    twice = f"{UPDATE}\n{UPDATE}"
    async with gate(tmp_path) as gateway:
        for_run = [len((await run(gateway, twice, "run"))[1]) for _ in range(2)]
        always = [len((await run(gateway, twice, "always"))[1]) for _ in range(2)]
    async with gate(tmp_path) as gateway:
        later = len((await run(gateway, UPDATE, "deny"))[1])

    assert (for_run, always, later) == ([1, 1], [1, 0], 0)


async def test_silence_means_no(tmp_path: Path) -> None:
    async with gate(tmp_path, seconds=0.3) as gateway:
        outcome = await gateway.run_code(UPDATE)

    assert outcome.fault is not None
    assert "nobody answered within 0.3 s (policy.approval_seconds)" in outcome.fault.message
    assert reached(tmp_path) == []


async def test_the_programs_clock_stands_while_a_person_decides(gateway: Gateway) -> None:
    await gateway.run_code(READ)  # the server is up: starting it is not what is measured
    program = Program(code=UPDATE, limits=Limits(time_seconds=1, tool_seconds=1))
    outcome, _ = await run(gateway, program, "once", wait=1.5)

    assert outcome.value == "update_lead done"


async def test_a_yes_for_the_session_counts_for_its_other_programs_and_for_nobody_elses(gateway: Gateway) -> None:
    _, first = await run(gateway, UPDATE, "session", session="one")
    _, again = await run(gateway, UPDATE, "deny", session="one")
    _, other = await run(gateway, UPDATE, "deny", session="two")
    _, nobody = await run(gateway, UPDATE, "deny")

    assert [len(asked) for asked in (first, again, other, nobody)] == [1, 0, 1, 1]


async def test_announced_calls_are_one_question_and_each_may_be_made_once(gateway: Gateway, folder: Path) -> None:
    code = (
        "from servers.ledger import update_lead\n"
        "async with approvals.batch('close', update_lead, [{'id': n, 'status': 'won'} for n in range(50)]) as calls:\n"
        "    for call in calls:\n        await update_lead(call)\n"
        "await update_lead(id=3, status='won')"
    )
    outcome, asked = await run(gateway, code, "once", "deny", reason="that was not said")

    assert [len(question.calls) for question in asked] == [50, 1]
    assert 'in all: status="won"' in asked[0].text.splitlines()
    assert "50. id=49" in asked[0].text.splitlines()
    assert outcome.fault is not None
    assert outcome.fault.message.endswith("that was not said")
    assert reached(folder) == [["update_lead", {"id": n, "status": "won"}] for n in range(50)]


async def test_announced_calls_that_a_rule_denies_end_the_batch_before_anybody_is_asked(tmp_path: Path) -> None:
    deny = RuleOptions(tools=("ledger.update_lead",), action="deny", when={"id": "7"}, reason="seven is not for sale")
    code = (
        "from servers.ledger import update_lead\n"
        "async with approvals.batch('close', update_lead, [{'id': n} for n in range(9)]) as calls:\n"
        "    for call in calls:\n        await update_lead(call)\n"
    )
    async with gate(tmp_path, deny, ASK) as gateway:
        outcome, asked = await run(gateway, code, "once")

    assert asked == []
    assert outcome.fault is not None
    assert "seven is not for sale" in outcome.fault.message
    assert reached(tmp_path) == []


async def test_a_batch_does_not_cover_a_riskier_call_than_the_one_that_was_shown(gateway: Gateway) -> None:
    risks: dict[int, Risk] = {1: "medium", 2: "low", 3: "medium", 4: "high", 5: "high"}
    asked: list[Question] = []

    def weigh(arguments: JsonObject) -> Weighed:
        return Weighed(risks[arguments["id"]], changes_data=True, undoable=None)

    def say_yes(question: Question) -> None:
        asked.append(question)
        gateway.answer(question.id, Answer(decision="once"))

    run = Run(on_question=say_yes)
    for id in risks:
        names = ["ledger.update_lead"]
        await gateway.policy.permit(run, names, {"id": id}, weigh, batch="tidy up", paused=nullcontext)

    assert [question.calls for question in asked] == [({"id": 1},), ({"id": 4},)]
    assert "further calls of this tool in this batch, of no higher risk" in asked[0].text


async def test_the_person_sees_what_the_whole_program_can_do(gateway: Gateway, folder: Path) -> None:
    code = "from servers.ledger import update_lead, delete_lead\nawait update_lead(id=1)\nawait delete_lead(id=1)"
    outcome, asked = await run(gateway, code, "once")

    assert "- the whole program: high risk; changes data, " in asked[0].text
    assert "tools ledger.update_lead, ledger.delete_lead" in asked[0].text
    with sqlite3.connect(folder / "state" / "journal.db") as journal:
        reviews = "select risk, changes_data, impact from reviews where execution = ?"
        rows = journal.execute(reviews, (outcome.id,)).fetchall()
        approvals = "select tool, risk from approvals where execution = ? order by at"
        risks = journal.execute(approvals, (outcome.id,)).fetchall()
    assert [(risk, changes) for risk, changes, _ in rows] == [("high", 1)]
    assert json.loads(rows[0][2])["tools"] == ["ledger.update_lead", "ledger.delete_lead"]
    assert risks == [("ledger.update_lead", "medium"), ("ledger.delete_lead", "high")]


async def test_two_programs_are_asked_apart(gateway: Gateway, folder: Path) -> None:
    ended: dict[str, Outcome] = {}
    async with anyio.create_task_group() as tasks:

        async def one(name: str, decision: Decision) -> None:
            ended[name], _ = await run(gateway, UPDATE.replace("won", name), decision)

        tasks.start_soon(one, "yes", "once")
        tasks.start_soon(one, "no", "deny")

    assert (ended["yes"].ok, ended["no"].ok) == (True, False)
    assert reached(folder) == [["update_lead", {"id": 1, "status": "yes"}]]


async def test_what_a_program_changes_after_the_question_is_not_sent(gateway: Gateway, folder: Path) -> None:
    code = (
        "import asyncio\nfrom servers.ledger import update_lead\narguments = {'id': 1, 'status': 'won'}\n"
        "call = asyncio.ensure_future(update_lead(arguments))\nawait asyncio.sleep(0.2)\n"
        "arguments['status'] = 'stolen'\nawait call"
    )
    await run(gateway, code, "once", wait=0.5)

    assert reached(folder) == [["update_lead", {"id": 1, "status": "won"}]]


@asynccontextmanager
async def client(
    gateway: Gateway, era: Era, answer: Callable[[str], wire.ElicitResult] | None
) -> AsyncGenerator[Client]:
    async def opened() -> Gateway:
        return gateway

    async def elicit(context: ClientRequestContext, params: wire.ElicitRequestParams) -> wire.ElicitResult:
        assert answer, context
        return answer(params.message)

    endpoint = Endpoint(opened)
    async with (
        endpoint.parked,
        Client(endpoint.server, mode=era, elicitation_callback=elicit if answer else None) as found,
    ):
        yield found


def accepted(decision: str = "once") -> wire.ElicitResult:
    return wire.ElicitResult(action="accept", content={"decision": decision})


def text(result: wire.CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, wire.TextContent)
    return block.text


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_client_asks_its_person_in_both_eras_and_the_program_keeps_its_state(
    gateway: Gateway, folder: Path, era: Era
) -> None:
    questions: list[str] = []

    def answer(message: str) -> wire.ElicitResult:
        questions.append(message)
        return accepted()

    code = (
        "import random\nfrom servers.ledger import delete_lead, update_lead\nmine = random.random()\nkept = mine\n"
        "first = await update_lead(id=1)\nsecond = await delete_lead(id=2)\n[first, second, kept == mine]"
    )
    async with client(gateway, era, answer) as there:
        result = await there.call_tool("execute_code", {"code": code})

    assert text(result) == '["update_lead done","delete_lead done",true]'
    assert [message.splitlines()[0] for message in questions] == [
        "Allow ledger.update_lead?",
        "Allow ledger.delete_lead?",
    ]
    assert [call[0] for call in reached(folder)] == ["update_lead", "delete_lead"]


@pytest.mark.parametrize("era", ["auto", "legacy"])
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_person_who_declines_in_the_client_has_denied(
    gateway: Gateway, folder: Path, era: Era, action: Any
) -> None:
    async with client(gateway, era, lambda _: wire.ElicitResult(action=action)) as there:
        result = await there.call_tool("execute_code", {"code": UPDATE})

    assert result.is_error
    assert "ledger.update_lead was denied by the person" in text(result)
    assert reached(folder) == []


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_client_that_cannot_ask_hears_at_once_and_goes_on_after_a_yes_in_the_terminal(
    gateway: Gateway, folder: Path, era: Era
) -> None:
    async with client(gateway, era, None) as there:
        result = await there.call_tool("execute_code", {"code": UPDATE})
        facts = (result.meta or {})["sandgate/execution"]
        decided = await anyio.to_thread.run_sync(decide_in_terminal, folder, facts["questions"][0])
        ended = await there.call_tool("execute_code", {"resume": facts["resume"]})
        again = await there.call_tool("execute_code", {"resume": facts["resume"]})

    assert text(result).startswith("approval_required: the program waits for a person.\n[")
    assert facts["status"] == "approval_required"
    assert decided == 0
    assert text(ended) == "update_lead done"
    assert "is known here: it has ended" in text(again)
    assert reached(folder) == [["update_lead", {"id": 1, "status": "won"}]]


def decide_in_terminal(folder: Path, question: str) -> int:
    settings = folder / "sandgate.toml"
    settings.write_text(f'state_dir = "{folder / "state"}"\n[import]\nclients = []\n', encoding="utf-8")
    deadline = 50
    while not (folder / "state" / "approvals" / f"{question}.question").exists() and deadline:
        deadline -= 1
        anyio.from_thread.run(anyio.sleep, 0.1)
    return main(["approvals", "decide", question, "once", "--config", str(settings)])


async def test_a_client_that_leaves_while_it_is_asked_ends_the_program(gateway: Gateway, folder: Path) -> None:
    async with client(gateway, "auto", None) as there:
        await there.call_tool("execute_code", {"code": UPDATE})
        waiting = len(gateway.questions)

    with anyio.fail_after(10):
        while gateway.questions:  # noqa: ASYNC110 - the program is ended behind everyone's back
            await anyio.sleep(0.01)

    assert waiting == 1
    assert reached(folder) == []


async def test_a_tool_for_looking_reaches_only_what_changes_nothing_and_says_so_of_itself(tmp_path: Path) -> None:
    async def opened() -> Gateway:
        return gateway

    allow = RuleOptions(tools=("*",), action="allow")
    endpoint = Endpoint(opened, chosen=["execute_code_readonly"])
    async with gate(tmp_path, allow) as gateway, endpoint.parked, Client(endpoint.server) as there:
        tools = {tool.name: tool for tool in (await there.list_tools()).tools}
        changed = await there.call_tool("execute_code_readonly", {"code": UPDATE})
        looked = await there.call_tool(
            "execute_code_readonly", {"code": "from servers.ledger import read_lead\nawait read_lead(id=1)"}
        )

    annotations = tools["execute_code_readonly"].annotations
    assert annotations is not None
    assert annotations.read_only_hint is True
    assert "changes something, and this program may only look" in text(changed)
    assert text(looked) == "read_lead done"
    assert [call[0] for call in reached(tmp_path)] == ["read_lead"]


async def test_a_webhook_is_asked_and_its_answer_counts(tmp_path: Path) -> None:
    asked: list[Any] = []
    with webhook(asked, {"decision": "once", "by": "Grace"}) as address:
        config = Config(
            state_dir=tmp_path / "state",
            servers=(ServerSpec(name="ledger", command=sys.executable, args=(LEDGER, str(tmp_path / "calls"))),),
            sandbox=SandboxOptions(spares=0),
            policy=PolicyOptions(rules=(ASK,), approval_webhook=address),
        )
        async with sandgate.open(config) as gateway:
            with anyio.fail_after(60):
                outcome = await gateway.run_code(UPDATE)

    assert outcome.value == "update_lead done"
    assert [question["calls"] for question in asked] == [[{"id": 1, "status": "won"}]]


@contextmanager
def webhook(asked: list[Any], reply: dict[str, str]) -> Generator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
