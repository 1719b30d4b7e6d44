"""Four tasks of three agents: two look things up, one works with what both found, one reads its file."""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate
from sandgate import Task

URGENT = """
from servers.tracker import list_issues

page = await list_issues(project=inputs["project"], priority="urgent", limit=250)
return [{"id": issue["id"], "title": issue["title"]} for issue in page["issues"]]
"""
LABELS = """
from servers.tracker import list_labels

return [label["name"] for label in await list_labels()]
"""
REPORT = """
lines = [f"- {issue['id']}: {issue['title']}" for issue in inputs["urgent"]]
open("workspace/report.md", "w").write("\\n".join(lines))
return {"issues": len(lines), "labels": len(inputs["labels"])}
"""
READ = """
return open("workspace/from/writer/report.md").readline().strip()
"""


async def main(state_dir: Path) -> None:
    tracker = sandgate.ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    config = sandgate.Config(servers=(tracker,), state_dir=state_dir)
    async with sandgate.open(config) as gate:
        results = await gate.tasks.run(
            [
                Task(id="urgent", agent="scout", code=URGENT, inputs={"project": "SHOP"}, required_tools=["tracker"]),
                Task(id="labels", agent="scout", code=LABELS, retries=2, deadline_seconds=60),
                Task(id="report", agent="writer", code=REPORT, after=["urgent", "labels"], session="writer"),
            ]
        )
        for id, result in results.items():
            print(id, result.status, result.stats.tools_called)
        print(results["report"].data)
        print("tokens a model reads of it:", results["report"].stats.tokens_out)

        await gate.tasks.hand_over(["report.md"], "writer", "reader")
        read = await gate.execute_task(Task(id="read", agent="reader", code=READ, session="reader"))
        print(read.data)

        counts = await gate.map("return len(inputs['word'])", [{"word": word} for word in ("one", "three", "seven")])
        print([count.data for count in counts])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
