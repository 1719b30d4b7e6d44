"""The pages of the reference are what the code says now."""

from __future__ import annotations

from sandgate.cli import reference as commands
from sandgate.cli.main import COMMANDS
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
    assert "| None |" not in page, "an argument has no help"


def test_the_page_of_the_surface_is_up_to_date() -> None:
    cure = "run: python -m sandgate.server.reference > docs/reference/surface.md"

    assert (REFERENCE / "surface.md").read_text(encoding="utf-8") == surface.reference(), cure


def test_the_page_of_the_surface_has_the_instructions_and_every_tool() -> None:
    page = surface.reference()

    assert instructions() in page
    assert [tool.name for tool in TOOLS if f"### `{tool.name}`" not in page] == []
