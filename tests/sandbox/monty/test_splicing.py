"""The text that Monty is given: what is changed in a program, and that no line moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.sandbox.monty.inside.splicing import spliced
from sandgate.sandbox.monty.inside.wrappers import Wrappers

from .place import wrappers


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("1 + 1", "_sandgate_end((1 + 1))"),
        ("(1 +\n 2)  # sum", "(_sandgate_end((1 +\n 2)))  # sum"),
        ("x = 1", "x = 1\n_sandgate_end()"),
        ("", "\n_sandgate_end()"),
        ("'\u00e9'; 'b'", "'\u00e9'; _sandgate_end(('b'))"),
        ("\ufeffx = 1\r\nx", "x = 1\n_sandgate_end((x))"),
        ("import sys\nsys.exit(2)", "import sys\n_sandgate_end((exit(2)))"),
        ("raise SystemExit(2)", "exit(2)\n_sandgate_end()"),
        ("raise ToolError('x')", "raise ToolError[0]('x')\n_sandgate_end()"),
        ("from servers.a.b import b", "from servers.a import b\n_sandgate_end()"),
        ("asyncio.gather(a, b)", "_sandgate_end((asyncio.gather(a, b)))"),
        (
            "try:\n    f()\nexcept (A, ToolError) as e:\n    g(e.tool, e.b, x.tool)",
            "try:\n    f()\nexcept (A, *ToolError) as e:\n    g(_sandgate_tool(str(e)), e.b, x.tool)\n_sandgate_end()",
        ),
        (
            "try: f()\nexcept A as e:\n    try: g()\n    except B as e: h(e.kind)",
            "try: f()\nexcept A as e:\n    try: g()\n    except B as e: h(_sandgate_kind(str(e)))\n_sandgate_end()",
        ),
    ],
)
def test_only_what_monty_would_not_understand_is_changed(code: str, text: str) -> None:
    assert spliced(code).text == text


@pytest.mark.parametrize(
    ("code", "sets"),
    [
        ("result = 1", True),
        ("for result in x: pass", True),
        ("def f():\n    result = 1", False),
        ("def f():\n    global result\n    result = 1", True),
        ("print(result)", False),
    ],
)
def test_a_program_that_sets_its_result_is_known(code: str, sets: bool) -> None:
    assert spliced(code).sets_result is sets


@pytest.mark.parametrize("code", ["x = (", "\0", "(" * 5000 + ")" * 5000, "return = 1"])
def test_code_that_cannot_be_read_is_a_syntax_error(code: str) -> None:
    with pytest.raises(SyntaxError):
        spliced(code)


def test_only_tools_that_a_program_speaks_of_are_handed_to_monty(tmp_path: Path) -> None:
    found = Wrappers(str(wrappers(tmp_path)))

    assert found.named_in("from servers.bug_tracker import list_issues") == {"bug_tracker": ["list_issues"]}
    assert found.named_in("1 + 1") == {}
    assert found.named_in("import servers\ndir(servers.weather)") == {"bug_tracker": [], "weather": ["forecast"]}


def test_a_catalogue_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Wrappers(str(tmp_path / "nowhere")).servers() == []
    assert Wrappers(None).named_in("import servers.a") == {}
