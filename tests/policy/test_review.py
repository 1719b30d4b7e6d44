"""A program is looked at before it runs: advice for the model, a refusal where that was chosen, a record for people."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

import sandgate
from sandgate.cli.main import main
from sandgate.config import Config, NetworkOptions, SandboxOptions, ValidationOptions
from sandgate.errors import ConfigError
from sandgate.gateway import Gateway
from sandgate.sandbox.typescript.backend import installed

pytestmark = pytest.mark.anyio
STARTS_A_PROGRAM = "import subprocess\nprint(1)\nsubprocess.run(['ls'])\n"


@asynccontextmanager
async def gate(folder: Path, validation: ValidationOptions | None = None) -> AsyncGenerator[Gateway]:
    config = Config(
        state_dir=folder / "state",
        sandbox=SandboxOptions(spares=0),
        validation=validation or ValidationOptions(),
    )
    async with sandgate.open(config) as gateway:
        with anyio.fail_after(60):
            yield gateway


async def test_a_program_that_could_only_fail_is_not_run_and_told_what_to_do_instead(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(STARTS_A_PROGRAM)

    assert (outcome.status, outcome.output, outcome.sandbox) == ("blocked", "", "")
    assert outcome.text.startswith("Blocked: the program was not run.\nline 3 [processes] `subprocess.run`: ")
    assert "Do it in Python, or call a tool." in outcome.text


async def test_what_is_only_advice_comes_after_the_answer(tmp_path: Path) -> None:
    async with gate(tmp_path, ValidationOptions(rules={"processes": "warn"})) as gateway:
        outcome = await gateway.run_code("import subprocess\nif False:\n    subprocess.run(['ls'])\n'done'")

    assert (outcome.status, outcome.value) == ("ok", "done")
    assert outcome.text.startswith("result: done\nnote: line 3 [processes] ")


async def test_a_rule_that_is_off_says_nothing(tmp_path: Path) -> None:
    async with gate(tmp_path, ValidationOptions(rules={"processes": "off"})) as gateway:
        outcome = await gateway.run_code("import subprocess\nif False:\n    subprocess.run(['ls'])\n'done'")

    assert outcome.text == "done"


async def test_looking_can_be_switched_off(tmp_path: Path) -> None:
    async with gate(tmp_path, ValidationOptions(enabled=False)) as gateway:
        outcome = await gateway.run_code(STARTS_A_PROGRAM)

    assert outcome.status == "error"
    assert outcome.output.startswith("1\n")


async def test_ordinary_code_passes_without_a_word(tmp_path: Path) -> None:
    code = (
        "import collections, csv, datetime, io, json, math, re, statistics\n"
        "rows = list(csv.DictReader(io.StringIO('name,amount\\na,3\\nb,4\\na,5\\n')))\n"
        "by = collections.defaultdict(list)\n"
        "for row in rows:\n    by[row['name']].append(float(row['amount']))\n"
        "{name: statistics.mean(amounts) for name, amounts in by.items()}\n"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == {"a": 4.0, "b": 4.0}
    assert outcome.notes == ()


async def test_a_refused_program_is_on_record_with_what_was_found(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(STARTS_A_PROGRAM)

    with sqlite3.connect(tmp_path / "state" / "journal.db") as journal:
        (status,) = journal.execute("select status from executions where id = ?", (outcome.id,)).fetchone()
        (found,) = journal.execute("select findings from reviews where execution = ?", (outcome.id,)).fetchone()
    assert status == "blocked"
    assert [(one["rule"], one["line"], one["severity"]) for one in json.loads(found)] == [("processes", 3, "block")]


async def test_a_network_that_is_allowed_is_nothing_to_warn_of(tmp_path: Path) -> None:
    code = "import urllib.request\nif False:\n    urllib.request.urlopen('https://example.com')\n1"
    config = Config(
        state_dir=tmp_path, sandbox=SandboxOptions(spares=0), network=NetworkOptions(allow=("example.com",))
    )
    async with sandgate.open(config) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.notes == ()


@pytest.mark.parametrize(
    ("rules", "words"),
    [({"proceses": "warn"}, "Did you mean 'processes'?"), ({"processes": "loud"}, "Levels are off, info, warn, block")],
)
async def test_a_rule_or_level_that_does_not_exist_is_refused_at_the_start(
    tmp_path: Path, rules: dict[str, str], words: str
) -> None:
    with pytest.raises(ConfigError, match=r"validation\.rules") as refused:
        async with gate(tmp_path, ValidationOptions(rules=rules)):
            pass

    assert words in str(refused.value)


def test_a_person_can_look_at_a_program_without_running_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sandgate.toml").write_text('state_dir = "state"\n[validation.rules]\ninput = "off"\n')
    (tmp_path / "program.py").write_text(STARTS_A_PROGRAM + "input()\n")

    code = main(["policy", "check", "program.py", "--config", "sandgate.toml", "--json"])

    said = json.loads(capsys.readouterr().out)
    assert code == 1
    assert said["blocked"] is True
    assert [finding["rule"] for finding in said["findings"]] == ["processes"]
    assert said["impact"]["commands"] == ["ls"]


@pytest.mark.skipif(installed() is None, reason="Deno is not installed here")
@pytest.mark.parametrize("words", [["program.ts"], ["program.txt", "--language", "typescript"]])
@pytest.mark.parametrize(
    ("code", "blocked", "fault"),
    [
        ('const amount: number = 1;\nfetch("https://example.com/");\n', False, None),
        ('const amount: number = "one";\nfetch("https://example.com/");\n', True, "TypeCheckError"),
    ],
)
def test_a_program_in_typescript_is_looked_at_as_one(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    code: str,
    blocked: bool,
    fault: str | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sandgate.toml").write_text('state_dir = "state"\n')
    (tmp_path / words[0]).write_text(code)

    ended = main(["policy", "check", *words, "--config", "sandgate.toml", "--json"])

    said = json.loads(capsys.readouterr().out)
    assert (ended, said["blocked"], said["findings"]) == (int(blocked), blocked, [])
    assert (said["fault"] or {"type": None})["type"] == fault
    assert said["impact"]["hosts"] == ["example.com"]
