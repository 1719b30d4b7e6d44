"""A server full of invented people, which writes down every call it gets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.byhand import Server

server = Server("registry")
calls = Path(sys.argv[1])
PEOPLE = [
    {
        "id": number,
        "name": f"{first} Example",
        "email": f"{first.lower()}{number}@example.com",
        "phone": f"+1 415 555 01{number:02d}",
        "card": "4111 1111 1111 1111",
        "plan": "gold" if number % 2 else "silver",
    }
    for number, first in enumerate(("Ada", "Bela", "Cleo", "Dina", "Emil", "Fay"))
]


def note(tool: str, **arguments: object) -> None:
    with calls.open("a", encoding="utf-8") as file:
        file.write(json.dumps([tool, arguments]) + "\n")


@server.tool(readOnlyHint=True)
def people() -> list[dict[str, Any]]:
    """Everybody."""
    return PEOPLE


@server.tool(readOnlyHint=True)
def letter(id: int) -> str:
    """A letter to one of them, as text."""
    person = PEOPLE[id]
    return f"Dear {person['name']},\nwe will call {person['phone']} or write to {person['email']}. Not to [EMAIL_1]."


@server.tool(readOnlyHint=True)
def many(count: int) -> str:
    """A long list, as the text of a JSON document."""
    return json.dumps([{"id": n, "email": f"user{n}@example.com", "score": n * 7 % 100} for n in range(count)])


@server.tool()
def send(to: str, text: str = "", phone: int = 0) -> str:
    """Send something to an address."""
    note("send", to=to, text=text, phone=phone)
    if "bela" in to:
        raise ValueError(f"{to} does not take mail, try bela.other@example.com")
    return f"sent to {to}"


@server.resource("registry://owner", mime_type="text/plain")
def owner() -> str:
    return "owner: ada0@example.com"


if __name__ == "__main__":
    server.run()
