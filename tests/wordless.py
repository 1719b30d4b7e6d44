"""A server that does not say what its tools return. It imports nothing of Sandgate."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.byhand import Server, ToolError

CANARY = "canary-7d1f"
server = Server("wordless")


def row(number: int) -> dict[str, object]:
    return {
        "id": number,
        "name": f"{CANARY} {number}",
        "status": CANARY if number % 2 else None,
        "accounts": {f"{CANARY}.{number}@example.com": {"balance": 1.5}},
        **({"note": CANARY} if number % 3 == 0 else {}),
    }


@server.tool(structured=False, readOnlyHint=True)
def list_rows(count: int = 5) -> str:
    """List rows."""
    return json.dumps({"rows": [row(number) for number in range(count)], "total": count})


@server.tool(structured=False)
def add_row(name: str) -> str:
    """Add a row."""
    if name == "bad":
        raise ToolError("no row can be called so")
    return json.dumps({"id": 1, "name": name})


@server.tool(readOnlyHint=True)
def count_rows() -> int:
    """Count the rows."""
    return 5


if __name__ == "__main__":
    server.run()
