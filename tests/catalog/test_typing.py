"""What a type checker makes of the tree. It runs once, over everything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandgate.catalog.wrappers.tree import ServerTools, write_tree

from .samples import CLIENT, invented, make, odd_servers, takes

RIGHT = """
from typing import Any, Literal, assert_type

from servers import shop
from servers.in_vented import either, keywords, nothing, pairs
from servers.shop import count, find
from servers.shop.find import FindInput, FindResult


async def main() -> None:
    assert_type(await find(q="x", limit=3), FindResult)
    assert_type(await find({"q": "x", "order": "up"}), FindResult)
    assert_type(await shop.find(q="x"), FindResult)
    arguments: FindInput = {"q": "x"}
    found = await find(arguments)
    assert_type(found["rows"][0]["id"], int)
    assert_type(await count(), int)
    assert_type(await count({}), int)
    assert_type(await pairs(pair=(1.0, "x")), tuple[float, str])
    assert_type(await either(k="x", a="y"), Any)
    await nothing()
    await keywords(from__="a", self_="b", a_b="c")
    await keywords({"from": "a", "self": "b", "a-b": "c"})
    order: Literal["up", "down"] = "up"
    await find(q="x", order=order)
"""

WRONG = """
from servers.shop import count, find
from servers.in_vented import keywords


async def main() -> None:
    await find(q=1)
    await find(limit=1)
    await find(q="x", order="sideways")
    await find({"q": "x", "more": 1})
    await find({"limit": 1})
    await count(1)
    await keywords(from__="a")
    (await find(q="x"))["colour"]
"""


def shop() -> ServerTools:
    order = {"enum": ["up", "down"]}
    find = {**takes(q={"type": "string"}, limit={"type": "integer"}, order=order), "required": ["q"]}
    row = {**takes(id={"type": "integer"}), "required": ["id"]}
    found = {**takes(rows={"type": "array", "items": row}), "required": ["rows"]}
    count = {**takes(result={"type": "integer"}), "required": ["result"]}
    return ServerTools(name="shop", tools=(make("find", find, found), make("count", {"type": "object"}, count)))


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, int]]:
    """File and line of everything pyright finds, in its strict mode."""
    root = tmp_path_factory.mktemp("typed")
    write_tree(root, [*odd_servers(), invented(), shop()], CLIENT)
    (root / "right.py").write_text(RIGHT)
    (root / "wrong.py").write_text(WRONG)
    (root / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "pythonVersion": "3.11"}))
    report = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson"], cwd=root, capture_output=True, check=False
    )
    answer: dict[str, Any] = json.loads(report.stdout)
    assert answer["summary"]["filesAnalyzed"] > 60
    return [
        (Path(found["file"]).relative_to(root).as_posix(), found["range"]["start"]["line"])
        for found in answer["generalDiagnostics"]
    ]


def test_the_oddest_tools_pass_strict_type_checking(errors: list[tuple[str, int]]) -> None:
    assert [error for error in errors if error[0].startswith("servers/")] == []


def test_both_call_styles_and_their_results_are_typed(errors: list[tuple[str, int]]) -> None:
    assert [error for error in errors if error[0] == "right.py"] == []


def test_every_wrong_call_is_noticed(errors: list[tuple[str, int]]) -> None:
    lines = WRONG.split("\n")
    calls = {number for number, line in enumerate(lines) if line.startswith("    ")}

    assert {line for file, line in errors if file == "wrong.py"} == calls
