"""A real client in a process of its own, to be killed while its person is asked.

`python -m tests.policy.scenarios.visitor ERA can-ask|cannot-ask COMMAND...` prints `asked` and then waits for ever.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn, cast

import anyio
import mcp.types as wire
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import stdio_client

from tests.scenarios.gate import Mode

CODE = "from servers.clerk import update_lead\nawait update_lead(id=1, status='won')"


async def wait_for_ever() -> NoReturn:
    print("asked", flush=True)
    await anyio.sleep_forever()
    raise AssertionError("nobody comes back from there")


async def elicit(context: ClientRequestContext, params: wire.ElicitRequestParams) -> wire.ElicitResult:
    del context, params
    await wait_for_ever()


async def main(era: Mode, ability: str, command: str, *arguments: str) -> None:
    parameters = StdioServerParameters(command=command, args=list(arguments), env=dict(os.environ))
    callback = elicit if ability == "can-ask" else None
    async with Client(stdio_client(parameters), mode=era, elicitation_callback=callback) as client:
        await client.call_tool("execute_code", {"code": CODE})
        await wait_for_ever()


if __name__ == "__main__":
    era, ability, command, *arguments = sys.argv[1:]
    anyio.run(main, cast("Mode", era), ability, command, *arguments)
