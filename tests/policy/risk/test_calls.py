"""Single calls: what the tool says of itself, and what its real arguments say."""

from __future__ import annotations

from typing import Any

import pytest

from sandgate.model import Tool
from sandgate.policy.risk import Risk, at_least, calls, weigh_call
from tests.policy.risk.samples import HTTP, MONGO, tool

QUIET: list[tuple[Tool, dict[str, Any]]] = [
    (tool("get_user"), {"id": 4}),
    (tool("list_repos"), {"visibility": "public", "all": True}),
    (tool("list_deployments"), {"environment": "production"}),
    (tool("search_docs", "Searches the documentation."), {"query": "DROP TABLE users"}),
    (tool("query", "Answers a question."), {"query": "Which rows did we delete from users?"}),
    (tool("get_deleted_items"), {}),
    (tool("list_delete_markers"), {"force": True}),
    (tool("read_file"), {"path": "reports/final report (2).txt"}),
    (tool("read_file"), {"path": "src/.env.example"}),
    (tool("fetch", "Fetches a page."), {"url": "https://example.com/delete?all=true"}),
    (HTTP, {"method": "GET", "url": "https://api.example.com/users/delete"}),
    (HTTP, {"method": "head", "url": "https://api.example.com/users"}),
    (tool("issue_read"), {"method": "get_comments"}),
    (tool("manage_issue", destructiveHint=True), {"action": "list"}),
    (tool("graphql", "Runs GraphQL."), {"query": 'query { note(text: "mutation { deleteAll }") { id } }'}),
    (tool("graphql", "Runs GraphQL."), {"query": "{ viewer { name } }"}),
    (tool("execute_command", server="redis"), {"command": "GET", "args": ["a"]}),
    (MONGO, {"filter": {"status": "deleted"}, "limit": 10}),
    (tool("run_report", "Runs a report."), {"metrics": ["sales"]}),
    (tool("execute_query", "Executes a PromQL query."), {"query": "rate(deletes_total[5m])"}),
    (tool("pull_request_read"), {}),
    (tool("release_list"), {}),
    (tool("take_screenshot", "Takes a screenshot."), {}),
    (tool("calculate", "Adds numbers.", readOnlyHint=True), {"amount": 50_000}),
]

LOUD: list[tuple[Tool, dict[str, Any], Risk, str]] = [
    (tool("create_issue"), {"title": "DROP TABLE users; rm -rf /"}, "medium", "`create`"),
    (tool("update_record"), {"data": {"public": True, "role": "owner", "force": True}}, "medium", "`update`"),
    (tool("frobnicate"), {}, "medium", "nothing says"),
    (tool("user_delete"), {"id": 4}, "high", "`delete`"),
    (tool("list_delete"), {"id": 4}, "high", "`delete`"),
    (tool("getOrCreateUser"), {}, "medium", "`create`"),
    (tool("remove_label"), {}, "medium", "`remove`"),
    (tool("remove_database"), {}, "high", "`remove`"),
    (tool("purge_queue"), {}, "critical", "`purge`"),
    (tool("delete_all_users"), {}, "critical", "many at once"),
    (tool("delete_items"), {"ids": list(range(300))}, "critical", "`ids` has 300 entries"),
    (tool("delete_items"), {"id": "*"}, "critical", "matches everything"),
    (tool("delete_folder"), {"path": "a", "recursive": True}, "critical", "`recursive` is true"),
    (tool("delete_many", server="mongodb"), {"filter": {}}, "critical", "`filter` is empty"),
    (tool("update_branch"), {"force": True}, "high", "`force` is true"),
    (tool("manage_issue"), {"action": "delete"}, "high", "`action` is delete"),
    (tool("batch", "Does many things."), {"operations": [{"action": "delete", "id": 1}]}, "high", "`action` is delete"),
    (HTTP, {"method": "DELETE", "url": "https://api.example.com/users/1"}, "high", "DELETE https://api.example.com"),
    (HTTP, {"method": "POST", "url": "https://api.example.com/users", "body": {}}, "medium", "POST"),
    (tool("fetch"), {"url": "http://169.254.169.254/latest"}, "critical", "keys of its machines"),
    (tool("fetch"), {"url": "http://2852039166/latest"}, "critical", "keys of its machines"),
    (tool("fetch"), {"url": "http://10.0.0.5:8080/"}, "medium", "inside the network"),
    (tool("fetch"), {"url": "file:///etc/passwd"}, "medium", "a file"),
    (tool("read_file"), {"path": "~/.ssh/id_rsa"}, "high", "keys or passwords"),
    (tool("read_file"), {"path": "app/.env"}, "high", "keys or passwords"),
    (tool("read_file"), {"path": "../../notes.txt"}, "medium", "above the folder"),
    (tool("read_file"), {"path": "/etc/hosts"}, "medium", "folder of the system"),
    (tool("write_file"), {"path": "/etc/cron.d/job", "content": "x"}, "high", "folder of the system"),
    (tool("write_file"), {"path": ".github/workflows/ci.yml"}, "high", "run by itself later"),
    (tool("delete_file"), {"path": "/"}, "critical", "everything there"),
    (tool("push_files"), {"files": [{"path": ".env", "content": "A=1"}]}, "critical", "keys or passwords"),
    (tool("create_refund"), {"amount": 50, "currency": "EUR"}, "high", "`amount` is 50 EUR: moves money"),
    (tool("transfer_money"), {"amount": "25000.00"}, "critical", "a large sum"),
    (tool("transfer_issue"), {"to_project": "B"}, "medium", "`transfer`"),
    (tool("send_email"), {"to": "a@example.com"}, "medium", "`send`"),
    (tool("send_email"), {"to": [f"p{n}@example.com" for n in range(12)]}, "high", "goes to 12 recipients"),
    (tool("send_email"), {"to": ";".join(["a@example.com"] * 11)}, "high", "goes to 11 recipients"),
    (tool("send_email"), {"from": "me@home.example", "to": "x@away.example"}, "medium", "goes outside of home.example"),
    (tool("post_message"), {"channel": "#general", "text": "hi"}, "high", "many people at once"),
    (tool("update_repo"), {"visibility": "public"}, "high", "everybody"),
    (tool("create_repo"), {"private": False}, "high", "everybody"),
    (tool("add_member"), {"role": "admin"}, "high", "high rights"),
    (tool("share_file"), {"type": "anyone"}, "high", "everybody"),
    (tool("put_policy"), {"policy": '{"Statement": [{"Principal": "*"}]}'}, "critical", "allows everything"),
    (tool("update_role"), {}, "high", "who may do what"),
    (tool("get_secret"), {"name": "x"}, "medium", "passwords or keys"),
    (tool("deploy"), {"environment": "production"}, "high", "production"),
    (tool("deploy"), {"environment": "staging"}, "medium", "`deploy`"),
    (tool("merge_pull_request"), {"branch": "main"}, "medium", "everybody works from"),
    (tool("delete_stack"), {"stage": "prod-eu"}, "critical", "production"),
    (tool("graphql"), {"query": "mutation M { x: deleteUser(id: 4) { id } }"}, "high", "GraphQL mutation: deleteUser"),
    (tool("execute_command", server="redis"), {"command": "FLUSHALL"}, "critical", "FLUSHALL"),
    (tool("execute_command", server="redis"), {"command": "set a 1"}, "medium", "set a 1"),
    (MONGO, {"filter": {"$where": "sleep(1)"}}, "high", "$where"),
    (MONGO, {"filter": '{"a": {"$where": "1"}}'}, "high", "$where"),
    (tool("aggregate", server="mongodb"), {"pipeline": [{"$out": "users"}]}, "high", "$out"),
    (tool("kubectl_generic"), {"command": "delete ns shop"}, "critical", "delete ns shop"),
    (tool("evaluate", "Evaluates JavaScript in the page."), {"code": "1"}, "medium", "in a web page"),
    (tool("execute_code", "Executes Python."), {"code": "a\nb"}, "high", "code of 2 lines"),
    (tool("get_user", "Deletes the user and returns it."), {}, "high", "`delete`"),
    (tool("archive_page", "Archives it. This cannot be undone."), {}, "high", "`archive`"),
]


@pytest.mark.parametrize(("called", "arguments"), QUIET, ids=lambda value: str(getattr(value, "name", value))[:40])
def test_what_reads_is_low(called: Tool, arguments: dict[str, Any]) -> None:
    weighed = weigh_call(called, arguments)

    assert (weighed.risk, weighed.changes_data, weighed.undoable) == ("low", False, True), weighed.reasons


@pytest.mark.parametrize(
    ("called", "arguments", "risk", "reason"), LOUD, ids=lambda value: str(getattr(value, "name", value))[:40]
)
def test_what_does_more_says_so(called: Tool, arguments: dict[str, Any], risk: Risk, reason: str) -> None:
    weighed = weigh_call(called, arguments)

    assert weighed.risk == risk, weighed.reasons
    assert any(reason in said for said in weighed.reasons), weighed.reasons


def test_a_claim_to_read_does_not_cover_a_name_that_deletes() -> None:
    weighed = weigh_call(tool("delete_all", readOnlyHint=True), {})

    assert weighed.risk == "critical"
    assert any("says that it only reads" in reason for reason in weighed.reasons)


def test_a_claim_to_read_is_believed_where_nothing_speaks_against_it() -> None:
    assert weigh_call(tool("frobnicate", readOnlyHint=True), {}).risk == "low"


def test_a_server_that_admits_a_change_is_believed() -> None:
    weighed = weigh_call(tool("get_report", readOnlyHint=False), {})

    assert (weighed.risk, weighed.changes_data) == ("medium", True)


def test_a_server_that_admits_it_may_destroy_is_believed() -> None:
    assert weigh_call(tool("update_page", destructiveHint=True), {}).risk == "high"


def test_a_claim_not_to_destroy_does_not_soften_a_delete() -> None:
    assert weigh_call(tool("delete_page", destructiveHint=False), {}).risk == "high"


def test_a_rehearsal_changes_nothing_where_the_tool_knows_of_rehearsals() -> None:
    knows, ignores = tool("delete_stack", "", "dry_run"), tool("delete_stack")

    rehearsed, done = (weigh_call(called, {"dry_run": True}) for called in (knows, ignores))

    assert (rehearsed.risk, rehearsed.changes_data) == ("medium", False)
    assert (done.risk, done.changes_data) == ("high", True)


@pytest.mark.parametrize(
    ("name", "description", "undoable"),
    [
        ("create_issue", "", True),
        ("update_issue", "", None),
        ("delete_issue", "", False),
        ("delete_issue", "Moves the issue to the trash.", True),
        ("send_email", "", False),
        ("refund_payment", "", False),
        ("get_issue", "", True),
    ],
)
def test_it_says_whether_a_call_can_be_undone(name: str, description: str, undoable: bool | None) -> None:
    assert weigh_call(tool(name, description), {}).undoable is undoable


def test_reasons_are_one_short_line_whatever_is_in_the_arguments() -> None:
    path = "/etc/\x1b[2J\n" + "x" * 500

    reasons = weigh_call(tool("read_file"), {"path": path}).reasons

    assert all(reason.isprintable() and len(reason) < 200 for reason in reasons)


@pytest.mark.parametrize("name", ["pay", "transfer_money", "send_email", "delete_rows", "get_user", "run", "add", ""])
@pytest.mark.parametrize(
    "field", ["id", "amount", "total", "to", "recipients", "users", "$where", "all", "filter", "policy", ""]
)
@pytest.mark.parametrize("value", [0, 7, 10**6, -1.5])
def test_numbers_weigh_what_they_would_if_each_was_looked_at(
    name: str, field: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    called, arguments = tool(name), {field: value, "other": 1}
    quick = weigh_call(called, arguments)

    monkeypatch.setattr(calls, "are_mere_numbers", _never)

    assert weigh_call(called, arguments) == quick


def _never(_: Any) -> bool:
    return False


def test_levels_are_ordered() -> None:
    assert at_least("high", "medium")
    assert at_least("high", "high")
    assert not at_least("medium", "high")


WORST: list[Any] = [
    None,
    [],
    {"a": float("nan"), "amount": 10**5000, "to": 10**5000, "args": [10**5000], "policy": [10**5000]},
    {"sql": "/*" * 1000, "command": "$(" * 1000, "query": '"""' * 1000, "path": "\x00", "url": "http://[", "": ""},
    {"sql": "WITH a AS (" * 500, "command": "'", "method": "", "action": "\ud800"},
    {str(number): number for number in range(2000)},
]


@pytest.mark.parametrize("name", ["query", "run_command", "delete", "send_email", "pay", "", "é", "graphql", "git"])
@pytest.mark.parametrize("arguments", WORST, ids=range(len(WORST)))
def test_it_never_raises(name: str, arguments: Any) -> None:
    called = tool(name, "Runs SQL.", schema={"properties": [1], "required": 3})

    assert weigh_call(called, arguments) == weigh_call(called, arguments)


def test_arguments_that_nest_deeper_than_python_calls_are_no_trouble() -> None:
    deep: dict[str, Any] = {}
    inner = deep
    for _ in range(50_000):
        inner["policy"] = {}
        inner = inner["policy"]

    assert weigh_call(tool("put_policy"), deep).changes_data
