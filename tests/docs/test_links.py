"""What a page points at is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandgate.config.clients import CLIENTS, Client, Spot

from .pages import PAGES, ROOT, prose

LINK = re.compile(r"\[[^\]]*\]\((?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
PATH = re.compile(r"`((?:src|docs|tests|examples|benchmarks)/[\w./-]+)`")
FOLDERS = {
    "{project}": "",
    "{home}": "~/",
    "{claude_json}": "~/",
    "{codex}": "~/.codex/",
    "{xdg}": "~/.config/",
    "{app}": "~/.config/",
}
"""The folders of a client's file, as pages write them: those of Linux with nothing set."""


def broken(page: Path) -> Iterator[str]:
    text = prose(page)
    for link in LINK.finditer(text):
        target = (page.parent / link["path"]).resolve() if link["path"] else page
        if "://" in link["path"] or link["path"].startswith("mailto:"):
            continue
        if not target.exists() or (link["anchor"] and link["anchor"] not in anchors(target)):
            yield link[0]
    for path in PATH.findall(text):
        if "NNNN" not in path and not (ROOT / path).exists():
            yield path


def anchors(page: Path) -> set[str]:
    """The headings of a page as links to them are written."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_path_on_a_page_leads_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = ROOT / "docs" / "index.md"
    named = {(contents.parent / link["path"]).resolve() for link in LINK.finditer(prose(contents))}
    decisions = contents.parent / "decisions" / "README.md"
    named |= {(decisions.parent / link["path"]).resolve() for link in LINK.finditer(prose(decisions))}

    missing = [page.name for page in contents.parent.rglob("*.md") if page != contents and page.resolve() not in named]

    assert missing == []


def written(spot: Spot) -> str:
    folder, _, rest = spot.path.partition("/")
    return f"`{FOLDERS[folder]}{rest}`"


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_page_of_servers_names_every_file_that_a_client_keeps_them_in(client: Client) -> None:
    lines = prose(ROOT / "docs" / "guides" / "servers.md").splitlines()

    row = next(line for line in lines if line.startswith(f"| `{client.name}` |"))

    assert [written(spot) for spot in client.spots if written(spot) not in row] == []
