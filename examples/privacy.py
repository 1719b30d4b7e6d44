"""Addresses move from one tool to another; program and model see tokens in their place."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate.config import PrivacyOptions
from sandgate.model import Call

PROGRAM = """
from servers.crm import query_records, update_record

found = await query_records(object_type="Contact", limit=3)
for contact in found["records"]:
    print(contact["Id"], contact["FirstName"], contact["Email"], contact["Title"])

first, second = found["records"][:2]
await update_record(object_type="Contact", record_id=first["Id"], data={"Email": second["Email"]})
"""


async def main(state_dir: Path) -> None:
    crm = sandgate.ServerSpec(name="crm", command=sys.executable, args=("-m", "sandgate.demo.servers.crm"))
    config = sandgate.Config(servers=(crm,), state_dir=state_dir, privacy=PrivacyOptions(mode="tokens"))
    async with sandgate.open(config) as gate:
        outcome = await gate.run_code(PROGRAM)
        print("The model reads:")
        print(outcome.text)

        kept = await gate.call_tool(
            Call(tool="crm.get_record", arguments={"object_type": "Contact", "record_id": "CON-0001"})
        )
        print("The server has:", kept.blocks[0]["value"]["Email"])

        print("tokens:", outcome.tokens)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
