"""The servers of the program in the README: `python elsewhere.py google_drive`, or `salesforce`."""

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


server.add(*{"google_drive": (get_sheet, "get_sheet"), "salesforce": (update_record, "update_record")}[sys.argv[1]])
server.run()
