"""A function that worked once is kept, found again by what it does, and imported by the next program."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate.adapters import Toolbox

SKILL = '''
from servers.tracker import list_issues


async def count_by_status(project: str) -> dict[str, int]:
    """How many issues of a project have each status."""
    counts: dict[str, int] = {}
    page = await list_issues(project=project, limit=250)
    for issue in page["issues"]:
        counts[issue["status"]] = counts.get(issue["status"], 0) + 1
    return counts
'''
EXAMPLE = """
from skills.count_by_status import count_by_status

assert await count_by_status(project="SHOP")
"""
LATER = """
from skills.count_by_status import count_by_status

for project in ("SHOP", "PAY"):
    print(project, await count_by_status(project=project))
"""


async def main(state_dir: Path) -> None:
    tracker = sandgate.ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    config = sandgate.Config(servers=(tracker,), state_dir=state_dir)
    async with sandgate.open(config) as gate, Toolbox(gate) as box:
        about = "How many issues of a project have each status."
        arguments = {"name": "count_by_status", "code": SKILL, "description": about, "example": EXAMPLE}
        print((await box.call("save_skill", arguments)).text)

        print((await box.call("list_skills", {"query": "issues per status"})).text)

        print((await box.call("execute_code", {"code": LATER})).text)

        tokens = (await gate.stats(box.session))["tokens"]["this_session"]["by_kind"]
        print(f"tokens of the later program: {tokens['code']} written, {tokens['answers']} read")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
