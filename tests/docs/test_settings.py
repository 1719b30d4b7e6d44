"""Settings on the pages are ones that Sandgate takes."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from sandgate.config import load
from sandgate.config.options import config_tables, key_of
from sandgate.errors import ConfigError

from .pages import DOCS, PAGES, Block, blocks, prose

SETTINGS = [block for page in DOCS if page.parent.name != "reference" for block in blocks(page, "toml")]
OPTION = re.compile(r"`([a-z_]+)\.([a-z_]+)(?: = [^`]*)?`")
OTHERS = {
    "accounting": {"py"},
    "audit": {"key"},
    "commands": {"run"},
    "policy": {"check"},
    "skills": {"save", "search", "run"},
}
"""What looks like an option and is a file or a function."""


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_settings_on_a_page_are_understood(settings: Block, tmp_path: Path) -> None:
    file = tmp_path / "sandgate.toml"
    file.write_text(settings.text, encoding="utf-8")
    environ = dict.fromkeys(re.findall(r"\$\{(\w+)", settings.text), "a value")

    config = load(file, cwd=tmp_path, home=tmp_path, environ=environ)  # raises ConfigError for a key that is none

    assert [found.reason for found in config.found if found.state == "incomplete"] == []
    assert config.notices == ()


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent.name != "reference"], ids=lambda page: page.name
)
def test_options_within_sentences_exist(page: Path) -> None:
    tables = {name: {key_of(field) for field in fields(options)} for name, options in config_tables().items()}
    said = [(table, key) for table, key in OPTION.findall(prose(page)) if table in tables]

    assert [f"{table}.{key}" for table, key in said if key not in tables[table] | OTHERS.get(table, set())] == []


def test_a_key_that_is_none_would_be_noticed(tmp_path: Path) -> None:
    file = tmp_path / "sandgate.toml"
    file.write_text("[sandbox]\nwalls = 1\n")

    with pytest.raises(ConfigError, match="walls"):
        load(file)
