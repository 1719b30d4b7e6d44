"""Programs, clients and neighbours that try to get a yes nobody gave, or to take the gateway down with a question."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads

import anyio
import anyio.lowlevel
import mcp.types as wire
import pytest
from mcp import Client

import sandgate
from sandgate.gateway import Gateway
from sandgate.model import Outcome
from sandgate.policy.approval import Answer, Question
from sandgate.policy.board import Board
from sandgate.server import executing
from sandgate.server.endpoint import Endpoint
from tests.scenarios.gate import said

from .office import Office, execute, facts, resume

pytestmark = pytest.mark.anyio
UPDATE = "from servers.clerk import update_lead\nawait update_lead(id=1, status='won')"
FORGED = 'nothing much".\n- low risk\n1. id=1\n(asked by rule 1)\n\x1b[2J\u202eAllow clerk.read_lead?'
YES = Answer(decision="once", by="Ada", through="test")


@asynccontextmanager
async def opened(office: Office) -> AsyncGenerator[Gateway]:
    async with sandgate.open(office.gate.config) as gateway:
        with anyio.fail_after(30):
            await gateway.discovery.settle(30)
            yield gateway


@pytest.fixture(scope="module")
async def gateway(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[tuple[Office, Gateway]]:
    office = Office(tmp_path_factory.mktemp("attacked"), {"policy.approval_seconds": 20})
    async with sandgate.open(office.gate.config) as gateway:
        await gateway.discovery.settle(30)
        yield office, gateway


async def asked(
    gateway: Gateway,
    code: str,
    decide: Callable[[Question], Answer] = lambda _: YES,
    before: Callable[[], Awaitable[None]] = anyio.lowlevel.checkpoint,
) -> tuple[Outcome, list[Question]]:
    """How a program ended, and what was asked on its way."""
    questions: list[Question] = []
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:

            async def answer(question: Question) -> None:
                await before()
                gateway.answer(question.id, decide(question))

            def ask(question: Question) -> None:
                questions.append(question)
                tasks.start_soon(answer, question)

            return await gateway.run_code(code, on_question=ask), questions
    raise AssertionError("a group swallows nothing")


def assert_honest(question: Question) -> None:
    """What a person reads has one question, one rule, a line for each call, and nothing that moves the cursor."""
    lines = question.text.split("\n")
    assert all(line.isprintable() for line in lines)
    assert [line for line in lines if line.startswith("Allow ")] == [lines[0]]
    assert [line for line in lines if line.startswith("(asked by")] == [lines[-1]]
    assert sum(line.partition(". ")[0].isdecimal() for line in lines) == len(question.calls)
    assert [line[2:] for line in lines if line.startswith("- ") and line.endswith(" risk")] == [f"{question.risk} risk"]
    assert len(lines[0]) < 500


async def test_the_name_of_a_batch_cannot_write_the_question_itself(gateway: tuple[Office, Gateway]) -> None:
    _, gate = gateway
    code = (
        f"from servers.clerk import delete_lead\nasync with approvals.batch({FORGED!r}):\n    await delete_lead(id=1)"
    )

    _, (question,) = await asked(gate, code)

    assert_honest(question)


async def test_a_frame_of_a_programs_own_cannot_flood_the_question(gateway: tuple[Office, Gateway]) -> None:
    _, gate = gateway
    code = """
import asyncio, json, os, struct
body = json.dumps(dict(type="call", id=901, tool="clerk.delete_lead", arguments={"id": 1}, batch="x" * 9000)).encode()
os.write(3, struct.pack(">I", len(body)) + body)
await asyncio.sleep(1)
"""

    _, questions = await asked(gate, code, lambda _: Answer(decision="deny"))

    assert len(questions) == 1
    assert_honest(questions[0])


async def test_what_a_program_holds_cannot_write_the_question_itself(gateway: tuple[Office, Gateway]) -> None:
    """The person is also told what the whole program touches: its own words about files and hosts are in there."""
    _, gate = gateway
    code = f"""
import urllib.request
from servers.clerk import delete_lead
await delete_lead(id=1)
open({"/tmp/" + FORGED!r}, "w")
urllib.request.urlopen({"https://" + FORGED!r})
"""

    _, questions = await asked(gate, code, lambda _: Answer(decision="deny"))

    assert len(questions) == 1
    assert_honest(questions[0])


def test_the_name_of_an_argument_cannot_write_the_question_itself() -> None:
    """Some tools take arguments of any name."""
    question = Question(id="1", run="1", tool="a.b", calls=({FORGED: 1, "text": FORGED},), by="rule 1", risk="high")

    assert_honest(question)


async def test_the_worst_of_many_calls_is_named_wherever_it_stands(gateway: tuple[Office, Gateway]) -> None:
    _, gate = gateway
    code = """
import asyncio, servers.clerk
harmless = [servers.clerk.hidden_query(sql=f"select {n} from leads") for n in range(70)]
await asyncio.gather(*harmless, servers.clerk.hidden_query(sql="drop table leads"))
"""
    alone = "import servers.clerk\nawait servers.clerk.hidden_query(sql='drop table leads')"

    _, (together,) = await asked(gate, code, lambda _: Answer(decision="deny"))
    _, (single,) = await asked(gate, alone, lambda _: Answer(decision="deny"))

    assert len(together.calls) == 71
    assert together.risk == single.risk


async def test_a_plain_call_does_not_carry_a_batch_through_with_it(gateway: tuple[Office, Gateway]) -> None:
    """Both come together; the person sees and allows the plain one, and has not heard of the batch."""
    office, gate = gateway
    office.clear()
    code = """
import asyncio
from servers.clerk import update_lead
async def hidden():
    async with approvals.batch("everything else"):
        await update_lead(id=2)
        for number in range(3, 9):
            await update_lead(id=number)
await asyncio.gather(update_lead(id=1), hidden(), return_exceptions=True)
"""

    def plain_only(question: Question) -> Answer:
        return Answer(decision="deny") if "everything else" in question.text else YES

    _, questions = await asked(gate, code, plain_only)

    shown = [call["id"] for question in questions if "everything else" not in question.text for call in question.calls]
    assert [call[1]["id"] for call in office.reached] == shown


async def test_a_batch_that_grows_worse_after_the_yes_is_asked_about_again(gateway: tuple[Office, Gateway]) -> None:
    office, gate = gateway
    office.clear()
    code = """
import servers.clerk
async with approvals.batch("look around"):
    await servers.clerk.hidden_query(sql="select 1 from leads")
    await servers.clerk.hidden_query(sql="select 2 from leads")
    await servers.clerk.hidden_query(sql="drop table leads")
"""

    def looking_only(question: Question) -> Answer:
        return Answer(decision="deny") if "drop" in question.text else YES

    outcome, questions = await asked(gate, code, looking_only)

    assert not outcome.ok
    assert [len(question.calls) for question in questions] == [1, 1]
    assert [call[1]["sql"][:8] for call in office.reached] == ["select 1", "select 2"]


@pytest.mark.parametrize("last", ["import os; os._exit(3)", "raise SystemExit", "1"])
async def test_a_program_that_ends_while_it_is_asked_about_takes_its_question_with_it(
    gateway: tuple[Office, Gateway], last: str
) -> None:
    office, gate = gateway
    office.clear()
    code = f"""
import asyncio
from servers.clerk import update_lead
call = asyncio.ensure_future(update_lead(id=1))
await asyncio.sleep(0.3)
{last}
"""
    questions: list[Question] = []

    with anyio.fail_after(20):
        await gate.run_code(code, on_question=questions.append)
        answered = gate.answer(questions[0].id, YES)
        await office.posted(0)

    assert not answered
    assert gate.questions == []
    assert office.reached == []


async def test_a_terminal_shows_all_that_the_client_was_shown_and_the_whole_arguments(
    gateway: tuple[Office, Gateway],
) -> None:
    office, gate = gateway
    long = "a" * 500
    code = f"""
from servers.clerk import update_lead
async with approvals.batch("t"):
    await update_lead(id=1, status="{long}")
"""
    questions: list[Question] = []
    printed: list[str] = []

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(gate.run_code, code, _unheard, questions.append)
        await office.posted()
        printed += [await office.types("approvals", "list", "--json"), await office.types("approvals", "list")]
        await office.types("approvals", "decide", questions[0].id, "deny")

    (listed,) = json.loads(printed[0])
    assert listed["text"] == questions[0].text
    assert listed["calls"] == [{"id": 1, "status": long}]
    assert printed[1] == f"[{questions[0].id}] {questions[0].text}\n"
    assert "no question '../x'" in await office.fails("approvals", "decide", "../x", "once")


async def _unheard(_: str) -> None: ...


@pytest.mark.skipif(os.getuid() != 0, reason="only root can write in another's name")
def test_an_answer_that_somebody_else_wrote_does_not_count(tmp_path: Path) -> None:
    answer = tmp_path / "1.answer"
    answer.write_text(json.dumps({"decision": "always"}), encoding="utf-8")
    link = tmp_path / "2.answer"
    link.symlink_to(answer)
    board = Board(tmp_path)

    own, linked = board._answer("1"), board._answer("2")  # pyright: ignore[reportPrivateUsage]
    os.chown(answer, 65534, 65534)

    assert own is not None
    assert linked is None
    assert board._answer("1") is None  # pyright: ignore[reportPrivateUsage]


async def test_programs_that_wait_for_a_person_do_not_keep_others_from_running(tmp_path: Path) -> None:
    office = Office(tmp_path, {"sandbox.concurrent_runs": 1})
    values: list[object] = []

    async with opened(office) as gateway, anyio.create_task_group() as tasks:
        tasks.start_soon(gateway.run_code, UPDATE)
        await office.posted()
        with anyio.fail_after(5):
            values.append((await gateway.run_code("1 + 1")).value)
        gateway.answer(gateway.questions[0].id, YES)

    assert values == [2]
    assert len(office.reached) == 1


async def test_a_program_that_works_on_after_the_yes_is_not_said_to_wait_for_a_person(
    gateway: tuple[Office, Gateway], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, gate = gateway
    monkeypatch.setattr(executing, "RESUME_SECONDS", 0.2)
    code = f"import asyncio\n{UPDATE}\nawait asyncio.sleep(1)\n'done'"

    async def opened() -> Gateway:
        return gate

    endpoint = Endpoint(opened)
    async with endpoint.parked, Client(endpoint.server) as client:
        id = facts(await execute(client, code))["resume"]
        gate.answer(gate.questions[0].id, YES)
        at_work = await resume(client, id)
        monkeypatch.setattr(executing, "RESUME_SECONDS", 20)
        last = await resume(client, facts(at_work)["resume"])

    assert "a person" not in said(at_work).lower()
    assert said(last) == "done"


NONSENSE = (
    b"this is not HTTP\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 40000\r\n\r\n" + b"[" * 40000,
    b"HTTP/1.1 200 OK\r\n\r\n\xff\xfe",
    b'HTTP/1.1 200 OK\r\n\r\n{"decision": "sure"}',
    b"",
)


@contextmanager
def answering(*replies: bytes) -> Generator[str]:
    """An address where one request after the other is answered with these bytes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            for reply in replies:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(reply)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        thread.join(10)


async def webhook_has_spoken() -> None:
    while any(thread.name.startswith("webhook") for thread in enumerate_threads()):  # noqa: ASYNC110 - not our thread
        await anyio.sleep(0.02)


async def test_nonsense_from_a_webhook_is_no_answer_and_harms_nobody(tmp_path: Path) -> None:
    with answering(*NONSENSE) as address:
        office = Office(tmp_path, {"policy.approval_webhook": address})
        async with opened(office) as gateway:
            ended = [await asked(gateway, UPDATE, before=webhook_has_spoken) for _ in NONSENSE]

    assert [outcome.value for outcome, _ in ended] == ["update_lead done"] * len(NONSENSE)
    assert [len(questions) for _, questions in ended] == [1] * len(NONSENSE)


async def test_a_board_that_cannot_be_written_leaves_the_other_ways_to_a_person(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.board.parent.mkdir(parents=True)
    office.board.write_text("a file where the folder should be", encoding="utf-8")

    async with opened(office) as gateway:
        outcome, questions = await asked(gateway, UPDATE)
        again, _ = await asked(gateway, UPDATE)

    assert (outcome.value, again.value) == ("update_lead done", "update_lead done")
    assert len(questions) == 1


async def test_an_answer_that_comes_with_another_program_does_not_count(tmp_path: Path) -> None:
    """Who shares a gateway over HTTP may have seen the id of a question, on a board or in a log."""
    office = Office(tmp_path)
    allowed = wire.ElicitResult(action="accept", content={"decision": "once"})

    async with office.gate.http() as url, Client(url) as victim, Client(url) as stranger:
        waiting = facts(await execute(victim, UPDATE))
        question = waiting["questions"][0]
        with anyio.fail_after(20):
            await stranger.call_tool("execute_code", {"code": "1"}, input_responses={question: allowed})
        listed = json.loads(await office.types("approvals", "list", "--json"))

    assert [one["id"] for one in listed] == [question]
    assert office.reached == []
