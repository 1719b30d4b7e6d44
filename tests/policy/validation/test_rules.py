"""Each rule at its edge: what it tells, what it lets pass, and how its level is chosen."""

from __future__ import annotations

import re

import pytest

from sandgate.errors import BadArguments
from sandgate.policy.validation import LEVELS, RULES, Finding, Level, check


def found(code: str, **levels: Level) -> set[str]:
    report = check(code, levels={name.replace("_", "-"): level for name, level in levels.items()})
    return {finding.rule for finding in report.findings}


def only(code: str, rule: str) -> Finding:
    (finding,) = (finding for finding in check(code).findings if finding.rule == rule)
    return finding


def test_every_rule_says_what_why_and_what_instead() -> None:
    for name, rule in RULES.items():
        assert rule.id == name
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert rule.level in LEVELS
        assert rule.reason.endswith(".")
        assert rule.instead.endswith(".")
        assert rule.finds


def test_a_finding_names_the_thing_its_line_the_reason_and_a_way_out() -> None:
    finding = only("import os\n\nos.system('ls')", "processes")

    assert finding.line == 3
    assert finding.severity == "block"
    assert "`os.system`" in finding.reason
    assert "tool" in finding.instead


def test_findings_come_in_the_order_of_lines() -> None:
    report = check("import os\ninput()\nos.system('a')\neval(x)\nimport ctypes")

    assert [finding.line for finding in report.findings] == sorted(finding.line for finding in report.findings)


def test_a_level_can_be_raised_lowered_and_switched_off() -> None:
    code = "answer = input()"

    assert not check(code).blocked
    assert check(code, levels={"input": "block"}).blocked
    assert check(code, levels={"input": "info"}).findings[0].severity == "info"
    assert check(code, levels={"input": "off"}).findings == ()


def test_an_unknown_rule_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadArguments, match="'processes'"):
        check("1", levels={"process": "off"})


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadArguments, match="off, info, warn, block"):
        check("1", levels={"input": "deny"})  # pyright: ignore[reportArgumentType] - as a settings file may say it


def test_a_rule_is_told_a_few_times_at_most() -> None:
    report = check("import os\n" + "os.system('x')\n" * 500)

    assert len(report.findings) == 10
    assert report.findings[0].line == 2


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("x = true", "json-literals"),
        ("print(None if x is undefined else null)", "json-literals"),
        ("input('name? ')", "input"),
        ("import sys\nfor line in sys.stdin: print(line)", "input"),
        ("import pandas as pd", "missing-package"),
        ("from bs4 import BeautifulSoup", "missing-package"),
        ("import multiprocessing\nmultiprocessing.Pool(4)", "forking"),
        ("import urllib.request as r\nr.urlopen('https://example.com')", "network"),
        ("from http.server import HTTPServer\nHTTPServer(('', 80), None)", "socket-servers"),
        ("import socket\ns = socket.socket()\ns.bind(('', 80))", "socket-servers"),
        ("import os\nprint(dict(os.environ))", "environment"),
        ("import os\nkey = os.environ['OPENAI_API_KEY']", "environment"),
        ("from os import getenv\ngetenv('DB_PASSWORD')", "environment"),
        ("import resource\nresource.setrlimit(0, (1, 1))", "limits"),
        ("import psutil", "machine"),
        ("open('/mnt/data/table.csv')", "outside-paths"),
        ("from pathlib import Path\nPath('/home/ada/notes.txt').read_text()", "outside-paths"),
        (r"open('C:\\Users\\ada\\x.txt')", "outside-paths"),
        ("import os\nos.listdir(os.path.expanduser('~'))", "outside-paths"),
        ("eval(expression)", "dynamic-code"),
        ("exec('pr#int(1)'.replace('#', ''))", "dynamic-code"),
        ("import importlib\nimportlib.import_module(name)", "dynamic-code"),
        ("list(map(eval, texts))", "dynamic-code"),
        ("import sys\nsys.meta_path.insert(0, x)", "import-machinery"),
        ("import pickle\npickle.loads(data)", "pickle"),
        ("while True:\n    x = 1", "endless-loop"),
        ("x = " + "[" + "1," * 6_000 + "]", "huge-literals"),
        ("import base64\nbase64.b64decode('" + "QUJD" * 300 + "')", "encoded-literals"),
        (r"x = '\x69\x6d\x70\x6f\x72\x74'", "escaped-text"),
        ("___ = 1; ____ = 2; _____ = ___ + ____", "unreadable-names"),
        ("lIl1 = 1; Il1I = 2; l1lI = lIl1 + Il1I", "unreadable-names"),
        ("x = (" + "+".join(["-~-~(()==())"] * 60) + ")", "dense-text"),
    ],
)
def test_what_is_doubtful_is_told_and_still_runs(code: str, rule: str) -> None:
    report = check(code)

    assert rule in {finding.rule for finding in report.findings}
    assert report.blocked == (RULES[rule].level == "block")


@pytest.mark.parametrize(
    "code",
    [
        "true = True\nx = true",
        "from names import *\nx = null",
        "eval('1 + 1')",
        "exec('''\nx = 1\n''')",
        "__import__('json').dumps({})",
        "import importlib\nfor name in ('json', 'csv'):\n    importlib.import_module(name)",
        "import os\nos.kill(os.getpid(), 15)",
        "import os\n'TZ' in os.environ and os.environ.get('TZ')",
        "open('/dev/null', 'w')",
        "import subprocess\ntry:\n    pass\nexcept subprocess.CalledProcessError:\n    pass",
        "import types\nisinstance(f, types.FunctionType)",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None",
        "import timeit\ntimeit.timeit(lambda: 1)",
        "def ask(input):\n    return input()",
        "x = '/etc/passwd'\nprint(x in log)",
        "for name in ('__add__', '__len__'):\n    print(hasattr(list, name), getattr(list, name, None))",
        "while True:\n    if done():\n        break",
    ],
)
def test_what_only_looks_doubtful_passes(code: str) -> None:
    assert found(code, missing_package="off") == set()


def test_packages_that_are_installed_are_not_missing() -> None:
    code = "import numpy as np\nfrom yaml.loader import SafeLoader"

    assert check(code, allowed_imports={"numpy", "yaml"}).findings == ()


def test_a_missing_package_says_where_packages_are_added() -> None:
    finding = only("import numpy", "missing-package")

    assert "`numpy`" in finding.reason
    assert "`[sandbox]`" in finding.instead


def test_code_in_a_text_is_looked_at_as_well_and_told_at_the_line_that_runs_it() -> None:
    finding = only("def run(text):\n    eval(text)\n\nrun(\"__import__('os').system('id')\")", "processes")

    assert finding.line == 2


def test_a_token_for_a_request_is_not_taken_for_theft() -> None:
    code = "import os, requests\nrequests.get('https://x.example', headers={'A': os.environ['API_KEY']})"

    assert "exfiltration" not in found(code)


def test_an_elif_is_not_deeper_than_its_if() -> None:
    chain = "if x == 0:\n    y = 0\n" + "".join(f"elif x == {n}:\n    y = {n}\n" for n in range(1, 40))

    assert check(chain).findings == ()


def test_deep_blocks_are_told() -> None:
    deep = "".join("    " * depth + "if x:\n" for depth in range(14)) + "    " * 14 + "pass"

    assert found(deep) == {"nesting"}


def test_a_program_that_is_too_large_is_not_read() -> None:
    assert found("x = 1\n" * 30_000) == {"size"}
    assert found("x = '" + "a" * 1_100_000 + "'") == {"size"}
    assert check("x = 1\n" * 30_000).blocked


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("access = 'user\u202e \u2066# admin\u2069 \u2066'", "bidi-controls"),
        ("# left\u202eright", "bidi-controls"),
        ("\u0435val = print", "homoglyphs"),
        ("def \u043e\u0440\u0435n(x): ...", "homoglyphs"),
        ("import os as \u043es", "homoglyphs"),
        ("user = 1\nus\u0435r = 2", "homoglyphs"),
        ("\U0001d41e\U0001d42f\U0001d41a\U0001d425('1')", "homoglyphs"),
        ("\uff45\uff58\uff45\uff43('1')", "homoglyphs"),
        ("\u03bf\u03c1en = 1", "homoglyphs"),
        ("x = 'a\u200bb'", "invisible-characters"),
        ("# \U000e0068\U000e0069", "invisible-characters"),
    ],
)
def test_characters_that_deceive_are_told(code: str, rule: str) -> None:
    assert rule in found(code)


def test_findings_hold_only_printable_text() -> None:
    report = check("x = getattr(a, '__globals__')\nopen('/etc/\\x1b[31m' + '\\ud800')\nopen('/etc/\\u202e')")

    assert report.findings
    assert all(finding.reason.isprintable() for finding in report.findings)
