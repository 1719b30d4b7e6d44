"""A server that notes every question in a file: what the file does not have, nobody asked.

`python ledger.py FILE`. It imports nothing of Sandgate.
"""

from __future__ import annotations

import fcntl
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.byhand import Server, ToolError

ASKED = Path(sys.argv[1])
server = Server("ledger")


def noted(line: str) -> int:
    """How many questions there were, with this one. Servers of several gateways may share the file."""
    with ASKED.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(f"{line}\n")
        file.seek(0)
        return len(file.readlines())


@server.tool(readOnlyHint=True)
async def get_page(name: str, kb: int = 0) -> dict[str, Any]:
    """A page: its name, the number of the question, and as much text as wanted."""
    return {"name": name, "number": noted(f"get_page {name}"), "text": name * (kb * 1024 // len(name))}


@server.tool(readOnlyHint=True)
async def get_author(name: str) -> dict[str, str]:
    """Who wrote a page."""
    noted(f"get_author {name}")
    return {"page": name, "email": "ada.lovelace@example.com"}


@server.tool(readOnlyHint=True)
async def get_broken(name: str) -> str:
    """A page that cannot be read."""
    raise ToolError(f"question {noted(f'get_broken {name}')}: {name} cannot be read")


@server.tool()
async def get_silent(name: str) -> int:
    """A tool of which the server does not say what it does."""
    return noted(f"get_silent {name}")


@server.tool()
async def update_page(name: str, fails: bool = False) -> int:
    """Change a page."""
    number = noted(f"update_page {name}")
    if fails:
        raise ToolError("changed by half")
    return number


if __name__ == "__main__":
    server.run()
