from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.cli.insertion import Unwritable, Wanted, prepare, write
from sandgate.errors import ConfigError

ENTRY = {"command": "gate", "args": ["serve"]}


def inserted(folder: Path, name: str, text: str | bytes, section: str = "servers") -> str:
    """A file's text after the entry was put in."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    write(prepare(file, Wanted(keys=(section,), name="gate", entry=ENTRY)))
    return file.read_bytes().decode()


def test_comments_trailing_commas_and_tabs_of_a_json_file_stay(tmp_path: Path) -> None:
    text = """{
\t// about all
\t"servers": {
\t\t"a": {"command": "x // no comment"}, // about a
\t\t/* the end */
\t},
\t"b": "{", // a brace in quotes
}
"""

    changed = inserted(tmp_path, "settings.json", text)

    assert changed == text.replace(
        " // about a\n",
        """ // about a
\t\t"gate": {
\t\t\t"command": "gate",
\t\t\t"args": [
\t\t\t\t"serve"
\t\t\t]
\t\t}
""",
    )


def test_a_comma_is_put_before_the_comment_of_the_last_entry(tmp_path: Path) -> None:
    text = '{\n  "servers": {\n    "a": {} // about a\n  }\n}\n'

    changed = inserted(tmp_path, "settings.json", text)

    assert '    "a": {}, // about a\n    "gate": {\n' in changed
    assert changed.endswith("    }\n  }\n}\n")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", '{\n  "servers": {\n    "gate": {'),
        ("{}", '{\n  "servers": {\n    "gate": {'),
        ('{\n    "x": 1\n}\n', '{\n    "x": 1,\n    "servers": {\n        "gate": {'),
        ('{"servers": {}}', '{"servers": {\n  "gate": {'),
        ('{"servers":{"a":{"b":[1,{"c":"}"}]}}}', '{"servers":{"a":{"b":[1,{"c":"}"}]},\n  "gate": {'),
    ],
)
def test_a_json_file_of_any_layout_takes_the_entry(tmp_path: Path, text: str, start: str) -> None:
    assert inserted(tmp_path, "settings.json", text).startswith(start)


def test_line_ends_of_windows_and_a_byte_order_mark_stay(tmp_path: Path) -> None:
    changed = inserted(tmp_path, "settings.json", b'\xef\xbb\xbf{\r\n  "x": 1\r\n}\r\n')

    assert changed.startswith("\ufeff{\r\n")
    assert changed.count("\n") == changed.count("\r\n")


def test_a_toml_table_is_appended_below_what_was_there(tmp_path: Path) -> None:
    text = '# mine\nmodel = "x"\n[servers.a]\ncommand = "y"'

    changed = inserted(tmp_path, "config.toml", text)

    assert changed == text + '\n\n[servers.gate]\ncommand = "gate"\nargs = ["serve"]\n'


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("", "servers:\n{entry}"),
        ("x: 1", "x: 1\nservers:\n{entry}"),
        ("servers:\n  a:\n    cmd: y\nx: 1\n", "servers:\n{entry}  a:\n    cmd: y\nx: 1\n"),
        ("servers: # mine\n  # about a\n  a: {}\n", "servers: # mine\n{entry}  # about a\n  a: {}\n"),
        ("servers: {}\nx: 1\n", "servers:\n{entry}x: 1\n"),
        ("servers:", "servers:\n{entry}"),
        ("servers:\n  a: 1\nx:\n  gate: 2\n", "servers:\n{entry}  a: 1\nx:\n  gate: 2\n"),
    ],
)
def test_a_yaml_block_takes_the_entry_and_keeps_its_lines(tmp_path: Path, text: str, changed: str) -> None:
    entry = '  gate:\n    command: gate\n    args: ["serve"]\n'

    assert inserted(tmp_path, "config.yaml", text) == changed.replace("{entry}", entry)


def test_deeper_yaml_entries_are_met_at_their_own_depth(tmp_path: Path) -> None:
    changed = inserted(tmp_path, "config.yaml", "servers:\n    a:\n        cmd: y\n")

    assert changed.startswith("servers:\n    gate:\n      command: gate\n")


def test_a_heading_inside_a_text_is_not_taken_for_one(tmp_path: Path) -> None:
    text = 'note = """\n[servers.gate]\n"""\n'

    with pytest.raises(Unwritable):
        inserted(tmp_path, "config.toml", text)

    assert (tmp_path / "config.toml").read_text() == text


def test_a_file_that_changed_in_between_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text("{}")
    edit = prepare(file, Wanted(keys=("servers",), name="gate", entry=ENTRY))
    file.write_text('{"new": 1}')

    with pytest.raises(ConfigError, match="changed by another program"):
        write(edit)

    assert file.read_text() == '{"new": 1}'
