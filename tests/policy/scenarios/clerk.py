"""A server that writes down every call it gets, and changes its own tools when told to.

`python clerk.py FILE [NAME]`. It imports nothing of Sandgate.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.byhand import Server

server = Server("clerk")
calls = Path(sys.argv[1])
own_name = sys.argv[2] if len(sys.argv) > 2 else "clerk"


def note(tool: str, **arguments: object) -> str:
    with calls.open("a", encoding="utf-8") as file:
        file.write(json.dumps([f"{own_name}.{tool}", arguments]) + "\n")
    return f"{tool} done"


@server.tool(readOnlyHint=True)
def read_lead(id: int) -> str:
    """Read one lead."""
    return note("read_lead", id=id)


@server.tool()
def update_lead(id: int, status: str = "open", data: dict[str, Any] | None = None) -> str:
    """Change a lead."""
    return note("update_lead", id=id, status=status, **({"data": data} if data is not None else {}))


@server.tool(destructiveHint=True)
def delete_lead(id: int) -> str:
    """Delete a lead."""
    return note("delete_lead", id=id)


@server.tool(name="archive-lead", destructiveHint=True)
def archive_lead(id: int) -> str:
    """Put a lead away."""
    return note("archive-lead", id=id)


@server.tool(name="hidden.query")
def query(sql: str) -> str:
    """Run a statement of SQL."""
    return note("hidden.query", sql=sql)


@server.tool()
def order(items: list[dict[str, Any]]) -> str:
    """Order some things."""
    return note("order", items=items)


@server.tool(structured=False, readOnlyHint=True)
def link() -> dict[str, str]:
    """Where the secret is."""
    return {"type": "resource_link", "name": "secret", "uri": "clerk://secret"}


@server.resource("clerk://secret")
def secret() -> str:
    return note("secret")


@server.tool(readOnlyHint=True)
def rename(old: str, new: str) -> str:
    """Give one of these tools another name, and say so."""

    def renamed(id: int) -> str:
        return note(new, id=id)

    server.remove(old)
    server.add(renamed, new, "Something else now.")
    server.tools_changed()
    return new


def sign(number: int) -> None:
    name = f"sign_{number:02}"

    def signed(id: int) -> str:
        return note(name, id=id)

    server.add(signed, name, f"Sign form {number}.")


for number in range(1, 15):
    sign(number)


if __name__ == "__main__":
    server.run()
