"""A server that writes down every call it gets, so that a test can see what reached it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.byhand import Server

server = Server("ledger")
calls = Path(sys.argv[1])


def note(tool: str, **arguments: object) -> str:
    with calls.open("a", encoding="utf-8") as file:
        file.write(json.dumps([tool, arguments]) + "\n")
    return f"{tool} done"


@server.tool(readOnlyHint=True)
def read_lead(id: int) -> str:
    """Read one lead."""
    return note("read_lead", id=id)


@server.tool()
def update_lead(id: int, status: str = "open") -> str:
    """Change a lead."""
    return note("update_lead", id=id, status=status)


@server.tool(destructiveHint=True)
def delete_lead(id: int) -> str:
    """Delete a lead."""
    return note("delete_lead", id=id)


@server.resource("ledger://secret")
def secret() -> str:
    return note("secret")


if __name__ == "__main__":
    server.run()
