"""TypeScript through the gateway: the rules, the person, the privacy, the record and the skills that Python has."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator
from typing import Any, cast

import anyio
import pytest

import sandgate
from sandgate.audit.settings import opened_for_reading
from sandgate.config import Config, PrivacyOptions
from sandgate.config.options import PolicyOptions, RuleOptions
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, Outcome, ServerSpec
from sandgate.policy.approval import Answer, Question
from sandgate.sandbox.typescript.backend import MISSING, installed

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux" or installed() is None, reason=f"nothing was tested. {MISSING}"),
]
RULES = (
    RuleOptions(tools=("crm.delete_record",), action="deny", reason="Records are never deleted."),
    RuleOptions(tools=("crm.create_record",), action="ask"),
)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gateway(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway]:
    crm = ServerSpec(name="crm", command=sys.executable, args=("-m", "sandgate.demo.servers.crm"))
    config = Config(
        servers=(crm,),
        state_dir=tmp_path_factory.mktemp("state"),
        policy=PolicyOptions(rules=RULES),
        privacy=PrivacyOptions(mode="tokens"),
    )
    async with sandgate.open(config) as gateway:
        yield gateway


async def run(gateway: Gateway, code: str, **more: Any) -> Outcome:
    with anyio.fail_after(60):
        return await gateway.run_code(code, language="typescript", **more)


async def recorded(gateway: Gateway, run: str) -> list[JsonObject]:
    await gateway.stats()  # which waits for what is on its way
    database = opened_for_reading(gateway.config)
    assert database
    rows = database.execute("select content from contents order by seq")
    database.close()
    return [event for row in rows if (event := json.loads(row[0])).get("execution") == run]


async def test_what_a_program_may_do_is_on_record_before_it_runs(gateway: Gateway) -> None:
    outcome = await run(
        gateway,
        "import { listUsers, updateRecord } from 'servers/crm'\nawait listUsers()\n"
        "if (Math.random() > 2) await updateRecord({ object_type: 'Lead', record_id: 'x', data: {} })",
    )

    started, call, *_ = await recorded(gateway, outcome.id)
    assert outcome.ok, outcome.fault
    assert (started["kind"], started["language"], started["risk"]) == ("started", "typescript", "medium")
    assert started["impact"]["tools"] == ["crm.list_users", "crm.update_record"]
    assert (call["tool"], call["verdict"]) == ("list_users", "allow")


async def test_a_rule_holds_for_its_calls_and_is_told_as_such(gateway: Gateway) -> None:
    outcome = await run(
        gateway,
        "import { deleteRecord } from 'servers/crm'\n"
        "try { await deleteRecord({ object_type: 'Lead', record_id: 'LEAD-0001' }) }\n"
        "catch (error) { if (error instanceof Denied) return [error.message, error.tool] }",
    )

    message, tool = cast("list[str]", outcome.value)
    assert "Records are never deleted." in message
    assert tool == "crm.delete_record"


async def test_a_program_that_may_only_look_changes_nothing(gateway: Gateway) -> None:
    code = (
        "import { countRecords, updateRecord } from 'servers/crm'\n"
        "console.log(await countRecords({ object_type: 'Lead' }))\n"
        "await updateRecord({ object_type: 'Lead', record_id: 'LEAD-0001', data: { Status: 'New' } })"
    )

    outcome = await run(gateway, code, read_only=True)

    assert outcome.output == "1200\n"
    assert outcome.fault is not None
    assert outcome.fault.type == "Denied"


async def test_a_person_is_asked_with_what_the_whole_program_does_and_a_batch_is_one_question(gateway: Gateway) -> None:
    asked: list[Question] = []

    def decide(question: Question) -> None:
        asked.append(question)
        gateway.answer(question.id, Answer(decision="once", by="somebody"))

    code = (
        "import { createRecord } from 'servers/crm'\n"
        "const data = (name: string) => ({ FirstName: name, LastName: 'Lee', Company: 'Lee Ltd' })\n"
        "const made = await approvals.batch('two leads', () => Promise.all(['Ann', 'Bob'].map((name) =>\n"
        "  createRecord({ object_type: 'Lead', data: data(name) }))))\nmade.length"
    )
    outcome = await run(gateway, code, on_question=decide)

    assert outcome.value == 2, outcome.fault
    assert len(asked) == 1
    assert "two leads" in asked[0].text
    assert "the whole program" in asked[0].text
    assert "crm.create_record" in asked[0].text


async def test_personal_data_is_a_token_here_and_itself_at_the_tool(gateway: Gateway) -> None:
    code = (
        "import { getRecord, searchRecords } from 'servers/crm'\n"
        "const lead = await getRecord({ object_type: 'Lead', record_id: 'LEAD-0001' }) as any\n"
        "const found = await searchRecords({ search_term: lead.Email, object_types: ['Lead'] }) as any\n"
        "return [lead.Email, await pii.domain(lead.Email), found.Lead.length]"
    )

    outcome = await run(gateway, code)

    assert outcome.ok, outcome.fault
    token, *told = cast("list[object]", outcome.value)
    assert str(token).startswith("[EMAIL_")
    assert told == ["example.org", 1]


async def test_hidden_direction_marks_keep_a_program_from_running(gateway: Gateway) -> None:
    outcome = await run(gateway, "const a = 1 // \u202e nothing to see\na")

    assert outcome.status == "blocked"
    assert outcome.fault is not None
    assert "[bidi-controls]" in outcome.fault.message


PYTHON_SKILL = '''
from pathlib import Path
from servers.crm import count_records

async def keep_count(object_type: str, note: str = ""):
    """Count records and write it down."""
    count = await count_records(object_type=object_type)
    before = Path("workspace/leads.txt").read_text()
    Path("workspace/count.txt").write_text(f"{before} {count}{note}")
    Path("workspace/gone.txt").unlink(missing_ok=True)
    print("counted", object_type)
    return {"count": count}
'''


async def test_a_skill_in_python_is_a_typed_function_that_shares_files_rules_and_the_record(gateway: Gateway) -> None:
    saved = await gateway.skills.save(
        "keep_count",
        PYTHON_SKILL,
        "Count records",
        example="open('workspace/leads.txt', 'w').close()\nawait keep_count('Lead')",
    )

    outcome = await run(
        gateway,
        "import { keepCount } from 'skills/keep_count'\nDeno.writeTextFileSync('workspace/leads.txt', 'before')\n"
        "Deno.writeTextFileSync('workspace/gone.txt', 'x')\n"
        "const { count } = await keepCount({ object_type: 'Lead' }) as any\n"
        "const gone = (await import('node:fs')).existsSync('workspace/gone.txt')\n"
        "return [count, Deno.readTextFileSync('workspace/count.txt'), gone]",
    )
    wrong = await run(gateway, "import { keepCount } from 'skills/keep_count'\nawait keepCount({ object_type: 1 })")
    read = await gateway.run_code("open('workspace/count.txt').read()", session=f"run-{outcome.id}")

    events = await recorded(gateway, outcome.id)
    assert "from skills.keep_count import keep_count" in saved
    assert outcome.ok, outcome.fault
    assert outcome.value == [1202, "before 1202", False]
    assert outcome.output == "counted Lead\n"
    assert [call.tool for call in outcome.calls] == ["sandgate.skills.keep_count"]
    assert [event["tool"] for event in events if event["kind"] == "call"] == ["count_records"]
    assert events[0]["impact"]["tools"] == ["crm.count_records"]
    assert wrong.status == "blocked"
    assert wrong.fault is not None
    assert "Type 'number' is not assignable to type 'string'" in wrong.fault.message
    assert read.value == "before 1202"


async def test_a_skill_in_python_that_is_denied_something_is_denied_in_typescript(gateway: Gateway) -> None:
    draft = (
        "from servers.crm import delete_record\nasync def forget_one(id: str):\n"
        "    await delete_record(object_type='Lead', record_id=id)"
    )
    await gateway.skills.save(
        "forget_one", draft, "Forget a lead", example="try:\n    await forget_one('x')\nexcept Denied:\n    pass"
    )

    outcome = await run(
        gateway,
        "import { forget_one } from 'skills/forget_one'\n"
        "try { await forget_one({ id: 'LEAD-0001' }) }\n"
        "catch (error) { return [error instanceof Denied, error.message] }",
    )

    denied, message = cast("list[Any]", outcome.value)
    assert denied is True
    assert "Records are never deleted." in message


TYPESCRIPT_SKILL = """
import { countRecords } from "servers/crm";

/** How many records of some types there are, together. */
export async function countAll(types: string[], start = 0): Promise<number> {
  let sum = start;
  for (const one of types) sum += await countRecords({ object_type: one as any }) as number;
  return sum;
}
"""


async def test_a_skill_saved_in_typescript_is_tried_trusted_and_imported(gateway: Gateway) -> None:
    saved = await gateway.skills.save(
        "count_all", TYPESCRIPT_SKILL, "", example="await countAll(['Lead'])", language="typescript"
    )

    outcome = await run(gateway, "import { count_all } from 'skills/count_all'\nawait count_all(['Lead'], 5)")
    wrong = await run(gateway, "import { countAll } from 'skills/count_all'\nawait countAll('Lead')")
    shown = await gateway.skills.load("count_all")

    assert "cannot be imported yet" not in saved, saved
    assert outcome.value == 1207, outcome.fault
    assert [call.tool for call in outcome.calls] == ["crm.count_records"]
    assert wrong.fault is not None
    assert "(line 2)" in wrong.fault.message
    assert "```typescript" in shown
    assert "countAll(types: string[], start = 0): Promise<number>" in shown


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import { nothing } from 'skills/nothing'", "there is no skill 'nothing'"),
        ("import { nothing } from 'servers/nobody'", "there is no server 'nobody'. There are crm"),
    ],
)
async def test_what_is_not_there_is_told_before_anything_runs(gateway: Gateway, code: str, told: str) -> None:
    outcome = await run(gateway, f"console.log('ran')\n{code}\nnothing()")

    assert outcome.status == "blocked"
    assert outcome.fault is not None
    assert told in outcome.fault.message
    assert "(line 2)" in outcome.fault.message


async def test_a_call_of_a_skill_that_is_not_there_fails_alone(gateway: Gateway) -> None:
    code = (
        "const told = []\nfor (const name of ['nothing', 'os; import os', '../x', 'x'.repeat(99)]) {\n"
        "  try { await callMcpTool(`sandgate.skills.${name}`) }\n"
        "  catch (error) { told.push(error instanceof ToolError) } }\ntold"
    )

    outcome = await run(gateway, code)

    assert outcome.value == [True] * 4
