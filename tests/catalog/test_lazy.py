"""How a program imports tools. The tree is real; only the way to the gateway is a function of the test."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandgate.catalog.wrappers.tree import ServerTools, write_tree

from .samples import CLIENT, invented, make

Run = Callable[[str], dict[str, Any]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a program beside a tree. Nothing of the tree stays imported."""
    tools = (make("create-issue", description="Create."), make("close_issue"), make("fetch"))
    write_tree(tmp_path, [ServerTools(name="fetch", tools=tools), invented()], CLIENT)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def program(code: str) -> dict[str, Any]:
        space: dict[str, Any] = {}
        exec(compile(code, "program.py", "exec"), space)
        return space

    importlib.invalidate_caches()
    yield program
    for name in [name for name in sys.modules if name.partition(".")[0] == "servers"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "code",
    [
        "from servers.fetch import create_issue as got",
        "import servers.fetch as f; got = f.create_issue",
        "from servers import fetch; got = fetch.create_issue",
        "import servers; got = servers.fetch.create_issue",
        "import servers.fetch.create_issue; got = servers.fetch.create_issue",
        "import servers.fetch.create_issue\nfrom servers.fetch import create_issue as got",
        "from servers.fetch.create_issue import create_issue as got",
        "from servers.fetch.create_issue import create_issue\nfrom servers.fetch import create_issue as got",
        "from servers.fetch import *\ngot = create_issue",
    ],
)
def test_every_way_to_import_gives_the_tool(run: Run, code: str) -> None:
    got = run(code)["got"]

    assert repr(got) == "<tool lab.create-issue: await create_issue()>"
    assert got.__doc__ == "Create."


def test_a_tool_called_like_its_server_does_not_take_its_place(run: Run) -> None:
    space = run("import servers\nfrom servers.fetch import fetch\nimport servers.fetch.fetch\nserver = servers.fetch")

    assert space["fetch"].id == "lab.fetch"
    assert space["server"].__name__ == "servers.fetch"


def test_nothing_is_loaded_before_it_is_used(run: Run) -> None:
    run("import servers.fetch")

    assert "servers.fetch.create_issue" not in sys.modules


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("from servers.fetch import creat_issue", "no tool 'creat_issue' in servers.fetch; nearest: create_issue"),
        ("from servers.fetch import CreateIssue", "no tool 'CreateIssue' in servers.fetch; nearest: create_issue"),
        ("from servers.fetch.clos_issue import x", "no tool 'clos_issue' in servers.fetch; nearest: close_issue"),
        ("from servers.fech import create_issue", "no server 'fech' in servers; nearest: fetch"),
        ("from servers import fech", "no server 'fech' in servers; nearest: fetch"),
        ("import servers.zzz", "no server 'zzz' in servers; dir(servers) lists what there is"),
    ],
)
def test_an_import_that_is_nearly_right_is_told_what_is(run: Run, code: str, message: str) -> None:
    with pytest.raises(ImportError) as error:
        run(code)

    assert str(error.value).startswith(message)


def test_an_attribute_that_is_nearly_right_is_told_what_is(run: Run) -> None:
    with pytest.raises(AttributeError, match=r"no tool 'creat_issue' in servers\.fetch; nearest: create_issue"):
        run("import servers.fetch as f; f.creat_issue")


def test_imports_elsewhere_fail_as_ever(run: Run) -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere'"):
        run("import servers.fetch, nowhere")


def test_dir_lists_servers_and_tools(run: Run) -> None:
    space = run("import servers.fetch; top = dir(servers); tools = dir(servers.fetch); has = hasattr(servers, 'nope')")

    assert space["top"] == ["fetch", "in_vented"]
    assert space["tools"] == ["close_issue", "create_issue", "fetch"]
    assert space["has"] is False


@pytest.mark.anyio
async def test_both_call_styles_send_the_tools_own_names(run: Run) -> None:
    space = run("from servers import _client\nfrom servers.in_vented import keywords, either")
    sent: list[tuple[str, dict[str, Any]]] = []

    async def send(tool: str, arguments: dict[str, Any], _fresh: bool) -> str:
        sent.append((tool, arguments))
        return "done"

    space["_client"].connect(send)
    await space["keywords"](from__="a", from_="b", self_="c", x="d", a_b="e")
    await space["keywords"]({"from": "a", "self": "c", "__x": "d"})

    assert await space["either"](k="1") == "done"
    assert sent == [
        ("lab.keywords", {"from": "a", "from_": "b", "self": "c", "__x": "d", "a-b": "e"}),
        ("lab.keywords", {"from": "a", "self": "c", "__x": "d"}),
        ("lab.either", {"k": "1"}),
    ]


def test_every_invented_tool_loads(run: Run) -> None:
    space = run("import servers.in_vented as s\ntools = [getattr(s, name) for name in s.__all__]")

    assert sorted(tool.id for tool in space["tools"]) == sorted(f"lab.{tool.name}" for tool in invented().tools)
