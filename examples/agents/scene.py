"""What the examples of agents share: settings with one demo server, the task, and a program a model would write."""

import sys
from pathlib import Path

import sandgate
from sandgate.model import ServerSpec

TASK = "How many urgent issues does the project SHOP have?"
PROGRAM = """\
from servers.tracker import list_issues

page = await list_issues(project="SHOP", priority="urgent", limit=250)
print(page["total"], "urgent issues")
"""


def settings(state_dir: Path) -> sandgate.Config:
    tracker = ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    return sandgate.Config(servers=(tracker,), state_dir=state_dir)
