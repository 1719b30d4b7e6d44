from __future__ import annotations

import subprocess
import sys

import pytest

from .person import MISSING, Person


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["servers"],
        ["stats"],
        ["init", "cursor"],
        ["search", "x", "--catalogue", "captured"],
        ["workspace", "list"],
        ["tasks", "list"],
        ["cache", "show"],
        ["serve", "--config", "nowhere.toml"],
        ["run", "-c", "1", "--config", "nowhere.toml"],
    ],
    ids=" ".join,
)
def test_commands_that_ask_no_server_load_no_sdk(person: Person, words: list[str]) -> None:
    person.has_servers(desk=MISSING)
    person.has_captured(desk=[])
    code = (
        "import sys; from sandgate.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('mcp', 'rich', 'pydantic') if name in sys.modules], file=sys.stderr)"
    )

    answer = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)

    assert answer.stderr.splitlines()[-1] == "[]"
