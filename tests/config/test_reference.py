"""The page of options is made from the options, and its example works."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from sandgate.config.options import (
    LIMIT_DOCS,
    CacheRuleOptions,
    Config,
    PrivacyRuleOptions,
    RecogniserOptions,
    RuleOptions,
    ServerOptions,
    config_tables,
    config_values,
)
from sandgate.config.reference import example, reference
from sandgate.model import Limits, ServerSpec

from .world import World

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "options.md"


def test_the_page_of_options_is_up_to_date() -> None:
    cure = "run: python -m sandgate.config.reference > docs/reference/options.md"

    assert PAGE.read_text(encoding="utf-8") == reference(), cure


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("policy.rules", RuleOptions),
        ("privacy.rules", PrivacyRuleOptions),
        ("privacy.recognisers", RecogniserOptions),
        ("cache.rules", CacheRuleOptions),
    ],
)
def test_every_list_of_tables_has_a_table_of_its_keys(table: str, options: type) -> None:
    section = reference().partition(f"## `[[{table}]]`\n")[2].partition("\n## ")[0]

    assert [field.name for field in fields(options) if f"| `{field.name}` |" not in section] == []


def test_the_example_loads_and_says_only_what_is_the_default(world: World) -> None:
    plain = world.load()
    world.write("sandgate.toml", example())

    config = world.load()

    assert [(found.name, found.state) for found in config.found] == [
        ("files", "ready"),
        ("tickets", "ready"),
        ("old", "disabled"),
    ]
    for key in [*config_values(), *config_tables()]:
        field = "import_" if key == "import" else key
        assert getattr(config, field) == getattr(plain, field)


def test_every_option_has_a_sentence_of_its_own() -> None:
    tables = [options for options in config_tables().values() if options is not Limits]
    docs = [field.metadata["doc"] for options in [*tables, ServerOptions] for field in fields(options)]
    docs += [*LIMIT_DOCS.values(), *(field.metadata["doc"] for field in fields(Config) if "doc" in field.metadata)]

    assert set(LIMIT_DOCS) == {field.name for field in fields(Limits)}
    assert all(doc.endswith(".") for doc in docs)
    assert len(set(docs)) == len(docs)


def test_the_defaults_of_a_server_are_those_of_the_model() -> None:
    options, spec = ServerOptions(), ServerSpec(name="a")

    for name in ("timeout_seconds", "start_timeout_seconds", "concurrency"):
        assert getattr(options, name) == getattr(spec, name)
