"""A program in TypeScript: the same tools and walls; its types are checked before it runs."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate.adapters import Toolbox

PROGRAM = """
import { list_issues } from "servers/tracker";

const projects = ["SHOP", "PAY", "MOB"];
const pages = await Promise.all(projects.map((project) => list_issues({ project, priority: "urgent", limit: 250 })));
pages.forEach((page, at) => console.log(projects[at], page.total));
"""


async def main(state_dir: Path) -> None:
    tracker = sandgate.ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    config = sandgate.Config(servers=(tracker,), state_dir=state_dir)
    async with sandgate.open(config) as gate, Toolbox(gate) as box:
        print((await box.call("execute_code", {"code": PROGRAM, "language": "typescript"})).text)

        tokens = (await gate.stats(box.session))["tokens"]["this_session"]["by_kind"]
        print(
            f"tokens: {tokens['code']} written, {tokens['answers']} read, {tokens['results']:,} stayed in the sandbox"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
