"""What is kept, for how long, and what counts as a write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandgate.cache.asking import NoCache
from sandgate.cache.sealed import SealedCache
from sandgate.cache.settings import cache_of, place_of
from sandgate.cache.terms import Terms
from sandgate.config import CacheOptions, CacheRuleOptions, Config
from sandgate.model import JsonObject, ServerSpec, Tool

from .server import names_of

FILES = ServerSpec(name="files", command="serve-files")


def kept(options: CacheOptions, tool: Tool, sent: JsonObject | None = None) -> float:
    """For how long the result of a call is kept; -1 for one that forgets all of its server."""
    terms = Terms(options, {})
    kind = terms.kind(tool, names_of(tool))
    return -1 if terms.changes(kind, sent or {}) else kind.seconds


def tool(name: str, **annotations: Any) -> Tool:
    return Tool(server="docs", name=name, annotations=annotations)


def test_nothing_is_kept_unless_the_settings_say_so() -> None:
    assert kept(CacheOptions(), tool("get_page", readOnlyHint=True)) == 0


def test_read_only_keeps_what_servers_call_so_and_nothing_that_only_sounds_so() -> None:
    options = CacheOptions(read_only=True, seconds=60)

    assert kept(options, tool("get_page", readOnlyHint=True)) == 60
    assert kept(options, tool("get_page")) == 0
    assert kept(options, tool("frobnicate")) == -1


def test_a_server_that_calls_a_deletion_read_only_is_not_believed() -> None:
    assert kept(CacheOptions(read_only=True), tool("delete_page", readOnlyHint=True)) == -1


def test_a_tool_that_is_named_is_kept_although_its_server_says_nothing() -> None:
    options = CacheOptions(tools=("docs.*",), seconds=60)

    assert kept(options, tool("get_page")) == 60
    assert kept(options, tool("frobnicate")) == 60
    assert kept(options, replace(tool("frobnicate"), server="other")) == -1


@pytest.mark.parametrize(
    "written",
    [
        tool("update_page"),
        tool("delete_page"),
        tool("send_page"),
        tool("get_page", readOnlyHint=False),
        tool("frobnicate", destructiveHint=True),
    ],
)
def test_a_pattern_that_also_fits_a_tool_that_writes_does_not_keep_it(written: Tool) -> None:
    assert kept(CacheOptions(read_only=True, tools=("docs.*",)), written) == -1


def test_arguments_decide_where_the_tool_does_what_it_is_told() -> None:
    options = CacheOptions(tools=("docs.run_query",), seconds=60)

    assert kept(options, tool("run_query"), {"sql": "select * from pages"}) == 60
    assert kept(options, tool("run_query"), {"sql": "delete from pages"}) == -1


def test_the_first_rule_that_fits_says_how_long() -> None:
    rules = (
        CacheRuleOptions(tools=("docs.get_news",), seconds=0),
        CacheRuleOptions(tools=("docs.*", "wiki.*"), seconds=3600),
    )
    options = CacheOptions(read_only=True, tools=("docs.*",), rules=rules)

    assert kept(options, tool("get_news", readOnlyHint=True)) == 0
    assert kept(options, tool("get_page")) == 3600
    assert kept(options, replace(tool("get_page", readOnlyHint=True), server="crm")) == 300


def test_a_tool_that_is_defined_anew_is_judged_anew() -> None:
    terms = Terms(CacheOptions(read_only=True), {})
    before, after = tool("frob", readOnlyHint=True), tool("frob")

    first, second = terms.kind(before, names_of(before)), terms.kind(after, names_of(after))

    assert (first.seconds, second.seconds) == (300, 0)
    assert first.identity != second.identity


def test_a_definition_that_cannot_be_written_down_keeps_nothing_and_fails_nothing() -> None:
    schema: dict[str, Any] = {}
    for _ in range(100_000):
        schema = {"items": schema}

    assert kept(CacheOptions(tools=("*",)), replace(tool("get_page"), output_schema=schema)) == 0


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (CacheOptions(), NoCache),
        (CacheOptions(rules=(CacheRuleOptions(tools=("*",), seconds=0),)), NoCache),
        (CacheOptions(read_only=True), SealedCache),
        (CacheOptions(tools=("docs.*",)), SealedCache),
        (CacheOptions(rules=(CacheRuleOptions(tools=("docs.*",)),)), SealedCache),
    ],
)
def test_there_is_a_cache_where_something_can_be_kept(tmp_path: Path, options: CacheOptions, expected: type) -> None:
    assert type(cache_of(Config(state_dir=tmp_path, cache=options))) is expected
    assert list(tmp_path.iterdir()) == []


@pytest.mark.anyio
async def test_without_a_cache_every_call_is_made() -> None:
    asked: list[int] = []

    async def ask() -> list[JsonObject]:
        asked.append(1)
        return []

    cache = NoCache()
    answers = [await cache.through(tool("get_page", readOnlyHint=True), ["docs.get_page"], {}, ask) for _ in range(2)]
    await cache.close()

    assert answers == [([], False), ([], False)]
    assert len(asked) == 2


@pytest.mark.parametrize(
    "other",
    [
        replace(FILES, args=("/elsewhere",)),
        replace(FILES, env={"TOKEN": "another account"}),
        replace(FILES, cwd="/elsewhere"),
        replace(FILES, oauth_client_id="another"),
    ],
)
def test_a_server_with_other_settings_has_results_of_its_own(other: ServerSpec) -> None:
    assert place_of(other) != place_of(FILES)


def test_a_command_that_starts_in_another_folder_has_results_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote = ServerSpec(name="docs", transport="http", url="https://docs.example.com/mcp")
    before = place_of(FILES), place_of(remote)

    monkeypatch.chdir(tmp_path)

    assert place_of(FILES) != before[0]
    assert place_of(remote) == before[1]
