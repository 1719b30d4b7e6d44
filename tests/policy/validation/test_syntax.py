"""Programs that Python cannot read: the line, the text and a hint."""

from __future__ import annotations

import pytest

from sandgate.policy.validation import Finding, check


def refusal(code: str) -> Finding:
    report = check(code)
    assert report.blocked
    (finding,) = (finding for finding in report.findings if finding.rule == "syntax")
    return finding


@pytest.mark.parametrize(
    ("code", "line", "hint"),
    [
        ("x = 1\nif x\n    print(x)", 2, "colon"),
        ("def f()\n    return 1", 1, "colon"),
        ("x = (1, 2\ny = 3\n", 1, "Close the bracket"),
        ("x = [1, 2)\n", 1, "brackets"),
        ("print(“hello”)", 1, "straight quotes"),
        ("x = ‘a’", 1, "straight quotes"),
        ("```python\nprint(1)\n```", 1, "fence"),
        ("x = 1\n```", 2, "fence"),
        ("if True:\n\tx = 1\n        y = 2", 3, "spaces"),
        ("if x:\n    a = 1\n  b = 2", 3, "four spaces"),
        ("for x in y:\nprint(x)", 2, "Indent"),
        ("x = 1\n    y = 2", 2, "spaces before"),
        ("print 'hello'", 1, "print(…)"),
        ("const x = 1;\nconsole.log(x);", 1, "TypeScript"),
        ("interface A {\n  b: string;\n}", 1, "TypeScript"),
        ('import { readFile } from "fs";', 1, "TypeScript"),
        ("const f = async (x) => await x;", 1, "TypeScript"),
        ("x = 'abc\ny = 1", 1, "quote"),
        ('x = """abc\ny = 1', 1, '"""'),
        ("if x = 1:\n    pass", 1, "=="),
        ("x++", 1, "+= 1"),
        ("pip install requests", 1, "shell"),
        ("x = {'a': 1 'b': 2}", 1, "comma"),
        ("a\u200bb = 1", 1, "invisible"),
        ("x = 1\0", 1, "null bytes"),
        ("f() = 1", 1, "left of"),
    ],
)
def test_a_usual_mistake_gets_its_line_and_its_cure(code: str, line: int, hint: str) -> None:
    finding = refusal(code)

    assert finding.line == line
    assert hint in finding.instead


def test_the_text_of_the_line_is_shown() -> None:
    assert "`if total > 3`" in refusal("total = 4\nif total > 3\n    pass").reason


def test_a_mistake_without_a_hint_still_says_what_to_do() -> None:
    assert refusal("x = = 1").instead


@pytest.mark.parametrize(
    "code",
    [
        "answer = await call_mcp_tool('a.b', {})",
        "return 1",
        "if x:\n    return\nawait y",
        "async with a as b:\n    return [await c async for c in b]",
        "async for x in y:\n    print(x)",
        "rows = [await f(x) for x in xs]",
        "\ufeffx = 1",
        "x = 1\r\ny = 2\r\n",
        "pattern = '\\d+'",
    ],
)
def test_what_the_sandbox_accepts_is_accepted(code: str) -> None:
    assert check(code).findings == ()


@pytest.mark.parametrize(
    ("code", "line", "hint"),
    [
        ("def f():\n    await g()", 2, "async def"),
        ("def f():\n    async with a:\n        pass", 2, "async def"),
        ("class A:\n    return 1", 2, "inside a function"),
        ("yield 1", 1, "list"),
        ("nonlocal x", 1, "nested function"),
    ],
)
def test_what_python_refuses_only_when_it_compiles_is_found_too(code: str, line: int, hint: str) -> None:
    finding = refusal(code)

    assert finding.line == line
    assert hint in finding.instead
