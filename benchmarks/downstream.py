"""The server that is called in all measurements: `python -m benchmarks.downstream`."""

from __future__ import annotations

import anyio
from mcp.server import MCPServer

server = MCPServer("downstream")
FIRST = ("Ada", "Bela", "Cleo", "Dina", "Emil", "Fay", "Gus", "Hana")
LAST = ("Abel", "Brand", "Conti", "Diaz", "Ekberg", "Fontaine", "Greco", "Holm")


@server.tool(structured_output=False)
async def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


@server.tool(structured_output=False)
async def wait(milliseconds: int) -> str:
    """Answer after a while."""
    await anyio.sleep(milliseconds / 1000)
    return "waited"


@server.tool(structured_output=False)
async def rows(count: int) -> str:
    """Rows of a table, as JSON in text."""
    import json

    return json.dumps(
        [{"id": n, "status": "pending" if n % 8 == 0 else "done", "note": "x" * 80} for n in range(count)]
    )


@server.tool(structured_output=False)
async def people(count: int) -> str:
    """Invented people, as JSON in text."""
    import json

    return json.dumps(
        [
            {
                "id": n,
                "name": f"{FIRST[n % 8]} {LAST[n // 8 % 8]}",
                "email": f"{FIRST[n % 8].lower()}.{n}@example.com",
                "amount": n * 7 % 1000 / 10,
                "status": "pending" if n % 8 == 0 else "done",
            }
            for n in range(count)
        ]
    )


if __name__ == "__main__":
    server.run("stdio")
