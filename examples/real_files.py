"""The filesystem server of the MCP project: errors in 60 log files, of which the model reads three lines.

It needs `npx`, which fetches the server at the first start.
"""

import sys
import tempfile
from pathlib import Path

import anyio

import sandgate

PROGRAM = """
from collections import Counter
from servers.files import list_allowed_directories, list_directory, read_multiple_files

folder = (await list_allowed_directories())["content"].splitlines()[-1]
names = [line.split()[-1] for line in (await list_directory(path=folder))["content"].splitlines()]
text = (await read_multiple_files(paths=[f"{folder}/{name}" for name in names]))["content"]
errors = Counter(line.partition("ERROR ")[2] for line in text.splitlines() if "ERROR" in line)
print(len(names), "files,", sum(errors.values()), "errors")
for message, times in errors.most_common(2):
    print(times, message)
"""


def write_logs(folder: Path) -> None:
    folder.mkdir()
    for day in range(60):
        lines = [f"{hour:02}:00 INFO request {day * 24 + hour} served" for hour in range(24)]
        lines[day % 24] = f"{day % 24:02}:00 ERROR " + ("disk full" if day % 3 else "connection lost")
        (folder / f"day-{day:02}.log").write_text("\n".join(lines), encoding="utf-8")


async def main(folder: Path) -> None:
    logs = folder / "logs"
    write_logs(logs)
    package = "@modelcontextprotocol/server-filesystem@2026.8.31"
    files = sandgate.ServerSpec(name="files", command="npx", args=("-y", package, str(logs)))
    async with sandgate.open(sandgate.Config(servers=(files,), state_dir=folder / "state")) as gate:
        await gate.discovery.settle(120)  # the first start fetches the package
        outcome = await gate.run_code(PROGRAM)
        print(outcome.text)
        print("tokens:", outcome.tokens)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            anyio.run(main, Path(folder).resolve())  # the server compares real paths
        except sandgate.SandgateError as missing:
            sys.exit(str(missing))
