"""The pages of the reference are what the code says now."""

from __future__ import annotations

import inspect
from typing import get_args

from release.reference import api, events
from release.reference.words import Words

import sandgate
from sandgate import adapters, errors, tasks
from sandgate.audit.events import Kind
from sandgate.cli import reference as commands
from sandgate.cli.main import COMMANDS
from sandgate.errors import SandgateError
from sandgate.server import reference as surface
from sandgate.server.surface import TOOLS, instructions

from .pages import ROOT

REFERENCE = ROOT / "docs" / "reference"


def test_the_page_of_commands_is_up_to_date() -> None:
    cure = "run: python -m sandgate.cli.reference > docs/reference/commands.md"

    assert (REFERENCE / "commands.md").read_text(encoding="utf-8") == commands.reference() + "\n", cure


def test_every_command_and_every_option_is_on_the_page_of_commands() -> None:
    page = commands.reference()

    missing = [name for name in COMMANDS if f"## sandgate {name}\n" not in page]
    assert missing == []
    assert "| `--redirect-url URL` |" in page
    assert "sandgate tools show SERVER.TOOL [--schema]" in page
    assert "\nsandgate approvals [--config FILE]\n" in page
    assert "| None |" not in page, "an argument has no help"


def test_the_page_of_the_surface_is_up_to_date() -> None:
    cure = "run: python -m sandgate.server.reference > docs/reference/surface.md"

    assert (REFERENCE / "surface.md").read_text(encoding="utf-8") == surface.reference(), cure


def test_the_page_of_the_surface_has_the_instructions_and_every_tool() -> None:
    page = surface.reference()

    assert instructions() in page
    assert [tool.name for tool in TOOLS if f"### `{tool.name}`" not in page] == []


def test_the_page_of_the_api_is_up_to_date() -> None:
    cure = "run: python -m release.reference.api > docs/reference/api.md"

    assert (REFERENCE / "api.md").read_text(encoding="utf-8") == api.reference(), cure


def test_the_page_of_the_api_has_every_public_name() -> None:
    page = api.reference()
    shown = [name for module in (sandgate, tasks, adapters) for name in module.__all__]
    raised = [name for name, it in inspect.getmembers(errors, inspect.isclass) if issubclass(it, SandgateError)]

    assert [name for name in shown if f"`{name}`" not in page and f"`sandgate.{name}`" not in page] == []
    assert [name for name in raised if f" {name} " not in page and f"\n{name}\n" not in page] == []


def test_everything_on_the_page_of_the_api_is_explained() -> None:
    cure = "write a docstring, or a sentence in release/reference/words.py; or remove one that nothing needs"

    assert api.Page().undocumented == [], cure


def test_the_page_of_events_is_up_to_date() -> None:
    cure = "run: python -m release.reference.events > docs/reference/events.md"

    assert (REFERENCE / "events.md").read_text(encoding="utf-8") == events.reference(), cure


def test_everything_on_the_page_of_events_is_explained() -> None:
    page = events.Page()

    assert page.undocumented == []
    assert [kind for kind in get_args(Kind) if f"### `{kind}`" not in page.text] == []


def test_a_thing_without_a_sentence_and_a_sentence_without_a_thing_are_noticed() -> None:
    words = Words({"Task.gone": "Nobody has this any more."})

    words.said("Task", "novel", "")

    assert words.missing == ["Task.gone", "Task.novel"]
