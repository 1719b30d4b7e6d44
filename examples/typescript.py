"""A program in TypeScript: the same tools and walls; its types are checked before it runs."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate

PROGRAM = """
import { list_issues } from "servers/tracker";

const projects = ["SHOP", "PAY", "MOB"];
const pages = await Promise.all(projects.map((project) => list_issues({ project, priority: "urgent", limit: 250 })));
pages.forEach((page, at) => console.log(projects[at], page.total));
"""


async def main(state_dir: Path) -> None:
    tracker = sandgate.ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    config = sandgate.Config(servers=(tracker,), state_dir=state_dir)
    async with sandgate.open(config) as gate:
        outcome = await gate.run_code(PROGRAM, language="typescript")
        print(outcome.text)
        print("tokens:", outcome.tokens)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            anyio.run(main, Path(folder))
        except sandgate.SandgateError as missing:
            sys.exit(str(missing))
