"""What all four servers have in common: how tools are described, and data that never changes and harms nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from statistics import median

import pytest
from mcp import Client
from mcp.server import MCPServer
from mcp.types import Tool

from sandgate.demo.servers import chat, crm, drive, tracker
from sandgate.demo.servers.records import Dice

from .asking import ask, call, refusal, words

pytestmark = pytest.mark.anyio

Build = Callable[[], MCPServer]
BUILDS: dict[str, Build] = {"drive": drive.build, "crm": crm.build, "chat": chat.build, "tracker": tracker.build}
READINGS: list[tuple[Build, str, dict[str, object]]] = [
    (drive.build, "get_sheet", {"sheet_id": "orders-2026"}),
    (drive.build, "get_sheet", {"sheet_id": "contact-refresh-2026-10"}),
    (drive.build, "get_sheet", {"sheet_id": "inventory-q4"}),
    (drive.build, "get_sheet", {"sheet_id": "on-call-rota"}),
    (drive.build, "search_files", {"query": "weekly review", "limit": 100}),
    (crm.build, "query_records", {"object_type": "Lead", "limit": 2000}),
    (crm.build, "query_records", {"object_type": "Contact", "limit": 2000}),
    (crm.build, "query_records", {"object_type": "Account", "limit": 2000}),
    (crm.build, "query_records", {"object_type": "Opportunity", "limit": 2000}),
    (crm.build, "list_users", {}),
    (chat.build, "get_channel_history", {"channel_id": "C1002", "limit": 1000}),
    (chat.build, "get_channel_history", {"channel_id": "C1003", "limit": 1000}),
    (tracker.build, "list_issues", {"project": "SHOP", "limit": 250}),
    (tracker.build, "list_builds", {"limit": 250}),
    (tracker.build, "get_build_log", {"build_id": "bld-950"}),
]


async def tools(build: Build) -> list[Tool]:
    async with Client(build()) as client:
        return (await client.list_tools()).tools


@pytest.mark.parametrize("name", BUILDS)
async def test_every_tool_and_every_parameter_is_described(name: str) -> None:
    offered = await tools(BUILDS[name])

    assert 10 <= len(offered) <= 20
    for tool in offered:
        assert tool.description, tool.name
        for parameter, schema in tool.input_schema.get("properties", {}).items():
            assert schema.get("description"), f"{tool.name}({parameter})"


@pytest.mark.parametrize("name", BUILDS)
async def test_descriptions_do_not_carry_the_indentation_of_the_source(name: str) -> None:
    offered = await tools(BUILDS[name])

    assert [tool.name for tool in offered if "  " in (tool.description or "")] == []


@pytest.mark.parametrize("name", BUILDS)
async def test_tools_that_only_read_say_so_and_tools_that_delete_say_so(name: str) -> None:
    offered = await tools(BUILDS[name])

    for tool in offered:
        assert tool.annotations is not None
        reads = tool.name.startswith(("get_", "list_", "search_", "read_", "query_", "count_", "describe_"))
        assert (tool.annotations.read_only_hint is True) == reads, tool.name
        destroys = tool.name.startswith(("delete_", "cancel_"))
        assert (tool.annotations.destructive_hint is True) == destroys, tool.name


async def test_definitions_are_about_as_long_as_those_of_real_servers() -> None:
    offered = [tool for build in BUILDS.values() for tool in await tools(build)]

    sizes = [len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in offered]
    with_output = sum(tool.output_schema is not None for tool in offered)

    assert 500 < median(sizes) < 1_100  # 4,000 real tools: median 1,100
    assert 0.3 < with_output / len(offered) < 0.5  # real tools: 39 %


@pytest.mark.parametrize("name", BUILDS)
async def test_no_data_is_made_before_the_first_call(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Dice, seed: str) -> None:
        raise AssertionError(f"made {seed} too early")

    monkeypatch.setattr(Dice, "__init__", refuse)

    assert await tools(BUILDS[name]) != []
    with pytest.raises(AssertionError, match="too early"):
        Dice("probe")


@pytest.mark.parametrize(("build", "tool", "arguments"), READINGS)
async def test_two_fresh_servers_give_the_same_answer(build: Build, tool: str, arguments: dict[str, object]) -> None:
    first = await call(build(), tool, arguments)
    second = await call(build(), tool, arguments)

    assert not first.is_error
    assert words(first) == words(second)


@pytest.mark.parametrize(("build", "tool", "arguments"), READINGS)
async def test_addresses_and_numbers_belong_to_nobody(build: Build, tool: str, arguments: dict[str, object]) -> None:
    answer = words(await call(build(), tool, arguments))

    assert set(re.findall(r"[\w.]+@([\w.-]+)", answer)) <= {"example.com", "example.org"}
    for number in re.findall(r"\+\d[\d-]{6,}", answer):
        assert re.fullmatch(r"\+1-\d{3}-555-01\d\d|\+44-20-7946-0\d{3}", number)


@pytest.mark.parametrize(
    ("build", "tool", "arguments"),
    [
        (drive.build, "read_document", {"document_id": "doc-none"}),
        (drive.build, "get_sheet", {"sheet_id": "doc-none"}),
        (drive.build, "resolve_comment", {"comment_id": "doc-none"}),
        (crm.build, "get_record", {"object_type": "Lead", "record_id": "doc-none"}),
        (crm.build, "change_owner", {"object_type": "Lead", "record_id": "LEAD-0001", "owner_id": "doc-none"}),
        (chat.build, "get_channel_history", {"channel_id": "doc-none"}),
        (chat.build, "get_thread_replies", {"channel_id": "C1002", "thread_ts": "doc-none"}),
        (chat.build, "get_user_profile", {"user_id": "doc-none"}),
        (tracker.build, "get_issue", {"issue_id": "doc-none"}),
        (tracker.build, "list_issues", {"project": "doc-none"}),
        (tracker.build, "get_build_log", {"build_id": "doc-none"}),
        (tracker.build, "get_deployment", {"deployment_id": "doc-none"}),
    ],
)
async def test_an_unknown_id_is_named_in_the_error(build: Build, tool: str, arguments: dict[str, object]) -> None:
    message = await refusal(build(), tool, **arguments)

    assert "doc-none" in message


async def test_an_id_that_is_nearly_right_is_corrected() -> None:
    message = await refusal(drive.build(), "get_sheet", sheet_id="orders-2025")

    assert "Did you mean orders-2026" in message


async def test_the_text_of_a_structured_answer_says_the_same_as_the_structure() -> None:
    result = await call(tracker.build(), "get_issue", {"issue_id": "SHOP-1"})

    assert result.structured_content == json.loads(words(result))


async def test_an_answer_already_given_is_not_changed_by_a_later_call() -> None:
    server = tracker.build()
    async with Client(server) as client:
        before = await client.call_tool("get_issue", {"issue_id": "SHOP-1"})
        await client.call_tool("update_issue", {"issue_id": "SHOP-1", "title": "Renamed"})

    assert before.structured_content == json.loads(words(before))
    assert (await ask(server, "get_issue", issue_id="SHOP-1"))["title"] == "Renamed"
