"""Sandgate as a library: one demo server, one program, one direct call. Run it with `python examples/library.py`."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate.model import Call, ServerSpec

PROGRAM = """
from servers.tracker import list_issues

page = await list_issues(project="SHOP", priority="urgent", limit=250)
return {"urgent": page["total"]}
"""


def demo_server(name: str) -> ServerSpec:
    return ServerSpec(name=name, command=sys.executable, args=("-m", f"sandgate.demo.servers.{name}"))


async def main(state_dir: Path) -> None:
    config = sandgate.Config(
        servers=(demo_server("tracker"),),
        state_dir=state_dir,
        limits=sandgate.Limits(time_seconds=20),
    )
    async with sandgate.open(config) as gate:
        outcome = await gate.run_code(PROGRAM)
        print(outcome.status, outcome.value)
        print("tokens:", outcome.tokens)

        answer = await gate.call_tool(Call(tool="tracker.get_issue", arguments={"issue_id": "SHOP-1"}))
        print(answer.blocks[0]["value"]["id"], answer.blocks[0]["value"]["status"])

        print(await gate.finder.search("create an issue", limit=1))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
