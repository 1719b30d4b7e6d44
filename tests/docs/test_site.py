"""The site has every page, leads nowhere else, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from release.site import write_pages

from .pages import DOCS, ROOT

CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
LINK = re.compile(r"\]\((?P<path>[^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    write_pages(ROOT, folder)
    return folder


def named(nav: Any) -> Iterator[str]:
    """The pages of the navigation."""
    match nav:
        case str():
            yield nav
        case list():
            yield from (page for part in cast("list[Any]", nav) for page in named(part))
        case _:
            yield from named([*nav.values()])


def prose(page: Path) -> str:
    return re.sub(r"^( *)```.*?^\1```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def test_the_navigation_has_every_page_once(pages: Path) -> None:
    written = [str(page.relative_to(pages)) for page in pages.rglob("*.md")]

    listed = list(named(CONFIG["nav"]))

    assert sorted(listed) == sorted(page for page in written if not page.startswith("source/"))
    assert len(written) > len(DOCS)


def test_every_link_of_the_site_leads_to_a_page_of_it(pages: Path) -> None:
    broken = [
        f"{page.relative_to(pages)}: {link['path']}"
        for page in pages.rglob("*.md")
        for link in LINK.finditer(prose(page))
        if "://" not in link["path"] and not (page.parent / link["path"]).exists()
    ]

    assert broken == []
    assert (pages / "source" / "src" / "sandgate" / "gateway.py.md").exists(), "a file that a page links to"


def test_fences_of_the_site_name_a_language_only(pages: Path) -> None:
    opened = [
        line
        for page in pages.rglob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if re.match(r" *```+\w", line)
    ]

    assert opened
    assert [line for line in opened if not re.fullmatch(r" *```+\w+", line)] == []


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("See [this](../gone.py).\n")

    with pytest.raises(FileNotFoundError, match=r"docs/index.md: the link \.\./gone.py leads nowhere"):
        write_pages(tmp_path, tmp_path / "pages")


@pytest.mark.parametrize("folder", [".", "docs", "kept"])
def test_a_folder_that_holds_something_else_is_not_removed(tmp_path: Path, folder: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "letters.txt").write_text("mine")

    with pytest.raises(FileExistsError, match="holds something else"):
        write_pages(tmp_path, tmp_path / folder)

    assert (tmp_path / "docs" / "index.md").exists()
    assert (tmp_path / "kept" / "letters.txt").exists()


def test_the_site_loads_nothing_from_elsewhere() -> None:
    assert CONFIG["theme"]["font"] is False
    assert "plugins" not in CONFIG, "the offline plugin loads a script from a CDN"
    assert "mermaid" not in "".join(page.read_text(encoding="utf-8") for page in DOCS), "it would come from a CDN"
