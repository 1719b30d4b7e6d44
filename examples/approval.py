"""A person is asked once about all that a program wants to change, with the real arguments, while its clock stands."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate.adapters import Toolbox
from sandgate.config import PolicyOptions, RuleOptions
from sandgate.policy.approval import Answer, Question

PROGRAM = """
from servers.crm import delete_record, query_records, update_record

leads = (await query_records(object_type="Lead", limit=3))["records"]
calls = [{"object_type": "Lead", "record_id": lead["Id"], "data": {"Status": "Closed"}} for lead in leads]
async with approvals.batch("close three leads", update_record, calls):
    for call in calls:
        await update_record(call)
print(len(calls), "closed")
try:
    await delete_record(object_type="Lead", record_id="LEAD-0001")
except Denied as refusal:
    print(refusal)
"""
RULES = (
    RuleOptions(tools=("crm.delete_*",), action="deny", reason="Leads are never deleted"),
    RuleOptions(tools=("crm.update_*",), action="ask"),
)


async def decide(question: Question) -> Answer:
    print("A person is asked:")
    print(question.text)
    return Answer(decision="once", by="ada")


async def main(state_dir: Path) -> None:
    crm = sandgate.ServerSpec(name="crm", command=sys.executable, args=("-m", "sandgate.demo.servers.crm"))
    config = sandgate.Config(servers=(crm,), state_dir=state_dir, policy=PolicyOptions(rules=RULES))
    async with sandgate.open(config) as gate, Toolbox(gate, on_question=decide) as box:
        reply = await box.call("execute_code", {"code": PROGRAM})
        print("The model reads:")
        print(reply.text)

        tokens = (await gate.stats(box.session))["tokens"]["this_session"]["by_kind"]
        print(
            f"tokens: {tokens['code']} written, {tokens['answers']} read, {tokens['results']:,} stayed in the sandbox"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
