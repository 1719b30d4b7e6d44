"""Personal data in files: hide it, turn it back, count it; and what tools have returned."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from sandgate.audit import Journal
from sandgate.privacy.boundary import Crossed

from .person import Person

LETTER = "Dear Ada,\r\nwrite to ada@example.com or call +1 415 555 0132.\r\nNot [EMAIL_1], not %5BEMAIL_1%5D.\r\n"


def sandgate(person: Person, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "sandgate", *words]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=person.project, timeout=60, check=False)


def test_a_file_comes_back_byte_for_byte_in_another_process(person: Person) -> None:
    letter = person.project / "letter.txt"
    letter.write_bytes(LETTER.encode())

    hidden = sandgate(person, "pii", "protect", "letter.txt")
    (person.project / "hidden.txt").write_bytes(hidden.stdout)
    restored = sandgate(person, "pii", "restore", "hidden.txt")

    assert (hidden.returncode, hidden.stderr, restored.returncode, restored.stderr) == (0, b"", 0, b"")
    assert b"ada@" not in hidden.stdout
    assert b"555" not in hidden.stdout
    assert restored.stdout == LETTER.encode()
    kept = [file for file in person.state.rglob("*") if file.is_file() and b"ada@" in file.read_bytes()]
    assert kept == []


def test_numbers_and_halves_of_characters_in_json_come_back_in_another_process(person: Person) -> None:
    documents = [
        r'{"password": "Xk9\ud83dqL2m!", "note": "é"}',
        r'{"log": "{\"password\": \"Xk9\\ud83dqL2m!\"}", "note": "é"}',
        '{"phone": 4155552671.00, "text": "é"}',
    ]
    for document in documents:
        person.write("some.json", document)
        person.write("hidden.json", person.types("pii", "protect", "some.json").out)
        restored = person.types("pii", "restore", "hidden.json").out

        assert "[" in (person.project / "hidden.json").read_text()
        assert json.loads(restored) == json.loads(document)


def test_sessions_know_nothing_of_each_other(person: Person) -> None:
    person.write("a.txt", "ada@example.com")
    person.write("tokens.txt", "[EMAIL_1]")

    person.types("pii", "protect", "a.txt", "--session", "one")

    assert person.types("pii", "restore", "tokens.txt", "--session", "one").out == "ada@example.com"
    assert person.types("pii", "restore", "tokens.txt", "--session", "two").out == "[EMAIL_1]"
    assert person.types("pii", "restore", "tokens.txt").out == "[EMAIL_1]"


def test_commands_that_run_at_once_give_no_token_to_two_values(person: Person) -> None:
    names = [f"user{number}" for number in range(4)]
    for name in names:
        person.write(f"{name}.txt", f"{name}@example.com")

    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "sandgate", "pii", "protect", f"{name}.txt"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=person.project,
        )
        for name in names
    ]
    outs = [command.communicate(timeout=60) for command in commands]

    assert [err for _, err in outs] == [b""] * len(names)
    tokens = [out.decode() for out, _ in outs]
    assert len(set(tokens)) == len(names)
    person.write("all.txt", " ".join(tokens))
    assert person.types("pii", "restore", "all.txt").out == " ".join(f"{name}@example.com" for name in names)


def test_lines_of_json_say_where_values_stood(person: Person) -> None:
    texts = ["mail ada@example.com", "", "nothing here", "a\u2028b bob@example.com", "half \ud800 carl@example.com"]
    lines = "\ufeff" + "\n".join(json.dumps({"text": text, "id": 1}) for text in texts) + "\n\n"
    raw = json.dumps({"text": "c\u2028d"}, ensure_ascii=False)
    person.write("texts.jsonl", lines + raw + "\r\n")

    scanned = person.types("pii", "scan", "texts.jsonl", "--jsonl")
    hidden = person.types("pii", "protect", "texts.jsonl", "--jsonl")
    person.write("hidden.jsonl", hidden.out)
    restored = person.types("pii", "restore", "hidden.jsonl", "--jsonl")

    found, seen, back = (
        [json.loads(line) for line in said.out.split("\n")[:-1]] for said in (scanned, hidden, restored)
    )
    assert [one["text"] for one in found] == [one["text"] for one in back] == [*texts, "c\u2028d"]
    assert found[0]["spans"] == [{"start": 5, "end": 20, "type": "EMAIL"}]
    assert [len(one["spans"]) for one in found] == [len(one["spans"]) for one in seen] == [1, 0, 0, 1, 1, 0]
    assert seen[0]["text"] == "mail [EMAIL_1]"
    assert "@" not in hidden.out


def lines_of(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_line_keeps_its_other_fields_and_says_where_its_tokens_stand(person: Person) -> None:
    line = {"text": "mail ada@example.com, not [EMAIL_7]", "id": 7, "labels": ["x"], "email": "bob@example.com"}
    person.write("texts.jsonl", json.dumps(line))

    hidden = person.types("pii", "protect", "texts.jsonl", "--jsonl")
    person.write("hidden.jsonl", hidden.out)
    restored = person.types("pii", "restore", "hidden.jsonl", "--jsonl")
    scanned = person.types("pii", "scan", "texts.jsonl", "--jsonl")

    (seen,) = lines_of(hidden.out)
    text = "mail [EMAIL_1], not [LITERAL_1]"
    assert seen == {
        "text": text,
        "id": 7,
        "labels": ["x"],
        "email": "[EMAIL_2]",
        "spans": [{"start": 5, "end": 14, "type": "EMAIL"}, {"start": 20, "end": len(text), "type": "LITERAL"}],
    }
    assert lines_of(restored.out) == [line]
    assert lines_of(scanned.out) == [{"text": line["text"], "spans": [{"start": 5, "end": 20, "type": "EMAIL"}]}]


@pytest.mark.parametrize("words", [[], ["--jsonl"]])
def test_tokens_that_stand_for_nothing_are_told_and_the_text_is_left(person: Person, words: list[str]) -> None:
    person.write("a.txt", "ada@example.com")
    text = '{"text": "[EMAIL_1] and [EMAIL_99], [EMAIL_99] and [STEP_1]"}\n'
    person.write("tokens.txt", text)
    person.types("pii", "protect", "a.txt")

    here = person.types("pii", "restore", "tokens.txt", *words)
    elsewhere = person.types("pii", "restore", "tokens.txt", "--session", "other", *words)

    assert (here.code, here.out) == (1, text.replace("[EMAIL_1]", "ada@example.com"))
    assert here.err == (
        "sandgate: 1 token stands for nothing in session files: [EMAIL_99]. Name the session of `protect` with "
        "--session; what was not used for 24 hours (privacy.keep_hours) is forgotten\n"
    )
    assert (elsewhere.code, elsewhere.out) == (1, text)
    assert "2 tokens stand for nothing in session other: [EMAIL_1], [EMAIL_99]." in elsewhere.err


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 2 is not JSON"),
        ("[" * 100_000, "line 2 is not JSON"),
        ("[]", 'line 2 must be an object such as {"text": "…"}'),
        ('{"text": 1}', 'line 2 must be an object such as {"text": "…"}'),
    ],
)
@pytest.mark.parametrize("action", ["scan", "protect", "restore"])
def test_a_line_that_is_wrong_is_named(person: Person, action: str, line: str, complaint: str) -> None:
    person.write("bad.jsonl", '{"text": "ok"}\n' + line)

    said = person.types("pii", action, "bad.jsonl", "--jsonl")

    assert said.code == 2
    assert f"sandgate: bad.jsonl: {complaint}" in said.err
    assert len(said.err) < 400


@pytest.mark.parametrize("action", ["scan", "protect", "restore"])
def test_what_cannot_be_read_is_said_in_a_line(person: Person, action: str) -> None:
    (person.project / "binary").write_bytes(b"\x89PNG\xff\xfe\0")
    (person.project / "folder").mkdir()

    binary = person.types("pii", action, "binary")
    others = [person.types("pii", action, name) for name in ("missing", "folder", "nul\0l")]

    assert (binary.code, binary.out, binary.err) == (
        2,
        "",
        "sandgate: binary cannot be read: it is not text in UTF-8\n",
    )
    for said in others:
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("sandgate: ")
        assert said.err.count("\n") == 1


def test_standard_input_is_a_file_called_dash(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def stdin(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))

    stdin(b"to ada@example.com\r\n")
    hidden = person.types("pii", "protect", "-")
    stdin(hidden.out.encode())
    restored = person.types("pii", "restore", "-")
    stdin(b"\xff")
    binary = person.types("pii", "scan", "-")

    assert hidden.out == "to [EMAIL_1]\r\n"
    assert restored.out == "to ada@example.com\r\n"
    assert (binary.code, binary.err) == (2, "sandgate: - cannot be read: it is not text in UTF-8\n")


def test_a_file_is_counted_by_kind_and_no_value_is_shown(person: Person) -> None:
    person.write("some.csv", "id,email,ssn\n1,ada@example.com,078-05-1121\n2,bob@example.com,078-05-1122\n")
    person.write("none.txt", "nothing\nhere\n")

    table = person.types("pii", "scan", "some.csv")
    counts = person.types("pii", "scan", "some.csv", "--json").json
    none = person.types("pii", "scan", "none.txt")
    person.write("empty.txt", "")
    empty = person.types("pii", "scan", "empty.txt")

    assert counts == {"EMAIL": 2, "SSN": 2}
    assert ["EMAIL", "2"] in table.rows
    assert "@" not in table.out
    assert (none.code, person.types("pii", "scan", "none.txt", "--json").json) == (0, {})
    assert none.out == "No personal data was found in 2 lines.\n"
    assert empty.out == "No personal data was found in 0 lines.\n"


def test_without_a_file_it_says_what_tools_have_returned(person: Person) -> None:
    nothing = person.types("pii", "scan")

    async def record() -> None:
        journal = Journal(person.state / "sandgate" / "journal.db")
        await journal.record_crossed("a", [Crossed("crm.people", "EMAIL", "hidden", 7)])
        await journal.record_crossed("b", [Crossed("crm.people", "EMAIL", "hidden", 3)])
        await journal.record_crossed("b", [Crossed("mail.send", "EMAIL", "restored", 1)])
        await journal.close()

    anyio.run(record)
    table, counts = person.types("pii", "scan"), person.types("pii", "scan", "--json").json

    assert (nothing.code, nothing.out) == (0, "No tool has returned personal data while privacy.mode was tokens.\n")
    assert table.rows[-2:] == [
        ["crm.people", "EMAIL", "hidden", "10", "2"],
        ["mail.send", "EMAIL", "restored", "1", "1"],
    ]
    assert counts[0] == {"tool": "crm.people", "kind": "EMAIL", "way": "hidden", "values": 10, "executions": 2}


def test_who_has_not_switched_it_on_is_told_that_nothing_is_counted(person: Person) -> None:
    config = person.write("hiding.toml", '[privacy]\nmode = "tokens"\n')

    off, on = person.types("pii", "scan"), person.types("pii", "scan", "--config", config)

    assert off.err == 'sandgate: privacy.mode is off now, so nothing is counted; "tokens" counts what tools return\n'
    assert on.err == ""


def test_kinds_are_listed_as_the_settings_have_them(person: Person) -> None:
    usual = dict(person.types("pii", "kinds").rows)
    config = person.write(
        "sandgate.toml",
        '[privacy]\nignore = ["IP"]\ninclude = ["USERNAME"]\n'
        "[[privacy.recognisers]]\nname = \"CASE\"\npattern = 'CASE-\\d{6}'\n",
    )

    chosen = dict(person.types("pii", "kinds", "--config", config).rows)
    person.write("text", "CASE-123456 from 203.0.113.7")
    found = person.types("pii", "protect", "text", "--config", config).out

    assert (usual["EMAIL"], usual["IP"], usual["USERNAME"]) == ("yes", "yes", "where privacy.include names it")
    assert (chosen["CASE"], chosen["IP"], chosen["USERNAME"]) == ("yes", "no, because of privacy.ignore", "yes")
    assert found == "[CASE_1] from 203.0.113.7"


@pytest.mark.parametrize("setting", ['ignore = ["NAMES"]', '[[privacy.recognisers]]\nname = "X Y"\npattern = "a"'])
def test_settings_that_cannot_be_are_refused_before_anything_is_read(person: Person, setting: str) -> None:
    config = person.write("sandgate.toml", f"[privacy]\n{setting}\n")
    person.write("text", "ada@example.com")

    for words in (("kinds",), ("scan", "text"), ("protect", "text")):
        said = person.types("pii", *words, "--config", config)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("sandgate: sandgate.toml: privacy.")


@pytest.mark.parametrize("broken", ["database", "key", "folder", "session"])
def test_a_vault_that_is_broken_shows_no_text_and_no_traceback(person: Person, broken: str) -> None:
    vault = person.state / "sandgate" / "vault"
    person.write("text", "ada@example.com")
    session = "files"
    if broken == "folder":
        vault.parent.mkdir(parents=True)
        vault.write_text("in the way")
    else:
        person.types("pii", "protect", "text")
    match broken:
        case "database":
            (vault / "vault.db").write_bytes(b"no database" * 500)
        case "key":
            (vault / "vault.key").write_bytes(b"short")
        case "session":
            session = os.fsdecode(b"\xff")
        case _:
            pass

    for action in ("protect", "restore"):
        said = person.types("pii", action, "text", "--session", session)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("sandgate: ")
        assert "Traceback" not in said.err
        assert "ada@" not in said.err


def test_what_the_command_keeps_is_forgotten_in_time(person: Person) -> None:
    person.write("text", "ada@example.com")
    config = person.write("sandgate.toml", "[privacy]\nkeep_hours = 1.0\n")
    person.types("pii", "protect", "text", "--config", config)
    with sqlite3.connect(Path(person.state / "sandgate" / "vault" / "vault.db")) as database:
        database.execute("update sessions set expires_at = 1")
    person.write("tokens", "[EMAIL_1]")

    assert person.types("pii", "restore", "tokens", "--config", config).out == "[EMAIL_1]"
