"""Servers that pages speak of, and that are not ours: `python elsewhere.py google_drive`, `salesforce`, or `files`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.byhand import Server

server = Server(sys.argv[1])


def get_sheet(sheet_id: str) -> list[dict[str, Any]]:
    """The rows of a sheet."""
    statuses = ("pending", "done", "open")
    return [{"id": n, "Status": statuses[n % 3], "email": f"lead.{n}@example.com"} for n in range(10_000)]


def update_record(object_type: str, record_id: int, data: dict[str, Any]) -> str:
    """Change a record."""
    return f"{object_type} {record_id} has {', '.join(data)}"


def read_text_file(path: str) -> dict[str, str]:
    """The text of a file."""
    return {"content": f"bread\nmilk\n{path}\n"}


TOOLS = {"google_drive": get_sheet, "salesforce": update_record, "files": read_text_file}
server.add(TOOLS[sys.argv[1]], TOOLS[sys.argv[1]].__name__)
server.run()
