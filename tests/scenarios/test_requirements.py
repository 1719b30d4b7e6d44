"""Every promise has a test, every cited promise exists."""

from __future__ import annotations

import ast
from pathlib import Path

from .requirements import PROMISES

TESTS = Path(__file__).parents[1]


def cited(source: str) -> set[str]:
    """The ids in `promise("…")` marks of a file."""
    return {
        node.args[0].value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "promise"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def cited_by_tests() -> dict[str, set[str]]:
    files = [path for path in TESTS.rglob("test_*.py") if "data" not in path.relative_to(TESTS).parts]
    return {str(path.relative_to(TESTS)): cited(path.read_text(encoding="utf-8")) for path in files}


def test_a_mark_is_seen_on_functions_classes_and_modules() -> None:
    source = """
pytestmark = pytest.mark.promise("a")
@pytest.mark.promise("b")
class T:
    @mark.promise("c")
    def t(): ...
"""

    assert cited(source) == {"a", "b", "c"}


def test_every_promise_has_a_test() -> None:
    kept = set[str]().union(*cited_by_tests().values())

    assert sorted(PROMISES.keys() - kept) == []


def test_every_cited_promise_exists() -> None:
    unknown = {path: sorted(ids - PROMISES.keys()) for path, ids in cited_by_tests().items() if ids - PROMISES.keys()}

    assert unknown == {}
