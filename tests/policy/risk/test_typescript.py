"""What a TypeScript program touches is seen by the same eyes as a Python program's, in the names it uses."""

from __future__ import annotations

import pytest

from sandgate.model import Tool
from sandgate.policy.risk.typescript import UNREAD, weigh_outline

TOOLS = {
    ("tracker", "create_issue"): Tool(server="tracker", name="create-issue"),
    ("tracker", "delete_issue"): Tool(server="tracker", name="delete_issue"),
    ("tracker", "list_2fa_codes"): Tool(server="tracker", name="list_2fa_codes", annotations={"readOnlyHint": True}),
    ("tracker", "delete"): Tool(server="tracker", name="delete"),
}


def tool_of(server: str, tool: str) -> Tool | None:
    return TOOLS.get((server, tool))


@pytest.mark.parametrize(
    ("spelled", "tool"),
    [
        ("createIssue", "tracker.create-issue"),
        ("create_issue", "tracker.create-issue"),
        ("list2faCodes", "tracker.list_2fa_codes"),
        ("delete_", "tracker.delete"),
    ],
)
def test_a_tool_is_found_by_the_names_that_typescript_has_for_it(spelled: str, tool: str) -> None:
    impact = weigh_outline(f"from servers.tracker import {spelled} as own\nown({{}})", tool_of)

    assert (impact.servers, impact.tools) == (("tracker",), (tool,))


def test_what_cannot_be_undone_in_a_loop_weighs_more() -> None:
    called = "from servers.tracker import deleteIssue as own\n"

    once = weigh_outline(f"{called}own({{'number': 1}})", tool_of)
    often = weigh_outline(f"{called}for one in rows:\n own({{'number': 1}})", tool_of)

    assert (once.risk, once.undoable, once.changes_data) == ("high", False, True)
    assert often.risk == "critical"


@pytest.mark.parametrize("outline", ["", "-", "this is no Python", "(" * 5000, "\0"])
def test_what_nobody_could_read_may_do_anything(outline: str) -> None:
    assert weigh_outline(outline, tool_of) == UNREAD
