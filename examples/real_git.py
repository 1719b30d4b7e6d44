"""The git server of the MCP project: who wrote what, out of a history that the model does not read.

It needs `git`, and `uvx`, which fetches the server at the first start.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import anyio

import sandgate

PROGRAM = """
import re
from collections import Counter
from servers.git import git_log

history = await git_log(repo_path=inputs["book"], max_count=100)
authors = Counter(re.findall("^Author: (.*)$", history, re.MULTILINE))
print(authors.total(), "commits:", ", ".join(f"{author} {number}" for author, number in authors.most_common()))
"""


def make_history(folder: Path) -> None:
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main"], cwd=folder, check=True)
    for number in range(30):
        name = ("Ada", "Grace", "Ada")[number % 3]
        (folder / f"chapter-{number % 5}.txt").write_text(f"draft {number}\n", encoding="utf-8")
        author = ["-c", f"user.name={name}", "-c", f"user.email={name.lower()}@example.com"]
        subprocess.run(["git", "add", "."], cwd=folder, check=True)
        subprocess.run(["git", *author, "commit", "--quiet", f"--message=Draft {number}"], cwd=folder, check=True)


async def main(folder: Path) -> None:
    book = folder / "book"
    make_history(book)
    git = sandgate.ServerSpec(name="git", command="uvx", args=("mcp-server-git@2026.10.19", "--repository", str(book)))
    async with sandgate.open(sandgate.Config(servers=(git,), state_dir=folder / "state")) as gate:
        await gate.discovery.settle(120)  # the first start fetches the package
        outcome = await gate.run_code(sandgate.Program(code=PROGRAM, inputs={"book": str(book)}))
        print(outcome.text)
        print("tokens:", outcome.tokens)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            anyio.run(main, Path(folder))
        except FileNotFoundError:
            sys.exit("This example needs git, which was not found.")
        except sandgate.SandgateError as missing:
            sys.exit(str(missing))
